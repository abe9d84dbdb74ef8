/** What was wrong with a spec file. */
export type SpecFileProblem =
  | 'missing'
  | 'directory'
  | 'unreadable'
  | 'not-a-script'
  | 'syntax'
  | 'import'
  | 'throws'
  | 'no-spec'
  | 'name-twice';

/** A place in a user's file; line and column count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
  /** The text of that line, or null where it could not be read. */
  readonly text: string | null;
}

/** A spec file that cannot be used: what is wrong, where, and what to do. */
export class SpecFileError extends Error {
  readonly problem: SpecFileProblem;
  /** The file as the caller named it. */
  readonly file: string;
  readonly position: SourcePosition | null;
  readonly hint: string;

  constructor(
    problem: SpecFileProblem,
    file: string,
    message: string,
    detail: { position?: SourcePosition | null; hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'SpecFileError';
    this.problem = problem;
    this.file = file;
    this.position = detail.position ?? null;
    this.hint = detail.hint ?? '';
  }
}

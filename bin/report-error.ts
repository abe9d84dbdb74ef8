import type { ChalkInstance } from 'chalk';
import { relative } from 'node:path';
import {
  ConstantTextError,
  ManyModelsError,
  OptionError,
  UnknownNameError,
} from '../checker/call-errors.ts';
import { SpecFileError, type SourcePosition } from '../checker/load/load-error.ts';
import { userPosition } from '../checker/load/source-position.ts';
import { asSpecMistakes } from '../checker/mistakes-of.ts';
import { NoInitialState } from '../checker/reference/spec-error.ts';
import { UserError } from '../checker/user-error.ts';
import { didYouMean, showMistake } from '../spec/language/mistakes.ts';
import { exitCodes } from './exit-code.ts';

/** An error in the user's terms. */
interface Report {
  /** What is wrong: one line, or one per mistake. */
  readonly message: string;
  readonly position: SourcePosition | null;
  /** What to do about it; '' if nothing is known. */
  readonly hint: string;
}

/** The one place that turns errors into what a person reads on standard error. */
export function describeError(
  error: unknown,
  { debug, colors }: { readonly debug: boolean; readonly colors: ChalkInstance },
): string {
  const { message, position, hint } = reportOf(error);
  const lines = [`${colors.red.bold('kripke:')} ${message}`];
  if (position !== null) {
    const { file, line, column, text } = position;
    lines.push(`  at ${pathFromHere(file)}:${line}${column === null ? '' : `:${column}`}`);
    if (text !== null) lines.push(...excerpt(line, column, text, colors));
  }
  if (hint !== '') lines.push(...hint.split('\n').map((part) => `  ${part}`));
  if (debug) lines.push(colors.dim(stackOf(error)));
  return `${lines.join('\n')}\n`;
}

/** The document that `--json` prints when there is no result to print. */
export function errorDocument(error: unknown): object {
  const { message, position, hint } = reportOf(error);
  return {
    version: 1,
    spec: null,
    file: error instanceof SpecFileError ? error.file : null,
    exitCode: exitCodes.wrong,
    error: {
      message,
      hint: hint === '' ? null : hint,
      position: position && { ...position, file: pathFromHere(position.file) },
      mistakes: asSpecMistakes(error)?.mistakes ?? [],
    },
    results: [],
  };
}

function reportOf(error: unknown): Report {
  const mistakes = asSpecMistakes(error);
  if (mistakes !== null) {
    const position = userPosition(mistakes.cause ?? mistakes);
    // What was thrown is shown with its line of source: once is enough.
    const shown = mistakes.mistakes.map((mistake) =>
      mistake.position?.line === position?.line ? { ...mistake, position: null } : mistake,
    );
    return { message: shown.map(showMistake).join('\n'), position, hint: '' };
  }
  if (error instanceof SpecFileError) {
    const { file, message, position, hint } = error;
    return { message: `${file}: ${message}`, position, hint };
  }
  if (error instanceof UnknownNameError) {
    const { subject, unknown, known } = error;
    return plain(error.message, didYouMean(unknown, known) || listed(subject, known));
  }
  if (error instanceof ConstantTextError) {
    const { declaration, text } = error;
    return plain(
      `--constant ${declaration.name}=${text}: not a value of this constant`,
      `${declaration.name} is ${declaration.allowed}; now ${JSON.stringify(declaration.value)}.`,
    );
  }
  if (error instanceof OptionError) {
    const flag = flags[error.option] ?? error.option;
    return plain(`${flag} ${String(error.value)}: must be ${error.allowed}`);
  }
  if (error instanceof ManyModelsError) {
    return plain(error.message, 'Name one of them with --model.');
  }
  if (error instanceof NoInitialState) return plain(error.message);
  if (error instanceof UserError) return plain(error.message, error.hint);
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return plain(
    `internal error: ${what}`,
    'This is a fault of kripke, not of your spec. Run it again with --debug and report what it prints.',
  );
}

/** The options of the checker by the names that the command line gives them. */
const flags: Readonly<Record<string, string>> = {
  maxStates: '--max-states',
  runs: '--runs',
  depth: '--depth',
  seed: '--seed',
  maxDepth: '--max-depth',
  maxMemoryBytes: '--max-memory',
  timeoutSeconds: '--timeout',
  workers: '--workers',
};

const plurals = {
  model: 'models',
  constant: 'constants',
  property: 'properties',
  action: 'actions',
} as const;

function listed(subject: keyof typeof plurals, known: readonly string[]): string {
  if (known.length === 0) return `It has no ${plurals[subject]}.`;
  return `The ${plurals[subject]} are ${known.join(', ')}.`;
}

function plain(message: string, hint = ''): Report {
  return { message, position: null, hint };
}

function excerpt(
  line: number,
  column: number | null,
  text: string,
  colors: ChalkInstance,
): readonly string[] {
  const gutter = `  ${line} | `;
  const shown = `${colors.dim(gutter)}${text}`;
  if (column === null || column > text.length + 1) return [shown];
  // Tabs are kept, so that the mark stands under its place however wide they are.
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return [shown, `${' '.repeat(gutter.length)}${before}${colors.red('^')}`];
}

function pathFromHere(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

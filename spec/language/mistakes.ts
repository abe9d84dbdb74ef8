import { relative } from 'node:path';
import { authorPosition, positionOf, type Position } from './author-position.ts';

/**
 * Mistakes of a spec that show without running it. A build collects all of them and reports them
 * together; only outside a build, where nobody collects, does the first one throw.
 */
export interface Mistake {
  /** `error` stops the check; `warning` is printed and the check goes on. */
  readonly severity: 'error' | 'warning';
  /** The spec, or '' outside one. */
  readonly spec: string;
  /** `action RMPrepare`, `invariant Consistent`, `variable msgs`, … */
  readonly where: string;
  /** The expression at fault as text, where there is one. */
  readonly expression: string | null;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** Where in the author's code; null for what shows only in the finished spec. */
  readonly position: Position | null;
}

/** Thrown when a spec cannot be used: every mistake found, in the order of the spec. */
export class SpecMistakes extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[], options?: ErrorOptions) {
    super(mistakes.map(showMistake).join('\n'), options);
    this.name = 'SpecMistakes';
    this.mistakes = mistakes;
  }
}

/** One mistake on a line or a few, as messages print it. */
export function showMistake(mistake: Mistake): string {
  const place = [mistake.spec, mistake.where].filter((part) => part !== '').join(', ');
  const expression = mistake.expression === null ? '' : `\n    in: ${mistake.expression}`;
  const position = mistake.position === null ? '' : `\n    at: ${showPosition(mistake.position)}`;
  const hint = mistake.hint === '' ? '' : `\n    ${mistake.hint}`;
  return `${place === '' ? '' : `${place}: `}${mistake.message}${expression}${position}${hint}`;
}

/** `spec.ts:12:5`, from the working directory. */
function showPosition({ file, line, column }: Position): string {
  return `${relative('', file)}:${line}:${column}`;
}

/** The build that is under way: where it is, and what it found so far. */
interface Build {
  readonly spec: string;
  where: string;
  /** Whether the author's code runs, so that the stack tells where a mistake is. */
  authored: boolean;
  readonly mistakes: Mistake[];
}

let build: Build | null = null;

/** Runs `body` as the build of `spec`; returns its result and every mistake reported meanwhile. */
export function collectMistakes<T>(
  spec: string,
  body: () => T,
): { result: T; mistakes: Mistake[] } {
  const outer = build;
  const own: Build = { spec, where: '', authored: false, mistakes: [] };
  build = own;
  try {
    return { result: body(), mistakes: own.mistakes };
  } catch (error) {
    // A builder that throws after a reported mistake usually throws because of it: report both.
    if (error instanceof SpecMistakes) own.mistakes.push(...error.mistakes);
    else own.mistakes.push(thrownMistake(own, error));
    throw new SpecMistakes(own.mistakes, { cause: error });
  } finally {
    build = outer;
  }
}

function thrownMistake(at: Build, error: unknown): Mistake {
  return {
    severity: 'error',
    spec: at.spec,
    where: at.where,
    expression: null,
    message: error instanceof Error ? error.message : String(error),
    hint: 'The spec threw this while it was built.',
    position: positionOf(error),
  };
}

/** Runs the author's own code: mistakes reported in it have a position. */
export function runAuthored<T>(body: () => T): T {
  if (build === null) return body();
  const current = build;
  current.authored = true;
  const result = body();
  current.authored = false;
  return result;
}

/** Says in which part of the spec `body` is, for the mistakes reported in it. */
export function within<T>(where: string, body: () => T): T {
  if (build === null) return body();
  const current = build;
  const outer = current.where;
  if (current.authored && outer === '') claimArguments(current, where);
  current.where = where;
  const result = body();
  current.where = outer;
  return result;
}

/**
 * The arguments of a call are evaluated before it: a mistake that was reported nowhere in particular,
 * but stands after the start of the call in the author's file, was made in its arguments.
 */
function claimArguments({ mistakes }: Build, where: string): void {
  if (!mistakes.some((mistake) => mistake.where === '')) return;
  const call = authorPosition();
  for (const [i, mistake] of mistakes.entries()) {
    if (mistake.where === '' && isBefore(call, mistake.position))
      mistakes[i] = { ...mistake, where };
  }
}

function isBefore(a: Position | null, b: Position | null): boolean {
  if (a === null || b === null || a.file !== b.file) return false;
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Reports a mistake of the current build; throws it when there is none. */
export function report(
  message: string,
  hint: string,
  expression: string | null = null,
  severity: 'error' | 'warning' = 'error',
): void {
  const mistake: Mistake = {
    severity,
    spec: build?.spec ?? '',
    where: build?.where ?? '',
    expression,
    message,
    hint,
    position: build === null || build.authored ? authorPosition() : null,
  };
  if (build !== null) build.mistakes.push(mistake);
  else if (severity === 'error') throw new SpecMistakes([mistake]);
}

/** The closest of `names` to `name`, as a question to append to a message; '' if none is close. */
export function didYouMean(name: string, names: Iterable<string>): string {
  let best = '';
  // A short name is not close to another one that has nothing in common with it.
  let bestDistance = Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 3))) + 1;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best === '' ? '' : `Did you mean '${best}'?`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

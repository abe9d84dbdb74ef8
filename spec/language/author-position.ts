import { fileURLToPath } from 'node:url';

/** A place in a file; both numbers count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where the language itself lies: its frames are not the author's. */
const OWN_FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Enough frames to get out of the language, however deep an expression nests. */
const FRAMES = 100;

/** The place in the spec's own code from which the language was called. */
export function authorPosition(): Position | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  return firstOutside(stack);
}

/** The place in the spec's own code at which an error was thrown. */
export function positionOf(error: unknown): Position | null {
  return error instanceof Error ? firstOutside(error.stack) : null;
}

function firstOutside(stack: string | undefined): Position | null {
  for (const line of (stack ?? '').split('\n')) {
    const frame = /^\s*at .*?\(?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/.exec(
      line,
    );
    if (frame === null) continue;
    const file = frame[1]!.startsWith('file://') ? fileURLToPath(frame[1]!) : frame[1]!;
    if (file.startsWith(OWN_FOLDER)) continue;
    return { file, line: Number(frame[2]), column: Number(frame[3]) };
  }
  return null;
}

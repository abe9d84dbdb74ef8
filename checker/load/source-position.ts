import { readFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourcePosition } from './load-error.ts';

/** Where this package's own code lies: the repository, or its compiled copy. */
const packageCode = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const ownFolders = ['bin', 'checker', 'traces', 'spec/language'].map(
  (folder) => resolve(packageCode, folder) + sep,
);

/** The innermost place in a user's file that an error's stack names, or null. */
export function userPosition(error: unknown): SourcePosition | null {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return null;
  for (const line of error.stack.split('\n')) {
    const frame = /^\s*at .*?\(?((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/.exec(
      line,
    );
    if (frame === null) continue;
    const file = pathOf(frame[1]!);
    if (file === null || isForeign(file)) continue;
    return positionAt(file, Number(frame[2]), Number(frame[3]));
  }
  return null;
}

/** A position with the text of its line; `column` counts from 1. */
export function positionAt(file: string, line: number, column: number | null): SourcePosition {
  const text = lineOf(file, line);
  // A loader may put something of its own before the first line.
  const isBeyond = column !== null && text !== null && column > text.length + 1;
  return { file, line, column: isBeyond ? null : column, text };
}

function pathOf(frame: string): string | null {
  if (!frame.startsWith('file://')) return frame;
  try {
    return fileURLToPath(frame);
  } catch {
    return null;
  }
}

function isForeign(file: string): boolean {
  return (
    file.includes(`${sep}node_modules${sep}`) ||
    ownFolders.some((folder) => file.startsWith(folder)) ||
    lineOf(file, 1) === null
  );
}

function lineOf(file: string, line: number): string | null {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[line - 1] ?? null;
  } catch {
    return null;
  }
}

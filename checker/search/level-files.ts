import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes read at once: a multiple of every state's size is taken of it. */
const BLOCK = 2 ** 20;

/** The file of a level's packed states. */
function fileOf(directory: string, level: number): string {
  return join(directory, `level-${level}`);
}

/** Writes a level: the states of the arena from the given pieces, in words. */
export function writeLevel(
  directory: string,
  level: number,
  arena: SharedArrayBuffer,
  words: number,
  pieces: Int32Array,
): void {
  const file = openSync(fileOf(directory, level), 'w');
  try {
    for (let piece = 0; piece < pieces.length; piece += 2) {
      const [lo, hi] = [pieces[piece]!, pieces[piece + 1]!];
      const bytes = new Uint8Array(arena, lo * words * 4, (hi - lo) * words * 4);
      for (let written = 0; written < bytes.length;) {
        written += writeSync(file, bytes, written, bytes.length - written);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** A level's states, block by block. */
export function* readLevel(directory: string, level: number, words: number): Generator<Int32Array> {
  const buffer = new Int32Array(Math.max(1, Math.floor(BLOCK / 4 / words)) * words);
  const bytes = new Uint8Array(buffer.buffer);
  const file = openSync(fileOf(directory, level), 'r');
  try {
    for (;;) {
      let length = 0;
      while (length < bytes.length) {
        const read = readSync(file, bytes, length, bytes.length - length, null);
        if (read === 0) break;
        length += read;
      }
      if (length > 0) yield buffer.subarray(0, length / 4);
      if (length < bytes.length) return;
    }
  } finally {
    closeSync(file);
  }
}

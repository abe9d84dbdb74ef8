import type { Progress } from '../checker/result.ts';
import { bytes, count, duration, rate } from './figures.ts';

/** Where a running search tells how far it is. */
export interface ProgressLine<T> {
  update(progress: T): void;
  /** Clears the line, so that a verdict can be printed. */
  end(): void;
}

const terminalInterval = 100;
const logInterval = 10_000;

/** A search's progress after a label. */
export function describeSearch(label: string): (progress: Progress) => string {
  return ({ distinct, generated, depth, queue, memoryBytes, seconds }) =>
    [
      label,
      `${count(distinct)} distinct`,
      `${count(generated)} generated`,
      `depth ${depth}`,
      `queue ${count(queue)}`,
      rate(distinct, seconds),
      bytes(memoryBytes),
      duration(seconds),
    ].join(' · ');
}

/**
 * On a terminal one line that is redrawn in place; elsewhere a line every ten seconds, so that a
 * log of a long check shows life and stays short.
 */
export function progressLine<T>(
  stream: NodeJS.WriteStream,
  describe: (progress: T) => string,
): ProgressLine<T> {
  return stream.isTTY ? liveLine(stream, describe) : logLines(stream, describe);
}

function liveLine<T>(
  stream: NodeJS.WriteStream,
  describe: (progress: T) => string,
): ProgressLine<T> {
  let shown = false;
  let last = 0;
  const showCursor = (): void => {
    stream.write('\x1b[?25h');
  };
  return {
    update(progress) {
      const now = performance.now();
      if (shown && now - last < terminalInterval) return;
      if (!shown) {
        stream.write('\x1b[?25l');
        // A run that ends in the middle of a line must not leave the terminal without a cursor.
        process.once('exit', showCursor);
      }
      shown = true;
      last = now;
      // A line as wide as the terminal would wrap, and could not be redrawn in place.
      const width = Math.max(20, (stream.columns || 80) - 1);
      stream.write(`\r${describe(progress).slice(0, width)}\x1b[K`);
    },
    end() {
      if (!shown) return;
      shown = false;
      process.off('exit', showCursor);
      stream.write('\r\x1b[K\x1b[?25h');
    },
  };
}

function logLines<T>(
  stream: NodeJS.WriteStream,
  describe: (progress: T) => string,
): ProgressLine<T> {
  let last = performance.now();
  return {
    update(progress) {
      const now = performance.now();
      if (now - last < logInterval) return;
      last = now;
      stream.write(`${describe(progress)}\n`);
    },
    end() {},
  };
}

import type { Progress } from '../checker/result.ts';
import { bytes, count, duration, rate } from './figures.ts';

/** Where a running check tells how far it is. */
export interface ProgressLine {
  update(progress: Progress): void;
  /** Clears the line, so that a verdict can be printed. */
  end(): void;
}

const terminalInterval = 100;
const logInterval = 10_000;

/**
 * On a terminal one line that is redrawn in place; elsewhere a line every ten seconds, so that a
 * log of a long check shows life and stays short.
 */
export function progressLine(stream: NodeJS.WriteStream, label: string): ProgressLine {
  return stream.isTTY ? liveLine(stream, label) : logLines(stream, label);
}

function liveLine(stream: NodeJS.WriteStream, label: string): ProgressLine {
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
      stream.write(`\r${describe(label, progress).slice(0, width)}\x1b[K`);
    },
    end() {
      if (!shown) return;
      shown = false;
      process.off('exit', showCursor);
      stream.write('\r\x1b[K\x1b[?25h');
    },
  };
}

function logLines(stream: NodeJS.WriteStream, label: string): ProgressLine {
  let last = performance.now();
  return {
    update(progress) {
      const now = performance.now();
      if (now - last < logInterval) return;
      last = now;
      stream.write(`${describe(label, progress)}\n`);
    },
    end() {},
  };
}

function describe(label: string, progress: Progress): string {
  return [
    label,
    `${count(progress.distinct)} distinct`,
    `${count(progress.generated)} generated`,
    `depth ${progress.depth}`,
    `queue ${count(progress.queue)}`,
    rate(progress.distinct, progress.seconds),
    bytes(progress.memoryBytes),
    duration(progress.seconds),
  ].join(' · ');
}

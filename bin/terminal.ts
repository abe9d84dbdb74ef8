import { Chalk, supportsColor, supportsColorStderr, type ChalkInstance } from 'chalk';

/** What a command writes to, with the colours that each stream takes. */
export interface Terminal {
  /** Standard output: verdicts, traces, documents. */
  out(text: string): void;
  /** Standard error: progress and messages. */
  err(text: string): void;
  readonly outColors: ChalkInstance;
  readonly errColors: ChalkInstance;
  /** Columns to fill: the terminal's, or 80 where there is none. */
  readonly width: number;
}

/** `color` is the command line's choice; without one, NO_COLOR and the stream decide. */
export function openTerminal(color: boolean | undefined): Terminal {
  ignoreClosedPipes();
  const allowed = color ?? !process.env['NO_COLOR'];
  const levelOf = (support: typeof supportsColor) =>
    allowed && support !== false ? support.level : 0;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outColors: new Chalk({ level: levelOf(supportsColor) }),
    errColors: new Chalk({ level: levelOf(supportsColorStderr) }),
    width: Math.max(40, process.stdout.columns || 80),
  };
}

let watched = false;

/** `kripke check | head` closes the pipe early: the rest is not wanted, the verdict still counts. */
function ignoreClosedPipes(): void {
  if (watched) return;
  watched = true;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

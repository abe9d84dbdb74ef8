import { Chalk, supportsColor, supportsColorStderr, type ChalkInstance } from 'chalk';
import { exitCodes } from './exit-code.ts';

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
  watchStreams();
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

/**
 * `kripke check | head` closes the pipe early: the rest is not wanted, the verdict still counts. Where
 * output is wanted and gets lost, a verdict that nobody saw must not count as success.
 */
function watchStreams(): void {
  if (watched) return;
  watched = true;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`kripke: standard output cannot be written (${error.code})\n`);
    process.exit(exitCodes.wrong);
  });
}

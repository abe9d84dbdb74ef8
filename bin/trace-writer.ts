import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Chalk } from 'chalk';
import type { TraceReport } from '../traces/report.ts';
import type { Arguments } from './arguments.ts';
import type { Terminal } from './terminal.ts';
import {
  formatOfFile,
  renderTrace,
  traceFormats,
  withModelName,
  type TraceFormat,
} from './trace-formats.ts';
import { UsageError } from './usage-error.ts';

/** Options of every command that ends with a trace. */
export const traceOptions = {
  format: {
    type: 'string',
    requiresArg: true,
    choices: traceFormats,
    desc: 'The form of the trace: on standard output, or in the file of --output',
  },
  output: {
    type: 'string',
    requiresArg: true,
    desc: 'Save the trace in this file, in the format that its name ends in',
  },
  full: { type: 'boolean', desc: 'Show every variable at every step of a trace' },
} as const;

/** Where a command's traces go. */
export interface TraceWriter {
  /** Standard output carries traces for programs and nothing else. */
  readonly claimsOutput: boolean;
  /**
   * `amongSeveral`: the file's name tells the model. `printed`: on standard output too. `nth`: which
   * of several traces of one model it is; from the second on, the file's name tells it.
   */
  write(
    report: TraceReport,
    where: {
      readonly amongSeveral: boolean;
      readonly printed: boolean;
      readonly nth?: number | null;
    },
  ): Promise<void>;
}

/**
 * Reads `traceOptions`. Standard output shows a trace as text, unless `--format` asks for another
 * form and no `--output` takes it away into a file.
 */
export function traceWriter(args: Arguments, terminal: Terminal): TraceWriter {
  const output = args.text('output');
  if (output !== undefined) requireWritable(output);
  const named = args.choice('format', traceFormats);
  const fromName = output === undefined ? null : formatOfFile(output);
  const format: TraceFormat = named ?? fromName ?? 'text';
  const full = args.flag('full') ?? false;
  const claimsOutput = format !== 'text' && output === undefined;
  return {
    claimsOutput,
    async write(report, { amongSeveral, printed, nth = null }) {
      if (output !== undefined) {
        const own = amongSeveral ? withModelName(output, report.model) : output;
        const file = nth === null || nth === 1 ? own : withModelName(own, String(nth));
        const look = { colors: new Chalk({ level: 0 }), width: 80, full };
        await save(file, await renderTrace(report, format, look));
        terminal.err(`The trace of ${report.model} is in ${file}\n`);
      }
      if (!printed) return;
      const look = { colors: terminal.outColors, width: terminal.width, full };
      const text = await renderTrace(report, claimsOutput ? format : 'text', look);
      terminal.out(claimsOutput ? text : `${text}\n`);
    },
  };
}

/** A long search must not end with a trace that has nowhere to go. */
function requireWritable(file: string): void {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw notWritable(file, error);
  }
  if (existsSync(file) && statSync(file).isDirectory())
    throw new UsageError(`--output ${file}: is a directory`, 'Name a file in it.');
}

function notWritable(file: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  return new UsageError(`--output ${file}: cannot be written (${code})`);
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw notWritable(file, error);
  }
}

import { writeFile } from 'node:fs/promises';
import { Chalk } from 'chalk';
import { reportOf } from '../../traces/report.ts';
import type { Arguments } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';
import {
  formatOfFile,
  renderTrace,
  traceFormats,
  withModelName,
  type TraceFormat,
} from '../trace-formats.ts';
import { UsageError } from '../usage-error.ts';
import type { CheckedModel } from './checked-model.ts';

/** Where a check's traces go. */
export interface TraceOutput {
  /** Standard output carries traces in a format for programs and nothing else. */
  readonly claimsOutput: boolean;
  write(checked: CheckedModel, file: string, several: boolean): Promise<void>;
}

/**
 * Reads `--format`, `--output`, `--full` and `--no-trace`. A text trace goes to standard output with
 * the verdict; any other format goes there alone, or to the file that `--output` names.
 */
export function traceOutput(args: Arguments, terminal: Terminal): TraceOutput {
  const output = args.text('output') ?? null;
  const named = args.choice('format', traceFormats) ?? null;
  const format: TraceFormat = named ?? (output === null ? null : formatOfFile(output)) ?? 'text';
  const json = args.flag('json') ?? false;
  const full = args.flag('full') ?? false;
  const wanted = args.flag('trace') ?? true;
  const claimsOutput = format !== 'text' && output === null;
  if (json && claimsOutput) {
    throw new UsageError(
      '--json and --format both want standard output',
      'Send the trace to a file with --output FILE; the JSON result holds it too.',
    );
  }
  return {
    claimsOutput,
    async write(checked, file, several) {
      const report = reportOf(checked.prepared.tree, checked.result, file);
      if (report === null || !wanted) return;
      if (output !== null) {
        const path = several ? withModelName(output, checked.result.model) : output;
        const look = { colors: new Chalk({ level: 0 }), width: 80, full };
        await save(path, await renderTrace(report, format, look));
        terminal.err(`The trace of ${checked.result.model} is in ${path}\n`);
      }
      if (json || (output !== null && format !== 'text')) return;
      const look = { colors: terminal.outColors, width: terminal.width, full };
      const text = await renderTrace(report, format, look);
      terminal.out(claimsOutput ? text : `${text}\n`);
    },
  };
}

async function save(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--output ${path}: cannot be written (${code})`);
  }
}

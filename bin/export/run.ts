import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toTla } from '../../checker/export/tla-module.ts';
import type { Arguments } from '../arguments.ts';
import { chooseModel } from '../choose-model.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Writes a model as a TLA+ module with the configuration that TLC takes. */
export async function runExportCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const { model } = await chooseModel(args);
  const { name, module, config } = toTla(model.checked, { deadlock: model.deadlock });
  const folder = args.text('output') ?? '.';
  const files = [
    { path: join(folder, `${name}.tla`), text: module },
    { path: join(folder, `${name}.cfg`), text: config },
  ];
  try {
    await mkdir(folder, { recursive: true });
    for (const { path, text } of files) await writeFile(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--output ${folder}: cannot be written (${code})`);
  }
  for (const { path } of files) terminal.out(`${terminal.outColors.green('wrote')} ${path}\n`);
  return exitCodes.ok;
}

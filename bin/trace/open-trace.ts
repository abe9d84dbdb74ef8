import { readFile } from 'node:fs/promises';
import { isAbsolute, join, dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { loadSpecFile } from '../../checker/load/spec-file.ts';
import { UserError } from '../../checker/user-error.ts';
import { readTrace, type ReadTrace } from '../../traces/json.ts';
import { MalformedTrace } from '../../traces/plain.ts';
import { parseTrace, type SavedTrace } from '../../traces/saved-trace.ts';
import { projectSpec } from '../project-spec.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads a saved trace against a spec as it is now: the one that is named, else the one that the trace
 * was saved from, else the project's.
 *
 * @throws {UserError} for a trace that cannot be read, and what `loadSpecFile` throws.
 */
export async function openTrace(file: string, specFile: string | undefined): Promise<ReadTrace> {
  const saved = explained(file, await textOf(file), parseTrace);
  const path = specFile ?? specOf(file, saved);
  const { specs } = await loadSpecFile(path);
  const spec = specs.find(({ name }) => name === saved.spec.name);
  if (spec === undefined) {
    const names = specs.map(({ name }) => name).join(', ');
    throw new UsageError(
      `${file}: the trace is of spec ${saved.spec.name}, but ${path} has ${names}`,
      `Name the spec file: kripke trace ${file} SPEC`,
    );
  }
  const tree = spec.instantiate(saved.constants);
  const read = explained(file, saved, (trace) => readTrace(trace, tree));
  return { ...read, report: { ...read.report, file: path } };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`${file}: there is no such file`);
    if (code === 'EISDIR') throw new UsageError(`${file}: is a directory`, 'Name a saved trace.');
    throw new UsageError(`${file}: cannot be read (${code})`);
  }
}

/** A trace names its spec as the check was called: from its working directory, which may be the trace's. */
function specOf(file: string, saved: SavedTrace): string {
  const named = saved.spec.file;
  if (named === null) return projectSpec(process.cwd());
  const beside = join(dirname(file), named);
  if (!isAbsolute(named) && !existsSync(named) && existsSync(beside)) return beside;
  return named;
}

/** Names the file in an error about its content. */
function explained<T, R>(file: string, input: T, read: (input: T) => R): R {
  try {
    return read(input);
  } catch (error) {
    if (!(error instanceof MalformedTrace)) throw error;
    throw new UserError(`${file}: ${error.message}`, '', { cause: error });
  }
}

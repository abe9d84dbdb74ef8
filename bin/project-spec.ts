import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

const howTo =
  'Name a spec file, as in: kripke check my-spec.ts. Or let the nearest package.json say ' +
  '"kripke": { "spec": "my-spec.ts" }. `kripke init` writes a first spec.';

/**
 * The spec that a command is about when none is named: the `kripke.spec` of the nearest package.json
 * that has one, at or above `folder`. The path is relative to `folder`.
 *
 * @throws {UsageError} when there is none.
 */
export function projectSpec(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, 'package.json');
    const spec = existsSync(file) ? specIn(file) : null;
    if (spec !== null) return relative(folder, join(at, spec)) || spec;
    if (dirname(at) === at) throw new UsageError('no spec is named', howTo);
  }
}

function specIn(file: string): string | null {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, howTo);
  }
  const own: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'kripke') : null;
  if (typeof own !== 'object' || own === null) return null;
  const spec: unknown = Reflect.get(own, 'spec');
  if (typeof spec !== 'string' || spec === '') {
    throw new UsageError(`${file}: its "kripke" has no "spec"`, 'It is the path of a spec file.');
  }
  return spec;
}

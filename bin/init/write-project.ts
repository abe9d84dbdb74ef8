import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';
import { firstSpec, firstSpecFile } from './first-spec.ts';

/** What `writeProject` did. */
export interface WrittenProject {
  /** Paths relative to the working directory. */
  readonly written: readonly string[];
  /** Files that were there already and are as they were, with what they should say. */
  readonly kept: readonly { readonly file: string; readonly advice: string }[];
}

/**
 * Writes a first spec with the settings that run it and that let an editor check its types. A file
 * that is there already is never changed.
 *
 * @throws {UsageError} when the spec is there already, or the folder cannot be written.
 */
export async function writeProject(folder: string, version: string): Promise<WrittenProject> {
  const spec = join(folder, firstSpecFile);
  if (existsSync(spec)) {
    throw new UsageError(`${shown(spec)} is there already`, 'kripke init overwrites nothing.');
  }
  const files = [
    { name: firstSpecFile, text: firstSpec, advice: '' },
    {
      name: 'package.json',
      text: json({
        name: packageName(folder),
        private: true,
        type: 'module',
        scripts: { check: 'kripke check' },
        kripke: { spec: firstSpecFile },
        devDependencies: { kripke: `^${version}` },
      }),
      advice: `let it say "scripts": { "check": "kripke check" } and "kripke": { "spec": "${firstSpecFile}" }`,
    },
    {
      name: 'tsconfig.json',
      text: json({
        compilerOptions: {
          target: 'ES2022',
          module: 'NodeNext',
          strict: true,
          noEmit: true,
          allowImportingTsExtensions: true,
          skipLibCheck: true,
          types: [],
        },
      }),
      advice: 'an editor finds the types with "module": "NodeNext" and "strict": true',
    },
  ];
  const written: string[] = [];
  const kept: { file: string; advice: string }[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, text, advice } of files) {
      const path = join(folder, name);
      if (existsSync(path)) {
        kept.push({ file: shown(path), advice });
      } else {
        // 'wx' fails on a file that appeared meanwhile.
        await writeFile(path, text, { flag: 'wx' });
        written.push(shown(path));
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${folder}: cannot be written (${code})`);
  }
  return { written, kept };
}

/** A name that npm takes, from the folder's. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');
  return name.replace(/^-+|-+$/g, '') || 'spec';
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function shown(path: string): string {
  return relative(process.cwd(), path);
}

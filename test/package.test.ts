import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { folderWith } from './folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program to its end; what it printed is part of the error when it fails. */
async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(file, args, { cwd })).stdout;
  } catch (error) {
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}

const spec = `
import { model, oneOf, spec } from 'kripke';

const light = spec('Light', ({ variable, action, invariant }) => {
  const color = variable('color', oneOf('red', 'green'), { init: 'red' });
  action('Turn', { when: [color.is('red')], then: [color.set('green')] });
  action('TurnBack', { when: [color.is('green')], then: [color.set('red')] });
  invariant('Colored', color.isOneOf('red', 'green'));
});
export default light;
export const small = model(light, { expect: 'holds' });
`;

const program = `
import { check, oneOf, spec, type CheckResult } from 'kripke';
import { small } from './spec.ts';

const result: CheckResult = await check(small);
const verdict: 'holds' | 'violated' | 'deadlock' | 'unreachable' | 'spec-error' | 'inconclusive' =
  result.verdict;
console.log(verdict, result.distinct);

/** Only compiled: the types of the package know that there is no blue. */
export const neverBuilt = () =>
  spec('Wrong', ({ variable, invariant }) => {
    const color = variable('color', oneOf('red', 'green'), { init: 'red' });
    // @ts-expect-error
    invariant('Blue', color.is('blue'));
  });
`;

/** A copy of what a package is made of, so that packing it leaves this checkout alone. */
function copyOfSources(folder: string): string {
  const copy = join(folder, 'sources');
  mkdirSync(copy);
  const folders = ['bin', 'checker', 'docs', 'invariants', 'spec', 'traces'];
  const files = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'LICENSE', 'README.md'];
  for (const name of [...folders, ...files, 'CHANGELOG.md']) {
    if (existsSync(join(root, name))) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/**
 * The versions that this checkout was installed with: npm then finds every package in its cache and
 * asks no registry.
 */
function lockOfDependencies(): string {
  const packages = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && !('dev' in entry && entry.dev),
  );
  return JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(packages) });
}

test('the package, installed in an empty folder, checks a spec and gives it types', async () => {
  const folder = folderWith({});
  const sources = copyOfSources(folder);
  await run('npm', ['pack', '--pack-destination', folder], sources);
  const tarball = join(folder, `kripke-${manifest.version}.tgz`);

  const user = join(folder, 'user');
  mkdirSync(user);
  const write = (name: string, text: string): void => writeFileSync(join(user, name), text);
  write('package.json', JSON.stringify({ type: 'module', kripke: { spec: 'spec.ts' } }));
  write('package-lock.json', lockOfDependencies());
  write('spec.ts', spec);
  write('program.ts', program);
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball];
  await run('npm', install, user);

  const installed = join(user, 'node_modules/kripke');
  for (const file of ['LICENSE', 'CHANGELOG.md', 'dist/checker/index.d.ts']) {
    expect(existsSync(join(installed, file)), file).toBe(true);
  }
  expect(existsSync(join(installed, 'test'))).toBe(false);

  const command = join(user, 'node_modules/.bin/kripke');
  const checked = await run(command, ['check', '--json'], user);
  expect(JSON.parse(checked)).toMatchObject({
    exitCode: 0,
    results: [{ model: 'small', verdict: 'holds', distinct: 2 }],
  });

  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const settings = ['--module', 'NodeNext', '--target', 'ES2022', '--strict', '--skipLibCheck'];
  const emit = ['--rewriteRelativeImportExtensions', '--outDir', 'out'];
  await run(process.execPath, [tsc, ...settings, ...emit, 'program.ts'], user);
  expect(await run(process.execPath, ['out/program.js'], user)).toBe('holds 2\n');
}, 300_000);

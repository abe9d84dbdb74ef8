import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

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

/** The first spec of the README's five minutes. */
const tutorial = /^```ts\n(import [\s\S]*?)^```$/m.exec(
  readFileSync(join(root, 'README.md'), 'utf8'),
)![1]!;

function writeAll(at: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(at);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
}

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

let folder: string;
/** A folder of a user who has installed the package, and what its tarball was made from. */
let user: string;
let sources: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kripke-package-'));
  sources = copyOfSources(folder);
  await run('npm', ['pack', '--pack-destination', folder], sources);
  user = join(folder, 'user');
  writeAll(user, {
    'package.json': JSON.stringify({ type: 'module', kripke: { spec: 'spec.ts' } }),
    'package-lock.json': lockOfDependencies(),
    'spec.ts': spec,
    'spec.mts': spec,
    'spec.js': spec,
    'spec.mjs': spec,
    'program.ts': program,
    'counter.ts': tutorial,
  });
  const tarball = join(folder, `kripke-${manifest.version}.tgz`);
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball];
  await run('npm', install, user);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command that is installed in a folder; the one result of the JSON that it prints. */
async function checked(at: string, ...args: string[]): Promise<unknown> {
  const command = join(at, 'node_modules/.bin/kripke');
  const document = JSON.parse(await run(command, ['check', ...args, '--json'], at)) as {
    results: unknown[];
  };
  expect(document.results).toHaveLength(1);
  return document.results[0];
}

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const strict = ['--module', 'NodeNext', '--target', 'ES2022', '--strict', '--skipLibCheck'];
const held = { model: 'small', verdict: 'holds', distinct: 2 };

describe('the package, installed in an empty folder,', () => {
  test('has what a user needs, and no tests', () => {
    const installed = join(user, 'node_modules/kripke');
    for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md', 'dist/checker/index.d.ts']) {
      expect(existsSync(join(installed, file)), file).toBe(true);
    }
    for (const file of ['test', 'bench', '.ci', 'dist/test']) {
      expect(existsSync(join(installed, file)), file).toBe(false);
    }
  });

  test('checks the spec that package.json names', async () => {
    expect(await checked(user)).toMatchObject(held);
  });

  test.each(['spec.mts', 'spec.js', 'spec.mjs'])('checks %s', async (file) => {
    expect(await checked(user, file)).toMatchObject(held);
  });

  test('checks the spec of the README, and TypeScript has nothing against it', async () => {
    expect(await checked(user, 'counter.ts')).toMatchObject({ model: 'two', distinct: 4 });
    await run(process.execPath, [tsc, ...strict, '--noEmit', 'counter.ts'], user);
  });

  test('has types for a strict program, and runs in it', async () => {
    const emit = ['--rewriteRelativeImportExtensions', '--outDir', 'out'];
    await run(process.execPath, [tsc, ...strict, ...emit, 'program.ts'], user);
    expect(await run(process.execPath, ['out/program.js'], user)).toBe('holds 2\n');
  });
});

test('the package, linked from a checkout, checks specs of a folder that is no module', async () => {
  const other = join(folder, 'linked');
  writeAll(other, {
    'package.json': '{}',
    'spec.ts': spec,
    'spec.mjs': spec,
    'counter.ts': tutorial,
  });
  mkdirSync(join(other, 'node_modules/.bin'), { recursive: true });
  symlinkSync(sources, join(other, 'node_modules/kripke'));
  const command = join(other, 'node_modules/.bin/kripke');
  symlinkSync('../kripke/dist/bin/kripke.js', command);
  chmodSync(join(sources, 'dist/bin/kripke.js'), 0o755);
  expect(await checked(other, 'spec.ts')).toMatchObject(held);
  expect(await checked(other, 'spec.mjs')).toMatchObject(held);
  await run(process.execPath, [tsc, ...strict, '--noEmit', 'spec.ts'], other);
});

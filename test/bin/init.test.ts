import { readdirSync, readFileSync, symlinkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('writes a project that checks out at once', async () => {
  const cwd = folderWith({});
  const made = await kripke(['init', 'My Locks'], { cwd });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const folder = join(cwd, 'My Locks');
  expect(readdirSync(folder).sort()).toEqual(['lock.ts', 'package.json', 'tsconfig.json']);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-locks',
    scripts: { check: 'kripke check' },
    devDependencies: { kripke: `^${manifest.version}` },
  });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/kripke'));
  const checked = await kripke(['check'], { cwd: folder });
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  expect(checked.stdout).toContain('✔ Lock / three: every property holds, as expected');
});

test('writes a spec that breaks in the way its comment says', async () => {
  const cwd = folderWith({});
  await kripke(['init'], { cwd });
  const spec = readFileSync(join(cwd, 'lock.ts'), 'utf8');
  const broken = spec.replace("is('waiting'), holder.isNone()]", "is('waiting')]");
  expect(broken).not.toBe(spec);
  const other = folderWith({ 'lock.ts': broken });
  const { code, stdout } = await kripke(['check', 'lock.ts'], { cwd: other });
  expect(code).toBe(1);
  expect(stdout).toContain('invariant OneInside is violated after 4 steps');
});

test('overwrites nothing', async () => {
  const cwd = folderWith({ 'lock.ts': 'mine' });
  const { code, stderr } = await kripke(['init'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toBe('kripke: lock.ts is there already\n  kripke init overwrites nothing.\n');
  expect(readdirSync(cwd)).toEqual(['lock.ts']);
});

test('keeps a package.json and says what to add to it', async () => {
  const cwd = folderWith({ 'package.json': '{ "name": "mine" }\n' });
  const { code, stdout } = await kripke(['init'], { cwd });
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{ "name": "mine" }\n');
  expect(stdout).toContain('kept  package.json: let it say "scripts"');
});

test('says that it cannot write into a folder', async () => {
  const cwd = folderWith({ file: '' });
  const { code, stderr } = await kripke(['init', 'file/sub'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toBe('kripke: file/sub: cannot be written (ENOTDIR)\n');
});

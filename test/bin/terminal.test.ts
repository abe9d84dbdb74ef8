import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke, kripkeFile } from './kripke.ts';
import { counter, endless } from './specs.ts';

const escape = '\x1b[';

test('tells what it covered and exits with 130 within a second of Ctrl-C', async () => {
  const cwd = folderWith({ 'endless.ts': endless });
  let interrupted = 0;
  const { code, stdout } = await kripke(['check', 'endless.ts'], {
    cwd,
    whileRunning(process) {
      setTimeout(() => {
        interrupted = performance.now();
        process.kill('SIGINT');
      }, 4000);
    },
  });
  expect(performance.now() - interrupted).toBeLessThan(1000);
  expect(code).toBe(130);
  expect(stdout).toMatch(/^\? Endless \/ default: inconclusive, interrupted\n/);
  expect(stdout).toContain('covered ');
});

test('checks no further model after Ctrl-C', async () => {
  const spec = endless.replace('export default', 'const endless =') + modelsOfEndless;
  const cwd = folderWith({ 'endless.ts': spec });
  const { code, stdout } = await kripke(['check', 'endless.ts', '--json'], {
    cwd,
    whileRunning: (process) => void setTimeout(() => process.kill('SIGINT'), 4000),
  });
  expect(code).toBe(130);
  const { results } = JSON.parse(stdout) as { results: { model: string; stopped: string }[] };
  expect(results.map(({ model, stopped }) => [model, stopped])).toEqual([['first', 'interrupted']]);
});

const modelsOfEndless = `
import { model } from 'kripke';
export const first = model(endless);
export const second = model(endless);
`;

test('keeps the verdict when the reader of its output goes away', async () => {
  const cwd = folderWith({ 'counter.ts': counter });
  const pipe = `node '${kripkeFile}' check counter.ts --model stuck --constant Stops=false | head -c 1`;
  const child = spawn('bash', ['-c', `${pipe}; echo " \${PIPESTATUS[0]}"`], { cwd });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  expect(output.stderr).toBe('');
  expect(output.stdout).toMatch(/ 0\n$/);
});

test('colours its output when it is told to, and only then', async () => {
  const cwd = folderWith({ 'counter.ts': counter });
  const call = ['check', 'counter.ts', '--model', 'high'];
  const plain = await kripke(call, { cwd });
  expect(plain.stdout).not.toContain(escape);
  const colored = await kripke([...call, '--color'], { cwd });
  expect(colored.stdout).toContain(escape);
  const forced = await kripke(call, { cwd, env: { FORCE_COLOR: '1' } });
  expect(forced.stdout).toContain(escape);
  const env = { NO_COLOR: '1', FORCE_COLOR: '1' };
  const refused = await kripke(call, { cwd, env });
  expect(refused.stdout).not.toContain(escape);
  const off = await kripke([...call, '--no-color'], { cwd, env: { FORCE_COLOR: '1' } });
  expect(off.stdout).not.toContain(escape);
});

test('prints no progress when standard error is no terminal', async () => {
  const cwd = folderWith({ 'endless.ts': endless });
  const { stderr } = await kripke(['check', 'endless.ts', '--timeout', '1'], { cwd });
  expect(stderr).toBe('');
});

test('without a spec, checks the one that the nearest package.json names', async () => {
  const cwd = folderWith({
    'package.json': '{ "kripke": { "spec": "specs/counter.ts" } }',
    'specs/counter.ts': counter,
    'inner/package.json': '{ "name": "inner" }',
    'inner/deep/file.txt': '',
  });
  const top = await kripke(['check', '--quiet', '--no-trace'], { cwd });
  expect(top).toMatchObject({ code: 0, stderr: '' });
  const deep = await kripke(['check', '--json'], { cwd: join(cwd, 'inner', 'deep') });
  expect(JSON.parse(deep.stdout)).toMatchObject({ file: '../../specs/counter.ts', exitCode: 0 });
});

test('says what is wrong with a package.json that names no spec', async () => {
  const cwd = folderWith({ 'package.json': '{ "kripke": {} }' });
  const { code, stderr } = await kripke(['check'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('package.json: its "kripke" has no "spec"');
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';
import { counter } from './specs.ts';

/** A folder with the spec and the saved counterexample of its model `high`. */
async function withTrace() {
  const cwd = folderWith({ 'counter.ts': counter });
  const check = ['check', 'counter.ts', '--model', 'high', '--output', 'high.json', '--quiet'];
  expect((await kripke(check, { cwd })).code).toBe(0);
  const rewrite = (file: string, from: string, to: string): void => {
    const path = join(cwd, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };
  return { cwd, rewrite };
}

test('replays a saved trace against its spec and shows it again', async () => {
  const { cwd } = await withTrace();
  const { code, stdout, stderr } = await kripke(['trace', 'high.json'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^The trace is a behaviour of the spec, and it shows what it says\.\n\n/);
  expect(stdout).toContain('3   Climb\n    n  2 → 3\n');
});

test('finds the spec of a trace beside it', async () => {
  const { cwd } = await withTrace();
  const { code } = await kripke(['trace', join(cwd, 'high.json')], { cwd: join(cwd, '..') });
  expect(code).toBe(0);
});

test('prints another format and nothing else', async () => {
  const { cwd } = await withTrace();
  const { stdout, stderr } = await kripke(['trace', 'high.json', '--format', 'mermaid'], { cwd });
  expect(stdout).toMatch(/^sequenceDiagram\n/);
  expect(stderr).toContain('The trace is a behaviour of the spec');
});

test('serves as a regression test: the violation must still be there', async () => {
  const { cwd, rewrite } = await withTrace();
  const call = ['trace', 'high.json', '--expect-violation'];
  expect((await kripke(call, { cwd })).code).toBe(0);
  rewrite('counter.ts', "invariant('Low', n.le(Limit))", "invariant('Low', n.le(Limit.plus(1)))");
  const mended = await kripke(call, { cwd });
  expect(mended.code).toBe(1);
  expect(mended.stdout).toContain('The spec has changed since the trace was saved.\n');
  expect((await kripke(['trace', 'high.json'], { cwd })).code).toBe(0);
});

test('exits with 1 for a trace that the spec no longer allows', async () => {
  const { cwd, rewrite } = await withTrace();
  rewrite('counter.ts', 'when: [n.lt(top)]', 'when: [n.lt(2)]');
  const { code, stdout } = await kripke(['trace', 'high.json'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('it diverges at step 3, Climb');
});

test('explains why an action was not enabled at a step', async () => {
  const { cwd } = await withTrace();
  const call = ['explain', 'high.json', '--action', 'Climb'];
  const last = await kripke(call, { cwd });
  expect(last).toMatchObject({ code: 0, stderr: '' });
  expect(last.stdout).toContain('After step 3, Climb is not enabled');
  const first = await kripke([...call, '--step', '0'], { cwd });
  expect(first.stdout).toContain('After step 0, Climb is enabled');
});

test.each([
  ['trace', 'kripke: too few arguments\n  It is: kripke trace <file> [spec]\n'],
  ['trace none.json', 'kripke: none.json: there is no such file\n'],
  ['trace .', 'kripke: .: is a directory\n  Name a saved trace.\n'],
  ['trace counter.ts', /^kripke: counter\.ts: this is not JSON: /],
  [
    'trace other.json',
    "kripke: other.json: this is not a kripke trace: its 'format' is not 'kripke-trace'\n",
  ],
  ['trace cut.json', /^kripke: cut\.json: the file is cut off: /],
  [
    'trace high.json other.ts',
    'kripke: high.json: the trace is of spec Counter, but other.ts has Other\n' +
      '  Name the spec file: kripke trace high.json SPEC\n',
  ],
  [
    'explain high.json --action Clmb',
    "kripke: spec Counter has no action 'Clmb'; it has Climb, Never\n",
  ],
  [
    'explain high.json --action Climb --step 9',
    'kripke: --step 9: the trace has no such step\n  Its steps are 0 to 3.\n',
  ],
  ['explain high.json', 'kripke: no action is named\n  --action is one of Climb, Never.\n'],
])('kripke %s: one clear message and exit code 2', async (call, message) => {
  const { cwd } = await withTrace();
  writeFileSync(join(cwd, 'other.json'), '{}');
  writeFileSync(join(cwd, 'other.ts'), counter.replace("spec('Counter'", "spec('Other'"));
  writeFileSync(join(cwd, 'cut.json'), readFileSync(join(cwd, 'high.json'), 'utf8').slice(0, 300));
  const { code, stdout, stderr } = await kripke(call.split(' '), { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  if (typeof message === 'string') expect(stderr).toBe(message);
  else expect(stderr).toMatch(message);
});

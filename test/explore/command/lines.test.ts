import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kripke } from '../../bin/kripke.ts';
import { counter } from '../../bin/specs.ts';
import { folderWith } from '../../folder.ts';
import { ask, hasty } from './asked.ts';

test('does one command a line, and shows where one stands after each', async () => {
  const cwd = folderWith({ 'hasty.ts': hasty });
  const lines = [
    '# to the first participant',
    'watch state[r1]',
    'take Commit(r1)',
    'back',
    'quit',
  ];
  const { code, stdout, stderr } = await ask(['hasty.ts'], cwd, lines);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^Hasty \/ default/gm)).toHaveLength(4);
  expect(stdout).toContain('Watched\n    1 state[r1]  working → committed\n');
  expect(stdout).toContain('  Fail (fault)  A participant fails.\n    3  Fail(r1)\n');
  expect(stdout).toContain('step 0 of 1\n');
});

test('runs to a violation, says why, and saves it as a trace that is confirmed', async () => {
  const cwd = folderWith({ 'hasty.ts': hasty });
  const lines = ['run not Consistent', 'save lost.json', 'save lost.html'];
  const { code, stdout } = await ask(['hasty.ts'], cwd, lines);
  expect(code).toBe(0);
  expect(stdout).toContain('It holds after 2 steps.');
  expect(stdout).toContain('Consistent is violated');
  expect(stdout).toContain('fails for a = r1, b = r2');
  expect(readFileSync(join(cwd, 'lost.html'), 'utf8')).toMatch(/^<!doctype html>/);
  const trace = await kripke(['trace', 'lost.json', '--expect-violation'], { cwd });
  expect(trace).toMatchObject({ code: 0, stderr: '' });
  expect(trace.stdout).toContain('Invariant Consistent is violated');
});

test('begins at a step of a saved trace, with what was ahead', async () => {
  const cwd = folderWith({ 'hasty.ts': hasty });
  await ask(['hasty.ts'], cwd, ['run not Consistent', 'save lost.json']);
  const args = ['--trace', 'lost.json', '--step', '1', '--watch', 'state[r1]'];
  const { code, stdout } = await ask(args, cwd, ['forward']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Hasty \/ default: RM = 2 +step 1 of 2\n/);
  expect(stdout).toContain('Consistent is violated');
});

test('goes as far as a trace is still a behaviour of the spec', async () => {
  const cwd = folderWith({ 'hasty.ts': hasty });
  await ask(['hasty.ts'], cwd, ['run not Consistent', 'save lost.json']);
  const mended = hasty.replace(
    "when: [state.at(r).is('working')],\n    then: [state.at(r).set('ab",
    "when: [forAll(RM, (a) => state.at(a).is('working'))],\n    then: [state.at(r).set('ab",
  );
  expect(mended).not.toBe(hasty);
  writeFileSync(join(cwd, 'hasty.ts'), mended);
  const { code, stdout, stderr } = await ask(['--trace', 'lost.json'], cwd, []);
  expect(code).toBe(0);
  expect(stderr).toContain('a behaviour of the spec up to step 1 only');
  expect(stdout).toMatch(/step 1\n/);
});

test('says what its commands are', async () => {
  const cwd = folderWith({ 'hasty.ts': hasty });
  const { stdout } = await ask(['hasty.ts'], cwd, ['?']);
  expect(stdout).toContain('run (r) CONDITION');
});

test('a line that cannot be done ends a script, with its reason', async () => {
  const cwd = folderWith({ 'hasty.ts': hasty });
  const { code, stdout, stderr } = await ask(['hasty.ts'], cwd, ['watch state[r9]', 'take 1']);
  expect(code).toBe(2);
  expect(stderr).toBe(
    "kripke: there is no RM 'r9'\n  state[r9]\n        ^\n  Did you mean 'r1'?\n",
  );
  expect(stdout).not.toContain('step 1');
});

test.each([
  [['counter.ts'], /^kripke: counter\.ts has several models: .*\n {2}Name one of them/],
  [['counter.ts', '--model', 'nope'], /^kripke: there is no model 'nope'/],
  [['hasty.ts', '--watch', 'stat[r1]'], /Did you mean 'state'\?\n$/],
  [['hasty.ts', '--step', '1'], /^kripke: --step is for --trace\n$/],
  [['hasty.ts', '--port', '80'], /^kripke: --port is for --web\n$/],
  [['hasty.ts', '--web', '--port', '99999'], /^kripke: --port 99999: not a port\n/],
  [['--trace', 'none.json'], /^kripke: none\.json: there is no such file\n$/],
  [['counter.ts', '--trace', 'lost.json'], /^kripke: lost\.json: the trace is of spec Hasty, but/],
  [['--trace', 'lost.json', '--step', '7'], /Its steps are 0 to 2\.\n$/],
  [['--trace', 'lost.json', '--model', 'm'], /^kripke: --model does not go with --trace\n/],
] as const)('kripke explore %j: one clear message and exit code 2', async (args, message) => {
  const cwd = folderWith({ 'hasty.ts': hasty, 'counter.ts': counter });
  if (args.some((arg) => arg === 'lost.json'))
    await ask(['hasty.ts'], cwd, ['run not Consistent', 'save lost.json']);
  const { code, stdout, stderr } = await ask(args, cwd, []);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';

const examples = fileURLToPath(new URL('../../spec/examples', import.meta.url));

function cwd(...names: readonly string[]): string {
  return folderWith(
    Object.fromEntries(names.map((name) => [name, readFileSync(join(examples, name), 'utf8')])),
  );
}

test('a violation that was expected is told in the fewest steps', async () => {
  const args = ['simulate', 'die-hard.ts', '--model', 'puzzle', '--workers', '1'];
  const { stdout, code } = await kripke(args, { cwd: cwd('die-hard.ts') });
  const title =
    '✔ DieHard / puzzle: invariant NeverMeasured is violated after 6 steps, as expected';
  expect(stdout).toContain(title);
  expect(stdout).toContain('walk 20 after 32 steps, told in 6');
  expect(stdout).toContain('Length        7 states (6 steps)');
  expect(code).toBe(0);
});

test('walks that find nothing prove nothing, and are no failure', async () => {
  const args = ['simulate', 'die-hard.ts', '--model', 'unsolvable', '--runs', '50'];
  const { stdout, code } = await kripke(args, { cwd: cwd('die-hard.ts') });
  expect(stdout).toContain('nothing wrong on 50 random walks, which proves nothing');
  expect(stdout).toMatch(/FillBig +1,/);
  expect(code).toBe(0);
});

test('a violation that was expected and not found leaves the answer open', async () => {
  const args = ['simulate', 'die-hard.ts', '--model', 'puzzle', '--runs', '1', '--depth', '2'];
  expect((await kripke(args, { cwd: cwd('die-hard.ts') })).code).toBe(3);
});

test('the JSON document holds the figures and the trace', async () => {
  const args = ['simulate', 'die-hard.ts', '--model', 'puzzle', '--json', '--seed', '1'];
  const { stdout, stderr, code } = await kripke(args, { cwd: cwd('die-hard.ts') });
  const document = JSON.parse(stdout) as { results: Record<string, unknown>[] };
  expect(document).toMatchObject({ version: 1, spec: 'DieHard', exitCode: 0 });
  expect(document.results[0]).toMatchObject({
    model: 'puzzle',
    verdict: 'violated',
    property: 'NeverMeasured',
    walks: 21,
    seed: 1,
    found: { run: 20, steps: 32 },
    trace: { format: 'kripke-trace', verdict: 'violated' },
  });
  expect([stderr, code]).toEqual(['', 0]);
});

test('the trace goes where it is sent', async () => {
  const folder = cwd('die-hard.ts');
  const args = ['simulate', 'die-hard.ts', '--model', 'puzzle', '--output', 'found.json'];
  await kripke(args, { cwd: folder });
  const shown = await kripke(['trace', 'found.json', '--expect-violation'], { cwd: folder });
  expect(shown.code).toBe(0);
});

describe('bad input gets one clear message and exit code 2', () => {
  test.each([
    [['--runs', '0'], 'kripke: --runs 0: must be an integer from 1 to 9007199254740991\n'],
    [['--depth', '1G'], 'kripke: --depth 1000000000: must be an integer from 1 to 10000000\n'],
    [['--seed', '-1'], 'kripke: --seed -1: not a whole number\n  As in 5000, 200k or 10M.\n'],
    [
      ['--weight', 'luck=1'],
      "kripke: --weight luck=1: there is no kind 'luck'\n  It is one of step, fault, environment.\n",
    ],
    [
      ['--weight', 'fault=x'],
      'kripke: --weight fault x: not a number from 0\n  As in fault=0.2.\n',
    ],
    [
      ['--model', 'nobody'],
      "kripke: there is no model 'nobody'\n  The models are puzzle, unsolvable.\n",
    ],
  ])('%j', async (args, message) => {
    const run = await kripke(['simulate', 'die-hard.ts', ...args], { cwd: cwd('die-hard.ts') });
    expect(run).toEqual({ code: 2, stdout: '', stderr: message });
  });
});

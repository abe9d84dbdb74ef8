import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';

const file = fileURLToPath(new URL('../../spec/examples/two-phase-commit.ts', import.meta.url));
const twoPhase = (): string => folderWith({ 'spec.ts': readFileSync(file, 'utf8') });
const call = ['graph', 'spec.ts', '--model', 'safe'];

test('the graph goes to standard output as DOT, and what it covers is said beside it', async () => {
  const { stdout, stderr, code } = await kripke([...call, '--constant', 'RM=2'], {
    cwd: twoPhase(),
  });
  expect(stdout).toMatch(/^digraph "TwoPhaseCommit" \{/);
  expect(stdout.match(/->/g)!.length).toBeGreaterThan(56);
  expect([stderr, code]).toEqual(['56 states, all that are reachable\n', 0]);
});

test('a view joins states, a bound leaves some out', async () => {
  const args = [...call, '--view', 'tmState', '--color-by', 'tmState'];
  const joined = await kripke(args, { cwd: twoPhase() });
  expect(joined.stderr).toBe('288 states in 3 nodes, all that are reachable\n');
  expect(joined.stdout).toContain('fillcolor');
  const bounded = await kripke([...call, '--max-depth', '2'], { cwd: twoPhase() });
  expect(bounded.stderr).toBe('8 states, more are reachable\n');
});

test.each([
  ['graph.svg', /^<svg/],
  ['graph.graphml', /^<\?xml[^]*<graphml/],
  ['graph.gv', /^digraph/],
])('the file %s is written in its format', async (name, form) => {
  const cwd = twoPhase();
  const args = [...call, '--max-states', '20', '--output', name];
  const { stdout, stderr, code } = await kripke(args, { cwd });
  expect([stdout, stderr, code]).toEqual(['', `20 states, more are reachable: ${name}\n`, 0]);
  expect(readFileSync(join(cwd, name), 'utf8')).toMatch(form);
});

describe('bad input gets one clear message and exit code 2', () => {
  test.each([
    [['--max-states', '0'], 'kripke: --max-states 0: must be an integer of at least 1\n'],
    [
      ['--max-states', '1M'],
      'kripke: --max-states 1000000: more than can be drawn\n' +
        '  At most 20,000; --view makes one node of many states.\n',
    ],
    [
      ['--output', 'no/such/folder.svg'],
      'kripke: --output no/such/folder.svg: cannot be written (ENOENT)\n',
    ],
  ])('%j', async (args, message) => {
    const { stdout, stderr, code } = await kripke([...call, ...args], { cwd: twoPhase() });
    expect([stdout, stderr, code]).toEqual(['', message, 2]);
  });

  test('a mistake in an expression is pointed at', async () => {
    const { stderr, code } = await kripke([...call, '--view', 'tmStat'], { cwd: twoPhase() });
    expect(stderr).toContain('tmStat');
    expect(stderr).toContain('tmState');
    expect(code).toBe(2);
  });
});

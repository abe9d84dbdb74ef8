import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';
import { counter, endless } from './specs.ts';

/** Runs `kripke check` in a fresh folder with both specs. */
async function check(...args: string[]) {
  const cwd = folderWith({ 'counter.ts': counter, 'endless.ts': endless });
  return { cwd, ...(await kripke(['check', ...args], { cwd })) };
}

async function checkJson(...args: string[]) {
  const run = await check(...args, '--json');
  return { ...run, document: JSON.parse(run.stdout) as Document };
}

interface Document {
  readonly exitCode: number;
  readonly results: readonly Record<string, unknown>[];
}

test('checks every model of a file and passes when each verdict is the expected one', async () => {
  const { code, stdout, stderr } = await check('counter.ts');
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toContain('✔ Counter / good: every property holds, as expected\n');
  expect(stdout).toContain(
    '✔ Counter / high: invariant Low is violated after 3 steps, as expected\n',
  );
  expect(stdout).toContain('✔ Counter / stuck: deadlock after 3 steps, as expected\n');
  expect(stdout).toContain('✔ Counter / skips: witness AtTop is not reachable, as expected\n');
  expect(stdout).toContain('✔ Counter / plain: every property holds\n');
  expect(stdout.endsWith('5 of 5 models passed\n')).toBe(true);
});

test('shows what it covered of one model, with the actions never taken', async () => {
  const { stdout } = await check('counter.ts', '--model', 'good');
  expect(stdout.replace(/time .*/, 'time')).toBe(
    [
      '✔ Counter / good: every property holds, as expected',
      '    constants    as declared',
      '    states       4 distinct, 4 generated, depth 4',
      '    time',
      '    reached      AtTop at depth 4',
      '',
      '    action  taken  new states',
      '    Climb       3           3',
      '    Never       0           0  never taken: the spec may be vacuous here',
      '',
      '',
    ].join('\n'),
  );
});

test('prints the counterexample after the verdict', async () => {
  const { stdout } = await check('counter.ts', '--model', 'high');
  expect(stdout).toContain('3   Climb\n    n  2 → 3\n');
  expect(stdout).toContain('Invariant Low is false after step 3');
});

test('prints verdicts only with --quiet and --no-trace', async () => {
  const { stdout } = await check('counter.ts', '--model', 'high', '--quiet', '--no-trace');
  expect(stdout).toBe('✔ Counter / high: invariant Low is violated after 3 steps, as expected\n');
});

test('exits with 1 for a violation that no model expects', async () => {
  const { code, stdout } = await check('counter.ts', '--model', 'plain', '--constant', 'Limit=2');
  expect(code).toBe(1);
  expect(stdout).toContain('✘ Counter / plain: invariant Low is violated after 3 steps\n');
});

test('exits with 1 for a deadlock, and not with --no-deadlock', async () => {
  const deadlock = await check('counter.ts', '--model', 'plain', '--constant', 'Stops=false');
  expect(deadlock.code).toBe(1);
  expect(deadlock.stdout).toContain('✘ Counter / plain: deadlock after 3 steps\n');
  const allowed = await check(
    ...['counter.ts', '--model', 'plain', '--constant', 'Stops=false', '--no-deadlock'],
  );
  expect(allowed.code).toBe(0);
});

test('exits with 1 when a model gives another verdict than it expects', async () => {
  const spec = counter.replace("{ violated: 'Low' }", "'holds'");
  const cwd = folderWith({ 'counter.ts': spec });
  const { code, stdout } = await kripke(['check', 'counter.ts', '--model', 'high'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('is violated after 3 steps, but expected: holds\n');
});

test('exits with 1 when an expected violation does not come', async () => {
  const spec = counter.replace('Limit: 2', 'Limit: 3');
  const cwd = folderWith({ 'counter.ts': spec });
  const { code, stdout } = await kripke(['check', 'counter.ts', '--model', 'high'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('✘ Counter / high: every property holds, but expected: Low violated\n');
});

test('expects nothing of a model whose constants the caller changes', async () => {
  const { code, document } = await checkJson(
    'counter.ts',
    '--model',
    'high',
    '--constant',
    'Top=2',
  );
  expect(code).toBe(0);
  expect(document.results[0]).toMatchObject({ verdict: 'holds', constants: { Top: 2, Limit: 2 } });
  expect(document.results[0]).not.toHaveProperty('expect');
});

test('keeps the expectation when a constant is set to what it is', async () => {
  const { document } = await checkJson('counter.ts', '--model', 'high', '--constant', 'Limit=2');
  expect(document.results[0]).toMatchObject({ expect: { violated: 'Low' }, exitCode: 0 });
});

test('reads constants of every kind', async () => {
  const { document } = await checkJson(
    ...['counter.ts', '--model', 'plain', '--constant', 'Top=4', '--constant', 'Pace=fast'],
    ...['--constant', 'Stops=false', '--constant', 'Extras=reset,jump'],
  );
  expect(document.results[0]).toMatchObject({
    constants: { Top: 4, Pace: 'fast', Stops: false, Extras: ['reset', 'jump'] },
    actions: [{ name: 'Climb' }, { name: 'Reset' }, { name: 'Never' }],
  });
});

test('judges only the properties that are named', async () => {
  const args = ['counter.ts', '--model', 'plain', '--constant', 'Limit=2'];
  const { code, document } = await checkJson(...args, '--property', 'Natural');
  expect(code).toBe(0);
  expect(document.results[0]).toMatchObject({ verdict: 'holds', witnesses: {} });
});

test('prints the whole result as one JSON document', async () => {
  const { code, stderr, document } = await checkJson('counter.ts', '--model', 'good');
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(document).toMatchObject({ version: 1, spec: 'Counter', file: 'counter.ts', exitCode: 0 });
  expect(document.results).toHaveLength(1);
  expect(document.results[0]).toMatchObject({
    model: 'good',
    spec: 'Counter',
    constants: { Top: 3, Limit: 1000000, Stops: true, Pace: 'slow', Extras: [] },
    expect: 'holds',
    verdict: 'holds',
    property: null,
    distinct: 4,
    generated: 4,
    depth: 4,
    levels: [1, 1, 1, 1],
    coveredDepth: 4,
    stopped: null,
    witnesses: { AtTop: 4 },
    unchecked: [],
    bounds: [],
    actions: [
      { name: 'Climb', taken: 3, distinct: 3 },
      { name: 'Never', taken: 0, distinct: 0 },
    ],
    trace: null,
  });
});

test('puts the trace of a violation into the JSON document', async () => {
  const { document } = await checkJson('counter.ts', '--model', 'high');
  expect(document.results[0]).toMatchObject({
    verdict: 'violated',
    property: 'Low',
    trace: { format: 'kripke-trace', version: 1, steps: [{ action: null }, {}, {}, {}] },
  });
});

test.each([
  [['--max-states', '1k'], 'max-states', 'the limit of states was reached'],
  [['--max-depth', '3'], 'max-depth', 'the limit of depth was reached'],
  [['--timeout', '0.3'], 'timeout', 'the time was up'],
  [['--max-memory', '1M'], 'max-memory', 'the limit of memory was reached'],
])('exits with 3 at the limit %j', async (limit, stopped, words) => {
  const text = await check('endless.ts', ...limit);
  expect(text.code).toBe(3);
  expect(text.stdout).toContain(`? Endless / default: inconclusive, ${words}\n`);
  const { code, document } = await checkJson('endless.ts', ...limit);
  expect(code).toBe(3);
  expect(document.results[0]).toMatchObject({ verdict: 'inconclusive', stopped, exitCode: 3 });
});

test('exits with 2 for a spec error, with the steps that lead to it', async () => {
  const cwd = folderWith({
    'spec.ts': `
      import { spec, range } from 'kripke';
      export default spec('Overflow', ({ variable, action }) => {
        const n = variable('n', range(0, 2), { init: 0 });
        action('Up', { then: [n.set(n.plus(1))] });
      });
    `,
  });
  const { code, stdout } = await kripke(['check', 'spec.ts'], { cwd });
  expect(code).toBe(2);
  expect(stdout).toContain('✘ Overflow / default: the spec goes wrong after 2 steps: ');
  expect(stdout).toContain('2   Up');
});

test.each([
  ['trace.json', '"format": "kripke-trace"'],
  ['trace.itf.json', '"#meta"'],
  ['trace.tla', '---- MODULE'],
  ['trace.mmd', 'sequenceDiagram'],
  ['trace.html', '<!doctype html>'],
  ['trace.txt', 'Invariant Low is violated'],
])('saves the trace in the format that %s asks for', async (name, content) => {
  const { cwd, stderr } = await check('counter.ts', '--model', 'high', '--output', name);
  expect(readFileSync(join(cwd, name), 'utf8')).toContain(content);
  expect(stderr).toBe(`The trace of high is in ${name}\n`);
});

test('saves one file a model when several have a trace', async () => {
  const { cwd } = await check('counter.ts', '--output', 'trace.json');
  expect(existsSync(join(cwd, 'trace-high.json'))).toBe(true);
  expect(existsSync(join(cwd, 'trace-stuck.json'))).toBe(true);
});

test('prints nothing but the trace when --format is for programs', async () => {
  const { stdout, stderr } = await check('counter.ts', '--model', 'high', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ format: 'kripke-trace' });
  expect(stderr).toContain('✔ Counter / high: invariant Low is violated');
});

test('shows every variable at every step with --full', async () => {
  const spec = counter.replace(
    'const step',
    "variable('calm', range(0, 1), { init: 0 });\n  const step",
  );
  const cwd = folderWith({ 'counter.ts': spec });
  const short = await kripke(['check', 'counter.ts', '--model', 'high'], { cwd });
  const full = await kripke(['check', 'counter.ts', '--model', 'high', '--full'], { cwd });
  expect(short.stdout.match(/^ {4}calm/gm)).toHaveLength(1);
  expect(full.stdout.match(/^ {4}calm/gm)).toHaveLength(4);
});

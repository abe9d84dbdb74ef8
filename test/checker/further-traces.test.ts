import { describe, expect, test } from 'vitest';
import { checkPrepared } from '../../checker/check.ts';
import type { EngineName } from '../../checker/engine.ts';
import { furtherTraces } from '../../checker/further-traces.ts';
import { prepareModel } from '../../checker/prepare.ts';
import { replay } from '../../checker/reference/replay.ts';
import type { Trace } from '../../checker/result.ts';
import { model, range, spec } from '../../spec/language/index.ts';

/** Three ways from 0 to 9: in two steps, in two with a fault, and in three. */
const ways = spec('Ways', ({ variable, action, invariant }) => {
  const n = variable('n', range(0, 9), { init: 0 });
  const step = (name: string, from: number, to: number, kind: 'step' | 'fault' = 'step'): void => {
    action(name, { when: [n.is(from)], then: [n.set(to)], kind });
  };
  step('A', 0, 1);
  step('B', 1, 9);
  step('Crash', 0, 2, 'fault');
  step('Recover', 2, 9);
  step('Long', 0, 3);
  step('Longer', 3, 4);
  step('Longest', 4, 9);
  step('Stay', 9, 9);
  invariant('Below9', n.lt(9));
});

const actionsOf = ({ steps }: Trace): string[] =>
  steps.flatMap(({ instance }) => (instance === null ? [] : [instance.action]));

describe.each<EngineName>(['compiled', 'reference'])('with the %s engine', (engine) => {
  const options = { engine, workers: 1 };

  test('counterexamples differ in their actions, the shortest and least faulty first', async () => {
    const prepared = prepareModel('ways', model(ways));
    const first = await checkPrepared(prepared, options);
    const traces = await furtherTraces(prepared, first, 5, options);
    expect(traces.map(actionsOf)).toEqual([
      ['A', 'B'],
      ['Crash', 'Recover'],
      ['Long', 'Longer', 'Longest'],
    ]);
    for (const trace of traces) expect(replay(prepared.checked, trace)).toBeNull();
  });

  test('no more are given than are wanted', async () => {
    const prepared = prepareModel('ways', model(ways));
    const first = await checkPrepared(prepared, options);
    expect((await furtherTraces(prepared, first, 2, options)).map(actionsOf)).toHaveLength(2);
  });

  test('a deadlock has but its own', async () => {
    const stuck = spec('Stuck', ({ variable, action, invariant }) => {
      const n = variable('n', range(0, 1), { init: 0 });
      action('Go', { when: [n.is(0)], then: [n.set(1)] });
      invariant('Small', n.le(1));
    });
    const prepared = prepareModel('stuck', model(stuck));
    const first = await checkPrepared(prepared, options);
    expect(await furtherTraces(prepared, first, 3, options)).toEqual([first.trace]);
  });
});

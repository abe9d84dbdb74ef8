import { describe, expect, test } from 'vitest';
import { explainAction, renderActionExplanation } from '../../traces/explain-action.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';

const { spec, trace } = behaviour(hastyCommit, ['Prepare(r1)', 'GiveUp(r2)']);
const { state } = trace.steps[2]!;

describe('why an action is not enabled', () => {
  test('of one instance', async () => {
    const text = renderActionExplanation(explainAction(spec, state, 'Obey', { rm: 'r2' }), 2);
    await expect(text).toMatchFileSnapshot('golden/explain-instance.txt');
  });

  test('of all instances, the nearest first', async () => {
    const text = renderActionExplanation(explainAction(spec, state, 'Obey'), 2);
    await expect(text).toMatchFileSnapshot('golden/explain-action.txt');
  });

  test('when a parameter is not in its domain', async () => {
    const { spec: tree, trace: taken } = behaviour(leases, ['Acquire(m1, r1)', 'Crash(m2)']);
    const explanation = explainAction(tree, taken.steps[2]!.state, 'Acquire', { m: 'm2', r: 'r1' });
    const text = renderActionExplanation(explanation, 2);
    await expect(text).toMatchFileSnapshot('golden/explain-domain.txt');
  });

  test('in a state in which some of its instances are enabled', () => {
    const explanation = explainAction(spec, trace.steps[1]!.state, 'Prepare');
    expect(explanation.enabled).toEqual(['Prepare(r2)']);
    expect(explanation.nearest.map(({ title }) => title)).toEqual(['Prepare(r1)']);
  });
});

test('the nearest instance has the fewest false conjuncts, then the latest first false one', () => {
  const { spec: tree, trace: taken } = behaviour(leases, ['Crash(m1)', 'Acquire(m2, r1)']);
  const { nearest } = explainAction(tree, taken.steps[2]!.state, 'Acquire');
  const outcomes = nearest.map(({ title, conjuncts }) => [
    title,
    conjuncts.map(({ outcome }) => outcome).join(' '),
  ]);
  expect(outcomes).toEqual([
    ['Acquire(m1, r2)', 'true false true'],
    ['Acquire(m2, r1)', 'false true true'],
    ['Acquire(m1, r1)', 'false false true'],
  ]);
});

test('what else is enabled is listed by action', () => {
  const { others } = explainAction(spec, state, 'Obey');
  expect(others).toEqual([
    { action: 'Decide', instances: ['Decide'] },
    { action: 'Wait', instances: ['Wait'] },
  ]);
});

describe('a question that makes no sense is answered by what there is:', () => {
  const ask = (action: string, given: Record<string, string> = {}): (() => unknown) => {
    return () => explainAction(spec, state, action, given);
  };
  test('an unknown action', () => {
    expect(ask('Commit')).toThrow(
      "spec HastyCommit has no action 'Commit'; it has Prepare, Decide, GiveUp, Obey, Wait",
    );
  });
  test('an unknown parameter', () => {
    expect(ask('Obey', { r: 'r1' })).toThrow("action Obey has no parameter 'r'; it has rm");
    expect(ask('Decide', { r: 'r1' })).toThrow("action Decide has no parameter 'r'; it has none");
  });
  test('a value out of its type', () => {
    expect(ask('Obey', { rm: 'r3' })).toThrow('rm: expected one of r1, r2, found "r3"');
  });
});

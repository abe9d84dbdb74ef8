import { Map } from 'immutable';
import { beforeAll, describe, expect, test } from 'vitest';
import { replay, type Divergence } from '../../checker/reference/replay.ts';
import type { Trace, TraceStep } from '../../checker/result.ts';
import { searched, setValue } from './build.ts';
import { graph, isNot, k, property } from './specs.ts';
import { twoPhase, withAction } from './two-phase.ts';

const mutant = withAction(twoPhase(2), 'RMChooseToAbort', (own) => ({ ...own, guards: [] }));
let trace: Trace;

beforeAll(async () => {
  trace = (await searched(mutant)).trace!;
});

test('a counterexample of the search is a behaviour', () => {
  expect(trace.steps.length).toBeGreaterThan(4);
  expect(replay(mutant, trace)).toBe(null);
});

test('it is none of the spec without the fault', () => {
  const found = replay(twoPhase(2), trace)!;
  expect(found.kind).toBe('not-enabled');
  expect(found.message).toContain('RMChooseToAbort(rm2) is not enabled: rmState[x1] = working is false'); // prettier-ignore
});

describe('a forged trace is refused at its first divergence', () => {
  const forge = (at: number, change: (step: TraceStep) => Partial<TraceStep>): Trace => ({
    steps: trace.steps.map((step, i) => (i === at ? { ...step, ...change(step) } : step)),
  });
  const set = (name: string, value: Parameters<typeof setValue>[0]) => (step: TraceStep) => ({
    state: step.state.set(name, value),
  });
  const without = (at: number): Trace => ({ steps: trace.steps.filter((_, i) => i !== at) });
  const cases: [string, () => Trace, Divergence['kind'], number, string][] = [
    ['no states', () => ({ steps: [] }), 'empty', 0, 'the trace has no states'],
    ['another first state', () => forge(0, set('tmState', 'aborted')), 'not-initial', 0, 'the first state is not an initial state'],
    ['a first state that was reached by a step', () => forge(0, () => ({ instance: trace.steps[1]!.instance })), 'not-initial', 0, 'the first state cannot be reached by a step (RMPrepare)'],
    ['a changed state', () => forge(2, set('tmPrepared', setValue(1))), 'other-state', 2, 'tmPrepared becomes {rm1}, not {rm2}'],
    ['an unchanged state', () => forge(1, () => ({ state: trace.steps[0]!.state })), 'other-state', 1, 'rmState becomes [rm1 → prepared, rm2 → working], not [rm1 → working, rm2 → working]; msgs becomes {Prepared(rm1)}, not {}'],
    ['a missing variable', () => forge(1, (step) => ({ state: step.state.remove('msgs') })), 'malformed-state', 1, 'the variable msgs has no value'],
    ['a variable too many', () => forge(1, set('extra', 1)), 'malformed-state', 1, 'the spec has no variable extra'],
    ['a value outside its type', () => forge(1, set('tmState', 'late')), 'malformed-state', 1, 'tmState: late is outside oneOf(init, committed, aborted)'],
    ['a step without an action', () => forge(1, () => ({ instance: null })), 'unknown-instance', 1, 'the step does not say which action was taken'],
    ['an unknown action', () => forge(1, () => ({ instance: { action: 'Nope', parameters: Map() } })), 'unknown-instance', 1, 'the spec has no action Nope()'],
    ['a parameter too few', () => forge(1, () => ({ instance: { action: 'RMPrepare', parameters: Map() } })), 'unknown-instance', 1, 'the spec has no action RMPrepare()'],
    ['a parameter of another name', () => forge(1, () => ({ instance: { action: 'RMPrepare', parameters: Map({ y: 0 }) } })), 'unknown-instance', 1, 'the spec has no action RMPrepare(y)'],
    ['a parameter outside its domain', () => forge(1, () => ({ instance: { action: 'RMPrepare', parameters: Map({ x1: 7 }) } })), 'outside-domain', 1, 'the parameters of RMPrepare are not in their domains'],
    ['another instance', () => forge(1, () => ({ instance: { action: 'RMPrepare', parameters: Map({ x1: 1 }) } })), 'other-state', 1, ''],
    ['an action that is not enabled', () => forge(1, () => ({ instance: { action: 'TMCommit', parameters: Map() } })), 'not-enabled', 1, 'TMCommit() is not enabled: tmPrepared = '],
    ['a step left out that enables the next', () => without(1), 'not-enabled', 1, 'TMRcvPrepared(rm1) is not enabled: Prepared(x1) in msgs is false'],
    ['a step left out that the next does not need', () => without(2), 'other-state', 2, 'tmPrepared becomes {}, not {rm1}'],
  ]; // prettier-ignore
  test.each(cases)('%s', (_, forged, kind, step, message) => {
    const found = replay(mutant, forged());
    expect(found).toMatchObject({ kind, step });
    expect(found!.message).toContain(message);
  });
});

test('a step that is a spec error diverges with the error', () => {
  const properties = [property('invariant', 'I', isNot(k, 1))];
  const spec = graph([[0, 1]], { properties });
  const value = { op: 'convert', type: k.type, arg: { op: 'literal', type: { kind: 'range', lo: 99, hi: 99 }, value: 99 }, reason: 'value' } as const; // prettier-ignore
  const bad = withAction(spec, 'a1', (own) => ({ ...own, updates: [{ op: 'assign', target: k, value }] })); // prettier-ignore
  const steps = [0, 1].map((n) => ({
    instance: n === 0 ? null : { action: 'a1', parameters: Map<string, never>() },
    state: Map({ k: n }),
  }));
  expect(replay(spec, { steps })).toBe(null);
  expect(replay(bad, { steps })).toEqual({
    kind: 'spec-error',
    step: 1,
    message: '99 is outside 0..20, in: 99',
  });
});

import { describe, expect, test } from 'vitest';
import type { TraceStep } from '../../checker/result.ts';
import { readTrace, renderJson } from '../../traces/json.ts';
import type { TraceReport } from '../../traces/report.ts';
import { parseTrace } from '../../traces/saved-trace.ts';
import { renderValidation } from '../../traces/text-validation.ts';
import { validateTrace } from '../../traces/validate.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';

const split = ['Prepare(r1)', 'Decide', 'GiveUp(r2)', 'Obey(r1)'];
const report = behaviour(hastyCommit, split, { property: 'Consistent' });

function withSteps(original: TraceReport, steps: readonly TraceStep[]): TraceReport {
  return { ...original, trace: { steps } };
}

describe('a saved trace is confirmed when its spec still', () => {
  const expectConfirmed = (original: TraceReport): void => {
    const { report: read } = readTrace(parseTrace(renderJson(original)), original.spec);
    expect(validateTrace(read)).toEqual({ outcome: 'confirmed' });
  };
  test('violates the invariant', () => expectConfirmed(report));
  test('reaches the witness', () => {
    const steps = ['Prepare(r1)', 'Prepare(r2)', 'Decide', 'Obey(r1)', 'Obey(r2)'];
    expectConfirmed(behaviour(hastyCommit, steps, { verdict: 'holds', property: 'AllCommit' }));
  });
  test('violates the step invariant', () => {
    const steps = ['Acquire(m1, r1)', 'Finish', 'Failover'];
    expectConfirmed(behaviour(leases, steps, { property: 'DoneIsForever' }));
  });
  test('deadlocks', () => {
    expectConfirmed(behaviour(leases, ['Crash(m1)', 'Crash(m2)'], { verdict: 'deadlock' }));
  });
  test('raises the spec error', () => {
    const steps = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m1, r1)', 'Expire(r1)'];
    const all = [...steps, 'Acquire(m2, r1)', 'Acquire(m2, r2)'];
    expectConfirmed(behaviour(leases, all, { constants: { limit: 3 } }));
  });
  test('goes round the cycle', () => {
    const steps = ['Prepare(r1)', 'Decide', 'Wait', 'Wait'];
    expectConfirmed(behaviour(hastyCommit, steps, { property: 'Answered', loop: 3 }));
  });
});

describe('a behaviour is refuted when', () => {
  const sentence = (original: TraceReport): string => {
    const validation = validateTrace(original);
    return validation.outcome === 'refuted' ? validation.sentence : validation.outcome;
  };
  test('the invariant holds in its last state', () => {
    const shorter = withSteps(report, report.trace.steps.slice(0, -1));
    expect(sentence(shorter)).toBe('invariant Consistent holds after step 3');
  });
  test('the witness is not reached', () => {
    const none = behaviour(hastyCommit, [], { verdict: 'holds', property: 'AllCommit' });
    expect(sentence(none)).toBe('reachable AllCommit does not hold after step 0');
  });
  test('the step invariant holds of its last step', () => {
    const fine = behaviour(leases, ['Acquire(m1, r1)', 'Finish'], { property: 'DoneIsForever' });
    expect(sentence(fine)).toBe('stepInvariant DoneIsForever holds of its last step');
  });
  test('an action is enabled after its last step', () => {
    const stuck = behaviour(leases, ['Crash(m1)'], { verdict: 'deadlock' });
    expect(sentence(stuck)).toBe('Acquire is enabled after its last step');
  });
  test('no spec error happens any more', () => {
    const steps = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m1, r1)', 'Expire(r1)'];
    const all = [...steps, 'Acquire(m2, r1)', 'Acquire(m2, r2)'];
    const failing = behaviour(leases, all, { constants: { limit: 3 } });
    const shorter = withSteps(failing, failing.trace.steps.slice(0, -1));
    expect(sentence(shorter)).toBe('no spec error happens after its last step');
  });
  test('the behaviour satisfies the liveness property', () => {
    const steps = ['Prepare(r1)', 'Prepare(r2)', 'Decide', 'Obey(r1)', 'Obey(r2)'];
    const fine = behaviour(hastyCommit, steps, { property: 'Answered', loop: 5 });
    expect(sentence(fine)).toBe('leadsTo Answered holds of this behaviour');
  });
});

/** What a user is told, as it is printed. */
describe('a trace that is no behaviour is shown its first divergence:', () => {
  const shown = (original: TraceReport): string =>
    renderValidation(original, validateTrace(original));
  const { steps } = report.trace;

  test('an instance that is not enabled, with its guard', async () => {
    const hasty = withSteps(report, [
      steps[0]!,
      steps[1]!,
      { ...steps[4]!, state: steps[1]!.state },
    ]);
    await expect(shown(hasty)).toMatchFileSnapshot('golden/not-enabled.txt');
  });
  test('another state, with the places that differ', async () => {
    const state = steps[2]!.state
      .set('tmState', 'aborted')
      .set('msgs', steps[1]!.state.get('msgs')!);
    const other = withSteps(report, [
      ...steps.slice(0, 2),
      { ...steps[2]!, state },
      ...steps.slice(3),
    ]);
    await expect(shown(other)).toMatchFileSnapshot('golden/other-state.txt');
  });
  test('a parameter outside its domain', async () => {
    const acquired = behaviour(leases, ['Acquire(m1, r1)'], { property: 'OnceOnly' });
    const again = acquired.trace.steps[1]!;
    const twice = withSteps(acquired, [...acquired.trace.steps, again]);
    await expect(shown(twice)).toMatchFileSnapshot('golden/outside-domain.txt');
  });
  test('a first state that is not initial', () => {
    const late = withSteps(report, [{ instance: null, state: steps[2]!.state }]);
    expect(shown(late)).toContain('it diverges at its first state');
  });
  test('a cycle that does not close', () => {
    const open = { ...report, property: 'Answered', loop: 1 };
    expect(shown(open)).toContain('no step leads from the last state back to');
  });
});

test('a trace under other constants than its own diverges or cannot be read, but never passes', () => {
  const lenient = behaviour(leases, ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m1, r1)'], {
    property: 'OnceOnly',
  });
  const strict = behaviour(leases, [], { constants: { limit: 1 } });
  const { report: read, specChanged } = readTrace(parseTrace(renderJson(lenient)), strict.spec);
  expect(specChanged).toBe(true);
  expect(validateTrace(read)).toMatchObject({ outcome: 'divergent', step: 3, kind: 'not-enabled' });
});

import { describe, expect, test } from 'vitest';
import { explainLiveness, isLiveness } from '../../traces/liveness.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit } from './specs.ts';

/** Why the behaviour breaks the property, with the step that shows it; null if it does not. */
function failure(
  property: string,
  steps: readonly string[],
  loop: number | null = null,
): string | null {
  const { spec, trace } = behaviour(hastyCommit, steps, { property, loop });
  const declared = spec.properties.find((p) => p.name === property)!;
  if (!isLiveness(declared)) throw new Error(`${property} is no liveness property`);
  const found = explainLiveness(declared, trace, loop);
  return found && `${found.step}: ${found.sentence}`;
}

describe('a behaviour breaks', () => {
  test('eventually, if no state satisfies it', () => {
    expect(failure('Decided', ['Wait'], 1)).toBe('1: no state of the behaviour satisfies it');
    expect(failure('Decided', ['Prepare(r1)', 'Decide'], 2)).toBe(null);
  });
  test('again and again, if no state of the cycle satisfies it', () => {
    const both = ['Prepare(r1)', 'Prepare(r2)', 'Wait'];
    expect(failure('Busy', both, 3)).toBe('3: from step 3 on, no state satisfies it');
    expect(failure('Busy', both)).toBe('3: from step 3 on, no state satisfies it');
    expect(failure('Busy', ['Prepare(r1)', 'Wait'], 2)).toBe(null);
  });
  test('for good in the end, if some state of the cycle does not satisfy it', () => {
    expect(failure('Calm', ['Wait', 'Wait'], 1)).toBe('1: it fails again and again, after step 1');
    expect(failure('Calm', ['Prepare(r1)', 'GiveUp(r2)', 'Wait'], 3)).toBe(null);
  });
  test('leads to, if the question is never answered', () => {
    const stuck = ['Prepare(r1)', 'Decide', 'Wait'];
    expect(failure('Answered', stuck, 3)).toBe(
      '3: after step 2, tmState = committed, but what it leads to never follows',
    );
    expect(failure('Answered', ['Wait'], 1)).toBe(null);
    const done = ['Prepare(r1)', 'Prepare(r2)', 'Decide', 'Obey(r1)', 'Obey(r2)'];
    expect(failure('Answered', done, 5)).toBe(null);
  });
});

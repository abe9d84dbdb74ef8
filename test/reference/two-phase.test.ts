import { describe, expect, test } from 'vitest';
import { replay } from '../../checker/reference/replay.ts';
import type { Verdict } from '../../checker/result.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import { typingMistakes } from '../random-spec/well-typed.ts';
import { searched } from './build.ts';
import { twoPhase, withAction } from './two-phase.ts';

test('the tree is well-typed', () => {
  expect(typingMistakes(twoPhase(3))).toEqual([]);
});

describe('two-phase commit has the known numbers of states', () => {
  test.each([
    [3, 288, 1146, 11],
    [4, 1568, 8258, 14],
  ])('with %i resource managers', async (size, distinct, generated, depth) => {
    const found = await searched(twoPhase(size));
    expect(found).toMatchObject({ verdict: 'holds', distinct, generated, depth });
  });

  test.each([
    [3, 80, 318, 11],
    [4, 166, 869, 14],
  ])('with %i interchangeable resource managers', async (size, distinct, generated, depth) => {
    const found = await searched(twoPhase(size), { symmetry: ['RM'] });
    expect(found).toMatchObject({ verdict: 'holds', distinct, generated, depth });
  });
});

describe('a mutant is found out', () => {
  const mutants: [string, (spec: SpecTree) => SpecTree, Verdict, string | null][] = [
    [
      'the manager commits without having heard of all',
      (spec) => withAction(spec, 'TMCommit', (own) => ({ ...own, guards: own.guards.slice(0, 1) })),
      'violated',
      'Consistent',
    ],
    [
      'the manager decides twice',
      (spec) => withAction(spec, 'TMAbort', (own) => ({ ...own, guards: [] })),
      'violated',
      'Consistent',
    ],
    [
      'a prepared participant may still abort by itself',
      (spec) => withAction(spec, 'RMChooseToAbort', (own) => ({ ...own, guards: [] })),
      'violated',
      'Consistent',
    ],
    [
      'the decision to commit is not sent',
      (spec) =>
        withAction(spec, 'TMCommit', (own) => ({ ...own, updates: own.updates.slice(0, 1) })),
      'deadlock',
      null,
    ],
    [
      'nobody prepares',
      (spec) => ({ ...spec, actions: spec.actions.filter(({ name }) => name !== 'RMPrepare') }),
      'unreachable',
      'AllCommitted',
    ],
  ];
  test.each(mutants)('%s', async (_, mutate, verdict, property) => {
    const mutant = mutate(twoPhase(2));
    const found = await searched(mutant);
    expect(found).toMatchObject({ verdict, property });
    if (found.trace !== null) expect(replay(mutant, found.trace)).toBe(null);
  });

  test('also with symmetry, by a behaviour that is a real one', async () => {
    const mutant = mutants[0]![1](twoPhase(3));
    const plain = await searched(mutant);
    const reduced = await searched(mutant, { symmetry: ['RM'] });
    expect(reduced).toMatchObject({ verdict: 'violated', property: 'Consistent' });
    expect(reduced.trace!.steps.length).toBe(plain.trace!.steps.length);
    expect(reduced.distinct).toBeLessThan(plain.distinct);
    expect(replay(mutant, reduced.trace!)).toBe(null);
  });
});

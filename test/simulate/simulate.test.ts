import { describe, expect, test } from 'vitest';
import { prepareModel, type PreparedModel } from '../../checker/prepare.ts';
import { replay } from '../../checker/reference/replay.ts';
import { simulateModel, type SimulationResult } from '../../checker/simulate/simulate-model.ts';
import { model, type Model } from '../../spec/language/model.ts';
import { range, spec } from '../../spec/language/index.ts';
import { puzzle, unsolvable } from '../../spec/examples/die-hard.ts';
import { allAlike, leftHanded } from '../../spec/examples/dining-philosophers.ts';
import { puzzle as crossing } from '../../spec/examples/missionaries-and-cannibals.ts';
import { two } from '../../spec/examples/peterson.ts';
import { commits, safe } from '../../spec/examples/two-phase-commit.ts';

const prepared = (of: Model): PreparedModel => prepareModel('tried', of);

/** What a simulation found, without what it took. */
function found({ seconds, workers, ...rest }: SimulationResult): unknown {
  return { ...rest, cost: [seconds, workers].length };
}

describe('what is wrong is found, and told by a trace of the spec', () => {
  // The shortest counterexamples are those that a breadth-first search gives.
  test.each([
    ['die hard', puzzle, 'NeverMeasured', 6],
    ['two-phase commit that commits', commits, 'NeverCommitted', 7],
    ['the river crossing', crossing, 'SomebodyStays', 11],
  ])('%s', async (_, of, property, steps) => {
    const ready = prepared(of);
    const result = await simulateModel(ready, { workers: 1, runs: 20_000, depth: 60 });
    expect(result).toMatchObject({ verdict: 'violated', property });
    expect(replay(ready.checked, result.trace!)).toBeNull();
    expect(result.trace!.steps.length - 1).toBe(steps);
    expect(result.found!.steps).toBeGreaterThanOrEqual(steps);
    expect(result.endings.finding).toBe(1);
    expect(result.walks).toBe(result.found!.run + 1);
  });

  test('a deadlock', async () => {
    const ready = prepared(allAlike);
    const result = await simulateModel(ready, { workers: 1 });
    expect(result.verdict).toBe('deadlock');
    expect(replay(ready.checked, result.trace!)).toBeNull();
    expect(result.trace!.steps).toHaveLength(4);
    const never = prepareModel('tried', allAlike, { deadlock: false });
    expect(await simulateModel(never, { workers: 1 })).toMatchObject({ verdict: 'inconclusive' });
  });

  const counter = spec('Counter', ({ variable, action, stepInvariant, constraint }) => {
    const n = variable('n', range(0, 9), { init: 0 });
    action('Up', { then: [n.increment()] });
    action('Down', { when: [n.gt(0)], then: [n.decrement()], kind: 'fault' });
    stepInvariant('SmallSteps', n.le(9));
    constraint('Low', n.le(8));
  });

  test('a spec error', async () => {
    const wide = spec('Wide', ({ variable, action }) => {
      const n = variable('n', range(0, 9), { init: 0 });
      action('Up', { then: [n.increment()] });
      action('Down', { when: [n.gt(0)], then: [n.decrement()] });
    });
    const ready = prepared(model(wide));
    const result = await simulateModel(ready, { workers: 1 });
    expect(result).toMatchObject({
      verdict: 'spec-error',
      specError: { kind: 'out-of-range', instance: { action: 'Up' } },
    });
    expect(result.trace!.steps).toHaveLength(10);
    expect(replay(ready.checked, result.trace!)).toBeNull();
  });

  test('a constraint ends a walk', async () => {
    const result = await simulateModel(prepared(model(counter)), {
      workers: 1,
      weights: { fault: 0 },
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', longest: 9, walks: 1000 });
    expect(result.endings.constraint).toBe(1000);
  });

  test('an action without weight is never taken', async () => {
    const taken = async (fault: number): Promise<readonly number[]> => {
      const weights = { fault };
      const result = await simulateModel(prepared(model(counter)), { workers: 1, weights });
      return result.actions.map((action) => action.taken);
    };
    expect((await taken(0))[1]).toBe(0);
    const [rarely, often] = [(await taken(0.1))[1]!, (await taken(3))[1]!];
    expect(rarely).toBeGreaterThan(0);
    expect(often).toBeGreaterThan(3 * rarely);
  });

  test('without shrinking, the walk is told as it was', async () => {
    const ready = prepared(puzzle);
    const result = await simulateModel(ready, { workers: 1, shrink: false, seed: 3 });
    expect(result.trace!.steps.length - 1).toBe(result.found!.steps);
    expect(replay(ready.checked, result.trace!)).toBeNull();
  });
});

describe('nothing is found where nothing is wrong', () => {
  test.each([
    ['die hard with even jugs', unsolvable],
    ['a left-handed philosopher', leftHanded],
    ['Peterson', two],
    ['two-phase commit', safe],
  ])('%s', async (_, of) => {
    const result = await simulateModel(prepared(of), { workers: 1, runs: 300, depth: 50 });
    expect(result).toMatchObject({ verdict: 'inconclusive', trace: null, walks: 300, found: null });
    expect(result.actions.reduce((sum, { taken }) => sum + taken, 0)).toBe(result.steps);
  });

  test('and about as many distinct states are seen as there are', async () => {
    const result = await simulateModel(prepared(unsolvable), { workers: 1 });
    expect(result.distinct).toBe(10);
    const many = await simulateModel(prepareModel('tried', safe, { constants: { RM: 6 } }), {
      workers: 1,
      runs: 30_000,
      depth: 40,
    });
    expect(many.distinct).toBeLessThan(1.03 * 50_816);
    expect(many.distinct).toBeGreaterThan(10_000);
  });
});

describe('the same seed gives the same walks', () => {
  test.each([2, 3])('for one worker and for %i', async (workers) => {
    const options = { seed: 42, runs: 5000, depth: 20 };
    for (const of of [
      prepareModel('tried', safe),
      prepareModel('tried', commits, { constants: { RM: 4 } }),
    ]) {
      const alone = await simulateModel(of, { ...options, workers: 1 });
      expect(found(await simulateModel(of, { ...options, workers }))).toEqual(found(alone));
    }
  });

  test('and another seed gives others', async () => {
    const taken = async (seed: number): Promise<unknown> =>
      (await simulateModel(prepared(safe), { seed, runs: 50, workers: 1 })).actions;
    expect(await taken(1)).toEqual(await taken(1));
    expect(await taken(1)).not.toEqual(await taken(2));
    expect(await taken(2 ** 40 + 1)).not.toEqual(await taken(1));
  });
});

describe('a simulation ends', () => {
  test('when the time is up, with what the complete walks came to', async () => {
    const options = { workers: 1, runs: 100_000_000, timeoutSeconds: 0.3 };
    const result = await simulateModel(prepared(safe), options);
    expect(result).toMatchObject({ verdict: 'inconclusive', stopped: 'timeout' });
    expect(result.walks).toBeGreaterThan(0);
    expect(result.seconds).toBeLessThan(5);
  });

  test('when it is interrupted', async () => {
    const controller = new AbortController();
    const result = await simulateModel(prepared(safe), {
      workers: 1,
      runs: 100_000_000,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(result).toMatchObject({ stopped: 'interrupted' });
  });
});

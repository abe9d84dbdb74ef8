import { expect } from 'vitest';
import type { Engine, SearchOptions, SearchOutcome } from '../../checker/engine.ts';
import { prepareModel } from '../../checker/prepare.ts';
import { holdsIn, isSafety } from '../../checker/reference/properties.ts';
import { replay } from '../../checker/reference/replay.ts';
import { steps } from '../../checker/reference/steps.ts';
import { model } from '../../spec/language/model.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import type { Counterexample, OracleCase } from './cases.ts';

/** Searches a case's spec and expects exactly what is known of it; returns what was found. */
export async function expectAgreement(
  { spec, options, expected }: OracleCase,
  engine: Engine,
  searchOptions: Partial<SearchOptions> = {},
): Promise<SearchOutcome> {
  const { checked, deadlock, symmetry } = prepareModel(spec.name, model(spec, options));
  const found = await engine(checked, { ...unlimited, deadlock, symmetry, ...searchOptions });
  expect(found).toMatchObject({ verdict: expected.verdict, stopped: null, specError: null });
  if (expected.verdict === 'holds') {
    const { verdict, generated, distinct, depth } = found;
    expect({ verdict, generated, distinct, depth }).toEqual(expected);
    expectConsistentCounts(found);
  } else {
    expectShortestTrace(checked, found, expected);
  }
  return found;
}

const unlimited: SearchOptions = {
  deadlock: true,
  maxStates: null,
  maxDepth: null,
  maxMemoryBytes: null,
  timeoutSeconds: null,
  workers: 1,
  store: 'exact',
  signal: null,
  onProgress: null,
};

/** Every state stands in one level, every generated one is initial or a successor by one action. */
function expectConsistentCounts({ generated, distinct, levels, actions }: SearchOutcome): void {
  const total = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);
  expect(total(levels)).toBe(distinct);
  expect(total(actions.map(({ distinct: credited }) => credited))).toBe(distinct - levels[0]!);
  expect(total(actions.map(({ taken }) => taken))).toBeLessThan(generated);
}

function expectShortestTrace(
  tree: SpecTree,
  { property, trace }: SearchOutcome,
  expected: Counterexample,
): void {
  expect(property).toBe(expected.property);
  expect(trace?.steps).toHaveLength(expected.states);
  expect(replay(tree, trace!)).toBeNull();
  const last = trace!.steps.at(-1)!.state;
  if (expected.verdict === 'deadlock') {
    expect([...steps(tree, last)]).toEqual([]);
  } else {
    const violated = tree.properties.find(({ name }) => name === expected.property)!;
    expect(isSafety(violated) && holdsIn(violated, last)).toBe(false);
  }
}

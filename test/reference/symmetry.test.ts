import { is } from 'immutable';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../checker/reference/domains.ts';
import { compareStates } from '../../checker/reference/order.ts';
import { representative } from '../../checker/reference/symmetry.ts';
import type { State } from '../../checker/reference/value.ts';
import type { SpecTree, TypeNode } from '../../spec/language/tree.ts';
import {
  bag,
  declare,
  IDS,
  int,
  mapOf,
  option,
  range,
  sequence,
  setOf,
  state,
  tree,
} from './build.ts';

const Q: TypeNode = { kind: 'ids', name: 'Q', size: 2, labels: ['q1', 'q2'] };

const specOver = (...types: TypeNode[]): SpecTree =>
  tree({ variables: types.map((type, i) => declare(`v${i}`, type, int(0))) });

/** How many states remain of all, and that each is the least of its class. */
function classes(spec: SpecTree, names: string[]): number {
  const least = representative(spec, names);
  const kept: State[] = [];
  const states = spec.variables.reduce<State[]>(
    (all, { name, type }) =>
      all.flatMap((one) => Array.from(valuesOf(type), (value) => one.set(name, value))),
    [state({})],
  );
  for (const one of states) {
    const chosen = least(one);
    expect(compareStates(spec.variables, chosen, one)).toBeLessThanOrEqual(0);
    expect(is(least(chosen), chosen)).toBe(true);
    if (!kept.some((other) => is(other, chosen))) kept.push(chosen);
  }
  return kept.length;
}

describe('of states that differ by a renaming one remains, wherever the identities stand', () => {
  // The numbers are those of orbits under all permutations, by Burnside's lemma.
  const cases: [string, TypeNode[], string[], number][] = [
    ['in a variable', [IDS], ['P'], 1],
    ['in two variables', [IDS, IDS], ['P'], 2],
    ['in an option', [option(IDS)], ['P'], 2],
    ['in a set', [setOf(IDS)], ['P'], 4],
    ['in a sequence', [sequence(IDS, 2)], ['P'], 4],
    ['in a bag', [bag(IDS, 2)], ['P'], 4],
    ['as keys of a map', [mapOf(IDS, range(0, 1))], ['P'], 4],
    ['as values of a map', [mapOf(range(0, 1), IDS)], ['P'], 2],
    ['as keys and values of a map', [mapOf(IDS, IDS)], ['P'], 7],
    ['in a struct', [{ kind: 'struct', fields: [{ name: 'a', type: IDS }, { name: 'b', type: IDS }] }], ['P'], 2],
    ['in a union', [{ kind: 'union', cases: [{ tag: 'A', type: IDS }, { tag: 'B', type: setOf(IDS) }] }], ['P'], 5],
    ['of two kinds', [mapOf(IDS, Q)], ['P', 'Q'], 2],
    ['of two kinds, one of them renamed', [mapOf(IDS, Q)], ['P'], 4],
    ['of a kind that the state does not have', [setOf(Q)], ['P'], 4],
  ]; // prettier-ignore
  test.each(cases)('%s', (_, types, names, expected) => {
    expect(classes(specOver(...types), names)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { steps } from '../../checker/reference/steps.ts';
import { bool, map, range, sequence, setOf, spec } from '../../spec/language/index.ts';
import { compareEngines } from './differential.ts';

/** Specs on which the engines once disagreed, found at random and made small. */
describe('the engines agree on', () => {
  const PACKINGS = [31, 8, 4].map((wordBits) => ({ wordBits }));

  it('which of two additions to a set of few elements is too much', () => {
    const tree = spec('Overfull', ({ variable, action }) => {
      const full = variable('full', setOf(range(0, 3), 1), { init: [] });
      action('AddBoth', { then: [full.add(2), full.add(1)] });
    }).instantiate();
    const [initial] = initialStates(tree);
    expect(() => [...steps(tree, initial!)]).toThrow(
      expect.objectContaining({ kind: 'out-of-range', expression: 'add 1 to full' }),
    );
    for (const packing of PACKINGS) compareEngines(tree, 40, packing);
  });

  it('which of two additions to a set of maps is too much', () => {
    const tree = spec('Overfull', ({ variable, action }) => {
      const full = variable('full', setOf(map(bool, bool), 1), { init: [] });
      action('AddBoth', { then: [full.add(() => true), full.add(() => false)] });
    }).instantiate();
    for (const packing of PACKINGS) compareEngines(tree, 40, packing);
  });

  it('that an addition and a removal leave a full set as full as it was', () => {
    const tree = spec('Exchange', ({ variable, action }) => {
      const full = variable('full', setOf(range(0, 3), 1), { init: [2] });
      action('Exchange', { when: [full.has(2)], then: [full.add(1), full.remove(2)] });
    }).instantiate();
    for (const packing of PACKINGS) expect(compareEngines(tree, 40, packing)).toBe(2);
  });

  it('an index that is always out of bounds', () => {
    const tree = spec('Outside', ({ variable, action, invariant }) => {
      const queue = variable('queue', sequence(range(0, 2), 2), { init: [] });
      action('Fill', { when: [queue.length().lt(2)], then: [queue.append(1)] });
      invariant('BeforeTheFirst', queue.length().lt(2).or(queue.at(-7).is(1)));
      invariant('BehindTheLast', queue.length().lt(2).or(queue.at(9).is(1)));
    }).instantiate();
    for (const packing of PACKINGS) expect(compareEngines(tree, 40, packing)).toBe(3);
  });
});

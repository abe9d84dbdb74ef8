import { min, model, range, spec } from 'kripke';

/**
 * The water-jug puzzle of the film Die Hard 3: measure 4 litres with a 5-litre jug, a 3-litre jug and
 * a tap. The invariant claims that it cannot be done; its counterexample is how to do it.
 */
export const dieHard = spec(
  'DieHard',
  ({ constant, variable, action, invariant }) => {
    const Big = constant.range('Big', 1, 1000, 5, { doc: 'litres that the big jug holds' });
    const Small = constant.range('Small', 1, 1000, 3, { doc: 'litres that the small jug holds' });
    const Goal = constant.range('Goal', 0, 1000, 4, { doc: 'litres to measure in the big jug' });

    const big = variable('big', range(0, Big), { init: 0 });
    const small = variable('small', range(0, Small), { init: 0 });

    action('FillBig', { then: [big.set(Big)] });
    action('FillSmall', { then: [small.set(Small)] });
    action('EmptyBig', { then: [big.set(0)] });
    action('EmptySmall', { then: [small.set(0)] });

    const intoBig = min(small, Big.minus(big));
    action('PourSmallIntoBig', {
      doc: 'Pours until the big jug is full or the small one is empty.',
      then: [big.increment(intoBig), small.decrement(intoBig)],
    });

    const intoSmall = min(big, Small.minus(small));
    action('PourBigIntoSmall', {
      doc: 'Pours until the small jug is full or the big one is empty.',
      then: [small.increment(intoSmall), big.decrement(intoSmall)],
    });

    invariant('NeverMeasured', big.isNot(Goal), {
      doc: 'Not to be trusted: shows how to measure the goal.',
    });
  },
  { doc: 'Measuring 4 litres with jugs of 5 and 3.' },
);

export const puzzle = model(dieHard, { expect: { violated: 'NeverMeasured' } });

export const unsolvable = model(dieHard, {
  constants: { Big: 6, Small: 4, Goal: 3 },
  expect: 'holds',
  doc: 'Even jugs measure only even amounts.',
});

/** Specs for the command's tests, small enough to be checked in no time. */

/** A number that climbs to `Top` and stays: it holds, deadlocks or breaks as its constants say. */
export const counter = `
import { model, spec, range } from 'kripke';

const counter = spec('Counter', ({ constant, variable, action, invariant, reachable, terminal }) => {
  const top = constant.range('Top', 1, 1000000, 3);
  const Limit = constant.range('Limit', 0, 1000000, 1000000);
  const stops = constant.bool('Stops', true);
  const pace = constant.oneOf('Pace', ['slow', 'fast'], 'slow');
  const extras = constant.set('Extras', ['reset', 'jump'], []);
  const n = variable('n', range(0, 1000000), { init: 0 });
  const step = pace.value === 'fast' ? 2 : 1;
  action('Climb', { when: [n.lt(top)], then: [n.set(n.plus(step))] });
  if (extras.value.includes('reset')) action('Reset', { when: [n.gt(0)], then: [n.set(0)] });
  action('Never', { when: [n.lt(0)], then: [n.set(0)] });
  invariant('Low', n.le(Limit));
  invariant('Natural', n.ge(0));
  reachable('AtTop', n.is(top));
  if (stops.value) terminal(n.ge(top));
});

export default counter;
export const good = model(counter, { expect: 'holds' });
export const high = model(counter, { constants: { Limit: 2 }, expect: { violated: 'Low' } });
export const stuck = model(counter, { constants: { Stops: false }, expect: 'deadlock' });
export const skips = model(counter, { constants: { Pace: 'fast' }, expect: { unreachable: 'AtTop' } });
export const plain = model(counter);
`;

/** A spec of more states than a test could wait for. */
export const endless = `
import { spec, map, range, index } from 'kripke';

export default spec('Endless', ({ variable, action, invariant }) => {
  const Cell = index('Cell', 8);
  const cells = variable('cells', map(Cell, range(0, 9)), { init: 0 });
  action('Turn', { c: Cell }, ({ c }) => ({
    then: [cells.at(c).set(cells.at(c).plus(1).mod(10))],
  }));
  invariant('Small', cells.at(Cell.first).le(9));
});
`;

import {
  and,
  bool,
  filter,
  ifThen,
  index,
  map,
  model,
  not,
  oneOf,
  range,
  setOf,
  spec,
} from 'kripke';
import type { IndexExpr, IntExpr } from 'kripke';

/** How threads take numbers: each step is one atomic instruction of `takeIds`. */
type Way = 'compare and swap' | 'raise, and lower if refused';

function taking(way: Way) {
  return spec(`Numbers by ${way}`, ({ variable, action, invariant, reachable }) => {
    const LIMIT = 5;
    const Thread = index('Thread', 3);
    const Count = range(1, 3);
    const Numbers = range(0, 20);
    const next = variable('next', Numbers, { init: 0 });
    const at = variable('at', map(Thread, oneOf('idle', 'tries', 'refused', 'waits')), {
      init: 'idle',
    });
    const count = variable('count', map(Thread, Count), { init: 1 });
    const seen = variable('seen', map(Thread, Numbers), { init: 0 });
    const given = variable('given', setOf(Numbers), { init: filter(Numbers, () => false) });
    const twice = variable('twice', bool, { init: false });

    type ThreadExpr = IndexExpr<'Thread'>;
    const take = (me: ThreadExpr, first: IntExpr, many: IntExpr) => {
      const numbers = filter(Numbers, (number) =>
        and(number.ge(first), number.lt(first.plus(many))),
      );
      return [
        given.set(given.union(numbers)),
        ifThen(not(given.intersect(numbers).isEmpty()), twice.set(true)),
        at.at(me).set('idle'),
      ];
    };

    if (way === 'compare and swap') {
      action('Load', { me: Thread, want: Count }, ({ me, want }) => ({
        when: [at.at(me).is('idle')],
        then: [at.at(me).set('tries'), count.at(me).set(want), seen.at(me).set(next)],
      }));
      const fits = (me: ThreadExpr) => seen.at(me).plus(count.at(me)).le(LIMIT);
      action('Swap', { me: Thread }, ({ me }) => ({
        when: [at.at(me).is('tries'), fits(me), next.is(seen.at(me))],
        then: [next.increment(count.at(me)), ...take(me, seen.at(me), count.at(me))],
      }));
      action('Miss', { me: Thread }, ({ me }) => ({
        when: [at.at(me).is('tries'), fits(me), next.isNot(seen.at(me))],
        then: [seen.at(me).set(next)],
      }));
      action('Refuse', { me: Thread }, ({ me }) => ({
        when: [at.at(me).is('tries'), not(fits(me))],
        then: [at.at(me).set('waits')],
      }));
    } else {
      action('Raise', { me: Thread, want: Count }, ({ me, want }) => ({
        when: [at.at(me).is('idle'), next.plus(want).le(LIMIT)],
        then: [next.increment(want), ...take(me, next, want)],
      }));
      action('RaiseTooFar', { me: Thread, want: Count }, ({ me, want }) => ({
        when: [at.at(me).is('idle'), next.plus(want).gt(LIMIT)],
        then: [next.increment(want), at.at(me).set('refused'), count.at(me).set(want)],
      }));
      action('Lower', { me: Thread }, ({ me }) => ({
        when: [at.at(me).is('refused')],
        then: [next.decrement(count.at(me)), at.at(me).set('waits')],
      }));
    }

    invariant('NoNumberTwice', not(twice));
    invariant('WithinTheLimit', given.isSubsetOf(filter(Numbers, (number) => number.lt(LIMIT))));
    reachable('AllAreGiven', filter(Numbers, (number) => number.lt(LIMIT)).isSubsetOf(given));
  });
}

export const compareAndSwap = model(taking('compare and swap'), { deadlock: false });
export const raiseAndLower = model(taking('raise, and lower if refused'), { deadlock: false });

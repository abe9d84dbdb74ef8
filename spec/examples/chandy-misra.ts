import { and, bool, forAll, ifElse, ifThen, map, model, not, oneOf, spec, struct } from 'kripke';
import type { IndexExpr } from 'kripke';

/**
 * Dining philosophers who send forks to each other: a dirty fork must be given to a neighbour, a clean
 * one may be kept until its holder has eaten. After Chandy and Misra, 'The drinking philosophers
 * problem' (1984), section 3.
 */
export const chandyMisra = spec(
  'ChandyMisra',
  ({ constant, variable, action, invariant, alwaysEventually }) => {
    const Philosopher = constant.index('Philosopher', 5);
    type PhilosopherExpr = IndexExpr<'Philosopher'>;
    const second = Philosopher.first.successor();

    const fork = variable('fork', map(Philosopher, struct({ holder: Philosopher, clean: bool })), {
      init: (f) => ({ holder: ifElse(f.is(second), Philosopher.first, f), clean: false }),
      doc: 'the fork to the left of each philosopher; at first, the first one holds two',
    });
    const hungry = variable('hungry', map(Philosopher, bool), { init: true });
    const next = variable('next', map(Philosopher, oneOf('loop', 'think', 'eat')), {
      init: 'loop',
      doc: 'what each philosopher does next',
    });

    const left = (me: PhilosopherExpr) => fork.at(me);
    const right = (me: PhilosopherExpr) => fork.at(me.successorWrapping());
    const mustGive = (f: ReturnType<typeof left>, me: PhilosopherExpr) =>
      and(f.holder.is(me), not(f.clean));
    const has = (f: ReturnType<typeof left>, me: PhilosopherExpr) => and(f.holder.is(me), f.clean);

    action('Loop', { me: Philosopher }, ({ me }) => ({
      doc: 'Gives away a dirty fork, and eats with two clean ones.',
      by: me,
      weaklyFair: 'each',
      when: [next.at(me).is('loop')],
      then: [
        ifThen(
          mustGive(left(me), me),
          left(me).set({ holder: me.predecessorWrapping(), clean: true }),
          ifThen(
            mustGive(right(me), me),
            right(me).set({ holder: me.successorWrapping(), clean: true }),
          ),
        ),
        ifThen(
          not(hungry.at(me)),
          next.at(me).set('think'),
          ifThen(and(has(left(me), me), has(right(me), me)), next.at(me).set('eat')),
        ),
      ],
    }));

    action('Think', { me: Philosopher }, ({ me }) => ({
      by: me,
      weaklyFair: 'each',
      when: [next.at(me).is('think')],
      then: [hungry.at(me).set(true), next.at(me).set('loop')],
    }));

    action('Eat', { me: Philosopher }, ({ me }) => ({
      by: me,
      weaklyFair: 'each',
      when: [next.at(me).is('eat')],
      then: [
        hungry.at(me).set(false),
        left(me).clean.set(false),
        right(me).clean.set(false),
        next.at(me).set('loop'),
      ],
    }));

    const eats = (p: PhilosopherExpr) => next.at(p).is('eat');
    invariant(
      'NeighboursNeverBothEat',
      forAll(Philosopher, (p) => not(and(eats(p), eats(p.successorWrapping())))),
    );
    for (let i = 0; i < Philosopher.size; i++) {
      alwaysEventually(`Eats-${i + 1}`, not(hungry.at(Philosopher.at(i))));
    }
  },
  { doc: 'Dining philosophers who send forks to each other.' },
);

export const five = model(chandyMisra, { expect: 'holds' });

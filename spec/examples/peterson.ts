import { and, bool, forAll, implies, index, map, model, next, not, oneOf, spec } from 'kripke';
import type { BoolExpr, IndexExpr } from 'kripke';

/**
 * Peterson's mutual exclusion of two processes ('Myths about the mutual exclusion problem', 1981):
 * each says that it wants to enter, lets the other one go first, and waits until it is its turn.
 */
export const peterson = spec(
  'Peterson',
  ({ variable, action, invariant, stepInvariant, leadsTo }) => {
    const Process = index('Process', 2);
    const Place = oneOf('outside', 'asks', 'yields', 'waits', 'inside', 'leaves');

    const place = variable('place', map(Process, Place), { init: 'outside' });
    const wants = variable('wants', map(Process, bool), { init: false });
    const turn = variable('turn', Process, { init: Process.first });

    type ProcessExpr = IndexExpr<'Process'>;
    const other = (me: ProcessExpr) => me.successorWrapping();

    action('Start', { me: Process }, ({ me }) => ({
      by: me,
      when: [place.at(me).is('outside')],
      then: [place.at(me).set('asks')],
    }));

    action('Ask', { me: Process }, ({ me }) => ({
      by: me,
      weaklyFair: 'each',
      when: [place.at(me).is('asks')],
      then: [place.at(me).set('yields'), wants.at(me).set(true)],
    }));

    action('Yield', { me: Process }, ({ me }) => ({
      by: me,
      weaklyFair: 'each',
      when: [place.at(me).is('yields')],
      then: [place.at(me).set('waits'), turn.set(other(me))],
    }));

    // One instance for each reason that holds, so that a trace tells which it was.
    const Reason = oneOf('otherIsAway', 'myTurn');
    action('Enter', { me: Process, because: Reason }, ({ me, because }) => ({
      by: me,
      weaklyFair: 'each',
      when: [
        place.at(me).is('waits'),
        implies(because.is('otherIsAway'), not(wants.at(other(me)))),
        implies(because.is('myTurn'), turn.is(me)),
      ],
      then: [place.at(me).set('inside')],
    }));

    action('Finish', { me: Process }, ({ me }) => ({
      by: me,
      weaklyFair: 'each',
      when: [place.at(me).is('inside')],
      then: [place.at(me).set('leaves')],
    }));

    action('Leave', { me: Process }, ({ me }) => ({
      by: me,
      weaklyFair: 'each',
      when: [place.at(me).is('leaves')],
      then: [place.at(me).set('outside'), wants.at(me).set(false)],
    }));

    const holds = (me: ProcessExpr): BoolExpr => place.at(me).isOneOf('inside', 'leaves');

    invariant(
      'MutualExclusion',
      forAll(Process, Process, (a, b) => implies(and(holds(a), holds(b)), a.is(b))),
    );
    stepInvariant(
      'RefinesLock',
      forAll(Process, (me) =>
        and(
          implies(and(not(holds(me)), next(holds(me))), not(holds(other(me)))),
          implies(and(holds(me), not(next(holds(me)))), not(next(holds(other(me))))),
        ),
      ),
      {
        doc:
          'Seen as a lock that is held by whoever is inside or leaves, every step takes a free ' +
          'lock, frees a held one, or leaves it as it is.',
      },
    );
    for (const [name, me] of [
      ['First', Process.first],
      ['Second', Process.last],
    ] as const) {
      leadsTo(`${name}Enters`, place.at(me).is('asks'), place.at(me).is('inside'));
    }
  },
  { doc: "Peterson's mutual exclusion of two processes." },
);

export const two = model(peterson, { expect: 'holds' });

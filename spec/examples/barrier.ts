import { and, forAll, forEach, implies, map, model, next, oneOf, spec } from 'kripke';

/** A barrier: everybody waits until all have arrived; then all go on at once, and it can be used again. */
export const barrier = spec(
  'Barrier',
  ({ constant, variable, action, stepInvariant, alwaysEventually }) => {
    const Process = constant.ids('Process', 6);

    const place = variable('place', map(Process, oneOf('before', 'waits')), { init: 'before' });

    action('Arrive', { process: Process }, ({ process }) => ({
      by: process,
      weaklyFair: 'each',
      when: [place.at(process).is('before')],
      then: [place.at(process).set('waits')],
    }));

    const allWait = forAll(Process, (p) => place.at(p).is('waits'));
    action('Release', {
      weaklyFair: true,
      when: [allWait],
      then: [forEach(Process, (p) => place.at(p).set('before'))],
    });

    stepInvariant(
      'NobodyLeavesEarly',
      forAll(Process, Process, (p, q) =>
        implies(
          and(place.at(p).is('before'), place.at(q).is('waits')),
          next(place.at(q)).is('waits'),
        ),
      ),
    );
    alwaysEventually('AllArrive', allWait);
  },
  { doc: 'A barrier that can be used again and again.' },
);

export const six = model(barrier, { expect: 'holds' });

import { and, forAll, ifElse, map, model, not, oneOf, spec } from 'kripke';
import type { IndexExpr } from 'kripke';

/**
 * Dijkstra's dining philosophers ('Hierarchical ordering of sequential processes', 1971): each takes
 * one fork, then the other. If all of them take the same side first, all can end up with one fork
 * each; one left-handed philosopher prevents it.
 */
export const diningPhilosophers = spec(
  'DiningPhilosophers',
  ({ constant, variable, action, invariant, reachable }) => {
    const Seat = constant.index('Seat', 3, { doc: 'the seats around the table' });
    const LeftHanded = constant.bool('LeftHanded', true, {
      doc: 'whether the first philosopher takes the forks in the other order',
    });

    const hands = variable('hands', map(Seat, oneOf('empty', 'one fork', 'both forks')), {
      init: 'empty',
    });
    const fork = variable('fork', map(Seat, oneOf('free', 'taken')), {
      init: 'free',
      doc: 'the fork between a seat and the one before it',
    });

    const swaps = (seat: IndexExpr<'Seat'>) => and(LeftHanded, seat.isFirst());
    const firstFork = (seat: IndexExpr<'Seat'>) =>
      ifElse(swaps(seat), seat.successorWrapping(), seat);
    const secondFork = (seat: IndexExpr<'Seat'>) =>
      ifElse(swaps(seat), seat, seat.successorWrapping());

    action('TakeFirst', { seat: Seat }, ({ seat }) => ({
      by: seat,
      when: [hands.at(seat).is('empty'), fork.at(firstFork(seat)).is('free')],
      then: [hands.at(seat).set('one fork'), fork.at(firstFork(seat)).set('taken')],
    }));

    action('TakeSecond', { seat: Seat }, ({ seat }) => ({
      by: seat,
      when: [hands.at(seat).is('one fork'), fork.at(secondFork(seat)).is('free')],
      then: [hands.at(seat).set('both forks'), fork.at(secondFork(seat)).set('taken')],
    }));

    action('PutBack', { seat: Seat }, ({ seat }) => ({
      doc: 'A philosopher has eaten and puts both forks back.',
      by: seat,
      when: [hands.at(seat).is('both forks')],
      then: [
        hands.at(seat).set('empty'),
        fork.at(seat).set('free'),
        fork.at(seat.successorWrapping()).set('free'),
      ],
    }));

    const eats = (seat: IndexExpr<'Seat'>) => hands.at(seat).is('both forks');
    invariant(
      'NeighboursNeverBothEat',
      forAll(Seat, (seat) => not(and(eats(seat), eats(seat.successorWrapping())))),
    );
    reachable('FirstEats', eats(Seat.first));
  },
  { doc: "Dijkstra's dining philosophers, one of them left-handed." },
);

export const leftHanded = model(diningPhilosophers, { expect: 'holds' });

export const allAlike = model(diningPhilosophers, {
  constants: { LeftHanded: false },
  expect: 'deadlock',
  doc: 'Each holds one fork and waits for the other.',
});

import { forAll, implies, map, model, not, spec } from 'kripke';
import type { IndexExpr } from 'kripke';

/**
 * The towers of Hanoi: move a stack of discs from one tower to another, one disc at a time, never a
 * larger one onto a smaller one. The invariant claims that it cannot be done; its counterexample is
 * a shortest solution, of 2^n - 1 moves for n discs and three towers.
 */
export const towersOfHanoi = spec(
  'TowersOfHanoi',
  ({ constant, variable, action, invariant }) => {
    const Disc = constant.index('Disc', 5, { doc: 'the discs, the smallest first' });
    const Tower = constant.index('Tower', 3, { doc: 'the stack is to move from first to last' });

    const tower = variable('tower', map(Disc, Tower), {
      init: () => Tower.first,
      doc: 'where each disc lies: on one tower, smaller ones lie on larger ones',
    });

    const nothingSmallerOn = (place: IndexExpr<'Tower'>, disc: IndexExpr<'Disc'>) =>
      forAll(Disc, (other) => implies(other.lt(disc), tower.at(other).isNot(place)));

    action('Move', { disc: Disc, to: Tower }, ({ disc, to }) => ({
      when: [
        to.isNot(tower.at(disc)),
        nothingSmallerOn(tower.at(disc), disc),
        nothingSmallerOn(to, disc),
      ],
      then: [tower.at(disc).set(to)],
    }));

    invariant('NeverSolved', not(forAll(Disc, (disc) => tower.at(disc).is(Tower.last))), {
      doc: 'Not to be trusted: shows how to solve the puzzle.',
    });
  },
  { doc: 'The towers of Hanoi.' },
);

export const puzzle = model(towersOfHanoi, { expect: { violated: 'NeverSolved' } });

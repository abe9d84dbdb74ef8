import { count, filter, ids, ifElse, map, model, oneOf, or, setOf, spec, union } from 'kripke';
import type { EnumExpr, SetExpr } from 'kripke';

/**
 * Missionaries and cannibals cross a river in a boat for two. Where both are on a bank, the cannibals
 * must not outnumber the missionaries. The invariant claims that somebody always stays behind; its
 * counterexample is the puzzle's solution.
 */
export const missionariesAndCannibals = spec(
  'MissionariesAndCannibals',
  ({ constant, variable, action, invariant }) => {
    const Each = constant.range('Each', 1, 5, 3, { doc: 'how many there are of each kind' });
    const Person = union({
      Missionary: ids('Missionary', Each.value),
      Cannibal: ids('Cannibal', Each.value),
    });
    const Group = setOf(Person);
    const Bank = oneOf('east', 'west');

    const everybody = filter(Person, () => true);
    const boat = variable('boat', Bank, { init: 'east' });
    const people = variable('people', map(Bank, Group), {
      init: (bank) => ifElse(bank.is('east'), everybody, []),
      doc: 'who is on which bank',
    });

    const isSafe = (group: SetExpr<typeof Person>) => {
      const missionaries = count(group, (p) => p.isA('Missionary'));
      const cannibals = count(group, (p) => p.isA('Cannibal'));
      return or(missionaries.is(0), cannibals.le(missionaries));
    };
    const opposite = (bank: EnumExpr<'east' | 'west'>) => ifElse(bank.is('east'), 'west', 'east');

    action('Cross', { group: setOf(Person, 2) }, ({ group }) => {
      const left = people.at(boat).minus(group);
      const joined = people.at(opposite(boat)).union(group);
      return {
        doc: 'One or two people take the boat to the other bank.',
        when: [
          group.isEmpty().not(),
          group.isSubsetOf(people.at(boat)),
          isSafe(left),
          isSafe(joined),
        ],
        then: [
          people.at(boat).set(left),
          people.at(opposite(boat)).set(joined),
          boat.set(opposite(boat)),
        ],
      };
    });

    invariant('SomebodyStays', people.at('east').isEmpty().not(), {
      doc: 'Not to be trusted: shows how all of them cross.',
    });
  },
  { doc: 'Missionaries and cannibals cross a river in a boat for two.' },
);

export const puzzle = model(missionariesAndCannibals, { expect: { violated: 'SomebodyStays' } });

export const four = model(missionariesAndCannibals, {
  constants: { Each: 4 },
  expect: 'holds',
  doc: 'With four of each, a boat for two is too small.',
});

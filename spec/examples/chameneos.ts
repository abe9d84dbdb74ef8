import {
  any,
  and,
  forAll,
  ifElse,
  implies,
  map,
  model,
  none,
  oneOf,
  option,
  or,
  range,
} from 'kripke';
import { some, spec, sum } from 'kripke';
import type { EnumExpr } from 'kripke';

/**
 * Chameneos, creatures that change colour: two of them meet at a place, and each takes the colour
 * that neither of them had. After a number of meetings the place closes, and whoever comes then
 * fades. After Kaiser and Pradat-Peyre, 'Chameneos, a concurrency game for Java, Ada and others'
 * (2003).
 */
export const chameneos = spec(
  'Chameneos',
  ({ constant, variable, initially, action, invariant, reachable, terminal }) => {
    const Creature = constant.ids('Creature', 3);
    const Meetings = constant.range('Meetings', 1, 100, 2, { doc: 'how many meetings there are' });
    const Color = oneOf('blue', 'red', 'yellow', 'faded');

    const color = variable('color', map(Creature, Color), { init: any });
    const met = variable('met', map(Creature, range(0, Meetings)), {
      init: 0,
      doc: 'how many others each creature has met',
    });
    const waiting = variable('waiting', option(Creature), {
      init: none,
      doc: 'who is at the meeting place',
    });
    const meetings = variable('meetings', range(0, Meetings), { init: 0 });

    initially(forAll(Creature, (c) => color.at(c).isNot('faded')));

    type ColorExpr = EnumExpr<'blue' | 'red' | 'yellow' | 'faded'>;
    const isOneOf = (a: ColorExpr, b: ColorExpr, one: 'blue' | 'red' | 'yellow') =>
      or(a.is(one), b.is(one));
    /** The colour of neither; if both have the same one, they keep it. */
    const complement = (a: ColorExpr, b: ColorExpr) =>
      ifElse(
        a.is(b),
        a,
        ifElse(
          isOneOf(a, b, 'blue').not(),
          'blue',
          ifElse(isOneOf(a, b, 'red').not(), 'red', 'yellow'),
        ),
      );

    action('Enter', { creature: Creature }, ({ creature }) => ({
      by: creature,
      when: [color.at(creature).isNot('faded'), waiting.isNone(), meetings.lt(Meetings)],
      then: [waiting.set(some(creature))],
    }));

    action('Meet', { creature: Creature }, ({ creature }) => {
      const other = waiting.value();
      const mixed = complement(color.at(creature), color.at(other));
      return {
        doc: 'A creature meets the one that waits; both change colour, and the place is empty.',
        by: creature,
        to: other,
        when: [color.at(creature).isNot('faded'), waiting.isSome(), other.isNot(creature)],
        then: [
          color.at(creature).set(mixed),
          color.at(other).set(mixed),
          met.at(creature).increment(),
          met.at(other).increment(),
          waiting.set(none),
          meetings.increment(),
        ],
      };
    });

    action('Fade', { creature: Creature }, ({ creature }) => ({
      doc: 'All meetings are over: who comes now fades.',
      by: creature,
      when: [color.at(creature).isNot('faded'), waiting.isNone(), meetings.is(Meetings)],
      then: [color.at(creature).set('faded')],
    }));

    const allFaded = forAll(Creature, (c) => color.at(c).is('faded'));
    invariant(
      'EveryMeetingIsOfTwo',
      implies(meetings.is(Meetings), sum(Creature, (c) => met.at(c)).is(Meetings.times(2))),
    );
    reachable('AllFade', and(allFaded, meetings.is(Meetings)));
    terminal(allFaded);
  },
  { doc: 'Chameneos: creatures meet in pairs and change colour.' },
);

export const three = model(chameneos, { expect: 'holds' });

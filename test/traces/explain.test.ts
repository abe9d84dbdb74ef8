import { describe, expect, test } from 'vitest';
import { environment } from '../../checker/reference/environment.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import {
  and,
  count,
  exists,
  filter,
  forAll,
  ids,
  ifElse,
  implies,
  letIn,
  map,
  not,
  option,
  or,
  range,
  sequence,
  setOf,
  some,
  spec,
  sum,
  union,
  unit,
} from '../../spec/language/index.ts';
import type { Bool, Builder } from '../../spec/language/index.ts';
import { explain } from '../../traces/explain.ts';
import type { Explanation } from '../../traces/explain.ts';

const Node = ids('Node', 2);
const Message = union({ Vote: Node, Stop: unit });

/** x = 3, load = [n1 → 1, n2 → 1], up = {}, queue = [4, 5], owner = some(7), last = Stop. */
function state(s: Builder) {
  return {
    x: s.variable('x', range(0, 9), { init: 3 }),
    load: s.variable('load', map(Node, range(0, 9)), { init: 1 }),
    up: s.variable('up', setOf(Node), { init: [] }),
    queue: s.variable('queue', sequence(range(0, 9), 3), { init: [4, 5] }),
    owner: s.variable('owner', option(range(0, 9)), { init: some(7) }),
    last: s.variable('last', Message, { init: Message.Stop() }),
  };
}

/** The explanation of a condition in that state, as an outline. */
function outline(condition: (variables: ReturnType<typeof state>) => Bool): readonly string[] {
  const tree = spec('Explained', (s) => {
    const variables = state(s);
    s.action('Stay', { then: [] });
    s.invariant('Explained', condition(variables));
  }).instantiate();
  const [initial] = initialStates(tree);
  return lines(explain(tree.properties[0]!.body, environment(initial!)), '');
}

function lines(explanation: Explanation, indent: string): readonly string[] {
  const { outcome, text, because, values, parts } = explanation;
  const notes = [because, ...values.map((v) => `${v.text}: ${v.value}`)].filter((n) => n !== null);
  return [
    indent + [`${outcome} ${text}`, ...notes].join(' | '),
    ...parts.flatMap((part) => lines(part, `${indent}  `)),
  ];
}

describe('connectives show the parts that decide:', () => {
  test('a false conjunction its first false part', () => {
    expect(outline((v) => and(v.x.gt(1), v.x.gt(5), v.x.gt(7)))).toEqual([
      'false x > 1 and x > 5 and x > 7',
      '  false x > 5 | x: 3',
    ]);
  });
  test('a true conjunction all its parts', () => {
    expect(outline((v) => and(v.x.gt(1), v.x.lt(5)))).toEqual([
      'true x > 1 and x < 5',
      '  true x > 1 | x: 3',
      '  true x < 5 | x: 3',
    ]);
  });
  test('a true disjunction its first true part, a false one all', () => {
    expect(outline((v) => or(v.x.gt(5), v.x.gt(2), v.x.gt(1)))).toEqual([
      'true x > 5 or x > 2 or x > 1',
      '  true x > 2 | x: 3',
    ]);
    expect(outline((v) => or(v.x.gt(5), v.x.gt(6)))).toEqual([
      'false x > 5 or x > 6',
      '  false x > 5 | x: 3',
      '  false x > 6 | x: 3',
    ]);
  });
  test('an implication what it was asked for', () => {
    expect(outline((v) => implies(v.x.gt(1), v.x.gt(5)))).toEqual([
      'false x > 1 implies x > 5',
      '  true x > 1 | x: 3',
      '  false x > 5 | x: 3',
    ]);
    expect(outline((v) => implies(v.x.gt(5), v.x.gt(6)))).toEqual([
      'true x > 5 implies x > 6',
      '  false x > 5 | x: 3',
    ]);
  });
  test('a negation what is negated', () => {
    expect(outline((v) => not(v.x.gt(1)))).toEqual(['false not x > 1 | x: 3']);
    expect(outline((v) => not(or(v.x.gt(5), v.x.gt(1))))).toEqual([
      'false not (x > 5 or x > 1)',
      '  true x > 1 | x: 3',
    ]);
    expect(outline((v) => not(exists(Node, (n) => v.load.at(n).is(1))))).toEqual([
      'false not (exists n in Node: load[n] = 1)',
      '  true exists n in Node: load[n] = 1 | holds for n = n1',
      '    true load[n1] = 1',
    ]);
  });
  test('a choice the branch that was taken', () => {
    expect(outline((v) => ifElse(v.x.gt(5), v.x.gt(7), v.x.gt(4)))).toEqual([
      'false if x > 5 then x > 7 else x > 4',
      '  false x > 5 | x: 3',
      '  false x > 4 | x: 3',
    ]);
  });
  test('a match the branch that was taken', () => {
    expect(
      outline((v) => v.last.match({ Vote: (n) => v.up.has(n), Stop: () => v.x.is(4) })).slice(1),
    ).toEqual(['  false x = 4 | x: 3']);
  });
  test('a name the value that it stands for', () => {
    expect(outline((v) => letIn(v.x.plus(1), (y) => y.gt(7)))).toEqual([
      'false let y = x + 1 in y > 7 | y = 4',
      '  false 4 > 7',
    ]);
  });
});

describe('quantifiers are instantiated:', () => {
  test('with the values that break them', () => {
    expect(outline((v) => forAll(Node, Node, (a, b) => or(a.is(b), v.load.at(a).gt(1))))).toEqual([
      'false for all a in Node, b in Node: a = b or load[a] > 1 | fails for a = n1, b = n2',
      '  false n1 = n2 or load[n1] > 1',
      '    false n1 = n2',
      '    false load[n1] > 1 | load[n1]: 1',
    ]);
  });
  test('with the values that satisfy them', () => {
    expect(outline((v) => exists(Node, (n) => v.load.at(n).is(1)))).toEqual([
      'true exists n in Node: load[n] = 1 | holds for n = n1',
      '  true load[n1] = 1',
    ]);
  });
  test('with some of those that were tried in vain', () => {
    expect(outline((v) => exists(range(0, 4), (n) => v.x.plus(n).gt(8)))).toEqual([
      'false exists n in 0..4: x + n > 8 | fails for all 5',
      '  false x + 0 > 8 | with n = 0 | x + 0: 3 | x: 3',
      '  false x + 1 > 8 | with n = 1 | x + 1: 4 | x: 3',
      '  false x + 2 > 8 | with n = 2 | x + 2: 5 | x: 3',
    ]);
  });
  test('over a set that is empty, which is told', () => {
    expect(outline((v) => exists(v.up, (n) => v.load.at(n).is(1)))).toEqual([
      'false exists n in up: load[n] = 1 | there is nothing to choose from | up: {}',
    ]);
    expect(outline((v) => forAll(v.up, (n) => v.load.at(n).is(7)))).toEqual([
      'true for all n in up: load[n] = 7 | there is nothing to choose from | up: {}',
    ]);
  });
  test('and what a condition selects is asked of the element', () => {
    expect(outline((v) => filter(range(0, 5), (n) => n.gt(v.x)).has(2))).toEqual([
      'false 2 in {n in 0..5: n > x}',
      '  false 2 > x | x: 3',
    ]);
  });
});

describe('a comparison shows its operands:', () => {
  test('places, keys and indices', () => {
    expect(outline((v) => v.queue.at(v.x.minus(2)).is(4))).toEqual([
      'false queue[x - 2] = 4 | queue[x - 2]: 5 | x - 2: 1 | x: 3',
    ]);
  });
  test('counts and sums with what they are made of', () => {
    expect(outline((v) => count(Node, (n) => v.load.at(n).is(1)).lt(2))).toEqual([
      'false count(n in Node: load[n] = 1) < 2 | count(n in Node: load[n] = 1): 2 (n1, n2)',
    ]);
    expect(outline((v) => sum(Node, (n) => v.load.at(n)).lt(2))).toEqual([
      'false sum(load[n]: n in Node) < 2 | sum(load[n]: n in Node): 2 (n1: 1, n2: 1)',
    ]);
  });
  test('but not what the outcome tells', () => {
    expect(outline((v) => v.x.is(3))).toEqual(['true x = 3']);
    expect(outline((v) => v.x.isNot(3))).toEqual(['false x != 3']);
    expect(outline((v) => v.x.is(4))).toEqual(['false x = 4 | x: 3']);
  });
});

test('an expression without a meaning is an error, not false', () => {
  expect(outline((v) => and(v.x.gt(1), v.last.as('Vote').is(v.last.as('Vote'))))[0]).toMatch(
    /^error x > 1 and last.Vote = last.Vote \| last is Stop, not Vote/,
  );
});

import { describe, expect, test } from 'vitest';
import {
  and,
  bag,
  bool,
  choose,
  count,
  exists,
  filter,
  forAll,
  forEach,
  ifElse,
  ifThen,
  implies,
  letIn,
  map,
  mapSet,
  max,
  maxOf,
  min,
  minOf,
  next,
  none,
  not,
  oneOf,
  option,
  or,
  range,
  sequence,
  setOf,
  some,
  sum,
  union,
  unit,
  type AnyType,
  type Expr,
  type Update,
} from '../../spec/language/index.ts';
import { showExpr, showScalar, showType, showUpdate } from '../../spec/language/show.ts';
import type { ExprNode, UpdateNode } from '../../spec/language/tree.ts';
import { visit } from '../../spec/language/walk.ts';
import { told, toldWith, type Everything } from './told.ts';

/** The variables of the fixture, whose handles can be used beyond their builder. */
let all: Everything;
toldWith((_, everything) => {
  all = everything;
});
const { RM, Node, Message, Point, on, n, who, place, maybe, point, message, state, seen, queue, pile } = all!; // prettier-ignore
const constants: Expr[] = [];
told(({ constant }) => {
  constants.push(constant.range('Most', 1, 9, 4), constant.set('Faults', ['crash'], ['crash']));
});

/** An example of every operation: a new one does not compile without. */
const examples: Readonly<Record<ExprNode['op'], readonly [expression: Expr, text: string]>> = {
  literal: [Node.at(1), 'n2'],
  constant: [constants[0]!, 'Most'],
  variable: [n, 'n'],
  bound: [forAll(RM, (r) => seen.has(r)), 'for all r in RM: r in seen'],
  next: [next(n).gt(n), 'next(n) > n'],
  convert: [{ node: n.set(n.plus(1)).update } as never, 'n + 1'],
  not: [not(and(on, n.is(1))), 'not (on and n = 1)'],
  and: [and(on, or(on, n.is(1)), not(on)), 'on and (on or n = 1) and not on'],
  or: [or(and(on, on), implies(on, on)), 'on and on or (on implies on)'],
  implies: [implies(on, implies(on, on)), 'on implies on implies on'],
  eq: [on.is(n.lt(1)), 'on = (n < 1)'],
  ne: [who.isNot(who), 'who != who'],
  lt: [n.lt(2), 'n < 2'],
  le: [place.le(Node.last), 'place <= n3'],
  gt: [n.gt(2), 'n > 2'],
  ge: [n.ge(2), 'n >= 2'],
  add: [n.plus(n.minus(1)), 'n + (n - 1)'],
  sub: [n.minus(1).minus(n), 'n - 1 - n'],
  mul: [n.plus(1).times(n), '(n + 1) * n'],
  div: [n.div(n.times(2)), 'n div (n * 2)'],
  mod: [n.times(n).mod(2), '(n * n) mod 2'],
  min: [min(n, n.plus(1)), 'min(n, n + 1)'],
  max: [max(0, n), 'max(0, n)'],
  negate: [n.plus(1).negated(), '-(n + 1)'],
  if: [ifElse(on, n, n.plus(1)).lt(2), '(if on then n else n + 1) < 2'],
  let: [letIn(n.plus(1), (m) => m.times(m)), 'let m = n + 1 in m * m'],
  forAll: [forAll(RM, seen, (a, b) => a.is(b)), 'for all a in RM, b in seen: a = b'],
  exists: [not(exists(RM, (r) => seen.has(r))), 'not (exists r in RM: r in seen)'],
  count: [count(seen, (r) => r.is(who)).plus(1), 'count(r in seen: r = who) + 1'],
  choose: [choose(RM, (r) => r.isNot(who)), 'choose(r in RM: r != who)'],
  filter: [filter(RM, (r) => state.at(r).is('done')), '{r in RM: state[r] = done}'],
  mapSet: [mapSet(RM, (r) => state.at(r)), '{state[r]: r in RM}'],
  sum: [sum(Node, (x) => x.ordinal().plus(1)), 'sum(ordinal(x) + 1: x in Node)'],
  minOf: [minOf(RM, () => n), 'min(n: x in RM)'],
  maxOf: [maxOf(seen, () => n), 'max(n: x in seen)'],
  elements: [seen.is([who]), 'seen = {who}'],
  union: [seen.union([who]).minus(seen.union(seen)), 'seen union {who} minus (seen union seen)'],
  intersect: [seen.intersect(seen), 'seen intersect seen'],
  minus: [seen.minus(seen).size(), 'size(seen minus seen)'],
  subset: [seen.isSubsetOf(seen.with(who)), 'seen subset of seen union {who}'],
  has: [seen.union(seen).has(who), 'who in seen union seen'],
  size: [queue.length(), 'size(queue)'],
  withElement: [seen.with(who), 'seen union {who}'],
  withoutElement: [seen.with(who).without(who), 'seen union {who} minus {who}'],
  some: [maybe.is(some(who)), 'maybe = some(who)'],
  none: [maybe.is(none), 'maybe = none'],
  isSome: [maybe.isSome(), 'maybe != none'],
  unwrap: [maybe.value(), 'maybe.value'],
  struct: [Point.of({ x: n.plus(1), on }), '{ x: n + 1, on: on }'],
  field: [point.x, 'point.x'],
  withField: [point.with({ x: 1, on: false }).x, 'point.with(x: 1).with(on: false).x'],
  inject: [message.is(Message.Prepared(who)), 'message = Prepared(who)'],
  isTag: [message.isA('Commit'), 'message is Commit'],
  payload: [message.as('Prepared'), 'message.Prepared'],
  match: [message.match({ Prepared: (p) => seen.has(p), Commit: () => on }), 'match message { Prepared(p): p in seen; Commit(payload): on }'],
  mapOf: [state.is((r) => ifElse(seen.has(r), 'done', 'working')), 'state = [r in RM -> if r in seen then done else working]'],
  at: [state.at(who), 'state[who]'],
  withEntry: [state.with(who, 'done'), 'state.with(who -> done)'],
  head: [queue.head(), 'head(queue)'],
  last: [queue.last(), 'last(queue)'],
  tail: [queue.tail(), 'tail(queue)'],
  front: [queue.front().last(), 'last(front(queue))'],
  append: [queue.appended(n.plus(1)), 'append(queue, n + 1)'],
  removeAt: [queue.withoutIndex(0), 'removeAt(queue, 0)'],
  elementAt: [queue.at(n.minus(1)), 'queue[n - 1]'],
  indices: [queue.indices(), 'indices(queue)'],
  setOf: [pile.elements(), 'elements(pile)'],
  countInBag: [pile.count(who).gt(1), 'count(pile, who) > 1'],
  withInBag: [pile.with(who), 'with(pile, who)'],
  withoutInBag: [pile.without(who), 'without(pile, who)'],
  ordinal: [place.ordinal(), 'ordinal(place)'],
  successor: [place.successor(), 'successor(place)'],
  predecessor: [place.predecessorWrapping(), 'predecessorWrapping(place)'],
}; // prettier-ignore

/** Every operation in an expression; of an update, in its value. */
function nodeOf(op: string, { node }: Expr): ExprNode {
  if (op !== 'convert') return node;
  return (node as unknown as { value: ExprNode }).value;
}

describe('every operation is shown', () => {
  test.each(Object.entries(examples))('%s', (op, [expression, text]) => {
    const node = nodeOf(op, expression);
    expect(showExpr(node)).toBe(text);
    const ops = new Set<string>();
    visit(node, (inner) => ops.add(inner.op));
    expect(ops).toContain(op);
  });

  test('what is none, as such', () => {
    expect(showExpr(and(maybe.isNone(), on).node)).toBe('maybe = none and on');
    expect(showExpr(not(maybe.isNone()).node)).toBe('not maybe = none');
  });

  test('connectives of one part or none', () => {
    expect(showExpr(and().node)).toBe('true');
    expect(showExpr(or().node)).toBe('false');
    expect(showExpr(not(or(on.and(n.is(1)))).node)).toBe('not (on and n = 1)');
  });

  test('collections by their kind', () => {
    expect(showExpr(queue.is([n, 1]).node)).toBe('queue = [n, 1]');
    expect(showExpr(pile.is([who, who]).node)).toBe('pile = bag(who, who)');
    expect(showExpr(constants[1]!.node)).toBe('Faults');
  });
});

describe('every update is shown', () => {
  const updates: Readonly<Record<UpdateNode['op'], readonly [Update, string]>> = {
    assign: [state.at(who).set('done'), "state[who]' = done"],
    addElement: [seen.add(who), 'add who to seen'],
    removeElement: [seen.remove(who), 'remove who from seen'],
    ifUpdate: [ifThen(on, [n.set(1), point.x.set(2)], on.set(true)), "if on then { n' = 1; point.x' = 2 } else { on' = true }"],
    forEach: [forEach(seen, (r) => ifThen(on, state.at(r).set('done'))), "for each r in seen { if on then { state[r]' = done } }"],
  }; // prettier-ignore
  test.each(Object.entries(updates))('%s', (_, [{ update }, text]) => {
    expect(showUpdate(update)).toBe(text);
  });
});

describe('every type is shown as it is written', () => {
  const types: readonly (readonly [AnyType, string])[] = [
    [bool, 'bool'],
    [unit, 'unit'],
    [range(-1, 3), '-1..3'],
    [oneOf('a', 'b'), 'oneOf(a, b)'],
    [RM, 'RM'],
    [Node, 'Node'],
    [option(option(RM)), 'option(option(RM))'],
    [Point, 'struct({ x: 0..3, on: bool })'],
    [union({ A: RM, B: unit }), 'union({ A: RM, B: unit })'],
    [map(RM, map(Node, bool)), 'map(RM, map(Node, bool))'],
    [setOf(RM), 'setOf(RM)'],
    [setOf(range(0, 9), 2), 'setOf(0..9, 2)'],
    [sequence(bool, 3), 'sequence(bool, 3)'],
    [bag(Node, 2), 'bag(Node, 2)'],
  ];
  test.each(types)('%# %s', (type, text) => {
    expect(showType(type.node)).toBe(text);
  });

  test('a scalar by its label', () => {
    expect(showScalar(RM.node, 1)).toBe('r2');
    expect(showScalar(RM.node, 7)).toBe('#7');
    expect(showScalar(unit.node, null)).toBe('unit');
  });
});

import { is } from 'immutable';
import { describe, expect, test } from 'vitest';
import { bind, environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { someValue, taggedValue, type Value } from '../../checker/reference/value.ts';
import { showExpr } from '../../spec/language/show.ts';
import type { ArithmeticNode, ExprNode, TypeNode } from '../../spec/language/tree.ts';
import {
  bag,
  bagValue,
  BOOL,
  BOOM,
  bound,
  COLOUR,
  colour,
  compare,
  elements,
  equal,
  FALSE,
  IDS,
  INDEX,
  int,
  listValue,
  mapOf,
  mapValue,
  MESSAGE,
  n,
  option,
  over,
  p,
  POINT,
  range,
  sequence,
  setOf,
  setValue,
  state,
  TRUE,
  UNIT,
  variable,
} from './build.ts';

const NUMBERS = setOf(range(0, 9));
const before = state({
  k: 4,
  rm: mapValue([0, 'red'], [1, 'blue'], [2, 'red']),
  picked: setValue(0, 2),
  queue: listValue(5, 6, 5),
  at: mapValue(['x', 2], ['on', true]),
  msg: taggedValue('Prepared', 1),
  votes: bagValue(1, 2, 1),
});
const env = environment(before, state({ k: 5 }));

const k = variable('k', range(0, 9));
const rm = variable('rm', mapOf(IDS, COLOUR));
const picked = variable('picked', setOf(IDS));
const queue = variable('queue', sequence(range(0, 9), 3));
const at = variable('at', POINT);
const msg = variable('msg', MESSAGE);
const votes = variable('votes', bag(range(0, 9), 3));
const x1 = bound(1, range(0, 9));
const empty = elements(sequence(range(0, 9), 3));

const arithmetic = (op: ArithmeticNode['op'], left: number, right: number): ExprNode => ({ op, type: range(-999, 999), left: int(left), right: int(right) }); // prettier-ignore
const numbers = (...items: number[]): ExprNode => elements(NUMBERS, ...items.map((i) => int(i, range(0, 9)))); // prettier-ignore
const list = (...items: number[]): ExprNode => elements(sequence(range(0, 9), 5), ...items.map((i) => int(i, range(0, 9)))); // prettier-ignore

/** A claim of a value for an expression; the name of the case is the expression as text. */
type Case = [ExprNode, Value];

function evaluates(title: string, cases: Case[]): void {
  describe(title, () => {
    test.each(cases.map(([node, value]) => [showExpr(node), node, value] as const))(
      '%s',
      (_, node, value) => {
        const result = evaluate(node, env);
        expect(is(result, value), `it is ${String(result)}`).toBe(true);
      },
    );
  });
}

evaluates('literals and names', [
  [int(3), 3],
  [TRUE, true],
  [colour('green'), 'green'],
  [p(2), 2],
  [{ op: 'literal', type: UNIT, value: null }, null],
  [{ op: 'constant', type: NUMBERS, name: 'K', value: numbers(1, 2) }, setValue(1, 2)],
  [k, 4],
  [{ op: 'next', type: range(0, 9), arg: k }, 5],
  [{ op: 'let', type: range(0, 9), id: 1, name: 'x', value: k, body: x1 }, 4],
]);

test('the innermost binding of a name counts, and only within its body', () => {
  const inner: ExprNode = {
    op: 'let',
    type: range(0, 9),
    id: 1,
    name: 'x',
    value: int(7),
    body: x1,
  };
  const outer = (body: ExprNode): ExprNode => ({ op: 'let', type: range(0, 9), id: 1, name: 'x', value: int(3), body }); // prettier-ignore
  expect(evaluate(outer(inner), env)).toBe(7);
  const sum = (a: ExprNode, b: ExprNode): ExprNode => ({ op: 'sub', type: range(-9, 9), left: a, right: b }); // prettier-ignore
  expect(evaluate(outer(sum(inner, x1)), env)).toBe(4);
});

test('a let value is evaluated even if its body does not need it', () => {
  const node: ExprNode = { op: 'let', type: BOOL, id: 1, name: 'x', value: BOOM, body: TRUE };
  expect(() => evaluate(node, env)).toThrow('is none');
});

const convert = (arg: ExprNode, type: TypeNode): ExprNode => ({ op: 'convert', type, arg, reason: 'value' }); // prettier-ignore
evaluates('conversions', [
  [convert(k, range(0, 4)), 4],
  [convert(colour('blue'), { kind: 'enum', values: ['blue', 'red'] }), 'blue'],
  [convert(numbers(1, 2), setOf(range(0, 2), 2)), setValue(1, 2)],
  [convert(queue, sequence(range(5, 6), 3)), listValue(5, 6, 5)],
]);

const not = (arg: ExprNode): ExprNode => ({ op: 'not', type: BOOL, arg });
const and = (...args: ExprNode[]): ExprNode => ({ op: 'and', type: BOOL, args });
const or = (...args: ExprNode[]): ExprNode => ({ op: 'or', type: BOOL, args });
const implies = (left: ExprNode, right: ExprNode): ExprNode => ({ op: 'implies', type: BOOL, left, right }); // prettier-ignore
const choice = (cond: ExprNode, then: ExprNode, otherwise: ExprNode): ExprNode => ({ op: 'if', type: BOOL, cond, then, else: otherwise }); // prettier-ignore
const notEqual = (left: ExprNode, right: ExprNode): ExprNode => ({ op: 'ne', type: BOOL, left, right }); // prettier-ignore
evaluates('logic; what short-circuits does not evaluate the rest', [
  [not(TRUE), false],
  [and(), true],
  [or(), false],
  [and(TRUE, TRUE), true],
  [and(TRUE, FALSE, BOOM), false],
  [or(FALSE, FALSE), false],
  [or(FALSE, TRUE, BOOM), true],
  [implies(FALSE, BOOM), true],
  [implies(TRUE, FALSE), false],
  [implies(TRUE, TRUE), true],
  [choice(TRUE, FALSE, BOOM), false],
  [choice(FALSE, BOOM, TRUE), true],
  [equal(k, int(4)), true],
  [notEqual(k, int(4)), false],
  [equal(numbers(1, 2, 1), numbers(2, 1)), true],
  [notEqual(list(1, 2), list(2, 1)), true],
]);

evaluates('integers', [
  [arithmetic('add', 2, 3), 5],
  [arithmetic('sub', 2, 3), -1],
  [arithmetic('mul', -2, 3), -6],
  [arithmetic('div', 7, 2), 3],
  [arithmetic('div', -7, 2), -4],
  [arithmetic('mod', 7, 2), 1],
  [arithmetic('mod', -7, 2), 1],
  [arithmetic('mod', -6, 2), 0],
  [arithmetic('min', 2, -3), -3],
  [arithmetic('max', 2, -3), 2],
  [{ op: 'negate', type: range(-9, 0), arg: k }, -4],
  [compare('lt', k, int(4)), false],
  [compare('le', k, int(4)), true],
  [compare('gt', k, int(3)), true],
  [compare('ge', k, int(5)), false],
]);

test('there is one zero: minus zero never comes out of arithmetic', () => {
  const zeros: ExprNode[] = [
    { op: 'negate', type: range(0, 0), arg: int(0) },
    arithmetic('mul', 0, -3),
    arithmetic('mod', -4, 2),
    arithmetic('div', 0, 5),
  ];
  for (const node of zeros) expect(Object.is(evaluate(node, env), 0)).toBe(true);
});

test('division is exact up to the largest integers', () => {
  const large = 2 ** 53 - 1;
  expect(evaluate(arithmetic('div', large, 2 ** 52), env)).toBe(1);
  expect(evaluate(arithmetic('div', -large, 3), env)).toBe(-3002399751580331);
  expect(evaluate(arithmetic('mod', large, 10), env)).toBe(1);
  for (const divisor of [2, 3, 5, 7, 2 ** 26 + 1, 2 ** 52 - 1, large - 1])
    for (const dividend of [large, large - 1, -large, divisor * 3 - 1, 1 - divisor * 3]) {
      const [a, b] = [BigInt(dividend), BigInt(divisor)];
      const floor = (a - (((a % b) + b) % b)) / b;
      if (Number.isSafeInteger(dividend))
        expect(evaluate(arithmetic('div', dividend, divisor), env)).toBe(Number(floor));
    }
});

const ordinal = (arg: ExprNode): ExprNode => ({ op: 'ordinal', type: range(0, 2), arg });
const neighbour = (op: 'successor' | 'predecessor', of: number, wrap: boolean): ExprNode => ({ op, type: INDEX, arg: n(of), wrap }); // prettier-ignore
evaluates('ordered identities', [
  [ordinal(n(2)), 2],
  [compare('lt', n(0), n(2)), true],
  [neighbour('successor', 0, false), 1],
  [neighbour('predecessor', 2, false), 1],
  [neighbour('successor', 2, true), 0],
  [neighbour('predecessor', 0, true), 2],
]);

const forAll = (body: ExprNode, ...binders: ReturnType<typeof over>[]): ExprNode => ({ op: 'forAll', type: BOOL, binders, body }); // prettier-ignore
const exists = (body: ExprNode, ...binders: ReturnType<typeof over>[]): ExprNode => ({ op: 'exists', type: BOOL, binders, body }); // prettier-ignore
const x2 = bound(2, range(0, 9));
const upTo = (id: number, hi: ExprNode): ExprNode => ({ op: 'filter', type: NUMBERS, binder: over(id, range(0, 9)), body: compare('le', bound(id, range(0, 9)), hi) }); // prettier-ignore
const over1 = over(1, range(0, 9), numbers(3, 1, 2));
evaluates('bound names', [
  [forAll(compare('le', x1, int(3)), over1), true],
  [forAll(compare('lt', x1, int(3)), over1), false],
  [forAll(FALSE, over(1, range(0, 9), numbers())), true],
  [exists(compare('gt', x1, int(2)), over1), true],
  [exists(TRUE, over(1, range(0, 9), numbers())), false],
  [forAll(compare('le', x2, x1), over1, over(2, range(0, 9), upTo(3, x1))), true],
  [exists(compare('gt', x2, x1), over1, over(2, range(0, 9), upTo(3, x1))), false],
  [{ op: 'count', type: range(0, 10), binder: over(1, range(0, 9)), body: compare('gt', x1, int(5)) }, 4],
  [{ op: 'choose', type: range(0, 9), binder: over1, body: compare('gt', x1, int(1)) }, 2],
  [{ op: 'filter', type: NUMBERS, binder: over1, body: compare('ge', x1, int(2)) }, setValue(2, 3)],
  [{ op: 'mapSet', type: setOf(range(0, 4)), binder: over1, body: { op: 'div', type: range(0, 4), left: x1, right: int(2) } }, setValue(0, 1)],
  [{ op: 'sum', type: range(0, 45), binder: over1, body: x1 }, 6],
  [{ op: 'sum', type: range(0, 45), binder: over(1, range(0, 9), numbers()), body: x1 }, 0],
  [{ op: 'minOf', type: range(0, 9), binder: over1, body: x1 }, 1],
  [{ op: 'maxOf', type: range(0, 9), binder: over1, body: x1 }, 3],
  [{ op: 'mapOf', type: mapOf(IDS, BOOL), binder: over(1, IDS), body: { op: 'has', type: BOOL, collection: picked, element: bound(1, IDS) } }, mapValue([0, true], [1, false], [2, true])],
]); // prettier-ignore

test('quantifiers visit values in canonical order and stop as soon as they know', () => {
  const failAt3: ExprNode = { op: 'if', type: BOOL, cond: equal(x1, int(3)), then: BOOM, else: compare('lt', x1, int(2)) }; // prettier-ignore
  expect(evaluate(forAll(failAt3, over1), env)).toBe(false);
  expect(evaluate(exists(failAt3, over1), env)).toBe(true);
  expect(() => evaluate(exists(and(failAt3, FALSE), over1), env)).toThrow('is none');
  const chosen: ExprNode = { op: 'choose', type: range(0, 9), binder: over1, body: failAt3 };
  expect(evaluate(chosen, env)).toBe(1);
});

test('a domain is evaluated once, and anew for each value of an earlier binder', () => {
  let evaluations = 0;
  const domain = upTo(3, x1);
  const binders = [over1, over(2, range(0, 9), domain)];
  evaluate(forAll(TRUE, ...binders), {
    ...env,
    observe: (node) => {
      if (node === domain) evaluations++;
    },
  });
  expect(evaluations).toBe(3);
});

const algebra = (op: 'union' | 'intersect' | 'minus', left: ExprNode, right: ExprNode): ExprNode => ({ op, type: NUMBERS, left, right }); // prettier-ignore
const has = (collection: ExprNode, element: ExprNode): ExprNode => ({ op: 'has', type: BOOL, collection, element }); // prettier-ignore
const size = (collection: ExprNode): ExprNode => ({ op: 'size', type: range(0, 9), collection });
const subset = (left: ExprNode, right: ExprNode): ExprNode => ({ op: 'subset', type: BOOL, left, right }); // prettier-ignore
const seven = int(7, range(0, 9));
const five = int(5, range(0, 9));
const one = int(1, range(0, 9));
evaluates('sets', [
  [numbers(1, 1, 2), setValue(1, 2)],
  [algebra('union', numbers(1, 2), numbers(2, 3)), setValue(1, 2, 3)],
  [algebra('intersect', numbers(1, 2), numbers(2, 3)), setValue(2)],
  [algebra('minus', numbers(1, 2), numbers(2, 3)), setValue(1)],
  [subset(numbers(1), numbers(1, 2)), true],
  [subset(numbers(1, 3), numbers(1, 2)), false],
  [subset(numbers(), numbers()), true],
  [has(numbers(1, 2), one), true],
  [has(numbers(2), one), false],
  [size(numbers(1, 1, 2)), 2],
  [{ op: 'withElement', type: NUMBERS, set: numbers(1), element: seven }, setValue(1, 7)],
  [{ op: 'withElement', type: NUMBERS, set: numbers(7), element: seven }, setValue(7)],
  [{ op: 'withoutElement', type: NUMBERS, set: numbers(1, 7), element: seven }, setValue(1)],
  [{ op: 'withoutElement', type: NUMBERS, set: numbers(1), element: seven }, setValue(1)],
]);

const removeAt = (index: number): ExprNode => ({ op: 'removeAt', type: sequence(range(0, 9), 3), sequence: queue, index: int(index) }); // prettier-ignore
evaluates('sequences', [
  [list(2, 1, 2), listValue(2, 1, 2)],
  [{ op: 'head', type: range(0, 9), sequence: list(3, 4) }, 3],
  [{ op: 'last', type: range(0, 9), sequence: list(3, 4) }, 4],
  [{ op: 'tail', type: sequence(range(0, 9), 5), sequence: list(3, 4) }, listValue(4)],
  [{ op: 'front', type: sequence(range(0, 9), 5), sequence: list(3, 4) }, listValue(3)],
  [{ op: 'tail', type: sequence(range(0, 9), 5), sequence: list(3) }, listValue()],
  [{ op: 'append', type: sequence(range(0, 9), 4), sequence: queue, element: seven }, listValue(5, 6, 5, 7)], // prettier-ignore
  [removeAt(0), listValue(6, 5)],
  [removeAt(1), listValue(5, 5)],
  [{ op: 'elementAt', type: range(0, 9), sequence: queue, index: int(1) }, 6],
  [{ op: 'indices', type: setOf(range(0, 2)), sequence: queue }, setValue(0, 1, 2)],
  [{ op: 'indices', type: setOf(range(0, 2)), sequence: empty }, setValue()],
  [{ op: 'setOf', type: NUMBERS, collection: queue }, setValue(5, 6)],
  [has(queue, five), true],
  [has(queue, one), false],
  [size(queue), 3],
]);

const BAG = bag(range(0, 9), 3);
evaluates('bags', [
  [elements(BAG, one, five, one), bagValue(1, 1, 5)],
  [{ op: 'countInBag', type: range(0, 3), bag: votes, element: one }, 2],
  [{ op: 'countInBag', type: range(0, 3), bag: votes, element: five }, 0],
  [{ op: 'withInBag', type: bag(range(0, 9), 4), bag: votes, element: one }, bagValue(1, 1, 1, 2)],
  [{ op: 'withInBag', type: bag(range(0, 9), 4), bag: votes, element: five }, bagValue(1, 1, 2, 5)],
  [{ op: 'withoutInBag', type: BAG, bag: votes, element: one }, bagValue(1, 2)],
  [{ op: 'withoutInBag', type: BAG, bag: votes, element: int(2, range(0, 9)) }, bagValue(1, 1)],
  [{ op: 'setOf', type: NUMBERS, collection: votes }, setValue(1, 2)],
  [has(votes, one), true],
  [has(votes, five), false],
  [size(votes), 3],
]);

const some: ExprNode = { op: 'some', type: option(range(0, 9)), arg: k };
const none: ExprNode = { op: 'none', type: option(range(0, 9)) };
const isTag = (tag: string): ExprNode => ({ op: 'isTag', type: BOOL, arg: msg, tag });
const commit: ExprNode = { op: 'inject', type: MESSAGE, tag: 'Commit', payload: { op: 'literal', type: UNIT, value: null } }; // prettier-ignore
const match = (arg: ExprNode): ExprNode => ({
  op: 'match',
  type: IDS,
  arg,
  branches: [
    { tag: 'Prepared', id: 1, name: 'rm', body: bound(1, IDS) },
    { tag: 'Commit', id: 2, name: 'it', body: p(0) },
  ],
});
evaluates('options, structs, unions and maps', [
  [some, someValue(4)],
  [none, null],
  [{ op: 'isSome', type: BOOL, arg: some }, true],
  [{ op: 'isSome', type: BOOL, arg: none }, false],
  [{ op: 'unwrap', type: range(0, 9), arg: some }, 4],
  [{ op: 'struct', type: POINT, fields: [int(1, range(0, 3)), FALSE] }, mapValue(['x', 1], ['on', false])], // prettier-ignore
  [{ op: 'field', type: range(0, 3), struct: at, field: 'x' }, 2],
  [{ op: 'withField', type: POINT, struct: at, field: 'on', value: FALSE }, mapValue(['x', 2], ['on', false])], // prettier-ignore
  [{ op: 'inject', type: MESSAGE, tag: 'Prepared', payload: p(2) }, taggedValue('Prepared', 2)],
  [commit, taggedValue('Commit', null)],
  [isTag('Prepared'), true],
  [isTag('Commit'), false],
  [{ op: 'payload', type: IDS, arg: msg, tag: 'Prepared' }, 1],
  [match(msg), 1],
  [match(commit), 0],
  [{ op: 'at', type: COLOUR, map: rm, key: p(1) }, 'blue'],
  [{ op: 'withEntry', type: mapOf(IDS, COLOUR), map: rm, key: p(1), value: colour('green') }, mapValue([0, 'red'], [1, 'green'], [2, 'red'])], // prettier-ignore
]);

test('an option of an option tells none from some(none)', () => {
  const inner: ExprNode = { op: 'some', type: option(option(BOOL)), arg: { op: 'none', type: option(BOOL) } }; // prettier-ignore
  expect(evaluate({ op: 'isSome', type: BOOL, arg: inner }, env)).toBe(true);
  expect(evaluate({ op: 'unwrap', type: option(BOOL), arg: inner }, env)).toBe(null);
});

test('operands are evaluated from left to right, before the operation', () => {
  const seen: string[] = [];
  const node: ExprNode = {
    op: 'withEntry',
    type: mapOf(IDS, COLOUR),
    map: rm,
    key: p(1),
    value: colour('green'),
  };
  evaluate(node, { ...env, observe: (inner) => seen.push(inner.op) });
  expect(seen).toEqual(['variable', 'literal', 'literal', 'withEntry']);
});

test('an observer sees each sub-expression with its value and the names bound there', () => {
  const seen: [string, Value, Value | undefined][] = [];
  const body = compare('lt', x1, int(2));
  evaluate(forAll(body, over1), {
    ...env,
    observe: (node, value, inner) => {
      if (node === body) seen.push([showExpr(node), value, inner.bound.get(1)]);
    },
  });
  expect(seen).toEqual([
    ['x1 < 2', true, 1],
    ['x1 < 2', false, 2],
  ]);
});

test('a sub-expression can be evaluated by itself, with given bindings', () => {
  expect(evaluate(compare('lt', x1, k), bind(environment(before), 1, 3))).toBe(true);
  expect(evaluate(compare('lt', x1, k), bind(environment(before), 1, 8))).toBe(false);
});

test('a tree that reads what is not there is refused as malformed', () => {
  expect(() => evaluate(variable('nope', BOOL), env)).toThrow('malformed spec tree: there is no variable nope'); // prettier-ignore
  expect(() => evaluate(bound(9, BOOL), env)).toThrow('malformed');
  expect(() => evaluate({ op: 'next', type: BOOL, arg: k }, environment(before))).toThrow('malformed'); // prettier-ignore
});

import { arithmetic } from '../../spec/language/intervals.ts';
import type { Binder, ExprNode, RangeTypeNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import { integer, mostElements, making, type Ask, type Producer } from './ask.ts';
import { anyBag, anyCollection, anyIndex } from './containers.ts';

function whole(weight: number, make: (ask: Ask) => ExprNode): Producer {
  return making('range', weight, (_, ask) => make(ask));
}

/** Products of factors beyond this are not made, so that every interval stays within 2^53. */
const LARGEST_FACTOR = 2 ** 20;

/** Where 32-bit arithmetic would go wrong. */
const FAR = [-1, 2 ** 31, -(2 ** 31) - 1, 2 ** 33 + 5, 1000];

/** Integers, each with the interval that the language itself gives it. */
export const integers: readonly Producer[] = [
  whole(6, (ask) => {
    const op = ask.choices.pick(['add', 'sub', 'mul', 'min', 'max', 'mul'] as const);
    const [left, right] = [ask.int(), ask.int()];
    const isFar = [left, right].some((node) => magnitude(node) > LARGEST_FACTOR);
    return arithmetic(op === 'mul' && isFar ? 'min' : op, left, right);
  }),
  whole(3, (ask) => {
    const op = ask.choices.pick(['div', 'mod'] as const);
    const left = ask.int();
    // A divisor that may be zero is an error now and then; most are not.
    const right = ask.choices.below(4) === 3 ? ask.int() : integer(1 + ask.choices.below(3));
    return arithmetic(op, left, right);
  }),
  whole(2, (ask) => {
    const arg = ask.int();
    const { lo, hi } = arg.type as RangeTypeNode;
    return { op: 'negate', type: { kind: 'range', lo: 0 - hi, hi: 0 - lo }, arg };
  }),
  whole(1, (ask) => integer(ask.choices.pick(FAR))),
  whole(2, (ask) => {
    const { binder, inner } = ask.binder();
    return { op: 'count', type: upTo(most(binder)), binder, body: inner.bool() };
  }),
  whole(2, (ask) => {
    const { binder, inner } = ask.binder();
    const body = inner.int();
    const { lo, hi } = body.type as RangeTypeNode;
    const greatest = most(binder);
    const least = binder.domain === null ? greatest : 0;
    const ends = [greatest * lo, least * lo, greatest * hi, least * hi].map((n) => n + 0);
    const type = { kind: 'range', lo: Math.min(...ends), hi: Math.max(...ends) } as const;
    return { op: 'sum', type, binder, body };
  }),
  whole(3, (ask) => {
    const op = ask.choices.pick(['minOf', 'maxOf'] as const);
    const { binder, inner } = ask.inhabitedBinder();
    const body = inner.int();
    return { op, type: body.type as RangeTypeNode, binder, body };
  }),
  whole(3, (ask) => {
    const type = anyCollection(ask);
    const collection = ask.of(type);
    return { op: 'size', type: upTo(mostElements(type)), collection };
  }),
  whole(2, (ask) => {
    const type = anyBag(ask);
    const [bag, element] = [ask.of(type), ask.of(type.of)];
    return { op: 'countInBag', type: upTo(type.max), bag, element };
  }),
  whole(2, (ask) => {
    const type = anyIndex(ask);
    return { op: 'ordinal', type: upTo(type.size - 1), arg: ask.of(type) };
  }),
];

function upTo(hi: number): RangeTypeNode {
  return { kind: 'range', lo: 0, hi };
}

/** The most values that a binder takes. */
export function most({ type, domain }: Binder): number {
  const bound = domain?.type.kind === 'set' ? domain.type.max : null;
  return Math.min(cardinality(type), bound ?? Infinity);
}

function magnitude(node: ExprNode): number {
  const { lo, hi } = node.type as RangeTypeNode;
  return Math.max(Math.abs(lo), Math.abs(hi));
}

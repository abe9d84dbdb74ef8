import { List, Map, Set } from 'immutable';
import type { TypeNode } from '../../spec/language/tree.ts';
import { sortedElements } from './order.ts';
import { someValue, taggedValue, type SomeValue, type TaggedValue, type Value } from './value.ts';

/** Every value of a type, in canonical order; lazily, so that a reader may stop early. */
export function* valuesOf(type: TypeNode): Generator<Value, void> {
  switch (type.kind) {
    case 'bool':
      yield false;
      yield true;
      return;
    case 'range':
      for (let n = type.lo; n <= type.hi; n++) yield n;
      return;
    case 'enum':
      yield* type.values;
      return;
    case 'ids':
    case 'index':
      for (let n = 0; n < type.size; n++) yield n;
      return;
    case 'unit':
      yield null;
      return;
    case 'option':
      yield null;
      for (const value of valuesOf(type.of)) yield someValue(value);
      return;
    case 'struct': {
      const names = type.fields.map((field) => field.name);
      const types = type.fields.map((field) => field.type);
      for (const values of tuples(types)) yield Map<Value, Value>(zip(names, values));
      return;
    }
    case 'union':
      for (const { tag, type: of } of type.cases)
        for (const payload of valuesOf(of)) yield taggedValue(tag, payload);
      return;
    case 'map': {
      const keys = [...valuesOf(type.key)];
      const types = keys.map(() => type.value);
      for (const values of tuples(types)) yield Map<Value, Value>(zip(keys, values));
      return;
    }
    case 'set': {
      const elements = [...valuesOf(type.of)];
      yield* subsets(elements, elements.length, type.max ?? elements.length);
      return;
    }
    case 'sequence':
      for (let length = 0; length <= type.max; length++)
        for (const values of tuples(Array<TypeNode>(length).fill(type.of))) yield List(values);
      return;
    case 'bag': {
      const elements = [...valuesOf(type.of)];
      for (let length = 0; length <= type.max; length++)
        for (const values of ascending(elements, 0, length)) yield List(values).countBy((v) => v);
      return;
    }
  }
}

/** One value of each type, the first type most significant. */
function* tuples(types: readonly TypeNode[]): Generator<readonly Value[], void> {
  const [first, ...rest] = types;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of valuesOf(first)) for (const values of tuples(rest)) yield [value, ...values];
}

function zip(keys: readonly Value[], values: readonly Value[]): [Value, Value][] {
  return keys.map((key, i) => [key, values[i]!]);
}

/**
 * The subsets of the first `count` elements with at most `max` of them, in the order of the number
 * whose bit i stands for element i: those without the last element come before those with it.
 */
function* subsets(
  elements: readonly Value[],
  count: number,
  max: number,
): Generator<Set<Value>, void> {
  if (count === 0 || max === 0) {
    yield Set();
    return;
  }
  yield* subsets(elements, count - 1, max);
  for (const set of subsets(elements, count - 1, max - 1)) yield set.add(elements[count - 1]!);
}

/** The ascending sequences, with repetition, of the elements from position `from` on. */
function* ascending(
  elements: readonly Value[],
  from: number,
  length: number,
): Generator<readonly Value[], void> {
  if (length === 0) {
    yield [];
    return;
  }
  for (let i = from; i < elements.length; i++)
    for (const rest of ascending(elements, i, length - 1)) yield [elements[i]!, ...rest];
}

/** How many values a type has. Exact; `cardinality` of the language gives it as a number. */
export function domainSize(type: TypeNode): bigint {
  switch (type.kind) {
    case 'bool':
      return 2n;
    case 'range':
      return BigInt(Math.max(0, type.hi - type.lo + 1));
    case 'enum':
      return BigInt(type.values.length);
    case 'ids':
    case 'index':
      return BigInt(type.size);
    case 'unit':
      return 1n;
    case 'option':
      return 1n + domainSize(type.of);
    case 'struct':
      return type.fields.reduce((product, field) => product * domainSize(field.type), 1n);
    case 'union':
      return type.cases.reduce((sum, one) => sum + domainSize(one.type), 0n);
    case 'map':
      return domainSize(type.value) ** domainSize(type.key);
    case 'set':
      return subsetCount(domainSize(type.of), type.max);
    case 'sequence':
      return sumTo(type.max, (length) => domainSize(type.of) ** BigInt(length));
    case 'bag':
      return sumTo(type.max, (length) => multisetCount(domainSize(type.of), length));
  }
}

/** The position of a value in the canonical order of its type, from 0: the inverse of `valuesOf`. */
export function rankOf(type: TypeNode, value: Value): bigint {
  switch (type.kind) {
    case 'bool':
      return value === true ? 1n : 0n;
    case 'range':
      return BigInt((value as number) - type.lo);
    case 'enum':
      return BigInt(type.values.indexOf(value as string));
    case 'ids':
    case 'index':
      return BigInt(value as number);
    case 'unit':
      return 0n;
    case 'option':
      return value === null ? 0n : 1n + rankOf(type.of, (value as SomeValue).value);
    case 'struct': {
      const fields = value as Map<Value, Value>;
      return type.fields.reduce(
        (rank, field) =>
          rank * domainSize(field.type) + rankOf(field.type, fields.get(field.name)!),
        0n,
      );
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const index = type.cases.findIndex((one) => one.tag === tag);
      const before = type.cases.slice(0, index);
      return (
        before.reduce((sum, one) => sum + domainSize(one.type), 0n) +
        rankOf(type.cases[index]!.type, payload)
      );
    }
    case 'map': {
      const entries = value as Map<Value, Value>;
      const radix = domainSize(type.value);
      let rank = 0n;
      for (const key of valuesOf(type.key))
        rank = rank * radix + rankOf(type.value, entries.get(key)!);
      return rank;
    }
    case 'set': {
      // Before the set come, for each of its elements from the last on, the subsets that agree with
      // it above that element and do not have it.
      const descending = sortedElements(type, value).reverse();
      return descending.reduce(
        (rank, element, i) =>
          rank + subsetCount(rankOf(type.of, element), type.max === null ? null : type.max - i),
        0n,
      );
    }
    case 'sequence': {
      const elements = value as List<Value>;
      const radix = domainSize(type.of);
      const shorter = sumTo(elements.size - 1, (length) => radix ** BigInt(length));
      return (
        shorter + elements.reduce((rank, element) => rank * radix + rankOf(type.of, element), 0n)
      );
    }
    case 'bag': {
      const ranks = sortedElements(type, value).map((element) => rankOf(type.of, element));
      const size = domainSize(type.of);
      let rank = sumTo(ranks.length - 1, (length) => multisetCount(size, length));
      let least = 0n;
      for (const [i, element] of ranks.entries()) {
        for (let lower = least; lower < element; lower++)
          rank += multisetCount(size - lower, ranks.length - i - 1);
        least = element;
      }
      return rank;
    }
  }
}

/** Subsets of `size` elements with at most `max` of them. */
function subsetCount(size: bigint, max: number | null): bigint {
  return max === null ? 2n ** size : sumTo(max, (length) => binomial(size, length));
}

/** Multisets of `length` out of `size` elements. */
function multisetCount(size: bigint, length: number): bigint {
  return length === 0 ? 1n : binomial(size + BigInt(length) - 1n, length);
}

function binomial(n: bigint, k: number): bigint {
  let result = 1n;
  for (let i = 0n; i < BigInt(k); i++) result = (result * (n - i)) / (i + 1n);
  return result;
}

function sumTo(max: number, term: (n: number) => bigint): bigint {
  let sum = 0n;
  for (let n = 0; n <= max; n++) sum += term(n);
  return sum;
}

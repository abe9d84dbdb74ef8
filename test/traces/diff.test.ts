import fc from 'fast-check';
import { is, List, Map, Set } from 'immutable';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../checker/reference/domains.ts';
import { showValue } from '../../checker/reference/show-value.ts';
import { someValue, taggedValue } from '../../checker/reference/value.ts';
import type { Value } from '../../checker/reference/value.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { diffStates } from '../../traces/diff.ts';
import { anyType } from './any-type.ts';

const bool: TypeNode = { kind: 'bool' };
const small: TypeNode = { kind: 'range', lo: 0, hi: 9 };
const node: TypeNode = { kind: 'ids', name: 'Node', size: 2, labels: ['n1', 'n2'] };
const pair: TypeNode = {
  kind: 'struct',
  fields: [
    { name: 'up', type: bool },
    { name: 'load', type: small },
  ],
};

/** The changes of one variable `v`, as text. */
function changes(type: TypeNode, before: Value, after: Value): readonly string[] {
  const variables = [{ name: 'v', type, init: { kind: 'any' as const }, doc: null, ghost: false }];
  return diffStates(variables, Map({ v: before }), Map({ v: after })).map((change) =>
    change.kind === 'value'
      ? `${change.path}: ${showValue(change.type, change.before)} → ${showValue(change.type, change.after)}`
      : [
          change.path,
          ...change.removed.map((v) => `-${showValue(change.type, v)}`),
          ...change.added.map((v) => `+${showValue(change.type, v)}`),
        ].join(' '),
  );
}

const struct = (up: boolean, load: number): Value =>
  Map<Value, Value>(Object.entries({ up, load }));

describe('a change is told at the deepest place that names it:', () => {
  test('a field', () => {
    expect(changes(pair, struct(true, 1), struct(true, 2))).toEqual(['v.load: 1 → 2']);
  });
  test('several fields, in the order of the type', () => {
    expect(changes(pair, struct(true, 1), struct(false, 2))).toEqual([
      'v.up: true → false',
      'v.load: 1 → 2',
    ]);
  });
  test('a field of a map’s entry', () => {
    const type: TypeNode = { kind: 'map', key: node, value: pair };
    const before = Map<Value, Value>([
      [0, struct(true, 1)],
      [1, struct(true, 1)],
    ]);
    expect(changes(type, before, before.set(1, struct(true, 3)))).toEqual(['v[n2].load: 1 → 3']);
  });
  test('inside an option that stays some', () => {
    const type: TypeNode = { kind: 'option', of: pair };
    const before = someValue(struct(true, 1));
    expect(changes(type, before, someValue(struct(true, 2)))).toEqual(['v.value.load: 1 → 2']);
    expect(changes(type, before, null)).toEqual(['v: some({ up: true, load: 1 }) → none']);
  });
  test('inside a case that stays the same', () => {
    const type: TypeNode = {
      kind: 'union',
      cases: [
        { tag: 'A', type: pair },
        { tag: 'B', type: { kind: 'unit' } },
      ],
    };
    const before = taggedValue('A', struct(true, 1));
    expect(changes(type, before, taggedValue('A', struct(true, 2)))).toEqual(['v.A.load: 1 → 2']);
    expect(changes(type, before, taggedValue('B', null))).toEqual([
      'v: A({ up: true, load: 1 }) → B',
    ]);
  });
  test('one element of a sequence', () => {
    const type: TypeNode = { kind: 'sequence', of: pair, max: 3 };
    const before = List<Value>([struct(true, 1), struct(true, 2)]);
    expect(changes(type, before, before.set(1, struct(false, 2)))).toEqual([
      'v[1].up: true → false',
    ]);
  });
});

describe('as a whole is told', () => {
  const type: TypeNode = { kind: 'sequence', of: small, max: 4 };
  test('a sequence of another length', () => {
    expect(changes(type, List([1, 2]), List([1, 2, 3]))).toEqual(['v: [1, 2] → [1, 2, 3]']);
  });
  test('a sequence that differs in several places', () => {
    expect(changes(type, List([1, 2]), List([2, 3]))).toEqual(['v: [1, 2] → [2, 3]']);
  });
});

describe('elements are told one by one, in their canonical order, of', () => {
  test('a set', () => {
    const type: TypeNode = { kind: 'set', of: small, max: null };
    expect(changes(type, Set<Value>([9, 1, 2]), Set<Value>([2, 3, 0]))).toEqual(['v -1 -9 +0 +3']);
  });
  test('a bag, once for each copy', () => {
    const type: TypeNode = { kind: 'bag', of: small, max: 9 };
    const before = Map<Value, Value>([
      [1, 3],
      [2, 1],
    ]);
    const after = Map<Value, Value>([
      [1, 1],
      [3, 2],
    ]);
    expect(changes(type, before, after)).toEqual(['v -1 -1 -2 +3 +3']);
  });
});

test('equal states have no changes, different ones have some', () => {
  fc.assert(
    fc.property(anyType, fc.nat(40), fc.nat(40), (type, i, j) => {
      const values: Value[] = [];
      for (const value of valuesOf(type)) {
        values.push(value);
        if (values.length > 40) break;
      }
      const [a, b] = [values[i % values.length]!, values[j % values.length]!];
      expect(changes(type, a, b).length === 0).toBe(is(a, b));
    }),
    { numRuns: 500 },
  );
});

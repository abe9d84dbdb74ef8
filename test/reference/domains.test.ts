import { is } from 'immutable';
import { describe, expect, test } from 'vitest';
import { domainSize, rankOf, valuesOf } from '../../checker/reference/domains.ts';
import { belongsTo, misfit } from '../../checker/reference/membership.ts';
import { compareStates, compareValues, sortedEntries } from '../../checker/reference/order.ts';
import { showValue } from '../../checker/reference/show-value.ts';
import { someValue, taggedValue } from '../../checker/reference/value.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import {
  bag,
  bagValue,
  BOOL,
  COLOUR,
  declare,
  IDS,
  INDEX,
  int,
  listValue,
  mapOf,
  mapValue,
  MESSAGE,
  option,
  POINT,
  range,
  sequence,
  setOf,
  setValue,
  state,
  UNIT,
} from './build.ts';

const shown = (type: TypeNode): string[] =>
  Array.from(valuesOf(type), (value) => showValue(type, value));

describe('the canonical order of', () => {
  const cases: [string, TypeNode, string[]][] = [
    ['booleans: false first', BOOL, ['false', 'true']],
    ['integers: ascending', range(-1, 1), ['-1', '0', '1']],
    ['enumerations: as written', COLOUR, ['red', 'green', 'blue']],
    ['identities: by ordinal', IDS, ['p1', 'p2', 'p3']],
    ['indices: by ordinal', INDEX, ['n1', 'n2', 'n3']],
    ['unit: one value', UNIT, ['unit']],
    ['options: none first', option(BOOL), ['none', 'some(false)', 'some(true)']],
    [
      'structs: the first field is most significant',
      {
        kind: 'struct',
        fields: [
          { name: 'a', type: BOOL },
          { name: 'b', type: range(0, 1) },
        ],
      },
      ['{ a: false, b: 0 }', '{ a: false, b: 1 }', '{ a: true, b: 0 }', '{ a: true, b: 1 }'],
    ],
    [
      'unions: by tag as written, then by payload',
      MESSAGE,
      ['Prepared(p1)', 'Prepared(p2)', 'Prepared(p3)', 'Commit'],
    ],
    [
      'maps: the first key is most significant',
      mapOf(BOOL, range(0, 1)),
      [
        '[false → 0, true → 0]',
        '[false → 0, true → 1]',
        '[false → 1, true → 0]',
        '[false → 1, true → 1]',
      ],
    ],
    [
      'sets: as numbers whose bits are the elements',
      setOf(IDS),
      ['{}', '{p1}', '{p2}', '{p1, p2}', '{p3}', '{p1, p3}', '{p2, p3}', '{p1, p2, p3}'],
    ],
    [
      'bounded sets: the same, without the larger ones',
      setOf(IDS, 2),
      ['{}', '{p1}', '{p2}', '{p1, p2}', '{p3}', '{p1, p3}', '{p2, p3}'],
    ],
    [
      'sequences: shorter first, then lexicographic',
      sequence(BOOL, 2),
      [
        '[]',
        '[false]',
        '[true]',
        '[false, false]',
        '[false, true]',
        '[true, false]',
        '[true, true]',
      ],
    ],
    [
      'bags: as their sorted sequences',
      bag(range(0, 1), 2),
      ['bag()', 'bag(0)', 'bag(1)', 'bag(0, 0)', 'bag(0, 1)', 'bag(1, 1)'],
    ],
  ];
  test.each(cases)('%s', (_, type, expected) => {
    expect(shown(type)).toEqual(expected);
  });
});

const NESTED: TypeNode[] = [
  setOf(option(IDS)),
  setOf(POINT, 2),
  sequence(setOf(BOOL), 2),
  bag(MESSAGE, 3),
  mapOf(option(BOOL), sequence(UNIT, 2)),
  mapOf(setOf(BOOL), BOOL),
  option(bag(range(-1, 1), 2)),
  { kind: 'union', cases: [{ tag: 'A', type: POINT }, { tag: 'B', type: bag(BOOL, 2) }] }, // prettier-ignore
];

describe.each(NESTED.map((type) => [JSON.stringify(type), type] as const))('over %s', (_, type) => {
  const values = [...valuesOf(type)];

  test('enumeration, comparison and rank agree', () => {
    for (const [i, value] of values.entries()) {
      expect(rankOf(type, value)).toBe(BigInt(i));
      if (i > 0) expect(compareValues(type, values[i - 1]!, value)).toBeLessThan(0);
      if (i > 0) expect(compareValues(type, value, values[i - 1]!)).toBeGreaterThan(0);
      expect(compareValues(type, value, value)).toBe(0);
    }
  });

  test('the size is the number of values, and each belongs to the type', () => {
    expect(domainSize(type)).toBe(BigInt(values.length));
    expect(cardinality(type)).toBe(values.length);
    expect(values.every((value) => belongsTo(type, value))).toBe(true);
  });
});

test('a domain beyond counting is still enumerated from its beginning', () => {
  const huge = setOf(range(0, 19));
  const big = setOf(mapOf(IDS, range(0, 99)), 2);
  expect(domainSize(huge)).toBe(1_048_576n);
  expect(domainSize(big)).toBe(1n + 1_000_000n + (1_000_000n * 999_999n) / 2n);
  expect(domainSize(mapOf(range(0, 63), BOOL))).toBe(2n ** 64n);
  const first = valuesOf(huge);
  expect([first.next().value, first.next().value].map((v) => showValue(huge, v!))).toEqual([
    '{}',
    '{0}',
  ]);
});

test('maps with many keys are listed and compared by key in canonical order', () => {
  const type = mapOf(range(0, 19), BOOL);
  const keys = Array.from({ length: 20 }, (_, i) => 19 - i);
  const late = mapValue(...keys.map((key) => [key, key === 19] as [number, boolean]));
  const early = mapValue(...keys.map((key) => [key, key === 0] as [number, boolean]));
  expect(sortedEntries(type, late).map(([key]) => key)).toEqual(keys.toReversed());
  expect(compareValues(type, late, early)).toBeLessThan(0);
});

test('states are compared by the first variable that differs, in order of declaration', () => {
  const variables = [declare('b', range(0, 9), int(0)), declare('a', range(0, 9), int(0))];
  expect(compareStates(variables, state({ a: 9, b: 1 }), state({ a: 0, b: 2 }))).toBeLessThan(0);
  expect(compareStates(variables, state({ a: 9, b: 2 }), state({ a: 0, b: 2 }))).toBeGreaterThan(0);
  expect(compareStates(variables, state({ a: 3, b: 2 }), state({ b: 2, a: 3 }))).toBe(0);
});

test('equal values are equal whatever way they were made', () => {
  expect(is(bagValue(1, 2, 1), bagValue(2, 1, 1))).toBe(true);
  expect(is(setValue(someValue(1), null), setValue(null, someValue(1)))).toBe(true);
  expect(is(taggedValue('A', listValue(1)), taggedValue('A', listValue(1)))).toBe(true);
  expect(is(taggedValue('A', 1), taggedValue('B', 1))).toBe(false);
  expect(is(someValue(null), null)).toBe(false);
});

describe('a value outside its type is told by its innermost part', () => {
  const cases: [TypeNode, Parameters<typeof misfit>[1], string][] = [
    [range(0, 3), 4, '4 is outside 0..3'],
    [range(0, 3), -1, '-1 is outside 0..3'],
    [range(0, 3), 1.5, '1.5 is not a value of 0..3'],
    [COLOUR, 'pink', 'pink is outside oneOf(red, green, blue)'],
    [IDS, 3, '3 is outside P, which has 3 identities'],
    [BOOL, 1, '1 is not a value of bool'],
    [UNIT, 0, '0 is not a value of unit'],
    [option(range(0, 3)), someValue(7), '7 is outside 0..3'],
    [option(range(0, 3)), 3, '3 is not a value of option(0..3)'],
    [POINT, mapValue(['x', 9], ['on', true]), '9 is outside 0..3'],
    [POINT, mapValue(['x', 1], ['off', true]), 'field on is missing'],
    [MESSAGE, taggedValue('Prepared', 5), '5 is outside P, which has 3 identities'],
    [mapOf(BOOL, range(0, 1)), mapValue([false, 0], [true, 2]), '2 is outside 0..1'],
    [mapOf(BOOL, BOOL), mapValue([false, true]), 'a map with 1 of 2 keys is not total'],
    [setOf(range(0, 3)), setValue(1, 5), '5 is outside 0..3'],
    [setOf(IDS, 1), setValue(0, 2), '{p1, p3} has 2 elements, more than setOf(P, 1) can hold'],
    [
      sequence(BOOL, 1),
      listValue(true, false),
      '[true, false] has 2 elements, more than sequence(bool, 1) can hold',
    ],
    [bag(BOOL, 1), bagValue(true, true), 'bag(true, true) has 2 elements, more than bag(bool, 1) can hold'], // prettier-ignore
  ];
  test.each(cases)('%j %s', (type, value, complaint) => {
    expect(misfit(type, value)).toBe(complaint);
  });
});

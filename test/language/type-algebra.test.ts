import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../checker/reference/domains.ts';
import { belongsTo } from '../../checker/reference/membership.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { cardinality, containment, joinTypes, sameType } from '../../spec/language/type-algebra.ts';

type Pair = readonly [TypeNode, TypeNode];

const RM = { kind: 'ids', name: 'RM', size: 2, labels: ['r1', 'r2'] } as const;
const both = (type: TypeNode): Pair => [type, type];
const range = fc
  .tuple(fc.integer({ min: -2, max: 2 }), fc.nat({ max: 2 }))
  .map(([lo, more]): TypeNode => ({ kind: 'range', lo, hi: lo + more }));
const enumeration = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 })
  .map((values): TypeNode => ({ kind: 'enum', values }));
const limit = fc.integer({ min: 1, max: 2 });

/** Two small types of one shape, which may differ in their bounds; some of the pairs do not fit at all. */
const pairs: fc.Arbitrary<Pair> = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.tuple(range, range),
    fc.tuple(enumeration, enumeration),
    fc.constantFrom<Pair>(both({ kind: 'bool' }), both({ kind: 'unit' }), both(RM)),
    fc.tuple(range, enumeration),
    tie('pair').map(([a, b]): Pair => [
      { kind: 'option', of: a },
      { kind: 'option', of: b },
    ]),
    fc.tuple(tie('pair'), tie('pair')).map(([[a, b], [c, d]]): Pair => {
      const struct = (x: TypeNode, y: TypeNode): TypeNode => ({
        kind: 'struct',
        fields: [
          { name: 'x', type: x },
          { name: 'y', type: y },
        ],
      });
      return [struct(a, c), struct(b, d)];
    }),
    fc.tuple(tie('pair'), tie('pair')).map(([[a, b], [c, d]]): Pair => {
      const union = (x: TypeNode, y: TypeNode): TypeNode => ({
        kind: 'union',
        cases: [
          { tag: 'X', type: x },
          { tag: 'Y', type: y },
        ],
      });
      return [union(a, c), union(b, d)];
    }),
    tie('pair').map(([a, b]): Pair => {
      return [
        { kind: 'map', key: RM, value: a },
        { kind: 'map', key: RM, value: b },
      ];
    }),
    fc.tuple(tie('pair'), fc.option(limit), fc.option(limit)).map(([[a, b], m, n]): Pair => [
      { kind: 'set', of: a, max: m },
      { kind: 'set', of: b, max: n },
    ]),
    fc
      .tuple(tie('pair'), limit, limit, fc.constantFrom('sequence' as const, 'bag' as const))
      .map(([[a, b], m, n, kind]): Pair => [
        { kind, of: a, max: m },
        { kind, of: b, max: n },
      ]),
  ),
})).pair;

const MOST = 400;
/** The values of a type; the arbitrary pairs with too many of them are left out. */
const small = pairs.filter((pair) => pair.every((type) => cardinality(type) <= MOST));
const RUNS = { numRuns: 2000 };

test('the cardinality of a type is the number of its values', () => {
  fc.assert(
    fc.property(small, ([type]) => {
      const values = [...valuesOf(type)];
      expect(cardinality(type)).toBe(values.length);
      expect(values.every((value) => belongsTo(type, value))).toBe(true);
    }),
    RUNS,
  );
});

test('the join of two types contains the values of both, and is one of them if that does', () => {
  const kinds = { joined: 0, apart: 0 };
  fc.assert(
    fc.property(small, ([a, b]) => {
      const join = joinTypes(a, b);
      kinds[join === null ? 'apart' : 'joined']++;
      expect(joinTypes(b, a) === null).toBe(join === null);
      if (join === null) return;
      for (const type of [a, b]) {
        expect(containment(type, join)).toBe('always');
        for (const value of valuesOf(type)) expect(belongsTo(join, value)).toBe(true);
      }
      if (containment(a, b) === 'always') expect(cardinality(join)).toBe(cardinality(b));
    }),
    RUNS,
  );
  expect(kinds.joined).toBeGreaterThan(300);
  expect(kinds.apart).toBeGreaterThan(50);
});

test('what is said of containment is so of every value', () => {
  const seen = { always: 0, sometimes: 0, never: 0 };
  fc.assert(
    fc.property(small, ([from, to]) => {
      const said = containment(from, to);
      seen[said]++;
      const fits = [...valuesOf(from)].map((value) => belongsTo(to, value));
      if (said === 'always') expect(fits).not.toContain(false);
      // Of types that are never joined `none` and the empty collection still look alike.
      if (said === 'never' && joinTypes(from, to) !== null) expect(fits).not.toContain(true);
      if (fits.includes(true) && fits.includes(false)) expect(said).not.toBe('always');
    }),
    RUNS,
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});

test('types are the same if each contains the other, in one order of values', () => {
  fc.assert(
    fc.property(small, ([a, b]) => {
      expect(sameType(a, a)).toBe(true);
      if (!sameType(a, b)) return;
      expect([...valuesOf(a)].map(String)).toEqual([...valuesOf(b)].map(String));
      expect(containment(a, b)).toBe('always');
    }),
    RUNS,
  );
});

describe('a type with too many values to count exactly', () => {
  test.each<[string, TypeNode]>([
    ['a set', { kind: 'set', of: { kind: 'range', lo: 1, hi: 60 }, max: null }],
    ['a map', { kind: 'map', key: { kind: 'range', lo: 1, hi: 99 }, value: { kind: 'bool' } }],
    ['a sequence', { kind: 'sequence', of: { kind: 'range', lo: 1, hi: 99 }, max: 99 }],
    ['a bag', { kind: 'bag', of: { kind: 'range', lo: 1, hi: 99 }, max: 99 }],
  ])('%s', (_, type) => {
    expect(cardinality(type)).toBe(Infinity);
    expect(cardinality({ kind: 'option', of: type })).toBe(Infinity);
  });

  test('is told from one with just few enough', () => {
    const of = { kind: 'range', lo: 1, hi: 52 } as const;
    expect(cardinality({ kind: 'set', of, max: null })).toBe(2 ** 52);
  });
});

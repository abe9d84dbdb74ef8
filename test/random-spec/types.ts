import type { TypeNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import type { Choices } from './choices.ts';

export const BOOL = { kind: 'bool' } as const satisfies TypeNode;
export const UNIT = { kind: 'unit' } as const satisfies TypeNode;

/** Types that are named, so that one name always means one size. */
export const NAMED: readonly TypeNode[] = [
  { kind: 'ids', name: 'A', size: 2, labels: ['a1', 'a2'] },
  { kind: 'ids', name: 'B', size: 3, labels: ['b1', 'b2', 'b3'] },
  { kind: 'index', name: 'I', size: 3, labels: ['i1', 'i2', 'i3'] },
  { kind: 'index', name: 'J', size: 2, labels: ['j1', 'j2'] },
];

/** Enumerations that share values, in different orders, so that one converts to another. */
const ENUMS: readonly TypeNode[] = [
  ['red', 'green'],
  ['red', 'green', 'blue'],
  ['blue', 'red'],
].map((values) => ({ kind: 'enum', values }));

const SINGLE: TypeNode = { kind: 'enum', values: ['only'] };

/** Lower bounds; the far ones are where 32-bit arithmetic would go wrong. */
const LOWS = [0, 1, -1, -3, 5, 2 ** 31 - 2, -(2 ** 31) - 1];

const FIELDS = ['x', 'y', 'z'];
const TAGS = ['P', 'Q', 'R'];

/** A type with at most `limit` values, nested at most `depth` deep. */
export function randomType(choices: Choices, depth: number, limit: number): TypeNode {
  const type =
    depth > 0 && choices.below(3) > 0 ? compound(choices, depth, limit) : scalar(choices);
  const size = cardinality(type);
  return size >= 1 && size <= limit ? type : BOOL;
}

function scalar(choices: Choices): TypeNode {
  switch (choices.below(11)) {
    case 0:
    case 1:
      return BOOL;
    case 2:
    case 3:
    case 4: {
      const lo = choices.pick(LOWS);
      return { kind: 'range', lo, hi: lo + choices.pick([1, 2, 3, 1, 2, 3, 0]) };
    }
    case 5:
    case 6:
      return choices.below(8) === 7 ? SINGLE : choices.pick(ENUMS);
    case 7:
    case 8:
    case 9:
      return choices.pick(NAMED);
    default:
      return UNIT;
  }
}

function compound(choices: Choices, depth: number, limit: number): TypeNode {
  const inner = (): TypeNode => randomType(choices, depth - 1, limit);
  switch (choices.below(7)) {
    case 0:
      return { kind: 'option', of: inner() };
    case 1: {
      const count = 1 + choices.below(3);
      return {
        kind: 'struct',
        fields: FIELDS.slice(0, count).map((name) => ({ name, type: inner() })),
      };
    }
    case 2: {
      const count = 1 + choices.below(3);
      return { kind: 'union', cases: TAGS.slice(0, count).map((tag) => ({ tag, type: inner() })) };
    }
    case 3:
      return { kind: 'map', key: randomType(choices, depth - 1, 4), value: inner() };
    case 4: {
      const of = inner();
      const max = cardinality(of) > 6 || choices.below(3) === 2 ? 1 + choices.below(2) : null;
      return { kind: 'set', of, max };
    }
    case 5:
      return { kind: 'sequence', of: inner(), max: 1 + choices.below(3) };
    default:
      return { kind: 'bag', of: inner(), max: 1 + choices.below(2) };
  }
}

/** A type and every type that it is made of. */
export function partsOf(type: TypeNode): TypeNode[] {
  switch (type.kind) {
    case 'bool':
    case 'range':
    case 'enum':
    case 'ids':
    case 'index':
    case 'unit':
      return [type];
    case 'option':
    case 'set':
    case 'sequence':
    case 'bag':
      return [type, ...partsOf(type.of)];
    case 'struct':
      return [type, ...type.fields.flatMap((field) => partsOf(field.type))];
    case 'union':
      return [type, ...type.cases.flatMap((one) => partsOf(one.type))];
    case 'map':
      return [type, ...partsOf(type.key), ...partsOf(type.value)];
  }
}

/** Another type of the same shape, or null: what a `convert` node may start from. */
export function variant(choices: Choices, type: TypeNode): TypeNode | null {
  switch (type.kind) {
    case 'range':
      return { kind: 'range', lo: type.lo - choices.below(2), hi: type.hi + 1 };
    case 'enum': {
      const other = ENUMS.find(
        (one) => one.kind === 'enum' && one !== type && one.values.includes(type.values[0]!),
      );
      return other ?? null;
    }
    case 'option': {
      const of = variant(choices, type.of);
      return of && { kind: 'option', of };
    }
    case 'set': {
      const of = choices.below(2) === 0 ? variant(choices, type.of) : null;
      if (of !== null) return { ...type, of };
      return cardinality(type.of) > 8 ? null : { ...type, max: type.max === null ? 2 : null };
    }
    case 'sequence':
    case 'bag': {
      const of = choices.below(2) === 0 ? variant(choices, type.of) : null;
      return of === null ? { ...type, max: type.max + 1 } : { ...type, of };
    }
    case 'map': {
      const value = variant(choices, type.value);
      return value && { ...type, value };
    }
    case 'struct': {
      const [first, ...rest] = type.fields;
      const other = variant(choices, first!.type);
      return other && { kind: 'struct', fields: [{ ...first!, type: other }, ...rest] };
    }
    case 'union': {
      const [first, ...rest] = type.cases;
      const other = variant(choices, first!.type);
      return other && { kind: 'union', cases: [{ ...first!, type: other }, ...rest] };
    }
    case 'bool':
    case 'unit':
    case 'ids':
    case 'index':
      return null;
  }
}

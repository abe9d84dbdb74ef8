import type { AnyType, Cases, Fields, Int, None, Some } from './expressions.ts';
import type {
  BagType,
  BoolType,
  EnumType,
  IdsType,
  IndexType,
  MapType,
  OptionType,
  RangeType,
  SequenceType,
  SetType,
  StructType,
  UnionType,
  UnitType,
} from './finite-types.ts';
import { RESERVED_FIELDS } from './composite-handles.ts';
import { wrap } from './handles.ts';
import { liftTo, NONE } from './lift.ts';
import { report } from './mistakes.ts';
import { showType } from './show.ts';
import { constantInteger } from './static-value.ts';
import type { IdsTypeNode, IndexTypeNode, TypeNode } from './tree.ts';
import { cardinality } from './type-algebra.ts';

/** The largest domain whose sets are kept as one bit an element, and whose values can be map keys. */
export const MAX_INDEXED_DOMAIN = 4096;

function make<T extends AnyType>(node: TypeNode, extra: object = {}): T {
  const of = (value: unknown): unknown => wrap(liftTo(value, node));
  return { node, of, ...extra } as unknown as T;
}

/** Booleans. */
export const bool: BoolType = make({ kind: 'bool' });

/** The type of one value, for cases of a union without a payload. */
export const unit: UnitType = make({ kind: 'unit' });

/** The integers from `lo` to `hi`, both inclusive. A value outside is a spec error, never wrapped. */
export function range(lo: Int, hi: Int): RangeType {
  const bounds = [constantInteger(lo, 'the lower bound'), constantInteger(hi, 'the upper bound')];
  const [least, most] = bounds as [number, number];
  if (least > most) {
    report(`range(${least}, ${most}) is empty`, 'The lower bound must not exceed the upper one.');
  }
  return make({ kind: 'range', lo: least, hi: Math.max(least, most) });
}

/** An enumeration: `oneOf('working', 'prepared')`. */
export function oneOf<const L extends string>(...values: L[]): EnumType<L> {
  if (values.length === 0) report('oneOf() is empty', 'Name at least one value.');
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  if (twice !== undefined) report(`oneOf names '${twice}' twice`, 'Each value must be named once.');
  return make({ kind: 'enum', values: [...new Set(values)] });
}

/** Options of a scalarset or index. */
export interface LabelOptions {
  /** Prefix of the labels that traces show: `r` gives r1, r2, … Default: the name's first letter, lower case. */
  readonly label?: string;
}

/**
 * `size` interchangeable identities (a scalarset): they can be compared for equality and used as keys,
 * nothing else, so that symmetry reduction over them is sound. Use `constant.ids` where the size
 * is to be set by a model.
 */
export function ids<const N extends string>(
  name: N,
  size: number,
  options: LabelOptions = {},
): IdsType<N> {
  const node = identities('ids', name, size, options);
  return make(node, { size: node.size });
}

/** `size` identities in an order, with successor and comparison. */
export function index<const N extends string>(
  name: N,
  size: number,
  options: LabelOptions = {},
): IndexType<N> {
  const node = identities('index', name, size, options);
  const at = (position: number): unknown => {
    if (Number.isInteger(position) && position >= 0 && position < node.size) {
      return wrap({ op: 'literal', type: node, value: position });
    }
    report(`${name} has no position ${position}`, `Its positions are 0 to ${node.size - 1}.`);
    return wrap({ op: 'literal', type: node, value: 0 });
  };
  return make(node, { size: node.size, first: at(0), last: at(node.size - 1), at });
}

function identities<K extends 'ids' | 'index'>(
  kind: K,
  name: string,
  size: number,
  options: LabelOptions,
): (IdsTypeNode | IndexTypeNode) & { readonly kind: K } {
  const fits = Number.isInteger(size) && size >= 1 && size <= MAX_INDEXED_DOMAIN;
  if (!fits) {
    report(
      `${kind}('${name}', ${size}) cannot have ${size} identities`,
      `The size is an integer from 1 to ${MAX_INDEXED_DOMAIN}.`,
    );
  }
  const prefix = options.label ?? name.charAt(0).toLowerCase();
  const labels = Array.from({ length: fits ? size : 1 }, (_, i) => `${prefix}${i + 1}`);
  return { kind, name, size: labels.length, labels } as ReturnType<typeof identities<K>>;
}

/** A value of `of`, or none. Written `none` and `some(x)`. */
export function option<T extends AnyType>(of: T): OptionType<T> {
  return make({ kind: 'option', of: of.node });
}

/** The absent value of any option. */
export const none = NONE as unknown as None;

/** A present value of an option. */
export function some<V>(value: V): Some<V> {
  return { some: value };
}

/** A record. Fields are read and updated as properties: `record.at(o).state.set('acquired')`. */
export function struct<F extends Fields>(fields: F): StructType<F> {
  const entries = Object.entries(fields);
  if (entries.length === 0) report('struct({}) has no field', 'Name at least one field.');
  for (const [name] of entries) {
    if (RESERVED_FIELDS.includes(name)) {
      report(`a field cannot be named '${name}'`, 'That is a method of every struct.');
    }
  }
  return make({
    kind: 'struct',
    fields: entries.map(([name, type]) => ({ name, type: type.node })),
  });
}

/** A tagged union: `union({ Prepared: RM, Commit: unit })`, with a constructor for each tag. */
export function union<C extends Cases>(cases: C): UnionType<C> {
  const entries = Object.entries(cases);
  if (entries.length === 0) report('union({}) has no case', 'Name at least one case.');
  const node: TypeNode = {
    kind: 'union',
    cases: entries.map(([tag, type]) => ({ tag, type: type.node })),
  };
  const constructors = entries.map(([tag, type]) => {
    if (tag === 'node' || tag === 'of') report(`a case cannot be named '${tag}'`, 'Rename it.');
    const inject = (payload?: unknown): unknown =>
      wrap({ op: 'inject', type: node, tag, payload: liftTo(payload, type.node) });
    return [tag, inject];
  });
  return make(node, Object.fromEntries(constructors));
}

/** A total function from every value of `key` to a value of `value`. */
export function map<K extends AnyType, V extends AnyType>(key: K, value: V): MapType<K, V> {
  const size = cardinality(key.node);
  if (size > MAX_INDEXED_DOMAIN) {
    report(
      `a map over ${showType(key.node)} has ${size} entries`,
      `A key type may have at most ${MAX_INDEXED_DOMAIN} values.`,
    );
  }
  return make({ kind: 'map', key: key.node, value: value.node });
}

/**
 * A finite set. Give `max`, the most elements it ever holds, where the element type is large;
 * more is then a spec error.
 */
export function setOf<T extends AnyType>(of: T, max?: number): SetType<T> {
  const size = cardinality(of.node);
  if (max === undefined && size > MAX_INDEXED_DOMAIN) {
    report(
      `setOf(${showType(of.node)}) is over ${size} possible elements`,
      'Say how many it holds at most: setOf(type, max).',
    );
  }
  return make({ kind: 'set', of: of.node, max: max === undefined ? null : capacity(max, 'setOf') });
}

/** A sequence of at most `max` elements; more is a spec error. */
export function sequence<T extends AnyType>(of: T, max: Int): SequenceType<T> {
  return make({ kind: 'sequence', of: of.node, max: capacity(max, 'sequence') });
}

/** A multiset of at most `max` elements, counted with multiplicity; more is a spec error. */
export function bag<T extends AnyType>(of: T, max: Int): BagType<T> {
  return make({ kind: 'bag', of: of.node, max: capacity(max, 'bag') });
}

function capacity(max: Int, what: string): number {
  const value = constantInteger(max, `the max of ${what}`);
  if (value >= 1 && value <= MAX_INDEXED_DOMAIN) return value;
  report(
    `${what} cannot hold at most ${value} elements`,
    `Give a max from 1 to ${MAX_INDEXED_DOMAIN}.`,
  );
  return 1;
}

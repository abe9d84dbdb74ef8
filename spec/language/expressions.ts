/**
 * What a spec's author handles: expressions, and places, which are expressions that can also be
 * updated. These are types only; handles.ts makes the objects.
 *
 * Every type of the language comes as a pair: `IntExpr` and `IntPlace`, `SetExpr<T>` and
 * `SetPlace<T>`. A variable, an entry of a variable and a field of one are places; everything else,
 * constants included, is an expression.
 */
import type { RangeType } from './finite-types.ts';
import type { ExprNode, TypeNode, UpdateNode } from './tree.ts';

declare const phantom: unique symbol;

/** Anything that has a value in a state. */
export interface Expr {
  readonly node: ExprNode;
}

/** A change of one place, made in an action's `then`. */
export interface Update {
  readonly update: UpdateNode;
}

/**
 * A finite type. `E` is what an expression of it can do, `P` what a place of it can do, `L` the
 * plain TypeScript values that may stand for it.
 */
export interface Type<E = unknown, P = unknown, L = unknown> {
  readonly node: TypeNode;
  /** Never there at run time: it carries E, P and L for TypeScript. */
  readonly [phantom]: { readonly expr: E; readonly place: P; readonly literal: L };
  /** The value as an expression of this type, where TypeScript alone cannot tell: `Message.of(…)`. */
  of(value: L | E): E;
}
export type AnyType = Type;

/** The expressions of a type. */
export type ExprOf<T extends AnyType> = T[typeof phantom]['expr'];
/** The places of a type. */
export type PlaceOf<T extends AnyType> = T[typeof phantom]['place'];
/** What may stand where a value of the type is wanted: an expression or a plain value. */
export type OperandOf<T extends AnyType> = T[typeof phantom]['expr'] | T[typeof phantom]['literal'];

// ---------------------------------------------------------------- booleans, integers, names

export type Bool = BoolExpr | boolean;
export type Int = IntExpr | number;

export interface BoolExpr extends Expr {
  readonly [phantom]: 'bool';
  is(other: Bool): BoolExpr;
  isNot(other: Bool): BoolExpr;
  and(...others: Bool[]): BoolExpr;
  or(...others: Bool[]): BoolExpr;
  implies(other: Bool): BoolExpr;
  not(): BoolExpr;
}
export interface BoolPlace extends BoolExpr {
  set(value: Bool): Update;
}

export interface IntExpr extends Expr {
  readonly [phantom]: 'int';
  is(other: Int): BoolExpr;
  isNot(other: Int): BoolExpr;
  lt(other: Int): BoolExpr;
  le(other: Int): BoolExpr;
  gt(other: Int): BoolExpr;
  ge(other: Int): BoolExpr;
  plus(other: Int): IntExpr;
  minus(other: Int): IntExpr;
  times(other: Int): IntExpr;
  /** Floor division. The divisor must be positive, else a spec error. */
  div(other: Int): IntExpr;
  /** Remainder of floor division, never negative. The divisor must be positive, else a spec error. */
  mod(other: Int): IntExpr;
  negated(): IntExpr;
}
export interface IntPlace extends IntExpr {
  set(value: Int): Update;
  /** Adds `by` (default 1). Beyond the range is a spec error. */
  increment(by?: Int): Update;
  /** Subtracts `by` (default 1). Below the range is a spec error. */
  decrement(by?: Int): Update;
}

export interface EnumExpr<L extends string> extends Expr {
  readonly [phantom]: { readonly values: L };
  is(other: L | EnumExpr<L>): BoolExpr;
  isNot(other: L | EnumExpr<L>): BoolExpr;
  isOneOf(...others: L[]): BoolExpr;
}
export interface EnumPlace<L extends string> extends EnumExpr<L> {
  set(value: L | EnumExpr<L>): Update;
}

/** An interchangeable identity: it can only be compared for equality and used as a key. */
export interface IdExpr<N extends string> extends Expr {
  readonly [phantom]: { readonly ids: N };
  is(other: IdExpr<N>): BoolExpr;
  isNot(other: IdExpr<N>): BoolExpr;
}
export interface IdPlace<N extends string> extends IdExpr<N> {
  set(value: IdExpr<N>): Update;
}

/** An ordered identity. */
export interface IndexExpr<N extends string> extends Expr {
  readonly [phantom]: { readonly index: N };
  is(other: IndexExpr<N>): BoolExpr;
  isNot(other: IndexExpr<N>): BoolExpr;
  lt(other: IndexExpr<N>): BoolExpr;
  le(other: IndexExpr<N>): BoolExpr;
  gt(other: IndexExpr<N>): BoolExpr;
  ge(other: IndexExpr<N>): BoolExpr;
  isFirst(): BoolExpr;
  isLast(): BoolExpr;
  /** The next one; past the last is a spec error. */
  successor(): IndexExpr<N>;
  /** The one before; before the first is a spec error. */
  predecessor(): IndexExpr<N>;
  /** The next one, the first after the last. */
  successorWrapping(): IndexExpr<N>;
  /** The one before, the last before the first. */
  predecessorWrapping(): IndexExpr<N>;
  /** Its position, from 0. */
  ordinal(): IntExpr;
}
export interface IndexPlace<N extends string> extends IndexExpr<N> {
  set(value: IndexExpr<N>): Update;
}

export interface UnitExpr extends Expr {
  readonly [phantom]: 'unit';
}

// ---------------------------------------------------------------- options, structs, unions

declare const noneBrand: unique symbol;
/** The absent value of any option. */
export interface None {
  readonly [noneBrand]: true;
}
/** A present value of an option. */
export interface Some<V> {
  readonly some: V;
}
export type OptionLiteral<T extends AnyType> = None | Some<OperandOf<T>>;

export interface OptionExpr<T extends AnyType> extends Expr {
  readonly [phantom]: { readonly option: T };
  is(other: OptionExpr<T> | OptionLiteral<T>): BoolExpr;
  isNot(other: OptionExpr<T> | OptionLiteral<T>): BoolExpr;
  isNone(): BoolExpr;
  isSome(): BoolExpr;
  /** Whether it is present and equal to `value`. */
  isSomeOf(value: OperandOf<T>): BoolExpr;
  /** The value; a spec error on none. */
  value(): ExprOf<T>;
  /** The value, or `other` on none. */
  orElse(other: OperandOf<T>): ExprOf<T>;
}
export interface OptionPlace<T extends AnyType> extends OptionExpr<T> {
  set(value: OptionExpr<T> | OptionLiteral<T>): Update;
}

export type Fields = Readonly<Record<string, AnyType>>;
export type StructLiteral<F extends Fields> = { readonly [K in keyof F]: OperandOf<F[K]> };
interface StructMethods<F extends Fields> extends Expr {
  readonly [phantom]: { readonly struct: F };
  is(other: StructOperand<F>): BoolExpr;
  isNot(other: StructOperand<F>): BoolExpr;
  /** The same with some fields changed. */
  with(changes: Partial<StructLiteral<F>>): StructExpr<F>;
}
type StructOperand<F extends Fields> = StructMethods<F> | StructLiteral<F>;
/** A record; each field is a property. */
export type StructExpr<F extends Fields> = StructMethods<F> & {
  readonly [K in keyof F]: ExprOf<F[K]>;
};
export type StructPlace<F extends Fields> = StructMethods<F> & {
  readonly [K in keyof F]: PlaceOf<F[K]>;
} & { set(value: StructOperand<F>): Update };

export type Cases = Readonly<Record<string, AnyType>>;
export interface UnionExpr<C extends Cases> extends Expr {
  readonly [phantom]: { readonly union: C };
  is(other: UnionExpr<C>): BoolExpr;
  isNot(other: UnionExpr<C>): BoolExpr;
  /** Whether the value has this tag. */
  isA(tag: keyof C & string): BoolExpr;
  /** The payload under `tag`; a spec error under another tag. */
  as<K extends keyof C & string>(tag: K): ExprOf<C[K]>;
  /** One branch for each tag, each given the payload. */
  match<R extends Expr>(branches: { readonly [K in keyof C]: (payload: ExprOf<C[K]>) => R }): R;
}
export interface UnionPlace<C extends Cases> extends UnionExpr<C> {
  set(value: UnionExpr<C>): Update;
}

// ---------------------------------------------------------------- maps, sets, sequences, bags

/**
 * A map as a plain value: the same value for every key, or a function of the key. (Where the values
 * are maps too, a function is one of the outer key: `(a) => (b) => …`.)
 */
export type MapLiteral<K extends AnyType, V extends AnyType> =
  Exclude<OperandOf<V>, AnyFunction> | ((key: ExprOf<K>) => OperandOf<V>);
type AnyFunction = (...args: never[]) => unknown;
interface MapMethods<K extends AnyType, V extends AnyType> extends Expr {
  readonly [phantom]: { readonly map: [K, V] };
  is(other: MapMethods<K, V> | MapLiteral<K, V>): BoolExpr;
  isNot(other: MapMethods<K, V> | MapLiteral<K, V>): BoolExpr;
  /** The same with one entry changed. */
  with(key: OperandOf<K>, value: OperandOf<V>): MapExpr<K, V>;
}
export interface MapExpr<K extends AnyType, V extends AnyType> extends MapMethods<K, V> {
  /** The value at a key. */
  at(key: OperandOf<K>): ExprOf<V>;
}
export interface MapPlace<K extends AnyType, V extends AnyType> extends MapMethods<K, V> {
  /** The entry at a key. */
  at(key: OperandOf<K>): PlaceOf<V>;
  /** Sets every entry. */
  set(value: MapMethods<K, V> | MapLiteral<K, V>): Update;
}

export interface SetExpr<T extends AnyType> extends Expr {
  readonly [phantom]: { readonly set: T };
  is(other: SetOperand<T>): BoolExpr;
  isNot(other: SetOperand<T>): BoolExpr;
  has(element: OperandOf<T>): BoolExpr;
  isEmpty(): BoolExpr;
  size(): IntExpr;
  isSubsetOf(other: SetOperand<T>): BoolExpr;
  union(other: SetOperand<T>): SetExpr<T>;
  intersect(other: SetOperand<T>): SetExpr<T>;
  minus(other: SetOperand<T>): SetExpr<T>;
  with(...elements: OperandOf<T>[]): SetExpr<T>;
  without(...elements: OperandOf<T>[]): SetExpr<T>;
}
export type SetOperand<T extends AnyType> = SetExpr<T> | readonly OperandOf<T>[];
export interface SetPlace<T extends AnyType> extends SetExpr<T> {
  set(value: SetOperand<T>): Update;
  /** Adds an element (no change if it is there). Different elements may change in one step. */
  add(element: OperandOf<T>): Update;
  /** Removes an element (no change if it is not there). Different elements may change in one step. */
  remove(element: OperandOf<T>): Update;
}

export interface SequenceExpr<T extends AnyType> extends Expr {
  readonly [phantom]: { readonly sequence: T };
  is(other: SequenceOperand<T>): BoolExpr;
  isNot(other: SequenceOperand<T>): BoolExpr;
  length(): IntExpr;
  isEmpty(): BoolExpr;
  has(element: OperandOf<T>): BoolExpr;
  /** First element; a spec error when empty. */
  head(): ExprOf<T>;
  /** Last element; a spec error when empty. */
  last(): ExprOf<T>;
  /** All but the first; a spec error when empty. */
  tail(): SequenceExpr<T>;
  /** All but the last; a spec error when empty. */
  front(): SequenceExpr<T>;
  /** Element at a position from 0; a spec error out of bounds. */
  at(index: Int): ExprOf<T>;
  /** With an element more at the end. */
  appended(element: OperandOf<T>): SequenceExpr<T>;
  /** Without the element at a position from 0; a spec error out of bounds. */
  withoutIndex(index: Int): SequenceExpr<T>;
  /** The positions 0..length-1, as a set. */
  indices(): SetExpr<RangeType>;
  /** The elements, as a set. */
  elements(): SetExpr<T>;
}
export type SequenceOperand<T extends AnyType> = SequenceExpr<T> | readonly OperandOf<T>[];
export interface SequencePlace<T extends AnyType> extends SequenceExpr<T> {
  set(value: SequenceOperand<T>): Update;
  /** Appends elements; a spec error beyond the type's max. */
  append(...elements: OperandOf<T>[]): Update;
  /** Removes the first element; a spec error when empty. */
  removeHead(): Update;
  /** Removes the element at a position from 0; a spec error out of bounds. */
  removeIndex(index: Int): Update;
}

export interface BagExpr<T extends AnyType> extends Expr {
  readonly [phantom]: { readonly bag: T };
  is(other: BagExpr<T> | readonly OperandOf<T>[]): BoolExpr;
  isNot(other: BagExpr<T> | readonly OperandOf<T>[]): BoolExpr;
  has(element: OperandOf<T>): BoolExpr;
  isEmpty(): BoolExpr;
  /** Number of elements, with multiplicity. */
  size(): IntExpr;
  /** Multiplicity of an element. */
  count(element: OperandOf<T>): IntExpr;
  /** With one copy more. */
  with(element: OperandOf<T>): BagExpr<T>;
  /** With one copy less; a spec error when there is none. */
  without(element: OperandOf<T>): BagExpr<T>;
  /** The elements, as a set. */
  elements(): SetExpr<T>;
}
export interface BagPlace<T extends AnyType> extends BagExpr<T> {
  set(value: BagExpr<T> | readonly OperandOf<T>[]): Update;
  /** Adds one copy of each; a spec error beyond the type's max. */
  add(...elements: OperandOf<T>[]): Update;
  /** Removes one copy of each; a spec error when one is not there. */
  remove(...elements: OperandOf<T>[]): Update;
}

// ---------------------------------------------------------------- domains

/** What can be ranged over: every value of a type, or the elements of a set. */
export type Domain = AnyType | SetExpr<AnyType>;
/** The expressions that range over a domain. */
export type ElementOf<D> =
  D extends SetExpr<infer T> ? ExprOf<T> : D extends AnyType ? ExprOf<D> : never;

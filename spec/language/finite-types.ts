/** What each type of the language is to TypeScript. types.ts makes the objects. */
import type {
  AnyType,
  BagExpr,
  BagPlace,
  BoolExpr,
  BoolPlace,
  Cases,
  Domain,
  EnumExpr,
  EnumPlace,
  Expr,
  Fields,
  IdExpr,
  IdPlace,
  IndexExpr,
  IndexPlace,
  IntExpr,
  IntPlace,
  MapExpr,
  MapLiteral,
  MapPlace,
  OperandOf,
  OptionExpr,
  OptionLiteral,
  OptionPlace,
  SequenceExpr,
  SequencePlace,
  SetExpr,
  SetPlace,
  StructExpr,
  StructLiteral,
  StructPlace,
  Type,
  UnionExpr,
  UnionPlace,
  UnitExpr,
} from './expressions.ts';

export interface BoolType extends Type<BoolExpr, BoolPlace, boolean> {}
export interface RangeType extends Type<IntExpr, IntPlace, number> {}
export interface EnumType<L extends string> extends Type<EnumExpr<L>, EnumPlace<L>, L> {}
/** A scalarset: interchangeable identities. */
export interface IdsType<N extends string> extends Type<IdExpr<N>, IdPlace<N>, never> {
  readonly size: number;
}
/** Ordered identities. */
export interface IndexType<N extends string> extends Type<IndexExpr<N>, IndexPlace<N>, never> {
  readonly size: number;
  readonly first: IndexExpr<N>;
  readonly last: IndexExpr<N>;
  /** The identity at a position from 0. */
  at(position: number): IndexExpr<N>;
}
export interface UnitType extends Type<UnitExpr, UnitExpr, null> {}
export interface OptionType<T extends AnyType> extends Type<
  OptionExpr<T>,
  OptionPlace<T>,
  OptionLiteral<T>
> {}
export interface StructType<F extends Fields> extends Type<
  StructExpr<F>,
  StructPlace<F>,
  StructLiteral<F>
> {}
/** A tagged union; each tag is a constructor: `Message.Prepared(rm)`. */
export type UnionType<C extends Cases> = Type<UnionExpr<C>, UnionPlace<C>, never> & {
  readonly [K in keyof C]: C[K] extends UnitType
    ? () => UnionExpr<C>
    : (payload: OperandOf<C[K]>) => UnionExpr<C>;
};
export interface MapType<K extends AnyType, V extends AnyType> extends Type<
  MapExpr<K, V>,
  MapPlace<K, V>,
  MapLiteral<K, V>
> {}
export interface SetType<T extends AnyType> extends Type<
  SetExpr<T>,
  SetPlace<T>,
  readonly OperandOf<T>[]
> {}
export interface SequenceType<T extends AnyType> extends Type<
  SequenceExpr<T>,
  SequencePlace<T>,
  readonly OperandOf<T>[]
> {}
export interface BagType<T extends AnyType> extends Type<
  BagExpr<T>,
  BagPlace<T>,
  readonly OperandOf<T>[]
> {}

/** The type of the values that a domain ranges over. */
export type ElementTypeOf<D extends Domain> =
  D extends SetExpr<infer T> ? T : D extends AnyType ? D : never;

/** The type that an expression is of. */
export type TypeOf<E extends Expr> = E extends BoolExpr
  ? BoolType
  : E extends IntExpr
    ? RangeType
    : E extends EnumExpr<infer L>
      ? EnumType<L>
      : E extends IdExpr<infer N>
        ? IdsType<N>
        : E extends IndexExpr<infer N>
          ? IndexType<N>
          : E extends UnitExpr
            ? UnitType
            : TypeOfComposite<E>;
type TypeOfComposite<E extends Expr> =
  E extends OptionExpr<infer T>
    ? OptionType<T>
    : E extends StructExpr<infer F>
      ? StructType<F>
      : E extends UnionExpr<infer C>
        ? UnionType<C>
        : E extends MapExpr<infer K, infer V>
          ? MapType<K, V>
          : E extends SetExpr<infer T>
            ? SetType<T>
            : E extends SequenceExpr<infer T>
              ? SequenceType<T>
              : E extends BagExpr<infer T>
                ? BagType<T>
                : Type<E>;

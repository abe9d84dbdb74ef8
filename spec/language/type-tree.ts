/** A finite type. Its values have a canonical order, given with each kind. */
export type TypeNode =
  | BoolTypeNode
  | RangeTypeNode
  | EnumTypeNode
  | IdsTypeNode
  | IndexTypeNode
  | UnitTypeNode
  | OptionTypeNode
  | StructTypeNode
  | UnionTypeNode
  | MapTypeNode
  | SetTypeNode
  | SequenceTypeNode
  | BagTypeNode;

/** `false < true`. */
export interface BoolTypeNode {
  readonly kind: 'bool';
}
/** The integers lo..hi, both inclusive, in ascending order. Expressions carry the interval that bounds them. */
export interface RangeTypeNode {
  readonly kind: 'range';
  readonly lo: number;
  readonly hi: number;
}
/** An enumeration; values in the order written. */
export interface EnumTypeNode {
  readonly kind: 'enum';
  readonly values: readonly string[];
}
/** A scalarset: interchangeable identities 0..size-1, shown as `labels`. */
export interface IdsTypeNode {
  readonly kind: 'ids';
  readonly name: string;
  readonly size: number;
  readonly labels: readonly string[];
}
/** Ordered identities 0..size-1, shown as `labels`. */
export interface IndexTypeNode {
  readonly kind: 'index';
  readonly name: string;
  readonly size: number;
  readonly labels: readonly string[];
}
/** The type of one value. */
export interface UnitTypeNode {
  readonly kind: 'unit';
}
/** `none`, then `some(x)` in the order of x. */
export interface OptionTypeNode {
  readonly kind: 'option';
  readonly of: TypeNode;
}
/** A record. Lexicographic, the first field most significant. At least one field. */
export interface StructTypeNode {
  readonly kind: 'struct';
  readonly fields: readonly FieldNode[];
}
export interface FieldNode {
  readonly name: string;
  readonly type: TypeNode;
}
/** A tagged union. By tag in the order written, then by payload. */
export interface UnionTypeNode {
  readonly kind: 'union';
  readonly cases: readonly CaseNode[];
}
export interface CaseNode {
  readonly tag: string;
  readonly type: TypeNode;
}
/** A total function. Lexicographic over the keys in order, the first key most significant. */
export interface MapTypeNode {
  readonly kind: 'map';
  readonly key: TypeNode;
  readonly value: TypeNode;
}
/**
 * A finite set. Ordered as the number whose bit i says whether the i-th element of `of` is in.
 * With `max`, at most that many elements (for elements of a large type).
 */
export interface SetTypeNode {
  readonly kind: 'set';
  readonly of: TypeNode;
  readonly max: number | null;
}
/** A sequence of 0..max elements. Shorter first, then lexicographic. */
export interface SequenceTypeNode {
  readonly kind: 'sequence';
  readonly of: TypeNode;
  readonly max: number;
}
/** A multiset of 0..max elements, counted with multiplicity. Ordered as its sorted sequence. */
export interface BagTypeNode {
  readonly kind: 'bag';
  readonly of: TypeNode;
  readonly max: number;
}

import type {
  BagTypeNode,
  BoolTypeNode,
  IndexTypeNode,
  MapTypeNode,
  OptionTypeNode,
  RangeTypeNode,
  SequenceTypeNode,
  SetTypeNode,
  StructTypeNode,
  TypeNode,
  UnionTypeNode,
} from './type-tree.ts';

/** Any expression. `type` is its static type; for integers, an interval that contains every result. */
export type ExprNode =
  | LiteralNode
  | ConstantNode
  | VariableNode
  | BoundNode
  | NextNode
  | ConvertNode
  | NotNode
  | ConnectiveNode
  | ImpliesNode
  | EqualityNode
  | OrderNode
  | ArithmeticNode
  | NegateNode
  | IfNode
  | LetNode
  | QuantifierNode
  | CountNode
  | ChooseNode
  | FilterNode
  | MapSetNode
  | SumNode
  | ExtremumNode
  | ElementsNode
  | SetAlgebraNode
  | SubsetNode
  | HasNode
  | SizeNode
  | WithElementNode
  | SomeNode
  | NoneNode
  | IsSomeNode
  | UnwrapNode
  | StructNode
  | FieldOfNode
  | WithFieldNode
  | InjectNode
  | IsTagNode
  | PayloadNode
  | MatchNode
  | MapOfNode
  | AtNode
  | WithEntryNode
  | HeadNode
  | TailNode
  | AppendNode
  | RemoveAtNode
  | ElementAtNode
  | IndicesNode
  | SetOfNode
  | CountInBagNode
  | WithInBagNode
  | OrdinalNode
  | NeighbourNode;

interface Typed<T extends TypeNode = TypeNode> {
  readonly type: T;
}

/** bool: boolean; range: number; enum: string; ids and index: ordinal; unit: null. */
export interface LiteralNode extends Typed {
  readonly op: 'literal';
  readonly value: boolean | number | string | null;
}
/** A named constant of the spec with its value (a tree of literals). */
export interface ConstantNode extends Typed {
  readonly op: 'constant';
  readonly name: string;
  readonly value: ExprNode;
}
/** The value of a state variable (in the state before the step, unless under `next`). */
export interface VariableNode extends Typed {
  readonly op: 'variable';
  readonly name: string;
}
/** An action parameter, a quantified or let-bound name. `id` is unique within the spec. */
export interface BoundNode extends Typed {
  readonly op: 'bound';
  readonly id: number;
  readonly name: string;
}
/** `arg` in the state after the step (TLA+'s prime). Only in step invariants; never nested. */
export interface NextNode extends Typed {
  readonly op: 'next';
  readonly arg: ExprNode;
}
/**
 * The same value seen as another type of the same shape: a wider or narrower range, an enumeration
 * with more or fewer values, another `max`; also inside structs, options, unions, sets, map values
 * (map keys never change). Error 'out-of-range' if the value is not of `type`. When `reason` is
 * 'index' it converts a map key, and the error is 'index-out-of-bounds'.
 */
export interface ConvertNode extends Typed {
  readonly op: 'convert';
  readonly arg: ExprNode;
  readonly reason: 'value' | 'index';
}
export interface NotNode extends Typed<BoolTypeNode> {
  readonly op: 'not';
  readonly arg: ExprNode;
}
/** Short-circuit, from left to right. `args` may be empty (true, false). */
export interface ConnectiveNode extends Typed<BoolTypeNode> {
  readonly op: 'and' | 'or';
  readonly args: readonly ExprNode[];
}
/** Short-circuit: `right` is evaluated only if `left` holds. */
export interface ImpliesNode extends Typed<BoolTypeNode> {
  readonly op: 'implies';
  readonly left: ExprNode;
  readonly right: ExprNode;
}
/** Both operands have structurally equal types, or both are ranges. */
export interface EqualityNode extends Typed<BoolTypeNode> {
  readonly op: 'eq' | 'ne';
  readonly left: ExprNode;
  readonly right: ExprNode;
}
/** Two integers, or two indices of one type. */
export interface OrderNode extends Typed<BoolTypeNode> {
  readonly op: 'lt' | 'le' | 'gt' | 'ge';
  readonly left: ExprNode;
  readonly right: ExprNode;
}
/**
 * Integers. `div` is floor division, `mod` its remainder (0 <= mod < divisor), as in TLA+: a divisor
 * of zero or less is the error 'division-by-zero'. Intervals stay within +-2^53, so doubles are exact.
 */
export interface ArithmeticNode extends Typed<RangeTypeNode> {
  readonly op: 'add' | 'sub' | 'mul' | 'div' | 'mod' | 'min' | 'max';
  readonly left: ExprNode;
  readonly right: ExprNode;
}
export interface NegateNode extends Typed<RangeTypeNode> {
  readonly op: 'negate';
  readonly arg: ExprNode;
}
/** Only the chosen branch is evaluated. Both branches have the node's type. */
export interface IfNode extends Typed {
  readonly op: 'if';
  readonly cond: ExprNode;
  readonly then: ExprNode;
  readonly else: ExprNode;
}
/** `value` is evaluated once, before `body`. */
export interface LetNode extends Typed {
  readonly op: 'let';
  readonly id: number;
  readonly name: string;
  readonly value: ExprNode;
  readonly body: ExprNode;
}

/** A bound name over all values of its type, or over a set-valued expression (evaluated once); in canonical order. */
export interface Binder {
  readonly id: number;
  readonly name: string;
  readonly type: TypeNode;
  /** null: every value of `type`. Otherwise an expression of type set of `type`; it may use earlier binders. */
  readonly domain: ExprNode | null;
}

/** Binders nest from left to right; stops at the first counterexample (forAll) or witness (exists). */
export interface QuantifierNode extends Typed<BoolTypeNode> {
  readonly op: 'forAll' | 'exists';
  readonly binders: readonly Binder[];
  readonly body: ExprNode;
}
/** How many values satisfy `body`. */
export interface CountNode extends Typed<RangeTypeNode> {
  readonly op: 'count';
  readonly binder: Binder;
  readonly body: ExprNode;
}
/** The least value that satisfies `body` (evaluation stops there). Error 'no-such-value' if there is none. */
export interface ChooseNode extends Typed {
  readonly op: 'choose';
  readonly binder: Binder;
  readonly body: ExprNode;
}
/** The set of values that satisfy `body`. */
export interface FilterNode extends Typed<SetTypeNode> {
  readonly op: 'filter';
  readonly binder: Binder;
  readonly body: ExprNode;
}
/** The set of the values of `body`. */
export interface MapSetNode extends Typed<SetTypeNode> {
  readonly op: 'mapSet';
  readonly binder: Binder;
  readonly body: ExprNode;
}
/** The sum of the integer `body` over the binder's values. */
export interface SumNode extends Typed<RangeTypeNode> {
  readonly op: 'sum';
  readonly binder: Binder;
  readonly body: ExprNode;
}
/** The least or greatest integer `body` over the binder's values. Error 'no-such-value' over nothing. */
export interface ExtremumNode extends Typed<RangeTypeNode> {
  readonly op: 'minOf' | 'maxOf';
  readonly binder: Binder;
  readonly body: ExprNode;
}

/** The set, sequence or bag (as `type` says) of the given elements, each of type `type.of`. A set ignores repetition. */
export interface ElementsNode extends Typed<SetTypeNode | SequenceTypeNode | BagTypeNode> {
  readonly op: 'elements';
  readonly elements: readonly ExprNode[];
}
/** Operands have the element type of the result; `max` may differ. */
export interface SetAlgebraNode extends Typed<SetTypeNode> {
  readonly op: 'union' | 'intersect' | 'minus';
  readonly left: ExprNode;
  readonly right: ExprNode;
}
export interface SubsetNode extends Typed<BoolTypeNode> {
  readonly op: 'subset';
  readonly left: ExprNode;
  readonly right: ExprNode;
}
/** Whether `element` is in a set, sequence or bag whose element type is element's type. */
export interface HasNode extends Typed<BoolTypeNode> {
  readonly op: 'has';
  readonly collection: ExprNode;
  readonly element: ExprNode;
}
/** Number of elements of a set, of a bag (with multiplicity), or length of a sequence. */
export interface SizeNode extends Typed<RangeTypeNode> {
  readonly op: 'size';
  readonly collection: ExprNode;
}
/** A set with (`withElement`) or without (`withoutElement`) one element; either may change nothing. */
export interface WithElementNode extends Typed<SetTypeNode> {
  readonly op: 'withElement' | 'withoutElement';
  readonly set: ExprNode;
  readonly element: ExprNode;
}

export interface SomeNode extends Typed<OptionTypeNode> {
  readonly op: 'some';
  readonly arg: ExprNode;
}
export interface NoneNode extends Typed<OptionTypeNode> {
  readonly op: 'none';
}
export interface IsSomeNode extends Typed<BoolTypeNode> {
  readonly op: 'isSome';
  readonly arg: ExprNode;
}
/** The value of an option. Error 'wrong-case' on none. */
export interface UnwrapNode extends Typed {
  readonly op: 'unwrap';
  readonly arg: ExprNode;
}

/** `fields` in the order of the type. */
export interface StructNode extends Typed<StructTypeNode> {
  readonly op: 'struct';
  readonly fields: readonly ExprNode[];
}
export interface FieldOfNode extends Typed {
  readonly op: 'field';
  readonly struct: ExprNode;
  readonly field: string;
}
export interface WithFieldNode extends Typed<StructTypeNode> {
  readonly op: 'withField';
  readonly struct: ExprNode;
  readonly field: string;
  readonly value: ExprNode;
}

/** A value of a union. */
export interface InjectNode extends Typed<UnionTypeNode> {
  readonly op: 'inject';
  readonly tag: string;
  readonly payload: ExprNode;
}
export interface IsTagNode extends Typed<BoolTypeNode> {
  readonly op: 'isTag';
  readonly arg: ExprNode;
  readonly tag: string;
}
/** The payload under `tag`. Error 'wrong-case' under another tag. */
export interface PayloadNode extends Typed {
  readonly op: 'payload';
  readonly arg: ExprNode;
  readonly tag: string;
}
/** One branch for each case of the union, in its order; each binds the payload. */
export interface MatchNode extends Typed {
  readonly op: 'match';
  readonly arg: ExprNode;
  readonly branches: readonly MatchBranch[];
}
export interface MatchBranch {
  readonly tag: string;
  readonly id: number;
  readonly name: string;
  readonly body: ExprNode;
}

/** The map that takes each key to `body`. The binder's domain is null: all keys. */
export interface MapOfNode extends Typed<MapTypeNode> {
  readonly op: 'mapOf';
  readonly binder: Binder;
  readonly body: ExprNode;
}
/** The value of a map at a key. */
export interface AtNode extends Typed {
  readonly op: 'at';
  readonly map: ExprNode;
  readonly key: ExprNode;
}
export interface WithEntryNode extends Typed<MapTypeNode> {
  readonly op: 'withEntry';
  readonly map: ExprNode;
  readonly key: ExprNode;
  readonly value: ExprNode;
}

/** First or last element. Error 'empty-sequence'. */
export interface HeadNode extends Typed {
  readonly op: 'head' | 'last';
  readonly sequence: ExprNode;
}
/** All but the first or the last element. Error 'empty-sequence'. */
export interface TailNode extends Typed<SequenceTypeNode> {
  readonly op: 'tail' | 'front';
  readonly sequence: ExprNode;
}
/** `sequence` then `element`; the type's max is one more than the sequence's. */
export interface AppendNode extends Typed<SequenceTypeNode> {
  readonly op: 'append';
  readonly sequence: ExprNode;
  readonly element: ExprNode;
}
/** Without the element at `index` (from 0). Error 'index-out-of-bounds'. */
export interface RemoveAtNode extends Typed<SequenceTypeNode> {
  readonly op: 'removeAt';
  readonly sequence: ExprNode;
  readonly index: ExprNode;
}
/** The element at `index` (from 0). Error 'index-out-of-bounds'. */
export interface ElementAtNode extends Typed {
  readonly op: 'elementAt';
  readonly sequence: ExprNode;
  readonly index: ExprNode;
}
/** The set of indices 0..length-1 of a sequence, of type set of range(0, max-1). */
export interface IndicesNode extends Typed<SetTypeNode> {
  readonly op: 'indices';
  readonly sequence: ExprNode;
}
/** The set of the elements of a sequence or bag. */
export interface SetOfNode extends Typed<SetTypeNode> {
  readonly op: 'setOf';
  readonly collection: ExprNode;
}
/** Multiplicity of an element in a bag. */
export interface CountInBagNode extends Typed<RangeTypeNode> {
  readonly op: 'countInBag';
  readonly bag: ExprNode;
  readonly element: ExprNode;
}
/**
 * A bag with one more copy (type's max is one more than the bag's) or one copy less.
 * Error 'no-such-value' when the copy to remove is not there.
 */
export interface WithInBagNode extends Typed<BagTypeNode> {
  readonly op: 'withInBag' | 'withoutInBag';
  readonly bag: ExprNode;
  readonly element: ExprNode;
}

/** The position of an index, from 0. */
export interface OrdinalNode extends Typed<RangeTypeNode> {
  readonly op: 'ordinal';
  readonly arg: ExprNode;
}
/** The index after or before. With `wrap`, cyclic; without, error 'index-out-of-bounds' past the end. */
export interface NeighbourNode extends Typed<IndexTypeNode> {
  readonly op: 'successor' | 'predecessor';
  readonly arg: ExprNode;
  readonly wrap: boolean;
}

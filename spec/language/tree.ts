/**
 * The tree that a spec is: plain data that every other part reads (interpreter,
 * compiler, analyses, traces, exporters). Nothing in here computes.
 *
 * Typing rule that every producer keeps and every consumer may rely on: where
 * two operands must agree (equality, set algebra, branches of `if`, an update
 * and its location), their `type`s are structurally equal; where they were not,
 * a `convert` node stands between. Integers are the one exception: comparisons
 * and arithmetic take any two ranges.
 */

// ---------------------------------------------------------------- types

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

// ---------------------------------------------------------------- expressions

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

// ---------------------------------------------------------------- updates

/**
 * A location: a path of `variable`, `at` and `field` nodes that starts at a variable.
 * Keys in the path read the state before the step.
 */
export type LocationNode = VariableNode | AtNode | FieldOfNode;

/**
 * Updates of one step are simultaneous. Two of them that write one location (or one that contains
 * the other) are the error 'colliding-updates', even when they would write the same value.
 */
export type UpdateNode = AssignNode | ElementUpdateNode | IfUpdateNode | ForEachUpdateNode;

/** `value` has exactly the location's type. */
export interface AssignNode {
  readonly op: 'assign';
  readonly target: LocationNode;
  readonly value: ExprNode;
}
/**
 * Adds an element to a set or removes it. It writes the location 'membership of this element', so
 * that several elements of one set can change in one step; it collides with an update of the same
 * element (even if equal) and with an assignment of the set or of what contains it.
 * With `max`, the set after all updates must fit: else the error is 'out-of-range'.
 */
export interface ElementUpdateNode {
  readonly op: 'addElement' | 'removeElement';
  readonly target: LocationNode;
  readonly element: ExprNode;
}
export interface IfUpdateNode {
  readonly op: 'ifUpdate';
  readonly cond: ExprNode;
  readonly then: readonly UpdateNode[];
  readonly else: readonly UpdateNode[];
}
export interface ForEachUpdateNode {
  readonly op: 'forEach';
  readonly binder: Binder;
  readonly body: readonly UpdateNode[];
}

// ---------------------------------------------------------------- a spec

export type ActionKind = 'step' | 'fault' | 'environment';

/** Fairness of an action: 'action' as a whole (some instance), 'instance' of each instance by itself. */
export type FairnessScope = 'action' | 'instance';

export interface ActionNode {
  readonly name: string;
  readonly kind: ActionKind;
  readonly parameters: readonly Binder[];
  /** Conjuncts in the order written, short-circuit. */
  readonly guards: readonly ExprNode[];
  readonly updates: readonly UpdateNode[];
  readonly doc: string | null;
  readonly source: string | null;
  /** Who acts and, where it is a message, to whom: a fixed name or an expression over the parameters. */
  readonly by: string | ExprNode | null;
  readonly to: string | ExprNode | null;
  readonly weaklyFair: FairnessScope | null;
  readonly stronglyFair: FairnessScope | null;
}

/** Fairness of the disjunction of several actions. */
export interface FairnessNode {
  readonly strength: 'weak' | 'strong';
  readonly actions: readonly string[];
}

export interface VariableDeclaration {
  readonly name: string;
  readonly type: TypeNode;
  readonly init: InitNode;
  readonly doc: string | null;
  /** History kept for properties only; never read by a guard. */
  readonly ghost: boolean;
}
/** One value, any element of a set, or any value of the type. Initial expressions read no variable. */
export type InitNode =
  | { readonly kind: 'value'; readonly value: ExprNode }
  | { readonly kind: 'in'; readonly set: ExprNode }
  | { readonly kind: 'any' };

export type PropertyNode =
  | SimpleProperty<'invariant'>
  | SimpleProperty<'stepInvariant'>
  | SimpleProperty<'reachable'>
  | SimpleProperty<'eventually'>
  | SimpleProperty<'alwaysEventually'>
  | SimpleProperty<'eventuallyAlways'>
  | LeadsToProperty;
export type PropertyKind = PropertyNode['kind'];

interface PropertyBase {
  readonly name: string;
  readonly doc: string | null;
  readonly source: string | null;
}
export interface SimpleProperty<K extends string> extends PropertyBase {
  readonly kind: K;
  readonly body: ExprNode;
}
export interface LeadsToProperty extends PropertyBase {
  readonly kind: 'leadsTo';
  readonly from: ExprNode;
  readonly body: ExprNode;
}

export interface NamedPredicate {
  readonly name: string;
  readonly body: ExprNode;
}

/** The plain value of a constant, as models and the command line give it. Sets are arrays of enumeration values or integers. */
export type ConstantValue = boolean | number | string | readonly (string | number)[];

export interface ConstantDeclaration {
  readonly name: string;
  readonly kind: 'ids' | 'index' | 'range' | 'bool' | 'oneOf' | 'set';
  readonly value: ConstantValue;
  /** What the constant may be, in words, for messages: `an integer from 1 to 8`. */
  readonly allowed: string;
  readonly doc: string | null;
}

/** A whole spec with all constants given values: what the engine takes. */
export interface SpecTree {
  readonly name: string;
  readonly doc: string | null;
  readonly constants: readonly ConstantDeclaration[];
  readonly variables: readonly VariableDeclaration[];
  /** Predicates that every initial state satisfies. */
  readonly initially: readonly ExprNode[];
  readonly actions: readonly ActionNode[];
  readonly fairness: readonly FairnessNode[];
  readonly properties: readonly PropertyNode[];
  /** States outside a constraint are checked but neither kept nor expanded. */
  readonly constraints: readonly NamedPredicate[];
  /** States that may have no successor: the disjunction. */
  readonly terminal: readonly ExprNode[];
}

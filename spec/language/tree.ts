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

import type { AtNode, Binder, ExprNode, FieldOfNode, VariableNode } from './expression-tree.ts';
import type { TypeNode } from './type-tree.ts';

export type * from './expression-tree.ts';
export type * from './type-tree.ts';

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
 * With `max`, the set after all updates must fit: else the addition that is too much, in the order in
 * which they are written, is 'out-of-range'.
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
  /** The value that the declaration gives it, for want of another. */
  readonly declared: ConstantValue;
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

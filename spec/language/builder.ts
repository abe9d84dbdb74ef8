/** What a spec's builder function is given, and what it gives back. Types only, but for `any`. */
import type { Constants } from './constants.ts';
import type {
  AnyType,
  Bool,
  Domain,
  ElementOf,
  Expr,
  OperandOf,
  PlaceOf,
  SetExpr,
} from './expressions.ts';
import type { Updates } from './operators.ts';
import type { ActionKind, ExprNode } from './tree.ts';

/** An initial value that is not one value: any of the type, or any element of a set. */
export interface Choice {
  readonly choice: 'any' | ExprNode;
}
/** As an initial value: any value of the variable's type. */
export const any: Choice = { choice: 'any' };
/** As an initial value: any element of the set. */
export function anyOf(set: SetExpr<AnyType>): Choice {
  return { choice: set.node };
}

export interface VariableOptions<T extends AnyType> {
  /** The value in the initial states: one value, `any`, or `anyOf(set)`. */
  readonly init: OperandOf<T> | Choice;
  readonly doc?: string;
  /** History kept for properties only. No guard may read it, and no other variable may depend on it. */
  readonly ghost?: boolean;
}

/** Fairness of an action: as a whole (`true`), or of each of its instances by itself (`'each'`). */
export type Fair = boolean | 'each';

export interface ActionBody {
  /** The guard: a conjunction, from left to right. Empty or left out: always enabled. */
  readonly when?: readonly Bool[];
  /** Simultaneous updates: every right-hand side reads the state before the step. */
  readonly then: Updates;
  /** Default 'step'. */
  readonly kind?: ActionKind;
  /** One line on what happens. */
  readonly doc?: string;
  /** Where it comes from: a KIP section, an RPC. */
  readonly source?: string;
  /** Who acts: a name, or an expression over the parameters. */
  readonly by?: string | Expr;
  /** To whom a message goes. */
  readonly to?: string | Expr;
  readonly weaklyFair?: Fair;
  readonly stronglyFair?: Fair;
}

/** A declared action, to be named in `weaklyFair(…)`. */
export interface ActionHandle {
  readonly name: string;
}

export type Parameters = Readonly<Record<string, Domain>>;
export type BoundParameters<P extends Parameters> = { readonly [K in keyof P]: ElementOf<P[K]> };

export interface PropertyOptions {
  readonly doc?: string;
  readonly source?: string;
}

/** What a spec's builder function is given. */
export interface Builder {
  readonly constant: Constants;
  /** Declares a state variable. */
  variable<T extends AnyType>(name: string, type: T, options: VariableOptions<T>): PlaceOf<T>;
  /** Restricts the initial states. */
  initially(predicate: Bool): void;
  /** An action without parameters. */
  action(name: string, body: ActionBody): ActionHandle;
  /** An action with parameters: one instance for each value of each. */
  action<const P extends Parameters>(
    name: string,
    parameters: P,
    body: (parameters: BoundParameters<P>) => ActionBody,
  ): ActionHandle;
  /** An action whose later parameters range over sets that depend on the earlier ones. */
  action<const P extends Parameters, const Q extends Parameters>(
    name: string,
    parameters: P,
    dependent: (parameters: BoundParameters<P>) => Q,
    body: (parameters: BoundParameters<P> & BoundParameters<Q>) => ActionBody,
  ): ActionHandle;
  /** Weak fairness of the disjunction of some actions: WF(A or B). */
  weaklyFair(...actions: ActionHandle[]): void;
  /** Strong fairness of the disjunction of some actions. */
  stronglyFair(...actions: ActionHandle[]): void;
  /** Holds in every reachable state. */
  invariant(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Holds of every step that changes the state; `next(x)` is x afterwards. TLA+'s [][A]_vars. */
  stepInvariant(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** A witness: some reachable state satisfies it, so that the spec does not hold for want of behaviour. */
  reachable(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Every fair behaviour reaches such a state. */
  eventually(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Every fair behaviour reaches such states again and again. */
  alwaysEventually(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Every fair behaviour ends up in such states for good. */
  eventuallyAlways(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** After each state that satisfies `from`, one that satisfies `to` follows. */
  leadsTo(name: string, from: Bool, to: Bool, options?: PropertyOptions): void;
  /** Bounds the search: a state outside is checked, but neither kept nor expanded. */
  constraint(name: string, predicate: Bool): void;
  /** States that may have no successor; without it every such state is a deadlock. */
  terminal(predicate: Bool): void;
}

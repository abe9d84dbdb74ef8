import { Map } from 'immutable';
import type { ExprNode } from '../../spec/language/tree.ts';
import type { State, Value } from './value.ts';

/** What an expression is evaluated in. */
export interface Env {
  /** The state before the step: what variables read. */
  readonly state: State;
  /** The state after the step: what variables under `next` read. null outside step invariants. */
  readonly next: State | null;
  /** Values of parameters and of quantified and let-bound names, by the binder's id. */
  readonly bound: Map<number, Value>;
  /**
   * Told of every sub-expression with its value, operands first, in the environment in which it was
   * evaluated: so that a reader can be shown which part of a property is false.
   */
  readonly observe?: (node: ExprNode, value: Value, env: Env) => void;
}

/** The environment of a state in which no name is bound. */
export function environment(state: State, next: State | null = null): Env {
  return { state, next, bound: Map() };
}

/** The environment of initial expressions, which read no variable. */
export const noState: Env = environment(Map());

/** `env` in which the name with this id has a value. */
export function bind(env: Env, id: number, value: Value): Env {
  return { ...env, bound: env.bound.set(id, value) };
}

import type { Binder, ExprNode } from '../../spec/language/tree.ts';
import { valuesOf } from './domains.ts';
import { bind, type Env } from './environment.ts';
import { sortedElements } from './order.ts';
import type { Value } from './value.ts';

/** How a domain expression is evaluated: `evaluate`, handed in because it stands on this file. */
type Evaluator = (node: ExprNode, env: Env) => Value;

/** The values a bound name takes, in canonical order. A domain expression is evaluated once. */
export function binderValues(binder: Binder, env: Env, evaluator: Evaluator): Iterable<Value> {
  if (binder.domain === null) return valuesOf(binder.type);
  const domain = evaluator(binder.domain, env);
  return sortedElements({ kind: 'set', of: binder.type, max: null }, domain);
}

/** `env` with the binders bound in each possible way; they nest from left to right. */
export function* bindings(
  binders: readonly Binder[],
  env: Env,
  evaluator: Evaluator,
): Generator<Env, void> {
  const [first, ...rest] = binders;
  if (first === undefined) {
    yield env;
    return;
  }
  for (const value of binderValues(first, env, evaluator))
    yield* bindings(rest, bind(env, first.id, value), evaluator);
}

import { Map } from 'immutable';
import type { ActionNode, ExprNode, SpecTree } from '../../spec/language/tree.ts';
import { binderValues } from './binders.ts';
import { bind, environment, type Env } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { inContext } from './spec-error.ts';
import type { Instance, State, Value } from './value.ts';

/** An instance with the environment in which its guards and updates are evaluated. */
export interface BoundInstance {
  readonly action: ActionNode;
  readonly instance: Instance;
  readonly env: Env;
}

/**
 * The instances that are enabled in a state: actions in the order of the spec, then parameter values
 * in canonical order, the first parameter most significant. Lazily, so that the instances before one
 * whose guard is a spec error are still seen. Throws SpecError.
 */
export function* enabledInstances(tree: SpecTree, state: State): Generator<BoundInstance, void> {
  for (const action of tree.actions)
    for (const candidate of instances(action, environment(state)))
      if (firstFalseGuard(candidate) === null) yield candidate;
}

/** Every instance of an action whose parameters are in their domains, enabled or not. */
export function* instances(
  action: ActionNode,
  env: Env,
  parameters: Map<string, Value> = Map(),
): Generator<BoundInstance, void> {
  const instance = { action: action.name, parameters };
  const binder = action.parameters[parameters.size];
  if (binder === undefined) {
    yield { action, instance, env };
    return;
  }
  const values = inContext({ instance, state: env.state }, () =>
    binderValues(binder, env, evaluate),
  );
  for (const value of values)
    yield* instances(action, bind(env, binder.id, value), parameters.set(binder.name, value));
}

/** The first guard that is false, or null if the instance is enabled. Guards short-circuit. */
export function firstFalseGuard({ action, instance, env }: BoundInstance): ExprNode | null {
  return inContext(
    { instance, state: env.state },
    () => action.guards.find((guard) => evaluate(guard, env) !== true) ?? null,
  );
}

/**
 * The instance of a saved trace, bound in a state; whether it is enabled, and whether its parameters
 * are in their domains, is not asked. null if the spec has no such action or parameters.
 */
export function bindInstance(
  tree: SpecTree,
  instance: Instance,
  state: State,
): BoundInstance | null {
  const action = tree.actions.find(({ name }) => name === instance.action);
  if (action === undefined || action.parameters.length !== instance.parameters.size) return null;
  let env = environment(state);
  for (const binder of action.parameters) {
    const value = instance.parameters.get(binder.name);
    if (value === undefined) return null;
    env = bind(env, binder.id, value);
  }
  return { action, instance, env };
}

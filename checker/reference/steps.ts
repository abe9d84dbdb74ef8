import { Map } from 'immutable';
import type { SpecTree } from '../../spec/language/tree.ts';
import { enabledInstances, type BoundInstance } from './instances.ts';
import { inContext } from './spec-error.ts';
import { applyUpdates } from './updates.ts';
import type { Instance, State } from './value.ts';

/** A step from some state: what happened, and the state that it leads to. */
export interface Step {
  readonly instance: Instance;
  readonly state: State;
}

/** The state to which an enabled instance leads. Throws SpecError. */
export function apply({ action, instance, env }: BoundInstance): State {
  return inContext({ instance, state: env.state }, () => applyUpdates(action.updates, env));
}

/**
 * One step for each enabled instance, in the order of the instances; several may lead to one state.
 * Lazily: a step that is a spec error is thrown when it is reached, after those before it.
 */
export function* steps(tree: SpecTree, state: State): Generator<Step, void> {
  for (const bound of enabledInstances(tree, state))
    yield { instance: bound.instance, state: apply(bound) };
}

/** All steps from a state. Throws SpecError if any of them is one. */
export function successors(tree: SpecTree, state: State): Step[] {
  return [...steps(tree, state)];
}

/** The enabled instances by action, for a reader that shows them; actions without any are left out. */
export function enabledByAction(tree: SpecTree, state: State): Map<string, Instance[]> {
  return Map(
    [...enabledInstances(tree, state)].reduce(
      (groups, { instance }) => groups.update(instance.action, [], (group) => [...group, instance]),
      Map<string, Instance[]>(),
    ),
  );
}

import { is } from 'immutable';
import type { ExprNode, NamedPredicate, PropertyNode, SpecTree } from '../../spec/language/tree.ts';
import { environment } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { inContext } from './spec-error.ts';
import type { State } from './value.ts';

/** Properties that a search decides state by state; the others speak of infinite behaviours. */
export type SafetyProperty = Extract<
  PropertyNode,
  { readonly kind: 'invariant' | 'stepInvariant' | 'reachable' }
>;

export function isSafety(property: PropertyNode): property is SafetyProperty {
  switch (property.kind) {
    case 'invariant':
    case 'stepInvariant':
    case 'reachable':
      return true;
    case 'eventually':
    case 'alwaysEventually':
    case 'eventuallyAlways':
    case 'leadsTo':
      return false;
  }
}

/** Whether an invariant, or a witness, holds in a state. Throws SpecError. */
export function holdsIn(property: SafetyProperty, state: State): boolean {
  return predicate(`${property.kind} ${property.name}`, property.body, state);
}

/** Whether a step invariant holds of a step. A step that changes nothing always satisfies it. */
export function holdsOfStep(property: SafetyProperty, state: State, next: State): boolean {
  return is(state, next) || predicate(`stepInvariant ${property.name}`, property.body, state, next);
}

/** The first constraint that a state does not satisfy, or null if it is within all of them. */
export function firstBrokenConstraint(tree: SpecTree, state: State): NamedPredicate | null {
  return (
    tree.constraints.find(({ name, body }) => !predicate(`constraint ${name}`, body, state)) ?? null
  );
}

/** Whether a state may have no successor. */
export function isTerminal(tree: SpecTree, state: State): boolean {
  return tree.terminal.some((body) => predicate('terminal', body, state));
}

function predicate(
  where: string,
  body: ExprNode,
  state: State,
  next: State | null = null,
): boolean {
  return inContext({ where, state }, () => evaluate(body, environment(state, next)) === true);
}

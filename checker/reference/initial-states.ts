import { Map } from 'immutable';
import type { SpecTree, VariableDeclaration } from '../../spec/language/tree.ts';
import { valuesOf } from './domains.ts';
import { environment, noState } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { sortedElements } from './order.ts';
import { inContext } from './spec-error.ts';
import type { State, Value } from './value.ts';

/** What spec errors say of the place where initial states are made. */
const WHERE = 'initial states';

/**
 * The initial states: every combination of the variables' choices, in canonical order, that
 * satisfies all `initially` predicates. Throws SpecError.
 */
export function* initialStates(tree: SpecTree): Generator<State, void> {
  for (const state of combinations(tree.variables))
    if (isInitiallyAllowed(tree, state)) yield state;
}

function isInitiallyAllowed(tree: SpecTree, state: State): boolean {
  return inContext({ where: WHERE, state }, () =>
    tree.initially.every((predicate) => evaluate(predicate, environment(state)) === true),
  );
}

/** The variables in order of declaration, the first most significant. */
function* combinations(
  variables: readonly VariableDeclaration[],
  chosen: State = Map(),
): Generator<State, void> {
  const [first, ...rest] = variables;
  if (first === undefined) {
    yield chosen;
    return;
  }
  for (const value of choices(first)) yield* combinations(rest, chosen.set(first.name, value));
}

function choices({ type, init }: VariableDeclaration): Iterable<Value> {
  switch (init.kind) {
    case 'value':
      return [inContext({ where: WHERE }, () => evaluate(init.value, noState))];
    case 'in': {
      const set = inContext({ where: WHERE }, () => evaluate(init.set, noState));
      return sortedElements({ kind: 'set', of: type, max: null }, set);
    }
    case 'any':
      return valuesOf(type);
  }
}

import { binderValues } from '../checker/reference/binders.ts';
import { bind, environment } from '../checker/reference/environment.ts';
import type { Env } from '../checker/reference/environment.ts';
import { evaluate } from '../checker/reference/evaluate.ts';
import { SpecError } from '../checker/reference/spec-error.ts';
import type { Instance, State, Value } from '../checker/reference/value.ts';
import { valuesOf } from '../checker/reference/domains.ts';
import type { ActionNode, Binder, ExprNode } from '../spec/language/tree.ts';
import { cardinality } from '../spec/language/type-algebra.ts';
import { Map } from 'immutable';
import { explain } from './explain.ts';
import type { Explanation } from './explain.ts';

/** An instance of an action, whether enabled or not, with its guard evaluated conjunct by conjunct. */
export interface Attempt {
  readonly action: ActionNode;
  readonly instance: Instance;
  readonly env: Env;
  /** The guard's conjuncts in order; that a parameter is in its domain comes first. */
  readonly conjuncts: readonly ExprNode[];
  readonly outcomes: readonly ('true' | 'false' | 'error')[];
}

export const isEnabled = ({ outcomes }: Attempt): boolean =>
  outcomes.every((outcome) => outcome === 'true');

/** A state-dependent domain is shown as a condition where its type has at most so many values. */
const LARGEST_OPEN_TYPE = 64;
/** Instances looked at; of a larger action only the first ones. */
export const MOST_ATTEMPTS = 10_000;

/**
 * The instances of an action in a state. A parameter with a state-dependent domain takes values
 * outside it too where its type is small, so that one can be told why it is not in the domain.
 * `fixed` gives some parameters a value by name.
 */
export function* attempts(
  action: ActionNode,
  state: State,
  fixed: Map<string, Value> = Map(),
): Generator<Attempt, void> {
  const conjuncts = action.guards.flatMap(flatten);
  const all = choices(action.parameters, environment(state), fixed, []);
  let count = 0;
  for (const { env, memberships } of all) {
    if (count++ === MOST_ATTEMPTS) return;
    const own = [...memberships, ...conjuncts];
    const parameters = Map(action.parameters.map((p) => [p.name, env.bound.get(p.id)!]));
    const outcomes = own.map((conjunct) => outcomeOf(conjunct, env));
    yield { action, instance: { action: action.name, parameters }, env, conjuncts: own, outcomes };
  }
}

interface Choice {
  readonly env: Env;
  readonly memberships: readonly ExprNode[];
}

function* choices(
  parameters: readonly Binder[],
  env: Env,
  fixed: Map<string, Value>,
  memberships: readonly ExprNode[],
): Generator<Choice, void> {
  const [first, ...rest] = parameters;
  if (first === undefined) {
    yield { env, memberships };
    return;
  }
  const open = fixed.has(first.name) || cardinality(first.type) <= LARGEST_OPEN_TYPE;
  const own = first.domain !== null && open ? [...memberships, membership(first)] : memberships;
  for (const value of candidateValues(first, env, fixed, open))
    yield* choices(rest, bind(env, first.id, value), fixed, own);
}

function candidateValues(
  parameter: Binder,
  env: Env,
  fixed: Map<string, Value>,
  open: boolean,
): Iterable<Value> {
  if (fixed.has(parameter.name)) return [fixed.get(parameter.name)!];
  if (open || parameter.domain === null) return valuesOf(parameter.type);
  try {
    return binderValues(parameter, env, evaluate);
  } catch (error) {
    // A domain that fails for the parameters before it offers nothing.
    if (error instanceof SpecError) return [];
    throw error;
  }
}

/** `o in records[m]`, as a conjunct. */
function membership(parameter: Binder): ExprNode {
  const { id, name, type } = parameter;
  return {
    op: 'has',
    type: { kind: 'bool' },
    collection: parameter.domain!,
    element: { op: 'bound', id, name, type },
  };
}

function flatten(guard: ExprNode): readonly ExprNode[] {
  return guard.op === 'and' && guard.args.length > 0 ? guard.args.flatMap(flatten) : [guard];
}

function outcomeOf(conjunct: ExprNode, env: Env): 'true' | 'false' | 'error' {
  try {
    return evaluate(conjunct, env) === true ? 'true' : 'false';
  } catch (error) {
    // Behind a false conjunct an expression may make no sense: it is not reached in the spec.
    if (error instanceof SpecError) return 'error';
    throw error;
  }
}

/** The attempts with the fewest false conjuncts, of those the first false one latest; at most `count`. */
export function nearest(all: Iterable<Attempt>, count: number): readonly Attempt[] {
  const missing = ({ outcomes }: Attempt): number => outcomes.filter((o) => o !== 'true').length;
  const reach = ({ outcomes }: Attempt): number => outcomes.findIndex((o) => o !== 'true');
  return [...all]
    .filter((attempt) => !isEnabled(attempt))
    .sort((a, b) => missing(a) - missing(b) || reach(b) - reach(a))
    .slice(0, count);
}

/** Every conjunct explained, those behind the first false one too. */
export function explainConjuncts(attempt: Attempt): readonly Explanation[] {
  return attempt.conjuncts.map((conjunct) => explain(conjunct, attempt.env));
}

/** The conjunct at which evaluation stops; null for an enabled instance. */
export function firstObstacle(attempt: Attempt): Explanation | null {
  const index = attempt.outcomes.findIndex((outcome) => outcome !== 'true');
  return index < 0 ? null : explain(attempt.conjuncts[index]!, attempt.env);
}

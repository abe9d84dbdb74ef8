import { is } from 'immutable';
import { showExpr } from '../../spec/language/show.ts';
import type { ActionNode, SpecTree } from '../../spec/language/tree.ts';
import type { Trace, TraceStep } from '../result.ts';
import { initialStates } from './initial-states.ts';
import { bindInstance, firstFalseGuard, instances, type BoundInstance } from './instances.ts';
import { environment } from './environment.ts';
import { misfit } from './membership.ts';
import { showInstance, showValue } from './show-value.ts';
import { SpecError } from './spec-error.ts';
import { apply } from './steps.ts';
import type { Instance, State } from './value.ts';

/** Where and why a trace is not a behaviour of a spec. */
export interface Divergence {
  readonly kind:
    | 'empty'
    | 'malformed-state'
    | 'not-initial'
    | 'unknown-instance'
    | 'outside-domain'
    | 'not-enabled'
    | 'other-state'
    | 'spec-error';
  /** Index into the trace's steps. */
  readonly step: number;
  readonly message: string;
}

/**
 * Checks that a trace is a behaviour of the spec: the first state is initial, and each step's
 * instance is enabled in the state before and leads to exactly the state that is told. Returns the
 * first divergence, or null.
 */
export function replay(tree: SpecTree, trace: Trace): Divergence | null {
  if (trace.steps.length === 0)
    return { kind: 'empty', step: 0, message: 'the trace has no states' };
  for (const [i, step] of trace.steps.entries()) {
    const found =
      malformed(tree, step.state) ??
      (i === 0
        ? initialDivergence(tree, step)
        : stepDivergence(tree, trace.steps[i - 1]!.state, step));
    if (found !== null) return { ...found, step: i };
  }
  return null;
}

type Found = Omit<Divergence, 'step'>;

function malformed(tree: SpecTree, state: State): Found | null {
  const kind = 'malformed-state';
  for (const { name, type } of tree.variables) {
    const value = state.get(name);
    if (value === undefined) return { kind, message: `the variable ${name} has no value` };
    const complaint = misfit(type, value);
    if (complaint !== null) return { kind, message: `${name}: ${complaint}` };
  }
  const extra = state.keySeq().find((name) => tree.variables.every((v) => v.name !== name));
  return extra === undefined ? null : { kind, message: `the spec has no variable ${extra}` };
}

function initialDivergence(tree: SpecTree, { instance, state }: TraceStep): Found | null {
  const kind = 'not-initial';
  if (instance !== null)
    return { kind, message: `the first state cannot be reached by a step (${instance.action})` };
  return orSpecError(() => {
    for (const initial of initialStates(tree)) if (is(initial, state)) return null;
    return { kind, message: 'the first state is not an initial state' };
  });
}

function stepDivergence(
  tree: SpecTree,
  before: State,
  { instance, state }: TraceStep,
): Found | null {
  if (instance === null)
    return { kind: 'unknown-instance', message: 'the step does not say which action was taken' };
  const bound = bindInstance(tree, instance, before);
  if (bound === null)
    return {
      kind: 'unknown-instance',
      message: `the spec has no action ${instance.action}(${[...instance.parameters.keys()].join(', ')})`,
    };
  return orSpecError(() => refusal(bound, before) ?? difference(tree, apply(bound), state));
}

/** Why an instance cannot be taken. */
function refusal(bound: BoundInstance, before: State): Found | null {
  const { action, instance } = bound;
  if (!isInDomain(action, instance, before))
    return {
      kind: 'outside-domain',
      message: `the parameters of ${action.name} are not in their domains`,
    };
  const guard = firstFalseGuard(bound);
  return guard === null
    ? null
    : {
        kind: 'not-enabled',
        message: `${showInstance(action, instance)} is not enabled: ${showExpr(guard)} is false`,
      };
}

function isInDomain(action: ActionNode, instance: Instance, before: State): boolean {
  for (const candidate of instances(action, environment(before)))
    if (is(candidate.instance.parameters, instance.parameters)) return true;
  return false;
}

function difference(tree: SpecTree, expected: State, told: State): Found | null {
  const wrong = tree.variables.filter(({ name }) => !is(expected.get(name), told.get(name)));
  if (wrong.length === 0) return null;
  const shown = wrong.map(
    ({ name, type }) =>
      `${name} becomes ${showValue(type, expected.get(name)!)}, not ${showValue(type, told.get(name)!)}`,
  );
  return { kind: 'other-state', message: shown.join('; ') };
}

function orSpecError(body: () => Found | null): Found | null {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { kind: 'spec-error', message: `${error.message}, in: ${error.expression}` };
  }
}

import { Map } from 'immutable';
import { is } from 'immutable';
import { bindInstance, enabledInstances } from '../checker/reference/instances.ts';
import {
  firstBrokenConstraint,
  holdsIn,
  holdsOfStep,
  isSafety,
  isTerminal,
} from '../checker/reference/properties.ts';
import { replay } from '../checker/reference/replay.ts';
import type { Divergence } from '../checker/reference/replay.ts';
import { SpecError } from '../checker/reference/spec-error.ts';
import { apply, steps } from '../checker/reference/steps.ts';
import type { State } from '../checker/reference/value.ts';
import type { SpecTree } from '../spec/language/tree.ts';
import { diffStates } from './diff.ts';
import type { Change } from './diff.ts';
import type { Explanation } from './explain.ts';
import { attempts, explainConjuncts } from './guards.ts';
import { explainLiveness, isLiveness } from './liveness.ts';
import { propertyOf } from './report.ts';
import type { TraceReport } from './report.ts';

/** What a saved trace is worth under the spec as it is now. */
export type Validation =
  /** It is a behaviour of the spec, and it shows what it says: the property is still violated. */
  | { readonly outcome: 'confirmed' }
  /** It is a behaviour of the spec, but no longer shows what it says. */
  | { readonly outcome: 'refuted'; readonly sentence: string }
  /** It is not a behaviour of the spec. */
  | ({ readonly outcome: 'divergent' } & ExplainedDivergence);

export interface ExplainedDivergence {
  /** The first step that cannot happen. */
  readonly step: number;
  readonly kind: Divergence['kind'] | 'no-cycle';
  readonly message: string;
  /** For an instance that is not enabled: its guard, conjunct by conjunct. */
  readonly conjuncts: readonly Explanation[];
  /** For another state than the spec gives: from the spec's state to the saved one. */
  readonly differences: readonly Change[];
}

/** Replays a trace against its spec, then asks whether it still shows what it was saved for. */
export function validateTrace(report: TraceReport): Validation {
  const divergence = replay(report.spec, report.trace);
  if (divergence !== null)
    return { outcome: 'divergent', ...explainDivergence(report, divergence) };
  const { loop, trace } = report;
  const last = trace.steps.at(-1)!.state;
  if (loop !== null && !returnsTo(report, last, trace.steps[loop]!.state)) {
    return {
      outcome: 'divergent',
      step: trace.steps.length - 1,
      kind: 'no-cycle',
      message: `no step leads from the last state back to the state after step ${loop}`,
      conjuncts: [],
      differences: [],
    };
  }
  const sentence = refutation(report);
  return sentence === null ? { outcome: 'confirmed' } : { outcome: 'refuted', sentence };
}

function explainDivergence(report: TraceReport, divergence: Divergence): ExplainedDivergence {
  const { spec, trace } = report;
  const plain = { ...divergence, conjuncts: [], differences: [] };
  const { instance, state } = trace.steps[divergence.step] ?? { instance: null, state: Map() };
  const before = trace.steps[divergence.step - 1]?.state;
  if (instance === null || before === undefined) return plain;
  switch (divergence.kind) {
    case 'not-enabled':
    case 'outside-domain': {
      const action = spec.actions.find((a) => a.name === instance.action)!;
      const [attempt] = attempts(action, before, instance.parameters);
      return { ...plain, conjuncts: attempt === undefined ? [] : explainConjuncts(attempt) };
    }
    case 'other-state': {
      const expected = apply(bindInstance(spec, instance, before)!);
      return { ...plain, differences: diffStates(spec.variables, expected, state) };
    }
    default:
      return plain;
  }
}

/** Whether some step leads from one state to the other, or both are the same: then it may stay. */
function returnsTo({ spec }: TraceReport, from: State, to: State): boolean {
  if (is(from, to)) return true;
  for (const { state } of steps(spec, from)) if (is(state, to)) return true;
  return false;
}

/** Why the trace, though a behaviour, does not show what its verdict says; null if it does. */
function refutation(report: TraceReport): string | null {
  const { spec, trace, specError, verdict } = report;
  const number = trace.steps.length - 1;
  const last = trace.steps.at(-1)!.state;
  if (specError !== null)
    return raises(report) ? null : 'no spec error happens after its last step';
  if (verdict === 'deadlock') {
    const [enabled] = enabledInstances(spec, last);
    if (enabled !== undefined) return `${enabled.action.name} is enabled after its last step`;
    return isTerminal(spec, last) ? 'its last state may have no successor' : null;
  }
  const property = propertyOf(report);
  if (property === null) return null;
  const name = `${property.kind} ${property.name}`;
  if (isLiveness(property)) {
    const failure = explainLiveness(property, trace, report.loop);
    return failure === null ? `${name} holds of this behaviour` : null;
  }
  if (property.kind === 'stepInvariant') {
    const before = trace.steps.at(-2)?.state;
    const holds = before === undefined || holdsOfStep(property, before, last);
    return holds ? `${name} holds of its last step` : null;
  }
  const holds = holdsIn(property, last);
  const shown = property.kind === 'reachable' ? holds : !holds;
  if (shown) return null;
  return `${name} ${holds ? 'holds' : 'does not hold'} after step ${number}`;
}

/**
 * Whether the spec error of the report still happens after the last step: in that action, or in what
 * is judged of a state or a step. Each is tried by itself, since one error would hide those after it.
 */
function raises({ spec, trace, specError }: TraceReport): boolean {
  const { kind, instance } = specError!;
  const last = trace.steps.at(-1)!.state;
  const attempts: (() => unknown)[] =
    instance === null
      ? [
          ...spec.properties.filter(isSafety).flatMap((property) => {
            // A step whose judgement fails is not taken: it is one from the last state.
            return property.kind === 'stepInvariant'
              ? soundSteps(spec, last).map((after) => () => holdsOfStep(property, last, after))
              : [() => holdsIn(property, last)];
          }),
          ...spec.constraints.map((constraint) => () => {
            return firstBrokenConstraint({ ...spec, constraints: [constraint] }, last);
          }),
          () => isTerminal(spec, last),
        ]
      : spec.actions
          .filter(({ name }) => name === instance.action)
          .map((action) => () => Array.from(steps({ ...spec, actions: [action] }, last)));
  return attempts.some((attempt) => errorOf(attempt)?.kind === kind);
}

/** The successors up to the first spec error of each action. */
function soundSteps(spec: SpecTree, from: State): State[] {
  const found: State[] = [];
  for (const action of spec.actions) {
    errorOf(() => {
      for (const { state } of steps({ ...spec, actions: [action] }, from)) found.push(state);
    });
  }
  return found;
}

function errorOf(attempt: () => unknown): SpecError | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (error instanceof SpecError) return error;
    throw error;
  }
}

import { environment } from '../checker/reference/environment.ts';
import type { SafetyProperty } from '../checker/reference/properties.ts';
import type { SpecErrorReport } from '../checker/result.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explain.ts';
import { failingExpression } from './failing-expression.ts';
import type { FailingExpression } from './failing-expression.ts';
import { attempts, firstObstacle, isEnabled, nearest } from './guards.ts';
import { explainLiveness, isLiveness } from './liveness.ts';
import type { LivenessFailure, LivenessProperty } from './liveness.ts';
import { propertyOf } from './report.ts';
import type { TraceReport } from './report.ts';
import { titleOf } from './story.ts';

/** What the end of a trace shows. Plain data but for the property. */
export type Ending =
  | {
      readonly kind: 'property';
      readonly property: SafetyProperty;
      /** The property in the last state, or over the last step; null if there is no such step. */
      readonly explanation: Explanation | null;
    }
  | {
      readonly kind: 'liveness';
      readonly property: LivenessProperty;
      /** null: the behaviour satisfies the property. */
      readonly failure: LivenessFailure | null;
    }
  | { readonly kind: 'deadlock'; readonly waiting: readonly Waiting[] }
  | ({
      readonly kind: 'spec-error';
      readonly error: SpecErrorReport;
      /** The action instance that failed; null for a property or an initial state. */
      readonly title: string | null;
    } & FailingExpression)
  | { readonly kind: 'none' };

/** An action with the instance that is nearest to being enabled and what it waits for. */
export interface Waiting {
  readonly title: string;
  /** The first false part of its guard; null if there is none. */
  readonly obstacle: Explanation | null;
  /** Why there is no obstacle. */
  readonly note: string | null;
}

export function explainEnding(report: TraceReport): Ending {
  const { spec, specError } = report;
  if (specError !== null) {
    const action = spec.actions.find((a) => a.name === specError.instance?.action);
    const title = action === undefined ? null : titleOf(action, specError.instance!);
    return {
      kind: 'spec-error',
      error: specError,
      title,
      ...failingExpression(report, specError),
    };
  }
  if (report.verdict === 'deadlock') return explainDeadlock(report);
  const property = propertyOf(report);
  if (property === null) return { kind: 'none' };
  if (isLiveness(property)) {
    const failure = explainLiveness(property, report.trace, report.loop);
    return { kind: 'liveness', property, failure };
  }
  return { kind: 'property', property, explanation: explainProperty(report, property) };
}

function explainProperty(report: TraceReport, property: SafetyProperty): Explanation | null {
  const { steps } = report.trace;
  const last = steps.at(-1)!.state;
  if (property.kind !== 'stepInvariant') return explain(property.body, environment(last));
  const before = steps.at(-2);
  return before === undefined ? null : explain(property.body, environment(before.state, last));
}

function explainDeadlock(report: TraceReport): Ending {
  const state = report.trace.steps.at(-1)!.state;
  const waiting = report.spec.actions.map((action): Waiting => {
    const all = [...attempts(action, state)];
    const enabled = all.find(isEnabled);
    if (enabled !== undefined)
      return { title: titleOf(action, enabled.instance), obstacle: null, note: 'is enabled' };
    const [best] = nearest(all, 1);
    if (best === undefined)
      return { title: action.name, obstacle: null, note: 'has no values for its parameters' };
    return { title: titleOf(action, best.instance), obstacle: firstObstacle(best), note: null };
  });
  return { kind: 'deadlock', waiting };
}

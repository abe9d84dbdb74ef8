import { bind, environment } from '../checker/reference/environment.ts';
import type { SpecErrorReport } from '../checker/result.ts';
import { showExpr } from '../spec/language/show.ts';
import type { ExprNode, PropertyNode } from '../spec/language/tree.ts';
import { expressionsOf, visit } from '../spec/language/walk.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explain.ts';
import { attempts, firstObstacle, nearest } from './guards.ts';
import { operandValues } from './operand-values.ts';
import type { NamedValue } from './operand-values.ts';
import { propertyOf } from './report.ts';
import type { TraceReport } from './report.ts';
import { titleOf } from './story.ts';

/** What the end of a trace shows. Plain data but for the property. */
export type Ending =
  | {
      readonly kind: 'property';
      readonly property: PropertyNode;
      /** The property in the last state, or over the last step; null for one over whole behaviours. */
      readonly explanation: Explanation | null;
    }
  | { readonly kind: 'deadlock'; readonly waiting: readonly Waiting[] }
  | {
      readonly kind: 'spec-error';
      readonly error: SpecErrorReport;
      /** The action instance that failed; null for a property or an initial state. */
      readonly title: string | null;
      /** The values of the failing expression's operands, as far as they can be told. */
      readonly values: readonly NamedValue[];
    }
  | { readonly kind: 'none' };

/** An action with the instance that is nearest to being enabled and what it waits for. */
export interface Waiting {
  readonly title: string;
  /** null: no values for its parameters exist. */
  readonly obstacle: Explanation | null;
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
      values: failingValues(report, specError),
    };
  }
  if (report.verdict === 'deadlock') return explainDeadlock(report);
  const property = propertyOf(report);
  if (property === null) return { kind: 'none' };
  return { kind: 'property', property, explanation: explainProperty(report, property) };
}

function explainProperty(report: TraceReport, property: PropertyNode): Explanation | null {
  const { steps } = report.trace;
  const last = steps.at(-1)!.state;
  switch (property.kind) {
    case 'invariant':
    case 'reachable':
      return explain(property.body, environment(last));
    case 'stepInvariant':
      return steps.length < 2
        ? null
        : explain(property.body, environment(steps.at(-2)!.state, last));
    default:
      return null;
  }
}

function explainDeadlock(report: TraceReport): Ending {
  const state = report.trace.steps.at(-1)!.state;
  const waiting = report.spec.actions.map((action): Waiting => {
    const [best] = nearest(attempts(action, state), 1);
    if (best === undefined) return { title: action.name, obstacle: null };
    return { title: titleOf(action, best.instance), obstacle: firstObstacle(best) };
  });
  return { kind: 'deadlock', waiting };
}

/** Operands of the failing expression of an action; those under names bound within it are unknown. */
function failingValues(report: TraceReport, error: SpecErrorReport): readonly NamedValue[] {
  const { instance } = error;
  const action = report.spec.actions.find((a) => a.name === instance?.action);
  if (instance === null || action === undefined) return [];
  const env = action.parameters
    .filter((p) => instance.parameters.has(p.name))
    .reduce(
      (inner, p) => bind(inner, p.id, instance.parameters.get(p.name)!),
      environment(report.trace.steps.at(-1)!.state),
    );
  const roots = [...action.guards, ...action.updates.flatMap(expressionsOf)];
  const failing = findFirst(roots, (node) => showExpr(node) === error.expression);
  if (failing === null || findFirst([failing], (n) => n.op === 'bound' && !env.bound.has(n.id)))
    return [];
  return operandValues(failing, env, true);
}

function findFirst(
  roots: readonly ExprNode[],
  accepts: (node: ExprNode) => boolean,
): ExprNode | null {
  let found: ExprNode | null = null;
  for (const root of roots) visit(root, (node) => (found ??= accepts(node) ? node : null));
  return found;
}

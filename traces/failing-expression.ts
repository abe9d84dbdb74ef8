import { bind, environment } from '../checker/reference/environment.ts';
import type { SpecErrorReport } from '../checker/result.ts';
import { showExpr } from '../spec/language/show.ts';
import type { ExprNode } from '../spec/language/tree.ts';
import { expressionsOf, visit } from '../spec/language/walk.ts';
import { instantiate } from './instantiate.ts';
import { operandValues } from './operand-values.ts';
import type { NamedValue } from './operand-values.ts';
import type { TraceReport } from './report.ts';

/** The expression that had no meaning, with values as far as they can be told. */
export interface FailingExpression {
  readonly expression: string;
  readonly values: readonly NamedValue[];
}

/**
 * Looks the failing expression of an action up in its tree and gives the names in it the values
 * that they had. Under names bound within the action they are unknown: then it stands as written.
 */
export function failingExpression(report: TraceReport, error: SpecErrorReport): FailingExpression {
  const { instance } = error;
  const unknown = { expression: error.expression, values: [] };
  const action = report.spec.actions.find((a) => a.name === instance?.action);
  if (instance === null || action === undefined) return unknown;
  const env = action.parameters
    .filter((p) => instance.parameters.has(p.name))
    .reduce(
      (inner, p) => bind(inner, p.id, instance.parameters.get(p.name)!),
      environment(report.trace.steps.at(-1)!.state),
    );
  const roots = [
    ...action.parameters.flatMap((p) => p.domain ?? []),
    ...action.guards,
    ...action.updates.flatMap(expressionsOf),
  ];
  const failing = findFirst(roots, (node) => showExpr(node) === error.expression);
  if (failing === null || findFirst([failing], (n) => n.op === 'bound' && !env.bound.has(n.id)))
    return unknown;
  // The conversion that failed is shown as what it converts, whose value the message tells.
  const converted = failing.op === 'convert' ? failing.arg : failing;
  return {
    expression: showExpr(instantiate(failing, env.bound)),
    values: operandValues(converted, env, true),
  };
}

function findFirst(
  roots: readonly ExprNode[],
  accepts: (node: ExprNode) => boolean,
): ExprNode | null {
  let found: ExprNode | null = null;
  for (const root of roots) visit(root, (node) => (found ??= accepts(node) ? node : null));
  return found;
}

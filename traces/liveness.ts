import { environment } from '../checker/reference/environment.ts';
import { evaluate } from '../checker/reference/evaluate.ts';
import type { Trace } from '../checker/result.ts';
import { showExpr } from '../spec/language/show.ts';
import type { ExprNode, PropertyNode } from '../spec/language/tree.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explain.ts';

/** Properties of whole behaviours. */
export type LivenessProperty = Exclude<
  PropertyNode,
  { readonly kind: 'invariant' | 'stepInvariant' | 'reachable' }
>;

export function isLiveness(property: PropertyNode): property is LivenessProperty {
  return !['invariant', 'stepInvariant', 'reachable'].includes(property.kind);
}

/** Why an infinite behaviour breaks a property: a sentence, and the state that shows it. */
export interface LivenessFailure {
  readonly sentence: string;
  /** The step after which the property's condition was explained. */
  readonly step: number;
  readonly explanation: Explanation;
}

/**
 * Why a behaviour breaks a property of whole behaviours; null if it does not. After its last step it
 * goes on with step `loop`; with null, its last state stays for ever.
 */
export function explainLiveness(
  property: LivenessProperty,
  trace: Trace,
  loop: number | null,
): LivenessFailure | null {
  const last = trace.steps.length - 1;
  const start = loop ?? last;
  const holds = (node: ExprNode, step: number): boolean =>
    evaluate(node, environment(trace.steps[step]!.state)) === true;
  const failure = (sentence: string, step: number): LivenessFailure => {
    const explanation = explain(property.body, environment(trace.steps[step]!.state));
    return { sentence, step, explanation };
  };
  const steps = [...trace.steps.keys()];
  const repeating = steps.slice(start);
  switch (property.kind) {
    case 'eventually':
      if (steps.some((i) => holds(property.body, i))) return null;
      return failure(`no state of the behaviour satisfies it`, last);
    case 'alwaysEventually':
      if (repeating.some((i) => holds(property.body, i))) return null;
      return failure(`from step ${start} on, no state satisfies it`, last);
    case 'eventuallyAlways': {
      const broken = repeating.find((i) => !holds(property.body, i));
      if (broken === undefined) return null;
      return failure(`it fails again and again, after step ${broken}`, broken);
    }
    case 'leadsTo': {
      if (repeating.some((i) => holds(property.body, i))) return null;
      const answered = steps.findLastIndex((i) => holds(property.body, i));
      const asked = steps.find((i) => i > answered && holds(property.from, i));
      if (asked === undefined) return null;
      const from = showExpr(property.from);
      return failure(`after step ${asked}, ${from}, but what it leads to never follows`, last);
    }
  }
}

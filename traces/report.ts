import type { CheckResult, SpecErrorReport, Trace, Verdict } from '../checker/result.ts';
import type { PropertyNode, SpecTree } from '../spec/language/tree.ts';

/** A trace with all that a reader needs to understand it: what every renderer takes. */
export interface TraceReport {
  readonly spec: SpecTree;
  /** Where the spec stands, as the user named it; null if it has no file. */
  readonly file: string | null;
  readonly model: string;
  readonly verdict: Verdict;
  /** The violated property, or the witness that the trace reaches; null where there is none. */
  readonly property: string | null;
  readonly specError: SpecErrorReport | null;
  readonly trace: Trace;
  /** For an infinite behaviour: the step that follows the last one again. null: the trace just ends. */
  readonly loop: number | null;
}

/** The report of a check that ended with a trace, or null if it has none. */
export function reportOf(
  spec: SpecTree,
  result: CheckResult,
  file: string | null,
): TraceReport | null {
  if (result.trace === null) return null;
  const { model, verdict, property, specError, trace } = result;
  return { spec, file, model, verdict, property, specError, trace, loop: null };
}

/** The declaration of the property that the report is about. */
export function propertyOf(report: TraceReport): PropertyNode | null {
  return report.spec.properties.find((p) => p.name === report.property) ?? null;
}

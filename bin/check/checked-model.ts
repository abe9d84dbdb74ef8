import type { PreparedModel } from '../../checker/prepare.ts';
import type { CheckResult, Trace } from '../../checker/result.ts';
import { reportOf, type TraceReport } from '../../traces/report.ts';
import type { ExitCode } from '../exit-code.ts';

/** A model whose check is done. */
export interface CheckedModel {
  readonly prepared: PreparedModel;
  readonly result: CheckResult;
  readonly exitCode: ExitCode;
  /** Its counterexamples: none, or the result's own and further ones. */
  readonly traces: readonly Trace[];
}

/** The traces with all that a renderer needs. */
export function reportsOf(
  { prepared, result, traces }: CheckedModel,
  file: string,
): readonly TraceReport[] {
  return traces.flatMap((trace) => reportOf(prepared.tree, { ...result, trace }, file) ?? []);
}

import { traceDocument } from '../../traces/json.ts';
import { worst } from '../exit-code.ts';
import { reportsOf, type CheckedModel } from './checked-model.ts';

/** The one document that `--json` prints. Its version changes when a field changes its meaning. */
export function resultDocument(file: string, checked: readonly CheckedModel[]): object {
  return {
    version: 1,
    spec: checked[0]?.prepared.tree.name ?? null,
    file,
    exitCode: worst(checked.map(({ exitCode }) => exitCode)),
    results: checked.map((one) => modelResult(file, one)),
  };
}

function modelResult(file: string, checked: CheckedModel): object {
  const { prepared, result, exitCode } = checked;
  const [trace = null, ...further] = reportsOf(checked, file).map(traceDocument);
  return {
    model: result.model,
    spec: prepared.tree.name,
    constants: result.constants,
    ...(prepared.expect === null ? {} : { expect: prepared.expect }),
    verdict: result.verdict,
    exitCode,
    property: result.property,
    distinct: result.distinct,
    generated: result.generated,
    depth: result.depth,
    levels: result.levels,
    coveredDepth: result.coveredDepth,
    stopped: result.stopped,
    workers: result.workers,
    seconds: result.seconds,
    peakMemoryBytes: result.peakMemoryBytes,
    store: result.store,
    missProbability: result.missProbability,
    actions: result.actions,
    witnesses: result.witnesses,
    unchecked: result.unchecked,
    bounds: result.bounds,
    warnings: prepared.warnings,
    specError:
      result.specError === null
        ? null
        : {
            kind: result.specError.kind,
            where: result.specError.where,
            action: result.specError.instance?.action ?? null,
            expression: result.specError.expression,
            message: result.specError.message,
          },
    trace,
    ...(further.length === 0 ? {} : { furtherTraces: further }),
  };
}

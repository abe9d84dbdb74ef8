import { traceDocument } from '../../traces/json.ts';
import { worst } from '../exit-code.ts';
import { simulationReport, type SimulatedModel } from './run.ts';

/** The one document that `--json` prints. Its version changes when a field changes its meaning. */
export function simulationDocument(file: string, simulated: readonly SimulatedModel[]): object {
  return {
    version: 1,
    spec: simulated[0]?.prepared.tree.name ?? null,
    file,
    exitCode: worst(simulated.map(({ exitCode }) => exitCode)),
    results: simulated.map((one) => modelResult(file, one)),
  };
}

function modelResult(file: string, one: SimulatedModel): object {
  const { prepared, result, exitCode } = one;
  const report = simulationReport(one, file);
  const { specError, ...figures } = result;
  return {
    ...figures,
    spec: prepared.tree.name,
    constants: Object.fromEntries(prepared.tree.constants.map((c) => [c.name, c.value])),
    ...(prepared.expect === null ? {} : { expect: prepared.expect }),
    exitCode,
    specError:
      specError === null
        ? null
        : {
            kind: specError.kind,
            where: specError.where,
            action: specError.instance?.action ?? null,
            expression: specError.expression,
            message: specError.message,
          },
    trace: report === null ? null : traceDocument(report),
  };
}

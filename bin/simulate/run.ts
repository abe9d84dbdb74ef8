import type { PreparedModel } from '../../checker/prepare.ts';
import {
  simulateModel,
  type ActionKind,
  type SimulateModelOptions,
  type SimulationResult,
} from '../../checker/simulate/simulate-model.ts';
import type { TraceReport } from '../../traces/report.ts';
import type { Arguments } from '../arguments.ts';
import { onInterrupt } from '../check/interrupt.ts';
import { exitCodeOf } from '../check/judgement.ts';
import { chooseModels } from '../choose-model.ts';
import { exitCodes, worst, type ExitCode } from '../exit-code.ts';
import { count } from '../figures.ts';
import { parseBinding, parseCount, parseDuration, parseWeight } from '../option-values.ts';
import { progressLine } from '../progress-line.ts';
import type { Terminal } from '../terminal.ts';
import { traceWriter } from '../trace-writer.ts';
import { UsageError } from '../usage-error.ts';
import { renderSimulation } from './verdict.ts';

/** A model whose simulation is done. */
export interface SimulatedModel {
  readonly prepared: PreparedModel;
  readonly result: SimulationResult;
  readonly exitCode: ExitCode;
}

/** Loads the spec, simulates its models one after the other and prints what each came to. */
export async function runSimulateCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const options = simulateOptions(args);
  const json = args.flag('json') ?? false;
  const quiet = args.flag('quiet') ?? false;
  const traces = traceWriter(args, terminal);
  if (json && traces.claimsOutput) {
    throw new UsageError(
      '--json and --format both want standard output',
      'Send the trace to a file with --output FILE; the JSON result holds it too.',
    );
  }
  const [say, colors] = traces.claimsOutput
    ? [terminal.err, terminal.errColors]
    : [terminal.out, terminal.outColors];
  const { file, models } = await chooseModels(args);

  const done: SimulatedModel[] = [];
  const interruption = onInterrupt();
  try {
    for (const prepared of models) {
      const describe = ([walks, steps]: readonly [number, number]): string =>
        `${prepared.name} · ${count(walks)} walks · ${count(steps)} steps`;
      const progress = quiet ? null : progressLine(process.stderr, describe);
      const result = await simulateModel(prepared, {
        ...options,
        signal: interruption.signal,
        onProgress: (walks, steps) => progress?.update([walks, steps]),
      }).finally(() => progress?.end());
      const simulated = { prepared, result, exitCode: exitCodeAfter(result, prepared) };
      done.push(simulated);
      if (!json) say(renderSimulation(simulated, { colors, width: terminal.width, quiet }));
      const report = simulationReport(simulated, file);
      if (report !== null && (args.flag('trace') ?? true)) {
        await traces.write(report, { amongSeveral: models.length > 1, printed: !json });
      }
      if (result.stopped === 'interrupted') break;
    }
  } finally {
    interruption.dispose();
  }
  if (json) {
    const { simulationDocument } = await import('./json-document.ts');
    terminal.out(`${JSON.stringify(simulationDocument(file, done), null, 2)}\n`);
  }
  return worst(done.map(({ exitCode }) => exitCode));
}

/** What a simulation found as a trace, or null. */
export function simulationReport(
  { prepared, result }: SimulatedModel,
  file: string,
): TraceReport | null {
  if (result.trace === null) return null;
  const { model, verdict, property, specError, trace } = result;
  return { spec: prepared.tree, file, model, verdict, property, specError, trace, loop: null };
}

/**
 * Walks that find nothing prove nothing, and are no failure: 0, unless the model expects them to
 * find something.
 */
function exitCodeAfter(result: SimulationResult, { expect }: PreparedModel): ExitCode {
  const code = exitCodeOf(result, expect);
  const nothingWasToBeFound = expect === null || expect === 'holds';
  return code === exitCodes.inconclusive && nothingWasToBeFound ? exitCodes.ok : code;
}

function simulateOptions(args: Arguments): SimulateModelOptions {
  return {
    seed: args.parsed('seed', parseCount),
    runs: args.parsed('runs', parseCount),
    depth: args.parsed('depth', parseCount),
    weights: weightsOf(args.texts('weight')),
    shrink: args.flag('shrink'),
    workers: args.parsed('workers', parseCount),
    timeoutSeconds: args.parsed('timeout', parseDuration),
  };
}

const KINDS: readonly ActionKind[] = ['step', 'fault', 'environment'];

function weightsOf(texts: readonly string[]): Partial<Record<ActionKind, number>> {
  const weights: Partial<Record<ActionKind, number>> = {};
  for (const text of texts) {
    const [name, value] = parseBinding('--weight', text);
    const kind = KINDS.find((known) => known === name);
    if (kind === undefined) {
      throw new UsageError(
        `--weight ${text}: there is no kind '${name}'`,
        `It is one of ${KINDS.join(', ')}.`,
      );
    }
    weights[kind] = parseWeight(`--weight ${name}`, value);
  }
  return weights;
}

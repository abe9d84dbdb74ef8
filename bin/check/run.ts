import { checkPrepared, type RunOptions } from '../../checker/check.ts';
import { engineNames, storeNames } from '../../checker/engine.ts';
import { generatedCode } from '../../checker/generated-code.ts';
import { requireSensible } from '../../checker/limits.ts';
import type { PreparedModel } from '../../checker/prepare.ts';
import type { Trace } from '../../checker/result.ts';
import type { Arguments } from '../arguments.ts';
import { chooseModels } from '../choose-model.ts';
import { exitCodes, worst, type ExitCode } from '../exit-code.ts';
import { parseCount, parseDuration, parseMemory } from '../option-values.ts';
import { describeSearch, progressLine } from '../progress-line.ts';
import type { Terminal } from '../terminal.ts';
import { traceWriter } from '../trace-writer.ts';
import { UsageError } from '../usage-error.ts';
import { reportsOf, type CheckedModel } from './checked-model.ts';
import { onInterrupt } from './interrupt.ts';
import { exitCodeOf } from './judgement.ts';
import { renderSummary } from './summary.ts';
import { renderVerdict } from './verdict-block.ts';

/** Loads the spec, checks its models one after the other and prints each verdict as it comes. */
export async function runCheckCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const options = runOptions(args);
  requireSensible(options);
  const json = args.flag('json') ?? false;
  const quiet = args.flag('quiet') ?? false;
  const writer = traceWriter(args, terminal);
  const wanted = args.parsed('traces', parseCount) ?? 1;
  if (wanted < 1) throw new UsageError('--traces 0: must be an integer of at least 1');
  if (json && writer.claimsOutput) {
    throw new UsageError(
      '--json and --format both want standard output',
      'Send the trace to a file with --output FILE; the JSON result holds it too.',
    );
  }
  // Where standard output is for programs, people read the verdict on standard error.
  const [say, colors] = writer.claimsOutput
    ? [terminal.err, terminal.errColors]
    : [terminal.out, terminal.outColors];
  const { width } = terminal;

  const { file, models: prepared } = await chooseModels(args);
  const action = args.text('print-code');
  if (action !== undefined) return printCode(prepared, action, terminal);
  const several = prepared.length > 1;

  const done: CheckedModel[] = [];
  const interruption = onInterrupt();
  try {
    for (const [i, next] of prepared.entries()) {
      const label = several ? `${next.name} (${i + 1}/${prepared.length})` : next.name;
      const progress = quiet ? null : progressLine(process.stderr, describeSearch(label));
      const checked = await checkOne(next, {
        ...options,
        signal: interruption.signal,
        onProgress: (state) => progress?.update(state),
      }).finally(() => progress?.end());
      const traces = await tracesOf(checked, wanted, { ...options, signal: interruption.signal });
      done.push({ ...checked, traces });
      if (!json) say(renderVerdict(checked, { colors, width, quiet, coverage: !several }));
      if (args.flag('trace') ?? true) {
        for (const [i, report] of reportsOf(done.at(-1)!, file).entries()) {
          const nth = traces.length > 1 ? i + 1 : null;
          if (nth !== null && !json && !writer.claimsOutput) {
            say(`${colors.bold(`Counterexample ${nth} of ${traces.length}`)}\n\n`);
          }
          await writer.write(report, { amongSeveral: several, printed: !json, nth });
        }
      }
      if (checked.result.stopped === 'interrupted') break;
    }
  } finally {
    interruption.dispose();
  }
  if (json) {
    const { resultDocument } = await import('./json-document.ts');
    terminal.out(`${JSON.stringify(resultDocument(file, done), null, 2)}\n`);
  } else if (several) {
    say(renderSummary(done, prepared.length, colors));
  }
  return worst(done.map(({ exitCode }) => exitCode));
}

function runOptions(args: Arguments): RunOptions {
  return {
    workers: args.parsed('workers', parseCount),
    maxStates: args.parsed('max-states', parseCount),
    maxDepth: args.parsed('max-depth', parseCount),
    maxMemoryBytes: args.parsed('max-memory', parseMemory),
    timeoutSeconds: args.parsed('timeout', parseDuration),
    engine: args.choice('engine', engineNames),
    store: args.choice('store', storeNames),
  };
}

async function printCode(
  models: readonly PreparedModel[],
  action: string,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const prepared of models) {
    const code = await generatedCode(prepared, action);
    terminal.out(`// ${prepared.tree.name} / ${prepared.name}\n${code.trimEnd()}\n`);
  }
  return exitCodes.ok;
}

/** A check's trace, and further ones where they are wanted. */
async function tracesOf(
  { prepared, result }: CheckedModel,
  wanted: number,
  options: RunOptions,
): Promise<readonly Trace[]> {
  if (result.trace === null) return [];
  if (wanted === 1) return [result.trace];
  const { furtherTraces } = await import('../../checker/further-traces.ts');
  return furtherTraces(prepared, result, wanted, options);
}

async function checkOne(prepared: PreparedModel, options: RunOptions): Promise<CheckedModel> {
  const result = await checkPrepared(prepared, options);
  return { prepared, result, exitCode: exitCodeOf(result, prepared.expect), traces: [] };
}

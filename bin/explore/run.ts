import { validateTrace } from '../../traces/validate.ts';
import type { Arguments } from '../arguments.ts';
import { chooseModel } from '../choose-model.ts';
import type { ExitCode } from '../exit-code.ts';
import { parseCount } from '../option-values.ts';
import type { Terminal } from '../terminal.ts';
import { openTrace } from '../trace/open-trace.ts';
import { UsageError } from '../usage-error.ts';
import { DEFAULT_RUN_STATES, Exploration } from './exploration.ts';

/** Walks through the states of a spec, in the terminal or in a browser. */
export async function runExploreCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const maxStates = args.parsed('run-states', parseCount) ?? DEFAULT_RUN_STATES;
  const port = args.parsed('port', parsePort);
  const web = args.flag('web') ?? false;
  if (!web && port !== undefined) throw new UsageError('--port is for --web');
  if (!web && args.flag('open') === false) throw new UsageError('--no-open is for --web');
  const exploration = await begin(args, terminal);
  for (const text of args.texts('watch')) exploration.watch(text);
  if (web) {
    const { runWeb } = await import('./web/run.ts');
    const open = args.flag('open') ?? true;
    return runWeb(exploration, terminal, { port: port ?? 0, open, maxStates });
  }
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const { runKeys } = await import('./terminal/key-mode.ts');
    return runKeys(exploration, terminal, maxStates);
  }
  const { runLines } = await import('./terminal/line-mode.ts');
  return runLines(exploration, terminal, maxStates);
}

/** Where the walk begins: in an initial state of the model, or at a step of a saved trace. */
async function begin(args: Arguments, terminal: Terminal): Promise<Exploration> {
  const file = args.text('trace');
  if (file === undefined) {
    if (args.text('step') !== undefined) throw new UsageError('--step is for --trace');
    const { file: specFile, model } = await chooseModel(args);
    const { tree: spec, checked, name } = model;
    return new Exploration({ spec, file: specFile, model: name, properties: checked.properties });
  }
  for (const option of ['model', 'constant'])
    if (args.texts(option).length > 0)
      throw new UsageError(
        `--${option} does not go with --trace`,
        'A trace says itself which model and constants it is of.',
      );
  const { report } = await openTrace(file, args.text('spec'));
  const { spec, model, trace } = report;
  const exploration = new Exploration({
    spec,
    file: report.file,
    model,
    properties: spec.properties,
  });
  const validation = validateTrace(report);
  const end = validation.outcome === 'divergent' ? validation.step - 1 : trace.steps.length - 1;
  if (end < 0)
    throw new UsageError(
      `${file}: its first state is no initial state of the spec`,
      `kripke trace ${file} says more.`,
    );
  if (validation.outcome === 'divergent')
    terminal.err(
      `The trace is a behaviour of the spec up to step ${end} only; kripke trace says more.\n`,
    );
  const step = args.parsed('step', (flag, text) => parseStep(flag, text, end)) ?? end;
  exploration.follow(trace.steps.slice(0, end + 1), step);
  return exploration;
}

function parseStep(flag: string, text: string, last: number): number {
  const step = /^\d+$/.test(text) ? Number(text) : NaN;
  if (step <= last) return step;
  throw new UsageError(
    `${flag} ${text}: the trace has no such step`,
    `Its steps are 0 to ${last}.`,
  );
}

function parsePort(flag: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`${flag} ${text}: not a port`, 'It is from 1 to 65535; 0 takes a free one.');
}

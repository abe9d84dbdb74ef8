import { availableParallelism } from 'node:os';
import type { ActionNode, SpecTree } from '../../spec/language/tree.ts';
import { OptionError } from '../call-errors.ts';
import { compile, type Compiled } from '../compile/compile.ts';
import type { PreparedModel } from '../prepare.ts';
import { Rebuilder } from '../rebuild-trace.ts';
import { NoInitialState } from '../reference/spec-error.ts';
import type { SpecErrorReport, Trace, Verdict } from '../result.ts';
import { shrink } from './shrink.ts';
import { simulate, type Simulation } from './simulate.ts';
import type { Finding } from './walk.ts';

export type ActionKind = ActionNode['kind'];

/** How a model is simulated. What is left out has the default that is named. */
export interface SimulateModelOptions {
  /** An integer from 0; default 1. The same seed gives the same walks. */
  readonly seed?: number | undefined;
  /** Walks; default 1000. */
  readonly runs?: number | undefined;
  /** Steps of a walk at most; default 100. */
  readonly depth?: number | undefined;
  /** How often an action of a kind is chosen relative to others; default 1 for each. */
  readonly weights?: Partial<Readonly<Record<ActionKind, number>>> | undefined;
  /** Threads; default: as many as the machine lets this process use. */
  readonly workers?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** Whether to shorten what was found; default true. */
  readonly shrink?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((walks: number, steps: number) => void) | undefined;
}

/** What a simulation found. It proves nothing where it finds nothing: the verdict is 'inconclusive'. */
export interface SimulationResult extends Omit<Simulation, 'finding' | 'taken' | 'witnesses'> {
  readonly model: string;
  readonly seed: number;
  readonly depth: number;
  readonly verdict: Extract<Verdict, 'violated' | 'deadlock' | 'spec-error' | 'inconclusive'>;
  readonly property: string | null;
  readonly specError: SpecErrorReport | null;
  readonly trace: Trace | null;
  /** The walk that found it, and its steps before it was shortened; null if nothing was found. */
  readonly found: { readonly run: number; readonly steps: number } | null;
  readonly actions: readonly { readonly name: string; readonly taken: number }[];
  /** For each witness that was seen, the least number of steps after which it was. */
  readonly witnesses: Readonly<Record<string, number>>;
  readonly workers: number;
  readonly seconds: number;
}

/**
 * Takes random walks through a model and judges every safety property on the way; a finding is
 * shortened and told as a trace.
 *
 * @throws {OptionError} for options that make no sense.
 * @throws {NoInitialState} for a spec without an initial state.
 */
export async function simulateModel(
  prepared: PreparedModel,
  options: SimulateModelOptions = {},
): Promise<SimulationResult> {
  requireSensible(options);
  const { seed = 1, depth = 100, runs = 1000, weights = {} } = options;
  const workers = options.workers ?? availableParallelism();
  const started = performance.now();
  const tree = prepared.checked;
  const compiled = compile(tree);
  const { program } = compiled;
  const simulation = await simulate(program, {
    seed,
    depth,
    runs,
    workers,
    weights: tree.actions.map(({ kind }) => weights[kind] ?? 1),
    checkDeadlock: prepared.deadlock,
    timeoutSeconds: options.timeoutSeconds ?? null,
    signal: options.signal ?? null,
    onProgress: options.onProgress ?? null,
  });
  const { finding: found, taken, witnesses, ...figures } = simulation;
  if (figures.endings.nowhere > 0) throw new NoInitialState(tree.name);
  const told = found === null ? nothing : await tell(tree, compiled, found.finding, options);
  return {
    ...figures,
    ...told,
    model: prepared.name,
    seed,
    depth,
    found: found === null ? null : { run: found.run, steps: found.finding.path.length - 1 },
    actions: program.actions.map((name, i) => ({ name, taken: taken[i]! })),
    witnesses: Object.fromEntries(
      program.witnesses.flatMap((name, i) =>
        witnesses[i] === null ? [] : [[name, witnesses[i]!]],
      ),
    ),
    workers,
    seconds: (performance.now() - started) / 1000,
  };
}

type Told = Pick<SimulationResult, 'verdict' | 'property' | 'specError' | 'trace'>;

const nothing: Told = { verdict: 'inconclusive', property: null, specError: null, trace: null };

/** Shortens a finding and tells it in the words of the spec. */
async function tell(
  tree: SpecTree,
  compiled: Compiled,
  finding: Finding,
  options: SimulateModelOptions,
): Promise<Told> {
  const property = propertyOf(compiled, finding);
  const wanted = options.shrink ?? true;
  const alone = wanted ? compile(judging(tree, finding, property)).program : null;
  const short = alone === null ? finding : await shrink(alone, finding, options.signal ?? null);
  const rebuilder = new Rebuilder(tree, compiled, []);
  const trace = rebuilder.trace(short.path);
  switch (short.kind) {
    case 'invariant':
    case 'stepInvariant':
      return { verdict: 'violated', property, specError: null, trace };
    case 'deadlock':
      return { verdict: 'deadlock', property: null, specError: null, trace };
    case 'fault': {
      const specError = rebuilder.specError(short, trace);
      return { verdict: 'spec-error', property: null, specError, trace };
    }
  }
}

function propertyOf({ program }: Compiled, finding: Finding): string | null {
  switch (finding.kind) {
    case 'invariant':
      return program.invariants[finding.property]!;
    case 'stepInvariant':
      return program.stepInvariants[finding.property]!;
    case 'deadlock':
    case 'fault':
      return null;
  }
}

/** The spec with nothing to judge but what a finding is about. */
function judging(tree: SpecTree, finding: Finding, property: string | null): SpecTree {
  // A spec error may be one of any property.
  if (finding.kind === 'fault') return tree;
  return { ...tree, properties: tree.properties.filter(({ name }) => name === property) };
}

function requireSensible(options: SimulateModelOptions): void {
  const { seed, runs, depth, workers, timeoutSeconds, weights } = options;
  requireInteger('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  requireInteger('runs', runs, 1, Number.MAX_SAFE_INTEGER);
  requireInteger('depth', depth, 1, 10_000_000);
  requireInteger('workers', workers, 1, 256);
  if (timeoutSeconds !== undefined && !(timeoutSeconds > 0 && Number.isFinite(timeoutSeconds))) {
    throw new OptionError('timeoutSeconds', timeoutSeconds, 'a time above zero');
  }
  for (const [kind, weight] of Object.entries(weights ?? {})) {
    if (!(weight >= 0 && Number.isFinite(weight))) {
      throw new OptionError(`weights.${kind}`, weight, 'a number from 0');
    }
  }
}

function requireInteger(option: string, value: number | undefined, lo: number, hi: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= lo && value <= hi)) return;
  throw new OptionError(option, value, `an integer from ${lo} to ${hi}`);
}

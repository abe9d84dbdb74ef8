import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../compile/program.ts';
import type { StopReason, Verdict } from '../result.ts';
import { Control, Ending, StopCode } from '../store/control.ts';
import { StateSpaceTooLarge } from '../store/errors.ts';
import { MOST_STATES } from '../store/memory.ts';
import { fingerprintBits } from '../store/shape.ts';
import type { BacktrackSetup } from './backtracker.ts';
import { compareFindings, FindingKind, type Finding } from './finding.ts';
import type {
  Counterexample,
  ExploreOptions,
  ExploreOutcome,
  PackedState,
  Path,
  Tuning,
} from './outcome.ts';
import { Run } from './run.ts';
import { setUp, setUpAgain, tuningOf } from './setup.ts';
import type { SearchSetup } from './thread.ts';
import { traceBack } from './trace-back.ts';

let nextKey = 1;

/**
 * Searches all reachable states of a program, level by level, and judges its safety properties.
 *
 * The outcome does not depend on the number of workers, unless a limit of time or memory or the
 * signal ended the search.
 *
 * @throws {WorkerFailure} if a worker thread died.
 * @throws {StateSpaceTooLarge} if there are more states than can be numbered.
 * @throws {NotEnoughMemory} if the search cannot even start.
 */
export async function explore(program: Program, options: ExploreOptions): Promise<ExploreOutcome> {
  const search = new Search(program, options);
  try {
    return await search.run();
  } finally {
    await search.close();
  }
}

/** One search and, afterwards, what it found: for those who want more than its outcome. */
export class Search {
  readonly #program: Program;
  readonly #options: ExploreOptions;
  readonly #tuning: Tuning;
  readonly #setup: SearchSetup;
  readonly #control: Int32Array;
  readonly #run: Run;

  constructor(program: Program, options: ExploreOptions) {
    this.#program = program;
    this.#options = options;
    this.#tuning = tuningOf(program, options);
    this.#setup = setUp(program, options, this.#tuning);
    this.#control = new Int32Array(this.#setup.memory.control);
    this.#run = new Run(this.#setup, options, this.#tuning);
  }

  /** Runs the search; call it once. */
  async run(): Promise<ExploreOutcome> {
    await this.#run.run();
    if (this.#control[Control.stop] === StopCode.tooLarge) {
      throw new StateSpaceTooLarge('states', MOST_STATES);
    }
    return this.#outcome();
  }

  /** Ends the worker threads. The search's memory goes when nobody holds the search any more. */
  async close(): Promise<void> {
    await this.#run.close();
  }

  /**
   * The shortest canonical trace to a state of the given level, the initial states being level 1.
   * With fingerprints the levels up to there are searched once more, and this can be asked once.
   */
  async pathTo(state: PackedState, level: number): Promise<PackedState[]> {
    const signal = this.#options.signal ?? null;
    if (this.#setup.shape.kind !== 'fingerprint' || level === 1) {
      return traceBack(this.#backtrack(this.#setup), state, level, this.#run.crew, signal);
    }
    await this.#run.close();
    const directory = await mkdtemp(join(tmpdir(), 'kripke-'));
    try {
      const setup = setUpAgain(this.#setup, level - 1, directory);
      const unlimited = { ...this.#options, timeoutSeconds: null, onProgress: null };
      const again = new Run(setup, unlimited, this.#tuning);
      try {
        await again.run();
      } finally {
        await again.close();
      }
      signal?.throwIfAborted();
      return await traceBack(this.#backtrack(setup), state, level, null, signal);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  #backtrack({ program, shape, memory, levelFiles }: SearchSetup): BacktrackSetup {
    const costs = this.#options.costs ?? null;
    const beam = costs === null ? 1 : this.#tuning.beam;
    return { key: nextKey++, program, shape, memory, costs, beam, levelFiles };
  }

  async #outcome(): Promise<ExploreOutcome> {
    const control = this.#control;
    const { ledger } = this.#run.thread;
    const level = control[Control.level]!;
    const levels = this.#levelSizes(level);
    const ending = control[Control.ending]!;
    const finding = this.#finding();
    const witnesses = this.#program.witnesses.map(
      (_, index) => control[Control.witnesses + index]! || null,
    );
    const isCut = control[Control.cut] === 1;
    const complete = ending === Ending.complete;
    const unreached = complete
      ? witnesses.flatMap((seen, index) => (seen === null ? [index] : []))
      : [];
    const ended = ending !== Ending.none;
    return {
      verdict: verdictOf(finding, complete, unreached),
      counterexample: finding === null ? null : await this.#counterexample(finding),
      unreached,
      generated: ledger.generated,
      distinct: ledger.distinct,
      depth: levels.length,
      levels,
      coveredDepth: ended ? level : Math.max(0, level - 1),
      taken: ledger.taken,
      credited: ledger.credited,
      witnesses,
      isCut,
      stopped: finding === null ? stopReason(ending, control[Control.stop]!) : null,
      missProbability: this.#missProbability(ledger.distinct, ledger.generated),
      peakMemoryBytes: this.#run.peakMemoryBytes,
      seconds: this.#run.seconds,
    };
  }

  #levelSizes(level: number): number[] {
    const log = new Int32Array(this.#setup.memory.levels);
    const sizes = Array.from({ length: level }, (_, index) => log[2 * index + 1]!);
    const kept = sizes.reduce((total, size) => total + size, 0);
    const rest = this.#run.thread.ledger.distinct - kept;
    if (rest > 0) sizes.push(rest);
    return sizes;
  }

  #finding(): Finding | null {
    const { ledger } = this.#run.thread;
    let best: Finding | null = null;
    for (let thread = 0; thread < ledger.threads; thread++) {
      const finding = ledger.finding(thread);
      if (finding === null) continue;
      if (best === null || compareFindings(finding, best) < 0) best = finding;
    }
    return best;
  }

  async #counterexample(finding: Finding): Promise<Counterexample> {
    const { kind, index, length, state, before } = finding;
    switch (kind) {
      case FindingKind.invariant:
        return { kind: 'invariant', property: index, path: await this.#path(state, length) };
      case FindingKind.stepInvariant: {
        const path = await this.#path(before, length - 1);
        const whole = path === null ? null : [...path, state];
        return { kind: 'stepInvariant', property: index, path: whole };
      }
      case FindingKind.deadlock:
        return { kind: 'deadlock', path: await this.#path(state, length) };
      case FindingKind.faultInState:
        return this.#fault(index, 'state', await this.#path(state, length));
      case FindingKind.faultInStep:
        return this.#fault(index, 'step', await this.#path(state, length));
      case FindingKind.faultInInitial:
        return this.#fault(index, 'initial', []);
    }
  }

  #fault(site: number, during: 'initial' | 'state' | 'step', path: Path): Counterexample {
    return { kind: 'fault', site, during, path };
  }

  async #path(state: PackedState, level: number): Promise<Path> {
    try {
      return await this.pathTo(state, level);
    } catch (error) {
      if (this.#options.signal?.aborted === true || isNoSpace(error)) return null;
      throw error;
    }
  }

  /**
   * TLC's optimistic estimate: of `generated - distinct` successors that were taken for known ones,
   * each was a new state with the fingerprint of one of `distinct` states with probability
   * distinct / 2^bits.
   */
  #missProbability(distinct: number, generated: number): number | null {
    const { shape } = this.#setup;
    if (shape.kind !== 'fingerprint') return null;
    const bits = Math.min(64, fingerprintBits(shape));
    // Of what a thread remembers, each successor is compared with one state, without the region.
    const remembered = generated / 2 ** (bits - shape.regions);
    return Math.min(1, (distinct * (generated - distinct)) / 2 ** bits + remembered);
  }
}

function verdictOf(
  finding: Finding | null,
  complete: boolean,
  unreached: readonly number[],
): Verdict {
  switch (finding?.kind) {
    case FindingKind.invariant:
    case FindingKind.stepInvariant:
      return 'violated';
    case FindingKind.deadlock:
      return 'deadlock';
    case undefined:
      if (!complete) return 'inconclusive';
      return unreached.length > 0 ? 'unreachable' : 'holds';
    default:
      return 'spec-error';
  }
}

function stopReason(ending: number, stop: number): StopReason | null {
  if (ending === Ending.maxDepth) return 'max-depth';
  if (ending === Ending.maxStates) return 'max-states';
  if (ending !== Ending.none) return null;
  switch (stop) {
    case StopCode.maxMemory:
      return 'max-memory';
    case StopCode.timeout:
      return 'timeout';
    case StopCode.interrupted:
      return 'interrupted';
    default:
      return null;
  }
}

/** The disk is full, or may not be written. */
function isNoSpace(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code !== undefined && ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(code);
}

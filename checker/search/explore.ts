import { setImmediate } from 'node:timers/promises';
import type { Program } from '../compile/program.ts';
import type { StopReason, Verdict } from '../result.ts';
import { Control, Ending, Order, StopCode } from '../store/control.ts';
import { StateSpaceTooLarge } from '../store/errors.ts';
import { MOST_STATES } from '../store/memory.ts';
import { fingerprintBits } from '../store/shape.ts';
import type { BacktrackSetup } from './backtracker.ts';
import { Crew } from './crew.ts';
import { compareFindings, FindingKind, type Finding } from './finding.ts';
import type {
  Counterexample,
  ExploreOptions,
  ExploreOutcome,
  PackedState,
  Path,
  Tuning,
} from './outcome.ts';
import { setUp, tuningOf } from './setup.ts';
import { stopAll, Stopped } from './stopped.ts';
import { SearchThread, type SearchSetup } from './thread.ts';
import { traceBack } from './trace-back.ts';

/** Milliseconds of work on the calling thread before the event loop gets its turn. */
const TURN = 25;
/** States expanded between two looks at the clock. */
const STRIDE = 128;

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
  readonly #thread: SearchThread;
  readonly #started = performance.now();
  #crew: Crew | null = null;
  #peak = process.memoryUsage.rss();

  constructor(program: Program, options: ExploreOptions) {
    this.#program = program;
    this.#options = options;
    this.#tuning = tuningOf(program, options);
    this.#setup = setUp(program, options, this.#tuning);
    this.#control = new Int32Array(this.#setup.memory.control);
    this.#thread = new SearchThread(this.#setup, 0, 0, 1);
  }

  /** Runs the search; call it once. */
  async run(): Promise<ExploreOutcome> {
    const unwatch = this.#watch();
    try {
      await this.#search();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      await this.#crew?.dismiss();
    } finally {
      unwatch();
    }
    this.#note();
    if (this.#control[Control.stop] === StopCode.tooLarge) {
      throw new StateSpaceTooLarge('states', MOST_STATES);
    }
    return this.#outcome();
  }

  /** Ends the worker threads. The search's memory goes when nobody holds the search any more. */
  async close(): Promise<void> {
    await this.#crew?.close();
    this.#crew = null;
  }

  /** Shortest canonical trace to a state of the given level. */
  async pathTo(state: PackedState, level: number): Promise<PackedState[]> {
    const costs = this.#options.costs ?? null;
    const setup: BacktrackSetup = {
      program: this.#program,
      shape: this.#setup.shape,
      memory: this.#setup.memory,
      costs,
      beam: costs === null ? 1 : this.#tuning.beam,
    };
    return traceBack(setup, state, level, this.#crew, this.#options.signal ?? null);
  }

  async #search(): Promise<void> {
    const thread = this.#thread;
    try {
      thread.expander.begin();
      thread.closeAlone();
      while (this.#control[Control.order] !== Order.end) {
        if (await this.#expandLevel()) return;
        thread.closeAlone();
      }
      await this.#crew?.dismiss();
    } finally {
      thread.expander.report();
    }
  }

  /** Expands the level in work; true if the workers took over and finished the search. */
  async #expandLevel(): Promise<boolean> {
    const { expander } = this.#thread;
    if (await this.#handOver()) return true;
    let turn = performance.now();
    for (;;) {
      const piece = expander.claim();
      if (piece === null) return false;
      for (let lo = piece.lo; lo < piece.hi; lo += STRIDE) {
        expander.expand(lo, Math.min(lo + STRIDE, piece.hi));
        if (performance.now() - turn < TURN) continue;
        expander.report();
        await setImmediate();
        turn = performance.now();
      }
      if (this.#crew !== null && (await this.#handOver())) return true;
    }
  }

  /** Starts workers when the level is large enough; when they are ready, lets them do the rest. */
  async #handOver(): Promise<boolean> {
    const { workers } = this.#options;
    if (workers < 2) return false;
    if (this.#crew === null) {
      if (this.#thread.levels.width < this.#tuning.crewLevel) return false;
      this.#crew = new Crew(this.#setup, workers);
    }
    // A threshold of nothing asks for the workers from the first level on.
    while (!this.#crew.ready) {
      if (this.#tuning.crewLevel > 0) return false;
      await setImmediate();
    }
    this.#thread.expander.finishLevel();
    this.#thread.expander.report();
    await this.#crew.finish();
    return true;
  }

  /** Sees to time, interruption and progress while the search runs. */
  #watch(): () => void {
    const { signal, timeoutSeconds } = this.#options;
    const interrupt = (): void => stopAll(this.#control, StopCode.interrupted);
    if (signal?.aborted === true) interrupt();
    signal?.addEventListener('abort', interrupt);
    const timers = [setInterval(() => this.#note(), this.#tuning.progressInterval)];
    if (timeoutSeconds !== null && timeoutSeconds !== undefined) {
      // Node's timers take no more than 2^31 - 1 milliseconds.
      const delay = Math.min(timeoutSeconds * 1000, 2 ** 31 - 1);
      timers.push(setTimeout(() => stopAll(this.#control, StopCode.timeout), delay));
    }
    return () => {
      signal?.removeEventListener('abort', interrupt);
      for (const timer of timers) clearTimeout(timer);
    };
  }

  /** Takes the memory's measure and tells of progress. */
  #note(): void {
    const memoryBytes = process.memoryUsage.rss();
    this.#peak = Math.max(this.#peak, memoryBytes);
    const { onProgress } = this.#options;
    if (onProgress === null || onProgress === undefined) return;
    const control = this.#control;
    const { ledger, levels } = this.#thread;
    const { distinct } = ledger;
    const level = control[Control.level]!;
    const width = levels.width;
    const first = level === 0 ? 0 : new Int32Array(this.#setup.memory.levels)[2 * (level - 1)]!;
    const pieces = Math.max(1, control[Control.pieceEnd]! - first);
    const taken = Math.min(1, (Atomics.load(control, Control.pieceCursor) - first) / pieces);
    const before = control[Control.distinct]! - width;
    onProgress({
      distinct,
      generated: ledger.generated,
      depth: level + (distinct > control[Control.distinct]! ? 1 : 0),
      queue: Math.max(0, Math.round(distinct - before - width * taken)),
      memoryBytes,
      seconds: this.#seconds,
    });
  }

  get #seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  async #outcome(): Promise<ExploreOutcome> {
    const control = this.#control;
    const { ledger } = this.#thread;
    const level = control[Control.level]!;
    const levels = this.#levelSizes(level);
    const ending = control[Control.ending]!;
    const finding = this.#finding();
    const witnesses = this.#program.witnesses.map(
      (_, index) => control[Control.witnesses + index]! || null,
    );
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
      stopped: finding === null ? stopReason(ending, control[Control.stop]!) : null,
      missProbability: this.#missProbability(ledger.distinct, ledger.generated),
      peakMemoryBytes: this.#peak,
      seconds: this.#seconds,
    };
  }

  #levelSizes(level: number): number[] {
    const log = new Int32Array(this.#setup.memory.levels);
    const sizes = Array.from({ length: level }, (_, index) => log[2 * index + 1]!);
    const kept = sizes.reduce((total, size) => total + size, 0);
    const rest = this.#thread.ledger.distinct - kept;
    if (rest > 0) sizes.push(rest);
    return sizes;
  }

  #finding(): Finding | null {
    const { ledger } = this.#thread;
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
    if (this.#setup.shape.kind === 'fingerprint' && level > 1) return null;
    return this.pathTo(state, level);
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
    return Math.min(1, (distinct * (generated - distinct)) / 2 ** bits);
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

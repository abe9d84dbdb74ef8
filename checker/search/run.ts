import { setImmediate } from 'node:timers/promises';
import { Control, Order, StopCode } from '../store/control.ts';
import { Crew } from './crew.ts';
import type { ExploreOptions, Tuning } from './outcome.ts';
import { heedStop, stopAll, Stopped } from './stopped.ts';
import { SearchThread, type SearchSetup } from './thread.ts';

/** Milliseconds of work on the calling thread before the event loop gets its turn. */
const TURN = 25;
/** States expanded between two looks at the clock. */
const STRIDE = 128;

/**
 * One run over the levels of a state space: on the calling thread, and from the first large level
 * on by workers, while the calling thread only watches.
 */
export class Run {
  readonly thread: SearchThread;
  readonly #setup: SearchSetup;
  readonly #options: ExploreOptions;
  readonly #tuning: Tuning;
  readonly #control: Int32Array;
  readonly #started = performance.now();
  #crew: Crew | null = null;
  #peak = process.memoryUsage.rss();

  constructor(setup: SearchSetup, options: ExploreOptions, tuning: Tuning) {
    this.#setup = setup;
    this.#options = options;
    this.#tuning = tuning;
    this.#control = new Int32Array(setup.memory.control);
    this.thread = new SearchThread(setup, 0, 0, 1);
  }

  /** Runs to the end, or to a limit: the control block and the ledger tell which. Call it once. */
  async run(): Promise<void> {
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
  }

  /** The workers, if they were needed. */
  get crew(): Crew | null {
    return this.#crew?.closed === true ? null : this.#crew;
  }

  /** The most memory that the process had while this ran, in bytes. */
  get peakMemoryBytes(): number {
    return this.#peak;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  /** Ends the worker threads. */
  async close(): Promise<void> {
    const crew = this.#crew;
    this.#crew = null;
    await crew?.close();
  }

  async #search(): Promise<void> {
    const thread = this.thread;
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
    const { expander } = this.thread;
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
      if (this.thread.levels.width < this.#tuning.crewLevel) return false;
      this.#crew = new Crew(this.#setup, workers);
    }
    // A threshold of nothing asks for the workers from the first level on.
    while (!this.#crew.ready) {
      heedStop(this.#control);
      if (this.#tuning.crewLevel > 0) return false;
      await setImmediate();
    }
    this.thread.expander.finishLevel();
    this.thread.expander.report();
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
    const { ledger, levels } = this.thread;
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
      seconds: this.seconds,
    });
  }
}

import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Program } from '../compile/program.ts';
import type { StopReason } from '../result.ts';
import { WorkerFailure } from '../search/stopped.ts';
import { walkChunk, type ChunkResult, type ChunkTask } from './chunk.ts';
import { DistinctEstimate } from './distinct-estimate.ts';
import { endings, type Finding, type WalkEnding, type WalkOptions } from './walk.ts';

export interface SimulateOptions extends WalkOptions {
  /** Walks to take, unless one finds something. */
  readonly runs: number;
  readonly workers: number;
  readonly timeoutSeconds: number | null;
  readonly signal: AbortSignal | null;
  readonly onProgress: ((walks: number, steps: number) => void) | null;
}

/**
 * What a simulation came to. It depends on the options but not on the number of workers, unless a
 * limit of time or the signal ended it.
 */
export interface Simulation {
  readonly walks: number;
  readonly steps: number;
  readonly longest: number;
  readonly endings: Readonly<Record<WalkEnding, number>>;
  readonly taken: readonly number[];
  /** For each witness the least number of steps after which it was seen, or null. */
  readonly witnesses: readonly (number | null)[];
  /** About how many distinct states were seen: within 1 or 2 per cent. */
  readonly distinct: number;
  /** What the walk with the least number found. */
  readonly finding: { readonly run: number; readonly finding: Finding } | null;
  readonly stopped: Extract<StopReason, 'timeout' | 'interrupted'> | null;
}

/** Steps in a chunk of walks: some ten milliseconds of work. */
const CHUNK_STEPS = 16_384;
/** A single thread takes walks of up to so many steps in turn with the event loop. */
const SHORT_WALK = 10_000;

/**
 * Takes random walks, all of them or up to the first that finds something wrong.
 *
 * @throws {WorkerFailure} if a worker thread died.
 */
export async function simulate(program: Program, options: SimulateOptions): Promise<Simulation> {
  const { runs, depth, workers, timeoutSeconds, signal } = options;
  const walk: WalkOptions = {
    depth,
    seed: options.seed,
    weights: options.weights,
    checkDeadlock: options.checkDeadlock,
  };
  // The size of a chunk must not depend on the workers, or the figures would.
  const size = Math.max(1, Math.floor(CHUNK_STEPS / depth));
  const chunks = Math.ceil(runs / size);
  const stop = new SharedArrayBuffer(4);
  const flag = new Int32Array(stop);
  let stopped: Simulation['stopped'] = null;
  const end = (reason: Simulation['stopped']): void => {
    stopped ??= reason;
    Atomics.store(flag, 0, 1);
  };
  const interrupt = (): void => end('interrupted');
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt);
  const timer =
    timeoutSeconds === null
      ? null
      : setTimeout(() => end('timeout'), Math.min(timeoutSeconds * 1000, 2 ** 31 - 1));
  const crew = workers === 1 && depth <= SHORT_WALK ? new Alone() : new Crew(workers);
  const tally = new Tally(program);
  /** Chunks that are done before one with a lesser number is. */
  const early = new Map<number, ChunkResult>();
  let next = 0;
  let counted = 0;
  let last = chunks;
  const takeChunks = async (): Promise<void> => {
    while (next < last && stopped === null) {
      const chunk = next++;
      const first = chunk * size;
      const task = { program, options: walk, first, last: Math.min(runs, first + size), stop };
      const result = await crew.run(task);
      if (!result.stopped) early.set(chunk, result);
      // Chunks after one that found something are of no interest; those before it are.
      if (result.finding !== null) last = Math.min(last, chunk + 1);
      for (let done = early.get(counted); done !== undefined; done = early.get(++counted)) {
        if (counted < last) tally.add(done);
        early.delete(counted);
      }
      options.onProgress?.(tally.walks, tally.steps);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, takeChunks));
  } catch (error) {
    end(null);
    throw new WorkerFailure(error);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    if (timer !== null) clearTimeout(timer);
    await crew.close();
  }
  // After a stop some chunks are missing; what the others found counts.
  for (const chunk of [...early.keys()].sort((x, y) => x - y)) {
    if (chunk < last) tally.add(early.get(chunk)!);
  }
  return { ...tally.result(), stopped };
}

/** Adds up the results of chunks, given in their order. */
class Tally {
  readonly #program: Program;
  readonly #distinct = new DistinctEstimate();
  readonly #taken: Float64Array;
  readonly #witnesses: (number | null)[];
  readonly #endings = Object.fromEntries(endings.map((ending) => [ending, 0])) as Record<
    WalkEnding,
    number
  >;
  walks = 0;
  steps = 0;
  #longest = 0;
  #finding: Simulation['finding'] = null;

  constructor(program: Program) {
    this.#program = program;
    this.#taken = new Float64Array(program.actions.length);
    this.#witnesses = program.witnesses.map(() => null);
  }

  add(chunk: ChunkResult): void {
    this.walks += chunk.walks;
    this.steps += chunk.steps;
    this.#longest = Math.max(this.#longest, chunk.longest);
    this.#finding ??= chunk.finding;
    this.#distinct.join(new DistinctEstimate(chunk.distinct));
    for (const ending of endings) this.#endings[ending] += chunk.endings[ending];
    for (const [action, times] of chunk.taken.entries()) this.#taken[action]! += times;
    for (const [i, steps] of chunk.witnesses.entries()) {
      if (steps >= 0) this.#witnesses[i] = Math.min(this.#witnesses[i] ?? Infinity, steps);
    }
  }

  result(): Omit<Simulation, 'stopped'> {
    return {
      walks: this.walks,
      steps: this.steps,
      longest: this.#longest,
      endings: this.#endings,
      taken: this.#program.actions.map((_, i) => this.#taken[i]!),
      witnesses: this.#witnesses,
      distinct: this.#distinct.value,
      finding: this.#finding,
    };
  }
}

/** Takes chunks on the calling thread, in turn with whatever else the event loop has to do. */
class Alone {
  async run(task: ChunkTask): Promise<ChunkResult> {
    const result = walkChunk(task);
    await setImmediate();
    return result;
  }

  async close(): Promise<void> {}
}

/** Takes chunks on threads of their own. */
class Crew {
  readonly #pool: Piscina<ChunkTask, ChunkResult>;

  constructor(threads: number) {
    const name = import.meta.url.endsWith('.ts') ? './worker-from-source.js' : './chunk.js';
    this.#pool = new Piscina({
      filename: fileURLToPath(new URL(name, import.meta.url)),
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Infinity,
      recordTiming: false,
      trackUnmanagedFds: false,
    });
  }

  run(task: ChunkTask): Promise<ChunkResult> {
    return this.#pool.run(task);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

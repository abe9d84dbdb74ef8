import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Control, Gate, StopCode } from '../store/control.ts';
import type { BacktrackSetup, Predecessor } from './backtracker.ts';
import { stopAll, WorkerFailure } from './stopped.ts';
import type { SearchSetup } from './thread.ts';
import type { WorkerTask } from './worker.ts';

/** Milliseconds that all workers together may take to start. */
const START_TIME = 20_000;
/** Milliseconds after which a worker that does not heed the stop flag is ended. */
const PATIENCE = 500;

/** Compiled, the worker stands beside this file; in the source tree it must be compiled on the fly. */
function workerFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './worker-from-source.js' : './worker.js';
  return fileURLToPath(new URL(name, import.meta.url));
}

/**
 * The worker threads of one search. Each runs one long task; the calling thread only starts them,
 * watches over them and stops them.
 */
export class Crew {
  readonly #pool: Piscina;
  readonly #control: Int32Array;
  readonly #threads: number;
  readonly #tasks: Promise<void>;
  readonly #started = performance.now();
  #failure: WorkerFailure | null = null;
  #closed = false;

  constructor(setup: SearchSetup, threads: number) {
    this.#control = new Int32Array(setup.memory.control);
    this.#threads = threads;
    this.#pool = new Piscina<WorkerTask, readonly Predecessor[]>({
      filename: workerFile(),
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: Infinity,
      recordTiming: false,
      trackUnmanagedFds: false,
    });
    this.#pool.on('error', (error: unknown) => this.#fail(error));
    this.#tasks = Promise.all(
      Array.from({ length: threads }, (_, share) =>
        this.#pool
          .run({ task: 'search', setup, share, threads } satisfies WorkerTask)
          .catch((error: unknown) => this.#fail(error)),
      ),
    ).then(() => undefined);
  }

  /**
   * Whether all workers have started.
   *
   * @throws {WorkerFailure} if one failed, or they take too long.
   */
  get ready(): boolean {
    this.check();
    if (Atomics.load(this.#control, Control.ready) === this.#threads) return true;
    if (performance.now() - this.#started > START_TIME) {
      this.#fail(new Error(`not all ${this.#threads} started within ${START_TIME / 1000} seconds`));
      this.check();
    }
    return false;
  }

  /** Lets the workers go on with the search from where it is; resolves when it has ended. */
  async finish(): Promise<void> {
    this.#open(Gate.open);
    await this.#ended();
    this.check();
  }

  /** Sends workers home that are not needed, or not any more. */
  async dismiss(): Promise<void> {
    this.check();
    this.#open(Gate.dismissed);
    // Those that have not started yet are not worth waiting for.
    if (Atomics.load(this.#control, Control.ready) < this.#threads) return this.close();
    await this.#ended();
    this.check();
  }

  /** The predecessors of `targets` in pieces `first .. last-1`, each worker looking through a share. */
  async predecessors(
    setup: BacktrackSetup,
    targets: readonly Predecessor[],
    first: number,
    last: number,
  ): Promise<readonly Predecessor[]> {
    const shares = Array.from({ length: this.#threads }, (_, share) => {
      const at = (number: number): number =>
        first + Math.floor(((last - first) * number) / this.#threads);
      const task: WorkerTask = {
        task: 'predecessors',
        setup,
        targets,
        firstPiece: at(share),
        lastPiece: at(share + 1),
      };
      return this.#pool.run(task) as Promise<readonly Predecessor[]>;
    });
    try {
      return (await Promise.all(shares)).flat();
    } catch (error) {
      throw new WorkerFailure(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.destroy();
  }

  /** Whether its workers have been ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** @throws {WorkerFailure} if a worker failed. */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  #open(gate: number): void {
    Atomics.store(this.#control, Control.gate, gate);
    Atomics.notify(this.#control, Control.gate);
  }

  /** All tasks are over; a worker that does not come back after a stop is ended. */
  async #ended(): Promise<void> {
    let over = false;
    const tasks = this.#tasks.then(() => {
      over = true;
    });
    let stoppedAt: number | null = null;
    while (!over) {
      await Promise.race([tasks, pause(50)]);
      if (over || Atomics.load(this.#control, Control.stop) === 0) continue;
      stoppedAt ??= performance.now();
      if (performance.now() - stoppedAt > PATIENCE) {
        return this.close();
      }
    }
  }

  #fail(error: unknown): void {
    // Ending a worker rejects its task.
    if (this.#closed) return;
    this.#failure ??= new WorkerFailure(error);
    stopAll(this.#control, StopCode.failed);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

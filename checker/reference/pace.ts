import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchOptions } from '../engine.ts';
import type { Progress, StopReason } from '../result.ts';

/** How long a search may keep the event loop to itself. */
const TURN_MILLISECONDS = 50;

/** The clock of a search: gives way to the event loop, reports progress, says when a limit is over. */
export class Pace {
  readonly #options: SearchOptions;
  readonly #started = performance.now();
  #turnStarted = performance.now();
  #peakMemoryBytes = process.memoryUsage.rss();

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  get peakMemoryBytes(): number {
    return this.#peakMemoryBytes;
  }

  /** Called often; acts now and then. Returns why the search must stop, or null. */
  async tick(counts: () => Omit<Progress, 'memoryBytes' | 'seconds'>): Promise<StopReason | null> {
    const { timeoutSeconds, maxMemoryBytes, signal, onProgress } = this.#options;
    if (performance.now() - this.#turnStarted >= TURN_MILLISECONDS) {
      await nextTurn();
      this.#turnStarted = performance.now();
      const memoryBytes = process.memoryUsage.rss();
      this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, memoryBytes);
      onProgress?.({ ...counts(), memoryBytes, seconds: this.seconds });
    }
    if (signal?.aborted) return 'interrupted';
    if (timeoutSeconds !== null && this.seconds >= timeoutSeconds) return 'timeout';
    if (maxMemoryBytes !== null && this.#peakMemoryBytes >= maxMemoryBytes) return 'max-memory';
    return null;
  }
}

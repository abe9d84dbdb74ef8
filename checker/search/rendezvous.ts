import { Control } from '../store/control.ts';

/** Looks at the generation before a thread goes to sleep: some 15 microseconds. */
const SPINS = 2000;
/** A sleeping thread looks at the stop flag this often, in milliseconds. */
const NAP = 100;

/**
 * Where the threads of a search wait for each other. The last to arrive does what one thread must do
 * alone; its writes, and those of every thread before it arrived, are visible to all afterwards (the
 * generation is written and read with Atomics).
 */
export class Rendezvous {
  readonly #control: Int32Array;
  readonly #threads: number;
  readonly #heed: () => void;

  /** `heed` throws when the search is over, so that nobody waits for a thread that has gone. */
  constructor(control: Int32Array, threads: number, heed: () => void) {
    this.#control = control;
    this.#threads = threads;
    this.#heed = heed;
  }

  meet(last: () => void): void {
    const control = this.#control;
    const generation = Atomics.load(control, Control.generation);
    if (Atomics.add(control, Control.arrived, 1) === this.#threads - 1) {
      Atomics.store(control, Control.arrived, 0);
      last();
      Atomics.add(control, Control.generation, 1);
      Atomics.notify(control, Control.generation);
      return;
    }
    for (let spin = 0; spin < SPINS; spin++) {
      if (Atomics.load(control, Control.generation) !== generation) return;
    }
    while (Atomics.load(control, Control.generation) === generation) {
      this.#heed();
      Atomics.wait(control, Control.generation, generation, NAP);
    }
  }
}

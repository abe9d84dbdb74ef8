import { Control } from '../store/control.ts';
import { UserError } from '../user-error.ts';

/** Thrown through a kernel to leave a search that is over. */
export class Stopped extends Error {
  constructor() {
    super('the search was stopped');
    this.name = 'Stopped';
  }
}

/** @throws {Stopped} if the search is over. */
export function heedStop(control: Int32Array): void {
  if (Atomics.load(control, Control.stop) !== 0) throw new Stopped();
}

/** Ends the search for every thread; the first reason stands. */
export function stopAll(control: Int32Array, code: number): void {
  Atomics.compareExchange(control, Control.stop, 0, code);
  Atomics.notify(control, Control.generation);
  Atomics.notify(control, Control.gate);
}

/** A worker died or threw: the run is over, and its counts mean nothing. */
export class WorkerFailure extends UserError {
  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(
      `a worker of the search failed: ${message}`,
      'Its counts mean nothing. Run it again; --workers 1 runs without other threads.',
      { cause },
    );
    this.name = 'WorkerFailure';
  }
}

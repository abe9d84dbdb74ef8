import type { SpecErrorKind } from '../result.ts';

/**
 * What the compiler hands to a search: numbers and text only, so that it can be sent to a worker.
 * The text is made once, in the main thread; a worker runs it and never loads a user's TypeScript.
 *
 * ## Packed states
 * A state is `words` 32-bit words of which bits 0..30 hold data; bit 31 is always 0 in what the
 * kernel reads and writes and belongs to the store. Equal states have equal words. One field of
 * `credit.bits` bits, at `credit.word` and `credit.shift`, is never part of the state: the kernel
 * always writes it as 0 and never reads it; the store keeps the credited action there, and a number
 * of the level in what bits there are beyond those that tell actions apart (the more, the better).
 *
 * ## The heap
 * One `Int32Array` of `heapWords` words is the kernel's whole memory:
 * - `0 .. words`: the state that `expand` reads (the kernel never writes it);
 * - `batch.states + i * words`: the i-th successor in the batch; `batch.actions + i`: the index of its
 *   action in `actions` (for an initial state: 0);
 * - the rest: temporaries.
 */
export interface Program {
  readonly words: number;
  readonly credit: { readonly word: number; readonly shift: number; readonly bits: number };
  readonly heapWords: number;
  readonly batch: { readonly states: number; readonly actions: number; readonly capacity: number };
  /** The body of `new Function('H', 'hooks', code)`, which returns a `Kernel`. */
  readonly code: string;
  readonly actions: readonly string[];
  /** Names, in order of declaration. */
  readonly invariants: readonly string[];
  readonly stepInvariants: readonly string[];
  readonly witnesses: readonly string[];
  readonly hasConstraint: boolean;
  /** Places that can raise a spec error; the kernel throws `hooks.fault(index)`. */
  readonly sites: readonly FaultSite[];
}

export interface FaultSite {
  readonly kind: SpecErrorKind;
  /** `action RMPrepare`, `invariant Consistent`, `initial states`, … */
  readonly where: string;
  readonly expression: string;
}

export interface KernelHooks {
  /**
   * The batch holds `count` successors (at most its capacity): take them all. Afterwards the kernel
   * goes on at position 0. Called by the kernel when the batch is full. The heap's current state
   * (words 0 .. words-1) must be intact when it returns.
   */
  flush(count: number): void;
  /** The successor at `batch` position `index` breaks a step invariant (by index) relative to the current state. */
  stepViolation(stepInvariant: number, index: number): void;
  /** Makes the value to throw for a spec error at `sites[site]`. */
  fault(site: number): unknown;
}

/** Generated functions. `address` is the heap index of a packed state (0, or a batch entry). */
export interface Kernel {
  /** Puts all initial states into the batch, from position `count`; returns the new count. */
  initial(count: number): number;
  /**
   * Puts all successors of the state at 0 into the batch, from position `count`, flushing as needed;
   * returns the new count. `generated()` tells how many were made in total, `taken` counts per action;
   * both are up to date whenever `hooks.flush` is called and when a fault is thrown: then the batch
   * holds the successors that were made and not given to `flush`, from position 0 on.
   */
  expand(count: number): number;
  /** Successors made since the kernel was built, `initial`'s included. */
  generated(): number;
  /** Successors made by each action since the kernel was built. Index as in `Program.actions`. */
  readonly taken: Float64Array;
  /** 0 if every invariant holds, else 1 + the index of the first that does not. */
  violated(address: number): number;
  /** Whether witness `index` shows in this state. */
  witnessed(address: number, index: number): boolean;
  /** Whether every constraint holds. */
  within(address: number): boolean;
  /** Whether this state may have no successor. */
  terminal(address: number): boolean;
}

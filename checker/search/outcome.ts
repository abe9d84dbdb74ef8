import type { Progress, StopReason, Verdict } from '../result.ts';

export interface ExploreOptions {
  /** Threads. One searches on the calling thread, giving way to the event loop. */
  readonly workers: number;
  /**
   * Ends at the first complete level that brings the number of distinct states to this or above, so
   * that what was covered does not depend on the number of workers.
   */
  readonly maxStates?: number | null;
  /** Levels to build, the initial states being level 1. The states of the last are not expanded. */
  readonly maxDepth?: number | null;
  /** Default: a safe share of what the machine and its control groups allow. */
  readonly maxMemoryBytes?: number | null;
  readonly timeoutSeconds?: number | null;
  readonly store?: 'exact' | 'fingerprint';
  /** Whether a state without successors that is not terminal is an error. */
  readonly checkDeadlock: boolean;
  readonly signal?: AbortSignal | null;
  readonly onProgress?: ((progress: Progress) => void) | null;
  /**
   * A cost for each action, by index: of the shortest traces, the one whose steps cost least in sum
   * is shown. Default: the least predecessor in packed order, step by step.
   */
  readonly costs?: readonly number[] | null;
  readonly tuning?: Partial<Tuning>;
}

/** What no result depends on. Tests set it to force growth, collisions and races. */
export interface Tuning {
  /** States in one piece of work. */
  readonly piece: number;
  /** Binary logarithm of the table's first size in slots. */
  readonly tableSize: number;
  /** Binary logarithm of the number of regions in the table. */
  readonly regions: number;
  /** Binary logarithm of the number of states that a thread remembers as seen not long ago. */
  readonly recent: number;
  /** Levels of fewer states are expanded by one thread while the others wait. */
  readonly soloLevel: number;
  /** The workers start when a level has this many states. */
  readonly crewLevel: number;
  /** Milliseconds between two calls of `onProgress`. */
  readonly progressInterval: number;
  /** Predecessors kept for each level when a trace is chosen by cost. */
  readonly beam: number;
  readonly hash: 'mixing' | 'colliding';
  /** Keep even small states in the arena, with ids in the table. */
  readonly indexed: boolean;
  /** Pattern and replacement applied to the generated text of the store. */
  readonly rewrite: readonly [pattern: string, replacement: string] | null;
}

/** A packed state: the program's words, with bit 31 and the credit field 0. */
export type PackedState = Int32Array;

/**
 * What is wrong, and the shortest trace to it. Of several, the one with the shortest trace, then
 * with the least last state in packed order, then the first in order of declaration.
 */
export type Counterexample =
  /** `path` ends in the state that breaks the invariant. */
  | { readonly kind: 'invariant'; readonly property: number; readonly path: Path }
  /** The last two states of `path` are the step. */
  | { readonly kind: 'stepInvariant'; readonly property: number; readonly path: Path }
  /** `path` ends in the state without a successor. */
  | { readonly kind: 'deadlock'; readonly path: Path }
  /**
   * A spec error at `site`: while the initial states were computed (`path` is empty), in a property or
   * constraint of the last state of `path`, or in a step from it.
   */
  | {
      readonly kind: 'fault';
      readonly site: number;
      readonly during: 'initial' | 'state' | 'step';
      readonly path: Path;
    };

/**
 * States from an initial one. Null if the states before the last are lost and could not be found
 * again within the limits (only with fingerprints).
 */
export type Path = readonly PackedState[] | null;

export interface ExploreOutcome {
  readonly verdict: Verdict;
  readonly counterexample: Counterexample | null;
  /** Indices of the witnesses that were not reached, when the verdict is 'unreachable'. */
  readonly unreached: readonly number[];
  /** Initial states plus every successor computed. */
  readonly generated: number;
  readonly distinct: number;
  readonly depth: number;
  /** New states per level. */
  readonly levels: readonly number[];
  /** Levels completely expanded. */
  readonly coveredDepth: number;
  /** Successors computed, and states credited (see `ActionCount`), for each action. */
  readonly taken: readonly number[];
  readonly credited: readonly number[];
  /** For each witness the level at which it was seen first, or null. */
  readonly witnesses: readonly (number | null)[];
  /** Whether a constraint kept some state out. */
  readonly isCut: boolean;
  readonly stopped: StopReason | null;
  readonly missProbability: number | null;
  readonly peakMemoryBytes: number;
  readonly seconds: number;
}

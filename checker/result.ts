import type { ConstantValue } from '../spec/language/tree.ts';
import type { Instance, State } from './reference/value.ts';

export type Verdict =
  'holds' | 'violated' | 'deadlock' | 'unreachable' | 'spec-error' | 'inconclusive';

/** Why a check ended before the whole state space was seen. */
export type StopReason = 'max-states' | 'max-depth' | 'max-memory' | 'timeout' | 'interrupted';

/** A fault of the spec that showed at run time. Kinds are named in spec/language/tree.ts. */
export type SpecErrorKind =
  | 'out-of-range'
  | 'index-out-of-bounds'
  | 'empty-sequence'
  | 'division-by-zero'
  | 'colliding-updates'
  | 'no-such-value'
  | 'wrong-case';

export interface SpecErrorReport {
  readonly kind: SpecErrorKind;
  /** The action instance in which it happened, or null for a property, constraint or initial state. */
  readonly instance: Instance | null;
  /** The property, constraint or predicate in which it happened: `invariant Consistent`; null for an action. */
  readonly where: string | null;
  /** The failing expression as text. */
  readonly expression: string;
  /** What was wrong, with values: `4 is outside 0..3`. */
  readonly message: string;
}

/** A behaviour: `steps[0]` is an initial state (instance null), each later one follows by its instance. */
export interface Trace {
  readonly steps: readonly TraceStep[];
}
export interface TraceStep {
  readonly instance: Instance | null;
  readonly state: State;
}

export interface ActionCount {
  readonly name: string;
  /** Successors computed by this action, duplicates included. */
  readonly taken: number;
  /**
   * States credited to this action: each new state counts for the last action, in the spec's order,
   * that leads to it from the level before. So it does not depend on the order of exploration.
   */
  readonly distinct: number;
}

/** The outcome of one model's check. Counts are defined as TLC defines them. */
export interface CheckResult {
  readonly model: string;
  readonly constants: Readonly<Record<string, ConstantValue>>;
  readonly verdict: Verdict;
  /** The violated property, or the witness not reached. */
  readonly property: string | null;
  /** Initial states plus every successor computed, before deduplication. */
  readonly generated: number;
  /** States kept. */
  readonly distinct: number;
  /** Number of levels; the initial states are level 1. */
  readonly depth: number;
  /** New states per level. */
  readonly levels: readonly number[];
  readonly actions: readonly ActionCount[];
  /** Why the search ended early; null if it covered everything or ended at a counterexample. */
  readonly stopped: StopReason | null;
  /** Levels completely expanded: every behaviour up to that many states was covered. */
  readonly coveredDepth: number;
  /** Witnesses (`reachable`) found so far, with the level at which each was. */
  readonly witnesses: Readonly<Record<string, number>>;
  /** Declared properties that this check does not decide, such as liveness. */
  readonly unchecked: readonly string[];
  readonly specError: SpecErrorReport | null;
  readonly trace: Trace | null;
  readonly workers: number;
  readonly seconds: number;
  readonly peakMemoryBytes: number;
  readonly store: 'exact' | 'fingerprint' | 'reference';
  /** With fingerprints: the probability that some state was missed (optimistic, as TLC's estimate). */
  readonly missProbability: number | null;
  /**
   * The constraints, by name, if they kept some state from being explored: 'holds' is then relative
   * to them. Empty if they cut nothing.
   */
  readonly bounds: readonly string[];
}

/** What a running search tells about itself. */
export interface Progress {
  readonly distinct: number;
  readonly generated: number;
  readonly depth: number;
  readonly queue: number;
  readonly memoryBytes: number;
  readonly seconds: number;
}

import type { SpecTree } from '../spec/language/tree.ts';
import type { CheckResult, Progress } from './result.ts';

/** The engines: generated code over packed states, and the slow interpreter that says what a spec means. */
export const engineNames = ['compiled', 'reference'] as const;
export type EngineName = (typeof engineNames)[number];

/** How states are remembered: as they are, or as 64-bit fingerprints, which may miss a state. */
export const storeNames = ['exact', 'fingerprint'] as const;
export type StoreName = (typeof storeNames)[number];

/** What a search takes besides the spec. Null means no limit. */
export interface SearchOptions {
  /** Whether a state without successors that is not terminal is an error. */
  readonly deadlock: boolean;
  readonly maxStates: number | null;
  /** In levels, the initial states being level 1. */
  readonly maxDepth: number | null;
  readonly maxMemoryBytes: number | null;
  readonly timeoutSeconds: number | null;
  /** Names of the scalarsets whose identities may be interchanged, to keep fewer states. */
  readonly symmetry?: readonly string[];
  readonly workers: number;
  readonly store: StoreName;
  /** Ends the search as 'interrupted', with what was covered. */
  readonly signal: AbortSignal | null;
  /** Called from time to time; how often is the engine's choice, at most some ten times a second. */
  readonly onProgress: ((progress: Progress) => void) | null;
}

/** What a search finds; `check` adds which model it was. */
export type SearchOutcome = Omit<CheckResult, 'model' | 'constants'>;

/**
 * A complete search of one spec whose constants have values. Properties that are not to be checked
 * are not in the tree. It gives way to the event loop often enough for `signal` to come within a
 * fraction of a second.
 */
export type Engine = (tree: SpecTree, options: SearchOptions) => Promise<SearchOutcome>;

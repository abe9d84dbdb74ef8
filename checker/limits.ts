import { OptionError } from './call-errors.ts';

/** What bounds a check. A limit that is left out does not hold. */
export interface Limits {
  /** Ends the check when this many distinct states were found. */
  readonly maxStates?: number | undefined;
  /** Levels to explore, the initial states being level 1. */
  readonly maxDepth?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** @throws {OptionError} for a limit that no check could keep. */
export function requireSensible(limits: Limits & { readonly workers?: number | undefined }): void {
  requireCount('maxStates', limits.maxStates, 1, Number.MAX_SAFE_INTEGER);
  requireCount('maxDepth', limits.maxDepth, 1, Number.MAX_SAFE_INTEGER);
  requireCount('workers', limits.workers, 1, 256);
  requireCount('maxMemoryBytes', limits.maxMemoryBytes, 2 ** 20, Number.MAX_SAFE_INTEGER);
  const seconds = limits.timeoutSeconds;
  if (seconds !== undefined && !(seconds > 0 && Number.isFinite(seconds))) {
    throw new OptionError('timeoutSeconds', seconds, 'a time above zero');
  }
}

function requireCount(option: string, value: number | undefined, lo: number, hi: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= lo && value <= hi)) return;
  const upper = hi === Number.MAX_SAFE_INTEGER ? ` of at least ${lo}` : ` from ${lo} to ${hi}`;
  throw new OptionError(option, value, `an integer${upper}`);
}

/**
 * Something wrong that a thread met. `length` counts the states of its trace; `state` is the last of
 * them and, for a step, `before` the last but one.
 */
export interface Finding {
  readonly kind: FindingKind;
  readonly length: number;
  /** The invariant, the step invariant or the fault's site. */
  readonly index: number;
  readonly state: Int32Array;
  readonly before: Int32Array;
}

/** In the order in which findings on one state are preferred. */
export const FindingKind = {
  invariant: 1,
  stepInvariant: 2,
  faultInState: 3,
  deadlock: 4,
  faultInStep: 5,
  faultInInitial: 6,
} as const;
export type FindingKind = (typeof FindingKind)[keyof typeof FindingKind];

/** Shortest trace first, then the least state in packed order, then the order of declaration. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    a.length - b.length ||
    comparePacked(a.state, b.state) ||
    a.kind - b.kind ||
    a.index - b.index ||
    comparePacked(a.before, b.before)
  );
}

/** Lexicographic; words of packed states are never negative. */
export function comparePacked(a: Int32Array, b: Int32Array): number {
  for (let index = 0; index < a.length; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Words that a finding takes in shared memory. */
export function findingWords(words: number): number {
  return 3 + 2 * words;
}

/** Into `target`, which starts with 0 while it holds none. */
export function writeFinding(finding: Finding, words: number, target: Int32Array): void {
  target.set([finding.kind, finding.length, finding.index]);
  target.set(finding.state, 3);
  target.set(finding.before, 3 + words);
}

export function readFinding(words: number, source: Int32Array): Finding | null {
  const [kind, length, index] = source;
  if (kind === undefined || kind === 0) return null;
  return {
    kind: kind as FindingKind,
    length: length!,
    index: index!,
    state: Int32Array.from(source.subarray(3, 3 + words)),
    before: Int32Array.from(source.subarray(3 + words, 3 + 2 * words)),
  };
}

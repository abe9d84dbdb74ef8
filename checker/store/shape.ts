import type { Program } from '../compile/program.ts';

/**
 * How visited states are kept.
 * - `inline`: the packed words stand in the hash table itself, so that a lookup costs one cache miss.
 * - `indexed`: the table holds ids of states in the arena; for states of more than `INLINE_WORDS` words.
 * - `fingerprint`: the table holds 64 bits of hash; states live only as long as their level is needed.
 */
export type StoreKind = 'inline' | 'indexed' | 'fingerprint';

/** Up to this many words a state stands in its slot: above, the empty slots would cost too much memory. */
export const INLINE_WORDS = 2;

/** Everything that the text of a store depends on. */
export interface StoreShape {
  readonly kind: StoreKind;
  readonly words: number;
  readonly credit: Program['credit'];
  readonly batch: Program['batch'];
  /** Whether several threads insert at once: costs a compare-and-swap for each new state. */
  readonly shared: boolean;
  /**
   * Linear probing wraps around within one of 2^regions regions of the table, so that a region can
   * be moved to a table of twice the size without a look at any other.
   */
  readonly regions: number;
  /** `colliding` keeps three bits of the hash: for tests of collisions. */
  readonly hash: 'mixing' | 'colliding';
  /** Pattern and replacement, applied to the text: for tests that break it on purpose. */
  readonly rewrite: readonly [pattern: string, replacement: string] | null;
}

/** Words of one slot of the table. */
export function slotWords(shape: Pick<StoreShape, 'kind' | 'words'>): number {
  switch (shape.kind) {
    case 'inline':
      return shape.words;
    case 'indexed':
      return 1;
    case 'fingerprint':
      return 2;
  }
}

/** Bits by which two states in one table differ, if they differ at all. */
export function fingerprintBits(shape: Pick<StoreShape, 'credit' | 'regions'>): number {
  return 62 - shape.credit.bits + shape.regions;
}

/** The bits of a word that are not the state: bit 31, and the credit field in the word that has it. */
export function creditMask(credit: Program['credit']): number {
  return credit.bits === 0 ? 0 : (2 ** credit.bits - 1) << credit.shift;
}

/** As a literal: the bits of word `word` that are the state. */
export function stateBits(shape: Pick<StoreShape, 'credit'>, word: number): string {
  const credit = word === shape.credit.word ? creditMask(shape.credit) : 0;
  return hex(0x7fffffff & ~credit);
}

export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}

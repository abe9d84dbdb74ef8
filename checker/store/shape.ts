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

/** Up to this many words are written out one by one in the text; beyond, a loop goes over them. */
export const UNROLLED_WORDS = 16;

/** Everything that the text of a store depends on. */
export interface StoreShape {
  readonly kind: StoreKind;
  readonly words: number;
  readonly credit: Credit;
  readonly batch: Program['batch'];
  /** Whether several threads insert at once: costs a compare-and-swap for each new state. */
  readonly shared: boolean;
  /**
   * Linear probing wraps around within one of 2^regions regions of the table, so that a region can
   * be moved to a table of twice the size without a look at any other.
   */
  readonly regions: number;
  /** Binary logarithm of the number of states that a thread remembers as seen not long ago. */
  readonly recent: number;
  /** `colliding` keeps three bits of the hash: for tests of collisions. */
  readonly hash: 'mixing' | 'colliding';
  /** Pattern and replacement, applied to the text: for tests that break it on purpose. */
  readonly rewrite: readonly [pattern: string, replacement: string] | null;
}

/**
 * The field of a stored state that says which action it is credited to: the complement of the action
 * in its low `actionBits` bits, and above them a tag of the level at which the state was found. Tags
 * ascend from level to level, so that only states of the level being built can have a larger field
 * than the one that comes along, and be credited to a later action. When tags are used up, all fields are cleared
 * and they begin again.
 */
export interface Credit {
  /** Of the words that the table or the arena keeps. */
  readonly word: number;
  readonly shift: number;
  /** 0 if there is nothing to tell apart. */
  readonly bits: number;
  readonly actionBits: number;
}

/** Where a store keeps credits. */
export function creditOf(kind: StoreKind, program: Pick<Program, 'credit' | 'actions'>): Credit {
  const actionBits = Math.ceil(Math.log2(Math.max(1, program.actions.length)));
  if (actionBits === 0) return { word: 0, shift: 0, bits: 0, actionBits: 0 };
  // Fingerprints have room of their own in their second word.
  if (kind === 'fingerprint') return { word: 1, shift: 0, bits: actionBits + 4, actionBits };
  return { ...program.credit, actionBits };
}

/** How many levels there are until tags begin again; the first tag is 1 then, or 0 if there is no tag. */
export function tagPeriod(credit: Credit): number {
  return Math.max(1, 2 ** (credit.bits - credit.actionBits) - 1);
}

/** The tag of a level, in its place in the word. */
export function tagOf(credit: Credit, level: number): number {
  if (credit.bits === credit.actionBits) return 0;
  const tag = 1 + ((level - 1) % tagPeriod(credit));
  return tag << (credit.shift + credit.actionBits);
}

/** Whether all credits must be cleared before this level is built. */
export function tagsBeginAgain(credit: Credit, level: number): boolean {
  return credit.bits > 0 && level > 1 && (level - 1) % tagPeriod(credit) === 0;
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

/** The bits of the credit field in its word. */
export function creditMask(credit: Pick<Credit, 'bits' | 'shift'>): number {
  return credit.bits === 0 ? 0 : (2 ** credit.bits - 1) << credit.shift;
}

/** As a literal: the bits of word `word` that are the state, where the store keeps whole states. */
export function stateBits(shape: Pick<StoreShape, 'credit'>, word: number): string {
  const credit = word === shape.credit.word ? creditMask(shape.credit) : 0;
  return hex(0x7fffffff & ~credit);
}

export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}

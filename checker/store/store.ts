import type { Kernel } from '../compile/program.ts';
import { idTableText } from './id-table.ts';
import type { StoreMemory } from './memory.ts';
import { creditMask, stateBits, UNROLLED_WORDS, type StoreShape } from './shape.ts';
import { slotTableText } from './slot-table.ts';
import { list, sum } from './text.ts';

/** What a store asks of the search around it. */
export interface StoreHooks {
  /** The ids given to `begin` are used up: give more by `begin`. Returns the first of them. */
  turn(): number;
  /** Throws if the search is over. */
  heed(): void;
  /** The state at heap address 0 has no successor. */
  idle(): void;
  /** The tag of the level being built, in its place in the word (see `Credit`). */
  tag(): number;
}

/**
 * The states that were visited, as one thread sees them. Its functions are generated for the shape
 * (figures in docs/engine.md): this is where a search spends most of its time.
 */
export interface Store {
  /**
   * Keeps what is new among the first `count` successors of the batch. False if the table must grow
   * first: `resume` goes on afterwards, and gives the same answer.
   */
  insert(count: number): boolean;
  resume(): boolean;
  /** Positions in the batch of the new states since the last `insert`. */
  readonly fresh: Int32Array;
  freshCount(): number;
  /** From now on, new states get the ids `lo .. hi-1`. */
  begin(lo: number, hi: number): void;
  /** The id that the next new state gets. */
  position(): number;
  /** States credited to each action by this thread; the sum over all threads is what counts. */
  readonly credited: Int32Array;
  /** Clears the credits of the states `lo .. hi-1`, for tags to begin again. */
  settle(lo: number, hi: number): void;
  /** Clears this thread's share of all credits. */
  sweep(share: number, shares: number): void;
  /**
   * Expands the states `lo .. hi-1` by the kernel, whose batch holds `count` successors already;
   * returns how many it holds then. What the kernel throws comes through; `cursor` tells at which id.
   */
  expand(lo: number, hi: number, count: number): number;
  cursor(): number;
  /** To be called when the kernel gives its batch away: so `expand` knows that there were successors. */
  flushed(): void;
  /** Writes the state's words to heap address 0; false for an id without a state. */
  load(id: number): boolean;
  /** Takes notice of a new size of the table, or of a new level. */
  resize(): void;
  /** How a table grows: in rounds, each divided among the threads, with a rendezvous after each. */
  readonly rehash: {
    readonly rounds: number;
    round(index: number, share: number, shares: number): void;
  };
}

/** The text of a store, for `new Function('H', 'A', 'T', 'C', 'kernel', 'hooks', text)`. */
export function storeText(shape: StoreShape): string {
  const { words, batch } = shape;
  const indexed = shape.kind === 'indexed';
  const state = (index: number): string =>
    `A[${sum('a', index)}]${indexed ? ` & ${stateBits(shape, index)}` : ''}`;
  const load =
    words <= UNROLLED_WORDS
      ? list(words, (index) => `H[${index}] = ${state(index)};`)
      : `for (let j = 0; j < ${words}; j++) H[j] = A[a + j]${indexed ? ' & 0x7fffffff' : ''};
    ${indexed && creditMask(shape.credit) !== 0 ? `H[${shape.credit.word}] &= ${stateBits(shape, shape.credit.word)};` : ''}`;
  const dead = indexed;
  const text = `'use strict';
const fresh = new Int32Array(${batch.capacity});
let freshCount = 0, position = 0, end = 0, cursor = 0, flushes = 0, sink = 0;
${indexed ? idTableText(shape) : slotTableText(shape)}
function expand(lo, hi, count) {
  for (let id = lo; id < hi; id++) {
    cursor = id;
    const a = id * ${words};
    ${dead ? 'if (A[a] === 0) continue;' : ''}
    ${load}
    const before = flushes, next = kernel.expand(count);
    if (next === count && flushes === before) hooks.idle();
    count = next;
  }
  return count;
}
function load(id) {
  const a = id * ${words};
  ${dead ? 'if (A[a] === 0) return false;' : ''}
  ${load}
  return true;
}
resize();
return {
  insert, resume, settle, sweep, expand, load, resize, rehash, fresh, credited,
  freshCount: () => freshCount,
  begin(lo, hi) { position = lo; end = hi; },
  position: () => position,
  flushed() { flushes++; },
  cursor: () => cursor,
  sink: () => sink,
};`;
  if (shape.rewrite === null) return text;
  const [pattern, replacement] = shape.rewrite;
  return text.replaceAll(pattern, () => replacement);
}

/** Compiles the store of one thread over memory that all threads share. */
export function buildStore(
  text: string,
  memory: StoreMemory,
  heap: Int32Array,
  kernel: Kernel,
  hooks: StoreHooks,
): Store {
  const make = new Function('H', 'A', 'T', 'C', 'kernel', 'hooks', text) as (
    ...views: readonly unknown[]
  ) => Store;
  return make(
    heap,
    new Int32Array(memory.arena),
    new Int32Array(memory.table),
    new Int32Array(memory.control),
    kernel,
    hooks,
  );
}

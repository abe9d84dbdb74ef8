import type { Kernel, Program } from '../compile/program.ts';
import type { StoreMemory } from '../store/memory.ts';
import type { StoreShape } from '../store/shape.ts';
import { buildStore, storeText, type Store } from '../store/store.ts';
import { buildKernel } from './expander.ts';
import { comparePacked } from './finding.ts';

/**
 * A state from which the target of a trace can be reached: `cost` is the least sum of costs of the
 * steps to it, and `next` says by which of the states of the following level.
 */
export interface Predecessor {
  readonly state: Int32Array;
  readonly cost: number;
  readonly next: number;
}

export interface BacktrackSetup {
  /** Tells the setups of one process apart. */
  readonly key: number;
  readonly program: Program;
  readonly shape: StoreShape;
  readonly memory: StoreMemory;
  readonly costs: readonly number[] | null;
  /** Predecessors kept for one level: the cheapest, then the least in packed order. */
  readonly beam: number;
  /** Where the levels are, in a file each, if they are not in the arena. */
  readonly levelFiles: string | null;
}

/** Bits of the filter for each slot of a table of targets, as a binary logarithm: most that is no target stops there. */
const FILTER_BITS = 2;

/** The order in which predecessors are preferred, whoever finds them. */
export function comparePredecessors(a: Predecessor, b: Predecessor): number {
  return a.cost - b.cost || comparePacked(a.state, b.state);
}

/** The first `beam` of them. */
export function bestOf(found: readonly Predecessor[], beam: number): Predecessor[] {
  return [...found].sort(comparePredecessors).slice(0, beam);
}

/**
 * Looks back over one level: expands its states again and keeps those that lead to a target. No
 * parent of a state is kept during the search; that would take memory in every search, and this
 * takes a fraction of the search's time in those that need a trace.
 */
export class Backtracker {
  readonly #setup: BacktrackSetup;
  readonly #heap: Int32Array;
  readonly #kernel: Kernel;
  readonly #store: Store;
  readonly #pieces: Int32Array;
  /** Open addressing over the targets: 1 + index, or 0. */
  #slots = new Int32Array(2);
  /** A bit for each hash value, set for those of targets: small enough for the first-level cache. */
  #filter = new Int32Array(1);
  #targets: readonly Predecessor[] = [];
  #words = new Int32Array(0);

  #pending = 0;
  #flushed = 0;
  /** The best way on from the state in work, if there is any. */
  #next = -1;
  #cost = Infinity;
  #found: Predecessor[] = [];

  constructor(setup: BacktrackSetup) {
    this.#setup = setup;
    this.#heap = new Int32Array(setup.program.heapWords);
    this.#kernel = buildKernel(setup.program, this.#heap, {
      flush: (count) => this.#look(count),
      stepViolation: () => undefined,
      fault: (site) => new Fault(site),
    });
    const text = storeText({ ...setup.shape, shared: false });
    this.#store = buildStore(text, setup.memory, this.#heap, this.#kernel, {
      turn: () => 0,
      heed: () => undefined,
      idle: () => undefined,
      tag: () => 0,
    });
    this.#pieces = new Int32Array(setup.memory.pieces);
  }

  /** Says what to look for; forgets what was found. */
  aimAt(targets: readonly Predecessor[]): void {
    const { words } = this.#setup.program;
    this.#targets = targets;
    this.#found = [];
    this.#words = new Int32Array(targets.length * words);
    const size = Math.ceil(Math.log2(4 * targets.length + 2));
    this.#slots = new Int32Array(2 ** size);
    this.#filter = new Int32Array(2 ** Math.max(0, size + FILTER_BITS - 5));
    targets.forEach(({ state }, index) => {
      this.#words.set(state, index * words);
      const hash = hashOf(this.#words, index * words, words);
      this.#filter[(hash >>> 5) & (this.#filter.length - 1)]! |= 1 << hash;
      let slot = hash & (this.#slots.length - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = index + 1;
    });
  }

  /** Looks through the states of one piece of the arena. */
  lookThroughPiece(piece: number): void {
    const hi = this.#pieces[2 * piece + 1]!;
    for (let id = this.#pieces[2 * piece]!; id < hi; id++) {
      if (this.#store.load(id)) this.#expand();
    }
  }

  /** Looks through packed states that stand one after the other. */
  lookThroughStates(states: Int32Array): void {
    const { words } = this.#setup.program;
    for (let at = 0; at < states.length; at += words) {
      for (let word = 0; word < words; word++) this.#heap[word] = states[at + word]!;
      this.#expand();
    }
  }

  /** The best predecessors that were found. */
  get best(): Predecessor[] {
    return bestOf(this.#found, this.#setup.beam);
  }

  #expand(): void {
    this.#next = -1;
    this.#cost = Infinity;
    try {
      this.#pending = this.#kernel.expand(0);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#pending = this.#kernel.generated() - this.#flushed;
    }
    if (this.#pending > 0) this.#look(this.#pending);
    if (this.#next < 0) return;
    const state = this.#heap.slice(0, this.#setup.program.words);
    this.#found.push({ state, cost: this.#cost, next: this.#next });
    if (this.#found.length >= 2 * this.#setup.beam + 64) {
      this.#found = bestOf(this.#found, this.#setup.beam);
    }
  }

  #look(count: number): void {
    this.#flushed += count;
    const { batch, words } = this.#setup.program;
    const heap = this.#heap;
    const filter = this.#filter;
    const last = filter.length - 1;
    for (let index = 0; index < count; index++) {
      const hash = hashOf(heap, batch.states + index * words, words);
      if (((filter[(hash >>> 5) & last]! >>> hash) & 1) === 0) continue;
      const target = this.#targetAt(batch.states + index * words, hash);
      if (target < 0) continue;
      const action = this.#heap[batch.actions + index]!;
      const cost = this.#targets[target]!.cost + (this.#setup.costs?.[action] ?? 0);
      // Targets are in the order of preference, so that of two at one cost the first is better.
      if (cost > this.#cost || (cost === this.#cost && target > this.#next)) continue;
      this.#cost = cost;
      this.#next = target;
    }
  }

  #targetAt(address: number, hash: number): number {
    const { words } = this.#setup.program;
    const slots = this.#slots;
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const index = slots[slot]! - 1;
      if (index < 0) return -1;
      let word = 0;
      while (word < words && this.#heap[address + word] === this.#words[index * words + word])
        word++;
      if (word === words) return index;
    }
  }
}

/** Of the state at `address`. */
function hashOf(array: Int32Array, address: number, words: number): number {
  let hash = 0;
  for (let word = 0; word < words; word++) {
    hash = Math.imul(hash ^ array[address + word]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

class Fault {
  readonly site: number;
  constructor(site: number) {
    this.site = site;
  }
}

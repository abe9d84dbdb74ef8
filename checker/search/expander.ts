import type { Kernel, KernelHooks, Program } from '../compile/program.ts';
import { Control, Growth, Settling } from '../store/control.ts';
import { StateSpaceTooLarge } from '../store/errors.ts';
import type { StoreMemory } from '../store/memory.ts';
import { tagOf, type StoreShape } from '../store/shape.ts';
import { buildStore, storeText, type Store } from '../store/store.ts';
import { compareFindings, FindingKind, type Finding } from './finding.ts';
import type { Ledger } from './ledger.ts';
import { heedStop } from './stopped.ts';
import { takeIds } from './take-ids.ts';

/** What the kernel throws for a spec error. */
export class KernelFault {
  readonly site: number;
  constructor(site: number) {
    this.site = site;
  }
}

export interface ExpanderOptions {
  /** States in a piece of work. */
  readonly piece: number;
  readonly checkDeadlock: boolean;
}

/**
 * One thread of a search: takes states, lets the kernel expand them, keeps what is new and judges it.
 * It is the same for the only thread, for one of several, and for one that works while others wait.
 */
export class Expander {
  readonly store: Store;
  readonly #program: Program;
  readonly #kernel: Kernel;
  readonly #heap: Int32Array;
  readonly #control: Int32Array;
  readonly #pieces: Int32Array;
  readonly #ledger: Ledger;
  readonly #thread: number;
  readonly #options: ExpanderOptions;
  readonly #makeRoom: () => void;
  readonly #judging: boolean;

  /** Successors in the batch that were not taken yet, and those that were. */
  #pending = 0;
  #flushed = 0;
  #distinct = 0;
  #finding: Finding | null = null;
  #openWitnesses: number[];
  /** Where the piece in work begins and ends, and what to fill after it. */
  #pieceStart = 0;
  #pieceEnd = 0;
  readonly #spare: { lo: number; hi: number }[] = [];

  /**
   * `makeRoom` is called when the table or the memory is full
   * (`Control.growth` tells what is wanted) and returns when there is room, or throws.
   */
  constructor(
    program: Program,
    shape: StoreShape,
    memory: StoreMemory,
    ledger: Ledger,
    thread: number,
    options: ExpanderOptions,
    makeRoom: () => void,
  ) {
    this.#program = program;
    this.#control = new Int32Array(memory.control);
    this.#pieces = new Int32Array(memory.pieces);
    this.#ledger = ledger;
    this.#thread = thread;
    this.#options = options;
    this.#makeRoom = makeRoom;
    this.#heap = new Int32Array(program.heapWords);
    this.#openWitnesses = program.witnesses.map((_, index) => index);
    this.#judging = program.invariants.length > 0 || program.witnesses.length > 0;
    const hooks: KernelHooks = {
      flush: (count) => {
        this.store.flushed();
        this.#take(count);
      },
      stepViolation: (property, index) => this.#stepBroken(property, index),
      fault: (site) => new KernelFault(site),
    };
    this.#kernel = buildKernel(program, this.#heap, hooks);
    const { credit } = shape;
    this.store = buildStore(storeText(shape), memory, this.#heap, this.#kernel, {
      turn: () => this.#turn(),
      heed: () => heedStop(this.#control),
      idle: () => this.#idle(),
      tag: () => tagOf(credit, this.#level + 1),
    });
  }

  /** Makes the initial states, which are credited to no action. */
  begin(): void {
    try {
      this.#pending = this.#kernel.initial(0);
    } catch (error) {
      this.#note(FindingKind.faultInInitial, 0, siteOf(error), null, null);
      this.#pending = this.#kernel.generated() - this.#flushed;
    }
    this.finishLevel();
    this.store.credited.fill(0);
  }

  /** Expands the states `lo .. hi-1` of the level in work. */
  expand(lo: number, hi: number): void {
    for (let next = lo; next < hi;) {
      try {
        this.#pending = this.store.expand(next, hi, this.#pending);
        next = hi;
      } catch (error) {
        const state = this.#packed(0);
        this.#note(FindingKind.faultInStep, this.#level, siteOf(error), state, null);
        // What the action made before it failed counts, on every thread alike.
        this.#take(this.#kernel.generated() - this.#flushed);
        this.#pending = 0;
        next = this.store.cursor() + 1;
      }
    }
  }

  /** Takes the next piece of the level in work; null if none is left. */
  claim(): { lo: number; hi: number } | null {
    const index = Atomics.add(this.#control, Control.pieceCursor, 1);
    if (index >= this.#control[Control.pieceEnd]!) return null;
    return { lo: this.#pieces[2 * index]!, hi: this.#pieces[2 * index + 1]! };
  }

  /** Keeps the last successors of a level, and hands in the states that this thread added to it. */
  finishLevel(): void {
    if (this.#pending > 0) this.#take(this.#pending);
    this.#pending = 0;
    const position = this.store.position();
    if (position > this.#pieceStart) this.#handIn(this.#pieceStart, position);
    this.#pieceStart = position;
  }

  /** Does share `share` of `shares` of clearing credits, as `Control.settling` says. */
  settle(share: number, shares: number): void {
    if (this.#control[Control.settling] === Settling.table) this.store.sweep(share, shares);
    if (this.#control[Control.settling] !== Settling.states) return;
    const end = this.#control[Control.pieceEnd]!;
    for (;;) {
      const index = Atomics.add(this.#control, Control.shareCursor, 1);
      if (index >= end) return;
      this.store.settle(this.#pieces[2 * index]!, this.#pieces[2 * index + 1]!);
    }
  }

  /** Writes what was counted and found where the other threads see it. */
  report(): void {
    this.#ledger.writeCounts(
      this.#thread,
      this.#distinct,
      this.#kernel.generated(),
      this.#kernel.taken,
      this.store.credited,
    );
    if (this.#finding !== null) this.#ledger.writeFinding(this.#thread, this.#finding);
  }

  /** Looks at what a rendezvous changed: the size of the table, the level, the witnesses seen. */
  renew(): void {
    this.store.resize();
    this.#openWitnesses = this.#openWitnesses.filter(
      (index) => this.#control[Control.witnesses + index] === 0,
    );
  }

  /** Forgets the rest of its piece: the places belong to another level now. */
  abandonPiece(): void {
    this.#spare.length = 0;
    this.#pieceStart = this.#pieceEnd = 0;
    this.store.begin(0, 0);
  }

  get #level(): number {
    return this.#control[Control.level]!;
  }

  /** The kernel's batch is full, or the level is done. */
  #take(count: number): void {
    heedStop(this.#control);
    if (count > this.#program.batch.capacity) {
      throw new Error(`${count} successors in a batch of ${this.#program.batch.capacity}`);
    }
    // Another thread waits for room: between two batches nothing is half done.
    if (Atomics.load(this.#control, Control.growth) !== Growth.none) this.#makeRoom();
    this.#flushed += count;
    const kept = this.#program.hasConstraint ? this.#dropOutside(count) : count;
    if (kept === 0) return;
    this.#reserve(kept);
    for (let done = this.store.insert(kept); !done; done = this.store.resume()) {
      Atomics.store(this.#control, Control.growth, Growth.forced);
      this.#makeRoom();
    }
    const fresh = this.store.freshCount();
    this.#distinct += fresh;
    if (this.#judging && fresh > 0) this.#judge(this.store.fresh, fresh);
  }

  /** Judges the successors outside the constraint, and moves the others together. */
  #dropOutside(count: number): number {
    const { states, actions } = this.#program.batch;
    const { words } = this.#program;
    const one = new Int32Array(1);
    let kept = 0;
    let isCut = false;
    for (let index = 0; index < count; index++) {
      const address = states + index * words;
      let within = false;
      try {
        within = this.#kernel.within(address);
      } catch (error) {
        this.#noteInState(siteOf(error), address);
        continue;
      }
      if (!within) {
        isCut = true;
        one[0] = index;
        if (this.#judging) this.#judge(one, 1);
        continue;
      }
      if (kept < index) {
        this.#heap.copyWithin(states + kept * words, address, address + words);
        this.#heap[actions + kept] = this.#heap[actions + index]!;
      }
      kept++;
    }
    if (isCut) Atomics.store(this.#control, Control.cut, 1);
    return kept;
  }

  /** Invariants and witnesses on the states at the given positions of the batch. */
  #judge(positions: Int32Array, count: number): void {
    const { states } = this.#program.batch;
    const { words } = this.#program;
    let index = 0;
    while (index < count) {
      try {
        for (; index < count; index++) {
          const address = states + positions[index]! * words;
          const broken = this.#kernel.violated(address);
          if (broken !== 0) {
            const state = this.#packed(address);
            this.#note(FindingKind.invariant, this.#level + 1, broken - 1, state, null);
          }
          if (this.#openWitnesses.length > 0) this.#lookForWitnesses(address);
        }
      } catch (error) {
        this.#noteInState(siteOf(error), states + positions[index]! * words);
        index++;
      }
    }
  }

  #lookForWitnesses(address: number): void {
    for (const index of this.#openWitnesses) {
      if (!this.#kernel.witnessed(address, index)) continue;
      Atomics.store(this.#control, Control.witnesses + index, this.#level + 1);
      this.#openWitnesses = this.#openWitnesses.filter((open) => open !== index);
    }
  }

  #stepBroken(property: number, index: number): void {
    const state = this.#packed(this.#program.batch.states + index * this.#program.words);
    const before = this.#packed(0);
    this.#note(FindingKind.stepInvariant, this.#level + 1, property, state, before);
  }

  #idle(): void {
    if (!this.#options.checkDeadlock || this.#kernel.terminal(0)) return;
    this.#note(FindingKind.deadlock, this.#level, 0, this.#packed(0), null);
  }

  #noteInState(site: number, address: number): void {
    const state = this.#packed(address);
    this.#note(FindingKind.faultInState, this.#level + 1, site, state, null);
  }

  #note(
    kind: FindingKind,
    length: number,
    index: number,
    state: Int32Array | null,
    before: Int32Array | null,
  ): void {
    const none = new Int32Array(this.#program.words);
    const finding = { kind, length, index, state: state ?? none, before: before ?? none };
    if (this.#finding === null || compareFindings(finding, this.#finding) < 0) {
      this.#finding = finding;
    }
  }

  #packed(address: number): Int32Array {
    return this.#heap.slice(address, address + this.#program.words);
  }

  /** Makes sure that there are ids for `count` new states. */
  #reserve(count: number): void {
    let room = this.#pieceEnd - this.store.position();
    for (const { lo, hi } of this.#spare) room += hi - lo;
    if (room >= count) return;
    const size = Math.max(this.#options.piece, count);
    const lo = this.#allocate(size);
    this.#spare.push({ lo, hi: lo + size });
    if (this.store.position() === this.#pieceEnd) {
      this.store.begin(...this.#nextPiece());
    }
  }

  /** The piece in work is full: hands it in and begins the next. */
  #turn(): number {
    this.#handIn(this.#pieceStart, this.#pieceEnd);
    // The last state that there was room for fills the last piece: the next `reserve` gives more.
    const [lo, hi] = this.#spare.length > 0 ? this.#nextPiece() : [this.#pieceEnd, this.#pieceEnd];
    this.#pieceStart = lo;
    this.store.begin(lo, hi);
    return lo;
  }

  #nextPiece(): [lo: number, hi: number] {
    const { lo, hi } = this.#spare.shift()!;
    this.#pieceStart = lo;
    this.#pieceEnd = hi;
    return [lo, hi];
  }

  #handIn(lo: number, hi: number): void {
    const index = Atomics.add(this.#control, Control.pieceCount, 1);
    if (2 * index + 1 >= this.#pieces.length) {
      throw new StateSpaceTooLarge('pieces of work', this.#pieces.length / 2);
    }
    this.#pieces[2 * index] = lo;
    this.#pieces[2 * index + 1] = hi;
  }

  #allocate(size: number): number {
    const control = this.#control;
    for (;;) {
      const first = takeIds(control, size);
      if (first !== null) return first + control[Control.placeOffset]!;
      Atomics.compareExchange(control, Control.growth, Growth.none, Growth.wanted);
      this.#makeRoom();
    }
  }
}

/** Compiles a program's kernel over a heap. */
export function buildKernel(program: Program, heap: Int32Array, hooks: KernelHooks): Kernel {
  const make = new Function('H', 'hooks', program.code) as (
    heap: Int32Array,
    hooks: KernelHooks,
  ) => Kernel;
  return make(heap, hooks);
}

/** The site of a spec error; whatever else was thrown goes on. */
export function siteOf(error: unknown): number {
  if (error instanceof KernelFault) return error.site;
  throw error;
}

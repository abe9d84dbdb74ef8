import type { Program } from '../compile/program.ts';
import { Control, Growth, Order, Settling } from '../store/control.ts';
import type { StoreMemory, StorePlan } from '../store/memory.ts';
import type { StoreShape } from '../store/shape.ts';
import { Capacity } from './capacity.ts';
import { Expander } from './expander.ts';
import { Ledger, type LedgerMemory } from './ledger.ts';
import { Levels, type LevelLimits } from './levels.ts';
import { Rendezvous } from './rendezvous.ts';
import { heedStop } from './stopped.ts';

/** Everything that a thread needs to take part in a search: numbers, text and shared memory. */
export interface SearchSetup {
  readonly program: Program;
  readonly shape: StoreShape;
  readonly memory: StoreMemory;
  readonly plan: StorePlan;
  readonly ledger: LedgerMemory;
  readonly limits: LevelLimits;
  readonly piece: number;
  readonly soloLevel: number;
  readonly checkDeadlock: boolean;
  /** A directory to write each level to; null not to. */
  readonly levelFiles: string | null;
}

/**
 * A thread of a search with its view of what all share. Page `page` of the ledger is its own;
 * `threads` threads, of which it is number `share`, divide work among them.
 */
export class SearchThread {
  readonly expander: Expander;
  readonly levels: Levels;
  readonly capacity: Capacity;
  readonly ledger: Ledger;
  readonly control: Int32Array;
  readonly #recycled: boolean;
  readonly #share: number;
  readonly #threads: number;
  readonly #soloLevel: number;
  readonly #rendezvous: Rendezvous;
  /** Whether this thread works while all others wait, or is the only one. */
  #alone: boolean;

  constructor(setup: SearchSetup, page: number, share: number, threads: number) {
    const { program, shape, memory, plan } = setup;
    this.control = new Int32Array(memory.control);
    this.ledger = new Ledger(program, setup.ledger);
    this.capacity = new Capacity(shape, memory, plan);
    const files =
      setup.levelFiles === null ? null : { directory: setup.levelFiles, words: program.words };
    this.levels = new Levels(memory, this.ledger, this.capacity, setup.limits, files, shape.credit);
    this.expander = new Expander(
      program,
      { ...shape, shared: threads > 1 },
      memory,
      this.ledger,
      page,
      setup,
      () => this.#makeRoom(),
    );
    this.#recycled = shape.kind === 'fingerprint';
    this.#share = share;
    this.#threads = threads;
    this.#soloLevel = setup.soloLevel;
    this.#alone = threads === 1;
    this.#rendezvous = new Rendezvous(this.control, threads, () => heedStop(this.control));
  }

  /** Takes part in the search, together with the other threads, until it ends. */
  runTogether(): void {
    const { control, expander } = this;
    this.#renew();
    this.#rendezvous.meet(() => undefined);
    while (control[Control.order] !== Order.end) {
      this.expandAll();
      expander.finishLevel();
      expander.report();
      this.#closeTogether();
      this.#renew();
      if (control[Control.settling] === Settling.none) continue;
      expander.settle(this.#share, this.#threads);
      this.#rendezvous.meet(() => {
        control[Control.settling] = Settling.none;
      });
    }
  }

  /** Expands what is left of the level in work. */
  expandAll(): void {
    for (;;) {
      const piece = this.expander.claim();
      if (piece === null) return;
      heedStop(this.control);
      this.expander.expand(piece.lo, piece.hi);
      this.expander.report();
    }
  }

  /** Ends a level that this thread finished by itself: nobody else has any part of it. */
  closeAlone(): void {
    this.expander.finishLevel();
    this.expander.report();
    this.levels.close();
    this.#goOnAlone();
  }

  /** Everybody has finished the level, or somebody needs room: that comes first. */
  #closeTogether(): void {
    for (;;) {
      this.#rendezvous.meet(() => {
        this.#decide();
        if (this.control[Control.order] !== Order.grow) this.#closeAndRunSmallLevels();
      });
      if (this.control[Control.order] !== Order.grow) return;
      this.#growTogether();
    }
  }

  /** While levels are small, waking the others costs more than the work. */
  #closeAndRunSmallLevels(): void {
    this.levels.close();
    this.#alone = true;
    while (this.control[Control.order] !== Order.end && this.levels.width < this.#soloLevel) {
      heedStop(this.control);
      this.#goOnAlone();
      this.expandAll();
      this.expander.finishLevel();
      this.expander.report();
      this.levels.close();
    }
    this.#alone = false;
  }

  #goOnAlone(): void {
    this.expander.settle(0, 1);
    this.control[Control.settling] = Settling.none;
    this.#renew();
  }

  #renew(): void {
    this.expander.renew();
    if (this.#recycled) this.expander.abandonPiece();
  }

  #makeRoom(): void {
    if (this.#alone) {
      this.#decide();
      if (this.control[Control.rehash] === 1) this.#rehash(0, 1, () => undefined);
      heedStop(this.control);
      return;
    }
    this.#rendezvous.meet(() => this.#decide());
    this.#growTogether();
  }

  /** Done by one thread while all others wait. */
  #decide(): void {
    const { control } = this;
    const wanted = control[Control.growth]!;
    control[Control.growth] = Growth.none;
    control[Control.order] = wanted === Growth.none ? Order.next : Order.grow;
    const grown = wanted !== Growth.none && this.capacity.grow(wanted === Growth.forced);
    control[Control.rehash] = grown ? 1 : 0;
  }

  #growTogether(): void {
    heedStop(this.control);
    if (this.control[Control.rehash] !== 1) return;
    this.#rehash(this.#share, this.#threads, () => this.#rendezvous.meet(() => undefined));
  }

  #rehash(share: number, shares: number, wait: () => void): void {
    const { store } = this.expander;
    store.resize();
    for (let round = 0; round < store.rehash.rounds; round++) {
      store.rehash.round(round, share, shares);
      wait();
    }
  }
}

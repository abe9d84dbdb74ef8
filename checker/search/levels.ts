import { Control, Ending, Order, Settling } from '../store/control.ts';
import { StateSpaceTooLarge } from '../store/errors.ts';
import type { StoreMemory } from '../store/memory.ts';
import { tagPeriod, tagsBeginAgain, type Credit } from '../store/shape.ts';
import type { Capacity } from './capacity.ts';
import type { Ledger } from './ledger.ts';
import { writeLevel } from './level-files.ts';

export interface LevelLimits {
  readonly maxStates: number | null;
  readonly maxDepth: number | null;
}

/** Where to write each level that was built, for a trace. */
export interface LevelFiles {
  readonly directory: string;
  readonly words: number;
}

/** Slots of the table that are read in the time that it takes to look up one state. */
const SLOTS_PER_STATE = 16;

/** Closes levels: decides, when one was built, whether and how the search goes on. */
export class Levels {
  readonly #control: Int32Array;
  readonly #log: Int32Array;
  readonly #ledger: Ledger;
  readonly #capacity: Capacity;
  readonly #limits: LevelLimits;
  readonly #memory: StoreMemory;
  readonly #files: LevelFiles | null;
  readonly #credit: Credit;

  constructor(
    memory: StoreMemory,
    ledger: Ledger,
    capacity: Capacity,
    limits: LevelLimits,
    files: LevelFiles | null,
    credit: Credit,
  ) {
    this.#credit = credit;
    this.#memory = memory;
    this.#files = files;
    this.#control = new Int32Array(memory.control);
    this.#log = new Int32Array(memory.levels);
    this.#ledger = ledger;
    this.#capacity = capacity;
    this.#limits = limits;
  }

  /**
   * The level after the one in work is complete: all threads have reported and wait. Opens it, or
   * ends the search.
   */
  close(): void {
    const control = this.#control;
    const distinct = this.#ledger.distinct;
    const states = distinct - control[Control.distinct]!;
    const built = control[Control.level]! + 1;
    const firstPiece = control[Control.pieceEnd]!;
    if (2 * built > this.#log.length) {
      throw new StateSpaceTooLarge('levels', this.#log.length / 2);
    }
    control[Control.distinct] = distinct;
    if (states > 0) {
      this.#log[2 * (built - 1)] = firstPiece;
      this.#log[2 * (built - 1) + 1] = states;
      this.#write(built, firstPiece, control[Control.pieceCount]!);
    }
    const ending = this.#ending(built, states, distinct);
    control[Control.ending] = ending;
    control[Control.order] = ending === Ending.none ? Order.next : Order.end;
    if (ending !== Ending.none) return;
    control[Control.level] = built;
    control[Control.pieceCursor] = firstPiece;
    control[Control.pieceEnd] = control[Control.pieceCount]!;
    this.#clearCredits(built + 1, states, firstPiece);
    this.#capacity.openLevel(built + 1, distinct);
    this.#capacity.refresh();
  }

  /**
   * When tags begin again, no state may have one of the last round. A small level is cleared at once,
   * state by state; if there were larger ones in the round, the whole table is cleared at its end.
   */
  #clearCredits(next: number, states: number, firstPiece: number): void {
    const control = this.#control;
    control[Control.settling] = Settling.none;
    if (this.#credit.bits === 0) return;
    const slots = 2 ** control[Control.tableSize]!;
    if (states * SLOTS_PER_STATE * tagPeriod(this.#credit) <= slots) {
      control[Control.settling] = Settling.states;
      control[Control.shareCursor] = firstPiece;
    } else {
      control[Control.unsettled] = 1;
    }
    if (!tagsBeginAgain(this.#credit, next) || control[Control.unsettled] === 0) return;
    control[Control.settling] = Settling.table;
    control[Control.unsettled] = 0;
  }

  #write(level: number, first: number, last: number): void {
    if (this.#files === null) return;
    const { directory, words } = this.#files;
    const pieces = new Int32Array(this.#memory.pieces, first * 8, (last - first) * 2);
    writeLevel(directory, level, this.#memory.arena, words, pieces);
  }

  #ending(built: number, states: number, distinct: number): number {
    for (let thread = 0; thread < this.#ledger.threads; thread++) {
      if (this.#ledger.finding(thread) !== null) return Ending.finding;
    }
    if (states === 0) return Ending.complete;
    const { maxDepth, maxStates } = this.#limits;
    if (maxDepth !== null && built >= maxDepth) return Ending.maxDepth;
    if (maxStates !== null && distinct >= maxStates) return Ending.maxStates;
    return Ending.none;
  }

  /** States of the level in work. */
  get width(): number {
    const level = this.#control[Control.level]!;
    return level === 0 ? 0 : this.#log[2 * (level - 1) + 1]!;
  }
}

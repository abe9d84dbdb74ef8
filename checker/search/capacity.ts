import { Control, StopCode } from '../store/control.ts';
import { MOST_STATES, type StoreMemory, type StorePlan } from '../store/memory.ts';
import { slotWords, type StoreShape } from '../store/shape.ts';

/** Filled slots of the table: beyond one half, a lookup takes too many probes. */
const LOAD = 0.5;
/** What is allowed when memory does not let the table grow any more. */
const STRETCHED_LOAD = 0.75;

/** How far the store can go before it must grow, and how it grows. */
export class Capacity {
  readonly #control: Int32Array;
  readonly #plan: StorePlan;
  readonly #slotBytes: number;
  readonly #stateBytes: number;
  readonly #mostSlots: number;
  readonly #places: number;
  readonly #recycled: boolean;

  constructor(shape: StoreShape, memory: StoreMemory, plan: StorePlan) {
    this.#control = new Int32Array(memory.control);
    this.#plan = plan;
    this.#slotBytes = slotWords(shape) * 4;
    this.#stateBytes = shape.words * 4;
    this.#mostSlots =
      2 ** Math.min(31, Math.floor(Math.log2(memory.table.byteLength / this.#slotBytes)));
    this.#recycled = shape.kind === 'fingerprint';
    // With fingerprints, two levels share the arena: one half each, by turns.
    this.#places = Math.floor(
      memory.arena.byteLength / this.#stateBytes / (this.#recycled ? 2 : 1),
    );
  }

  /** Bytes in use, by account: what the process had, the arena as far as it is filled, the table. */
  get bytes(): number {
    return (
      this.#plan.baseBytes +
      this.#slots * this.#slotBytes +
      this.#filled * this.#stateBytes +
      this.#control[Control.pieceCount]! * 8
    );
  }

  /** Where the next level's states go, once the level in work is complete and `distinct` are known. */
  openLevel(level: number, distinct: number): void {
    if (!this.#recycled) return;
    const control = this.#control;
    const half = level % 2 === 0 ? this.#places : 0;
    // Ids that pieces left unused are handed out again: the table must not seem fuller than it is.
    control[Control.nextId] = distinct + 1;
    control[Control.firstId] = distinct + 1;
    control[Control.placeOffset] = half - (distinct + 1);
  }

  /** Sets the limit up to which ids can be handed out; call after every change of size or level. */
  refresh(): void {
    const control = this.#control;
    const load = control[Control.stretched] === 1 ? STRETCHED_LOAD : LOAD;
    control[Control.idLimit] = Math.min(
      Math.max(2, Math.floor(this.#slots * load)),
      this.#firstId + this.#placesInReach,
      MOST_STATES,
    );
  }

  /**
   * Makes room: doubles the table, or lets it be filled further where memory forbids to double it.
   * Returns whether the table must be rehashed. Sets the stop flag when there is no more room.
   * With `forced` only a larger table helps.
   */
  grow(forced: boolean): boolean {
    const control = this.#control;
    const limit = control[Control.idLimit]!;
    if (limit >= MOST_STATES) {
      control[Control.stop] = StopCode.tooLarge;
      return false;
    }
    const tableIsFull = forced || limit < this.#firstId + this.#placesInReach;
    if (tableIsFull && this.#canDouble()) {
      control[Control.tableSizeBefore] = control[Control.tableSize]!;
      control[Control.tableSize]!++;
      control[Control.stretched] = 0;
      this.refresh();
      return true;
    }
    if (tableIsFull && !forced && control[Control.stretched] === 0) {
      control[Control.stretched] = 1;
      this.refresh();
      if (control[Control.idLimit]! > limit) return false;
    }
    control[Control.stop] = StopCode.maxMemory;
    return false;
  }

  #canDouble(): boolean {
    const more = this.#slots * this.#slotBytes;
    return this.#slots * 2 <= this.#mostSlots && this.bytes + more <= this.#plan.maxBytes;
  }

  get #slots(): number {
    return 2 ** this.#control[Control.tableSize]!;
  }

  get #firstId(): number {
    return this.#control[Control.firstId]!;
  }

  /** Places of the arena that reservation and memory allow, from `#firstId` on. */
  get #placesInReach(): number {
    const left = this.#plan.maxBytes - this.#plan.baseBytes - this.#slots * this.#slotBytes;
    const levels = this.#recycled ? 2 : 1;
    const byMemory = Math.floor(left / this.#stateBytes / levels);
    return Math.max(0, Math.min(this.#places - 1, byMemory));
  }

  get #filled(): number {
    const inUse = this.#control[Control.nextId]! - this.#firstId;
    return this.#recycled ? 2 * inUse : inUse;
  }
}

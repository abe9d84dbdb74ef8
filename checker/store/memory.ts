import { Control } from './control.ts';
import { NotEnoughMemory } from './errors.ts';
import { slotWords, type StoreShape } from './shape.ts';

/**
 * All memory that the threads of a search share. It is reserved at once, as large as the limits can
 * ever ask for, and the system commits a page when it is first written: reserving costs microseconds,
 * and no thread ever has to be told of new memory. (Growable buffers are several times slower.)
 */
export interface StoreMemory {
  /** `Control`, as an Int32Array. */
  readonly control: SharedArrayBuffer;
  /** Packed states in order of discovery: the queue of the search. */
  readonly arena: SharedArrayBuffer;
  readonly table: SharedArrayBuffer;
  /** The log of pieces: first and last-but-one id of each, in the order of levels. */
  readonly pieces: SharedArrayBuffer;
  /** For each level its first piece in the log, and its number of states. */
  readonly levels: SharedArrayBuffer;
}

/** What a search may use, in bytes, and where it starts. */
export interface StorePlan {
  readonly maxBytes: number;
  /** What the process takes besides the store. */
  readonly baseBytes: number;
  /** Binary logarithm of the table's first size in slots. */
  readonly tableSize: number;
  readonly witnesses: number;
}

/** V8's largest Int32Array is 16 GiB. */
const LARGEST = 2 ** 34;
/** Ids are positive 32-bit integers. */
export const MOST_STATES = 2 ** 31 - 2 ** 20;
/** Pieces and levels are numbered by what fits here; each takes 8 bytes of the reservation. */
export const MOST_PIECES = 2 ** 27;

/** @throws {NotEnoughMemory} if the system does not even let the least reservation pass. */
export function reserveMemory(shape: StoreShape, plan: StorePlan): StoreMemory {
  const room = Math.min(LARGEST, Math.max(plan.maxBytes, 2 ** 20));
  const slotBytes = slotWords(shape) * 4;
  const firstTable = 2 ** plan.tableSize * slotBytes;
  const table = reserve(
    Math.max(firstTable, slotBytes * 2 ** Math.floor(Math.log2(room / slotBytes))),
    firstTable,
  );
  const stateBytes = shape.words * 4;
  const arenaBytes = Math.min(room, MOST_STATES * stateBytes);
  const arena = reserve(Math.max(arenaBytes, 2 ** 16), 2 ** 16);
  return {
    control: new SharedArrayBuffer(4 * (Control.witnesses + plan.witnesses)),
    arena,
    table,
    pieces: reserve(MOST_PIECES * 8, 2 ** 16),
    levels: reserve(MOST_PIECES * 8, 2 ** 16),
  };
}

/** As many of `bytes` as the system gives: halves them while it refuses. */
function reserve(bytes: number, least: number): SharedArrayBuffer {
  for (let size = bytes; ; size /= 2) {
    const whole = Math.ceil(size / 16) * 16;
    try {
      return new SharedArrayBuffer(whole);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (size / 2 < least) throw new NotEnoughMemory(whole);
    }
  }
}

/**
 * The words that all threads of a search share, as indices into one `Int32Array`. Whatever is
 * written while several threads run is written with Atomics; the rest is written by one thread
 * while the others wait at a rendezvous, which publishes it.
 */
export const Control = {
  /** Why to stop at once (a code of `StopCode`), or 0. */
  stop: 0,
  /** The next id to hand out. Ids are counted from 1, so that no stored id is 0. */
  nextId: 1,
  /** Ids below this one fit into the table and the memory as they are now. */
  idLimit: 2,
  /**
   * What to add to a number that was handed out to get the id, which is a place in the arena. Other
   * than 0 only with fingerprints, where places are used again.
   */
  placeOffset: 3,
  /** Binary logarithm of the number of slots. */
  tableSize: 4,
  /** What the table's size was before it grew. */
  tableSizeBefore: 5,
  /** Pieces in the log so far. */
  pieceCount: 6,
  /** The next piece of the level in work that nobody has taken. */
  pieceCursor: 7,
  /** Where the pieces of the level in work end, and those of the level being built begin. */
  pieceEnd: 8,
  /** The next share of whatever else is divided among the threads. */
  shareCursor: 9,
  /** The level in work; the initial states are level 1. */
  level: 10,
  /** Rendezvous: threads that have arrived. */
  arrived: 11,
  /** Rendezvous: how many there were; the word on which threads sleep. */
  generation: 12,
  /** What the last rendezvous decided, a code of `Order`. */
  order: 13,
  /** Whether a thread waits for the table to grow: `Growth`. */
  growth: 14,
  /** Whether the table may be filled beyond the usual load, because it cannot grow any more. */
  stretched: 15,
  /** Threads that have started their task. */
  ready: 16,
  /** The first number handed out for the level being built; 1 where places are not used again. */
  firstId: 17,
  /** Distinct states up to the last complete level. */
  distinct: 18,
  /** How the search ended, a code of `Ending`. */
  ending: 19,
  /** Whether the table was enlarged at the last rendezvous and is to be rehashed. */
  rehash: 21,
  /** Whether the workers may begin: `Gate`. */
  gate: 20,
  /** Whether credits are to be cleared before the level is opened: `Settling`. */
  settling: 22,
  /** Whether some states have a tag that must be cleared before tags begin again. */
  unsettled: 23,
  /** Whether a constraint kept some state out. */
  cut: 24,
  /** The level at which each witness was seen first, or 0: from here on, one word each. */
  witnesses: 32,
} as const;

export const StopCode = {
  none: 0,
  maxMemory: 1,
  timeout: 2,
  interrupted: 3,
  failed: 4,
  tooLarge: 5,
} as const;

export const Order = { next: 0, grow: 1, end: 2 } as const;

/** How a search ends at the end of a level. */
export const Ending = { none: 0, complete: 1, finding: 2, maxDepth: 3, maxStates: 4 } as const;

export const Gate = { closed: 0, open: 1, dismissed: 2 } as const;

export const Growth = { none: 0, wanted: 1, forced: 2 } as const;

export const Settling = { none: 0, states: 1, table: 2 } as const;

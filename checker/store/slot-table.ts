import { Control } from './control.ts';
import { creditCode, type CreditCode } from './credit-code.ts';
import { hashText } from './hash.ts';
import { hex, slotWords, stateBits, type StoreShape } from './shape.ts';
import { list, sum, times } from './text.ts';

/**
 * The text of a table whose slots hold the state itself (`inline`) or its fingerprint.
 *
 * A slot is empty while its first word is 0; every word that is stored has bit 31 set. A slot is
 * found by the high bits of the hash and then by linear probing within its region.
 *
 * ## Why plain loads are right
 * A slot is written once between two rehashes, and rehashes are separated from everything else by a
 * rendezvous. So a plain load of a word gives either 0 or its one value, with any credit it has had
 * (ECMAScript memory model: aligned 32-bit accesses do not tear, and a racing read sees some write
 * that is not yet overwritten in happens-before order).
 * - First word 0, perhaps stale: the compare-and-swap decides. If it fails, it returns the real value.
 * - First word of another state: final, so that this slot is another state's whatever the rest says.
 * - First word equal, a further word 0: the winner has not stored it yet or it is not visible yet;
 *   `arrival` reads it with Atomics until it is there. Non-zero: final, so the comparison stands.
 *   The winner stores it plainly, on its way to the next state: nothing else hangs on it.
 * Exactly one thread wins the compare-and-swap of a slot, and nobody passes an empty slot: two
 * threads with one state meet at the same first empty slot, and one of them sees the other's words.
 * The arena is read only after a rendezvous. Credits are lowered by a compare-and-swap of their word.
 *
 * ## What a thread remembers
 * `recent` is a small direct-mapped cache of what went through: most successors are the same as one a
 * moment ago (steps that change nothing, and the two orders of independent steps), and are dropped
 * without a look at the table. An entry means: this thread has put the state into the table, or is
 * about to in this batch, and has seen to it that the state is credited to no earlier action than the
 * entry's, if it is of the level with the entry's tag. So a successor with an equal or greater field
 * changes nothing; a state of an earlier level is in the table for good.
 */
export function slotTableText(shape: StoreShape): string {
  const { words, shared, batch } = shape;
  const slot = slotWords(shape);
  const credit = creditCode(shape, 'T');
  const keys = shape.kind === 'fingerprint' ? fingerprintKeys(shape) : inlineKeys(shape);
  const same = (index: number, left: string, right: string): string =>
    credit.mask !== 0 && index === shape.credit.word
      ? `((${left} ^ ${right}) & ${hex(~credit.mask)}) === 0`
      : `${left} === ${right}`;
  const state = (index: number): string => `H[${sum('p', index)}]`;
  const stored = (index: number, position: string): string =>
    `const w${index} = ${keys.stored(index, position)}${index === shape.credit.word ? credit.field(position) : ''};`;
  const known = [
    ...Array.from({ length: slot }, (_, index) =>
      same(index, `recent[${sum('r', index)}]`, `w${index}`),
    ),
    ...(credit.mask === 0
      ? []
      : [notBelow(credit, `recent[${sum('r', shape.credit.word)}]`, `w${shape.credit.word}`)]),
  ].join(' && ');
  return `
let shift = 0, low = 0, todo = 0, reached = 0;
/** Positions in the batch of the successors to look up, and their home slots. */
const positions = new Int32Array(${batch.capacity}), home = new Int32Array(${batch.capacity});
const recent = new Int32Array(${2 ** shape.recent * slot});
${keys.kept.map((name) => `const kept_${name} = new Int32Array(${batch.capacity});`).join('\n')}
${credit.declarations}
${shared ? ARRIVAL : ''}

function resize() {
  shift = 32 - C[${Control.tableSize}];
  low = 0x7fffffff >>> 31 - C[${Control.tableSize}] + ${shape.regions};
  ${credit.renew}
}

function insert(count) {
  const homeShift = shift;
  ${credit.local}
  let n = 0;
  for (let i = 0, p = ${batch.states}; i < count; i++, p += ${words}) {
    ${keys.make(state)}
    ${keys.kept.map((name) => `kept_${name}[i] = ${name};`).join(' ')}
    ${list(slot, (index) => stored(index, 'i'))}
    const r = ${times(`(h & ${2 ** shape.recent - 1})`, slot)};
    if (${known}) continue;
    ${list(slot, (index) => `recent[${sum('r', index)}] = w${index};`, ' ')}
    positions[n] = i;
    home[n++] = h >>> homeShift;
  }
  freshCount = reached = 0;
  todo = n;
  return place();
}

/** Goes on after the table has grown: what is still to do has other homes. */
function resume() {
  for (let k = reached; k < todo; k++) {
    const p = ${batch.states} + positions[k] * ${words};
    ${keys.make(state)}
    home[k] = h >>> shift;
  }
  return place();
}

function place() {
  // All home slots are touched first: loads that do not wait for each other.
  const regionMask = low, n = todo;
  ${credit.local}
  let touched = 0;
  for (let k = reached; k < n; k++) touched ^= T[${times('home[k]', slot)}];
  sink = touched;
  let id = position, f = freshCount;
  for (let k = reached; k < n; k++) {
    const i = positions[k], p = ${batch.states} + i * ${words}, start = home[k];
    ${list(slot, (index) => stored(index, 'i'))}
    let s = start;
    for (;;) {
      const q = ${times('s', slot)};
      let x0 = T[q];
      if (x0 === 0) {
        ${
          shared
            ? `x0 = Atomics.compareExchange(T, q, 0, w0);
        if (x0 === 0) {`
            : 'T[q] = w0;'
        }
        ${list(slot - 1, (index) => `T[q + ${index + 1}] = w${index + 1};`)}
        const a = id * ${words};
        ${list(words, (index) => `A[${sum('a', index)}] = ${state(index)};`)}
        fresh[f++] = i;
        ${credit.count('i')}
        if (++id === end) id = hooks.turn();
        break;
        ${shared ? '}' : ''}
      }
      if (${same(0, 'x0', 'w0')}) {
        ${list(slot - 1, (index) => {
          const name = `x${index + 1}`;
          const wait = shared ? ` if (${name} === 0) ${name} = arrival(q + ${index + 1});` : '';
          return `let ${name} = T[q + ${index + 1}];${wait}`;
        })}
        if (${slot === 1 ? 'true' : list(slot - 1, (index) => same(index + 1, `x${index + 1}`, `w${index + 1}`), ' && ')}) {
          ${credit.lower(sum('q', shape.credit.word), `x${shape.credit.word}`, `w${shape.credit.word}`)}
          break;
        }
      }
      s = (s & ~regionMask) | ((s + 1) & regionMask);
      if (s === start) { position = id; freshCount = f; reached = k; return false; }
    }
  }
  position = id;
  freshCount = f;
  return true;
}

${settleText(shape, credit, keys, same)}

let scratch = new Int32Array(0);

/** Moves one region of the table to where it is in a table of twice the size. */
function move(region) {
  const length = 2 ** (C[${Control.tableSizeBefore}] - ${shape.regions}) * ${slot};
  if (scratch.length < length) scratch = new Int32Array(length);
  const old = scratch, from = region * length, homeShift = shift, regionMask = low;
  old.set(T.subarray(from, from + length));
  T.fill(0, 2 * from, 2 * (from + length));
  for (let o = 0; o < length; o += ${slot}) {
    const x0 = old[o];
    if (x0 === 0) continue;
    ${list(slot - 1, (index) => `const x${index + 1} = old[o + ${index + 1}];`)}
    ${keys.rehash}
    let s = h >>> homeShift;
    while (T[${times('s', slot)}] !== 0) s = (s & ~regionMask) | ((s + 1) & regionMask);
    ${list(slot, (index) => `T[${sum(times('s', slot), index)}] = x${index};`)}
  }
}

const rehash = {
  rounds: ${shape.regions + 1},
  /** Regions 2^(n-1) .. 2^n move in one round, the highest first: they go where regions have left. */
  round(index, share, shares) {
    const top = 2 ** (${shape.regions} - index), bottom = index === ${shape.regions} ? 0 : top / 2;
    for (let region = bottom + share; region < top; region += shares) move(region);
    if (index === ${shape.regions}) scratch = new Int32Array(0);
  },
};
`;
}

/** `settle` clears the credits of some states, `sweep` those in a share of the table. */
function settleText(
  shape: StoreShape,
  credit: CreditCode,
  keys: Keys,
  same: (index: number, left: string, right: string) => string,
): string {
  if (credit.mask === 0) return 'function settle() {}\nfunction sweep() {}';
  const slot = slotWords(shape);
  const { word } = shape.credit;
  return `
function settle(lo, hi) {
  for (let id = lo, p = lo * ${shape.words}; id < hi; id++, p += ${shape.words}) {
    ${keys.make((index) => `A[${sum('p', index)}]`)}
    ${list(slot, (index) => `const w${index} = ${keys.settled(index)};`)}
    let s = h >>> shift;
    for (;;) {
      const q = ${times('s', slot)};
      if (${list(slot, (index) => same(index, `T[${sum('q', index)}]`, `w${index}`), ' && ')}) {
        T[${sum('q', word)}] &= ${hex(~credit.mask)};
        break;
      }
      s = (s & ~low) | ((s + 1) & low);
      if (s === h >>> shift) throw new Error('a state that was kept is not in the table');
    }
  }
}
function sweep(share, shares) {
  const slots = 2 ** C[${Control.tableSize}];
  const end = Math.floor(slots * (share + 1) / shares) * ${slot};
  for (let q = Math.floor(slots * share / shares) * ${slot} + ${word}; q < end; q += ${slot}) {
    const x = T[q];
    if ((x & ${hex(credit.mask)}) !== 0) T[q] = x & ${hex(~credit.mask)};
  }
}`;
}

interface Keys {
  /** Declares `h` and, for fingerprints, the words to keep for the second loop. */
  make(word: (index: number) => string): string;
  readonly kept: readonly string[];
  /** The slot's word of the successor at `position` of the batch, which begins at `p`. */
  stored(index: number, position: string): string;
  /** The slot's word, without credit, of the state of the arena for which `make` was used. */
  settled(index: number): string;
  /** Declares `h` from the slot's words x0, x1, … of region `region`. */
  readonly rehash: string;
}

/** Whether a successor with field `came` changes nothing where `had` was seen. */
function notBelow(credit: CreditCode, had: string, came: string): string {
  return `(${had} & ${hex(credit.mask)}) <= (${came} & ${hex(credit.mask)})`;
}

function inlineKeys(shape: StoreShape): Keys {
  return {
    make: (word) => hashText(shape, 'h', 0, word),
    kept: [],
    stored: (index) => `H[${sum('p', index)}] | 0x80000000`,
    settled: (index) => `A[${sum('p', index)}] | 0x80000000`,
    rehash: hashText(shape, 'h', 0, (index) => `(x${index} & ${stateBits(shape, index)})`),
  };
}

/**
 * Two words of hash with bit 31 set, and the region from a third one. A region's number is not
 * stored, and yet known from the place; so the bits that the credit takes are made up for.
 */
function fingerprintKeys(shape: StoreShape): Keys {
  const mask = 2 ** shape.credit.bits - 1;
  const region = shape.regions === 0 ? '0' : hex(-1 << (32 - shape.regions));
  const within = (word: string): string => `((${word} << 1) >>> ${shape.regions})`;
  return {
    make: (word) => `
    ${hashText(shape, 'first', 0, word)}
    ${hashText(shape, 'second', 1, word)}
    ${hashText(shape, 'third', 2, word)}
    const k0 = first | 0x80000000;
    const k1 = second & ${hex(~mask)} | 0x80000000;
    const h = (third & ${region}) | ${within('k0')};`,
    kept: ['k0', 'k1'],
    stored: (index, position) => `kept_k${index}[${position}]`,
    settled: (index) => `k${index}`,
    rehash: `const h = ${shape.regions === 0 ? '' : `(region << ${32 - shape.regions}) | `}${within('x0')};`,
  };
}

const ARRIVAL = `
function arrival(q) {
  for (let tries = 1; ; tries++) {
    const x = Atomics.load(T, q);
    if (x !== 0) return x;
    // Its writer died: the whole search is over.
    if (tries % 1024 === 0) hooks.heed();
  }
}`;

import { Control } from './control.ts';
import { hashText } from './hash.ts';
import { creditMask, hex, slotWords, stateBits, type StoreShape } from './shape.ts';
import { list, sum, times, type Range } from './text.ts';

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
 * Exactly one thread wins the compare-and-swap of a slot, and nobody passes an empty slot: two
 * threads with one state meet at the same first empty slot, and one of them sees the other's words.
 * The arena is read only after a rendezvous. Credits are lowered by a compare-and-swap of their word.
 */
export function slotTableText(shape: StoreShape): string {
  const { words, shared, batch } = shape;
  const slot = slotWords(shape);
  const keys = keysOf(shape);
  const low = 'low';
  return `
let shift = 0, low = 0;
const home = new Int32Array(${batch.capacity});
${keys.kept.map((name) => `const kept_${name} = new Int32Array(${batch.capacity});`).join('\n')}

function resize() {
  shift = 32 - C[${Control.tableSize}];
  low = 2 ** (C[${Control.tableSize}] - ${shape.regions}) - 1;
}

${shared ? ARRIVAL : ''}
${creditText(shape, keys.credit, 'T')}

function insert(from, count) {
  if (from === 0) freshCount = 0;
  // All home slots are touched first: loads that do not wait for each other.
  let touched = 0;
  for (let i = from, p = ${sum(batch.states, `from * ${words}`)}; i < count; i++, p += ${words}) {
    ${keys.make((index) => `H[${sum('p', index)}]`)}
    const s = h >>> shift;
    home[i] = s;
    ${keys.kept.map((name) => `kept_${name}[i] = ${name};`).join(' ')}
    touched ^= T[${times('s', slot)}];
  }
  sink = touched;
  let id = position;
  for (let i = from, p = ${sum(batch.states, `from * ${words}`)}; i < count; i++, p += ${words}) {
    ${list(slot, (index) => `const w${index} = ${keys.stored(index, 'p', 'i', `H[${sum(batch.actions, 'i')}]`)};`)}
    let s = home[i];
    for (;;) {
      const q = ${times('s', slot)};
      let x0 = T[q];
      if (x0 === 0) {
        ${
          shared
            ? 'x0 = Atomics.compareExchange(T, q, 0, w0);\n        if (x0 === 0) {'
            : 'T[q] = w0;'
        }
        ${list(slot - 1, (index) =>
          shared
            ? `Atomics.store(T, q + ${index + 1}, w${index + 1});`
            : `T[q + ${index + 1}] = w${index + 1};`,
        )}
        const a = id * ${words};
        ${list(words, (index) => `A[${sum('a', index)}] = H[${sum('p', index)}];`)}
        fresh[freshCount++] = i;
        if (++id === end) id = hooks.turn();
        break;
        ${shared ? '}' : ''}
      }
      if (${keys.same(0, 'x0', 'w0')}) {
        ${list(slot - 1, (index) => {
          const name = `x${index + 1}`;
          const wait = shared ? ` if (${name} === 0) ${name} = arrival(q + ${index + 1});` : '';
          return `let ${name} = T[q + ${index + 1}];${wait}`;
        })}
        if (${slot === 1 ? 'true' : list(slot - 1, (index) => keys.same(index + 1, `x${index + 1}`, `w${index + 1}`), ' && ')}) {
          ${keys.credit.mask === 0 ? '' : `if ((x${keys.credit.word} & ${hex(keys.credit.mask)}) > (w${keys.credit.word} & ${hex(keys.credit.mask)})) lower(${sum('q', keys.credit.word)}, x${keys.credit.word}, w${keys.credit.word});`}
          break;
        }
      }
      s = (s & ~${low}) | ((s + 1) & ${low});
      if (s === home[i]) { position = id; return i; }
    }
  }
  position = id;
  return count;
}

function settle(lo, hi, credited) {
  ${keys.credit.mask === 0 ? 'credited[0] += hi - lo;' : settleText(shape, keys, slot)}
}

/** Moves one region of the table to where it is in a table of twice the size. */
function move(region) {
  const size = 2 ** (C[${Control.tableSizeBefore}] - ${shape.regions});
  const old = T.slice(region * size * ${slot}, (region + 1) * size * ${slot});
  T.fill(0, region * size * ${2 * slot}, (region + 1) * size * ${2 * slot});
  for (let o = 0; o < old.length; o += ${slot}) {
    const x0 = old[o];
    if (x0 === 0) continue;
    ${list(slot - 1, (index) => `const x${index + 1} = old[o + ${index + 1}];`)}
    ${keys.rehash}
    let s = h >>> shift;
    while (T[${times('s', slot)}] !== 0) s = (s & ~low) | ((s + 1) & low);
    ${list(slot, (index) => `T[${sum(times('s', slot), index)}] = x${index};`)}
  }
}

const rehash = {
  rounds: ${shape.regions + 1},
  /** Regions 2^(n-1) .. 2^n move in one round, the highest first: they go where regions have left. */
  round(index, share, shares) {
    const top = 2 ** (${shape.regions} - index), bottom = index === ${shape.regions} ? 0 : top / 2;
    for (let region = bottom + share; region < top; region += shares) move(region);
  },
};
`;
}

interface Keys {
  /** Declares `h` and, for fingerprints, the words to keep for the second loop. */
  make(word: (index: number) => string): string;
  readonly kept: readonly string[];
  /** The slot's word of the batch's state at `p`, credited to an action. */
  stored(index: number, address: string, position: string, action: string): string;
  same(index: number, left: string, right: string): string;
  /** Declares `h` from the slot's words x0, x1, … of region `region`. */
  readonly rehash: string;
  readonly credit: { readonly word: number; readonly shift: number; readonly mask: number };
}

function keysOf(shape: StoreShape): Keys {
  return shape.kind === 'fingerprint' ? fingerprintKeys(shape) : inlineKeys(shape);
}

function inlineKeys(shape: StoreShape): Keys {
  const mask = creditMask(shape.credit);
  const credit = { word: shape.credit.word, shift: shape.credit.shift, mask };
  return {
    make: (word) => hashText(shape, 'h', 0, word),
    kept: [],
    stored: (index, address, _position, action) => {
      const state = `H[${sum(address, index)}] | 0x80000000`;
      return mask !== 0 && index === credit.word
        ? `${state} | ${action} << ${credit.shift}`
        : state;
    },
    same: (index, left, right) => sameBits(mask !== 0 && index === credit.word, mask, left, right),
    rehash: hashText(shape, 'h', 0, (index) => `(x${index} & ${stateBits(shape, index)})`),
    credit,
  };
}

/**
 * Two words of hash with bit 31 set, and the region from a third one. A region's number is not
 * stored, and yet known from the place; so the bits that the credit takes are made up for.
 */
function fingerprintKeys(shape: StoreShape): Keys {
  const mask = shape.credit.bits === 0 ? 0 : 2 ** shape.credit.bits - 1;
  const region = shape.regions === 0 ? '0' : hex(-1 << (32 - shape.regions));
  const within = `((${'x0'} << 1) >>> ${shape.regions})`;
  return {
    make: (word) => `
    ${hashText(shape, 'first', 0, word)}
    ${hashText(shape, 'second', 1, word)}
    ${hashText(shape, 'third', 2, word)}
    const k0 = first | 0x80000000;
    const k1 = second & ${hex(~mask)} | 0x80000000;
    const h = (third & ${region}) | ((k0 << 1) >>> ${shape.regions});`,
    kept: ['k0', 'k1'],
    stored: (index, _address, position, action) =>
      index === 1 && mask !== 0
        ? `kept_k1[${position}] | ${action}`
        : `kept_k${index}[${position}]`,
    same: (index, left, right) => sameBits(mask !== 0 && index === 1, mask, left, right),
    rehash: `const h = ${shape.regions === 0 ? '' : `(region << ${32 - shape.regions}) | `}${within};`,
    credit: { word: 1, shift: 0, mask },
  };
}

function sameBits(credited: boolean, mask: number, left: string, right: string): string {
  return credited ? `((${left} ^ ${right}) & ${hex(~mask)}) === 0` : `${left} === ${right}`;
}

function settleText(shape: StoreShape, keys: Keys, slot: number): string {
  const { words, batch } = shape;
  const { credit } = keys;
  const arena: Range = (index) => `A[${sum('a', index)}]`;
  return `
  for (let first = lo; first < hi; first += ${batch.capacity}) {
    const n = Math.min(${batch.capacity}, hi - first);
    let touched = 0;
    for (let i = 0, a = first * ${words}; i < n; i++, a += ${words}) {
      ${keys.make(arena)}
      const s = h >>> shift;
      home[i] = s;
      ${keys.kept.map((name) => `kept_${name}[i] = ${name};`).join(' ')}
      touched ^= T[${times('s', slot)}];
    }
    sink = touched;
    for (let i = 0, a = first * ${words}; i < n; i++, a += ${words}) {
      ${list(slot, (index) => `const w${index} = ${keys.stored(index, 'a', 'i', '0').replaceAll('H[', 'A[')};`)}
      let s = home[i];
      for (;;) {
        const q = ${times('s', slot)};
        if (${list(slot, (index) => keys.same(index, `T[${sum('q', index)}]`, `w${index}`), ' && ')}) {
          const x = T[${sum('q', credit.word)}];
          credited[(x & ${hex(credit.mask)}) >>> ${credit.shift}]++;
          T[${sum('q', credit.word)}] = x & ${hex(~credit.mask)};
          break;
        }
        s = (s & ~low) | ((s + 1) & low);
        if (s === home[i]) throw new Error('a state that was kept is not in the table');
      }
    }
  }`;
}

/** `lower(q, x, w)`: lets word `q`, which was `x`, have the smaller credit of `w`. */
export function creditText(
  shape: StoreShape,
  credit: { readonly mask: number },
  array: 'T' | 'A',
): string {
  if (credit.mask === 0) return '';
  if (!shape.shared) return `function lower(q, x, w) { ${array}[q] = w; }`;
  return `
function lower(q, x, w) {
  for (;;) {
    const y = Atomics.compareExchange(${array}, q, x, w);
    if (y === x || (y & ${hex(credit.mask)}) <= (w & ${hex(credit.mask)})) return;
    x = y;
  }
}`;
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

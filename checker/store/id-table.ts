import { Control } from './control.ts';
import { hashText } from './hash.ts';
import { creditMask, hex, stateBits, type StoreShape } from './shape.ts';
import { creditText } from './slot-table.ts';
import { list, sum } from './text.ts';

/**
 * The text of a table of ids over the arena. A slot is 0, or an id in its low bits (as many as the
 * table's size needs) and, in what is left, bits of the hash, so that most other states are told
 * apart without a look at the arena. Every word in the arena has bit 31 set.
 *
 * ## Why plain loads are right
 * A state's words are written to a place of the arena that was never written before, and then its
 * id is published by the compare-and-swap of an empty slot. A slot is written once between two
 * rehashes, which a rendezvous separates from everything else. So a plain load of a slot gives 0 or
 * its one value, and a plain load of a word of the arena gives 0 or its one value (with any credit
 * it has had).
 * - Slot 0, perhaps stale: the compare-and-swap decides, and returns the real value if it fails.
 * - All words equal: none of them is 0, so they are the final ones, and the states are the same.
 * - Some word differs: it may be a 0 that is not visible yet. On x86-64 and ARMv8 it cannot be (the
 *   place depends on the value of the slot, and the publication is a release), but the language does
 *   not promise that; so a difference is confirmed by `same`, which loads the slot with Atomics:
 *   that load reads what the publisher's compare-and-swap wrote, hence synchronizes with it, and the
 *   words happen before what follows. The hash bits in the slot make this path rare.
 * A thread that loses its empty slot to the same state leaves its place dead, with first word 0: to
 * use it again would give the place two values. A dead place was never published; the level's next
 * reader comes after a rendezvous and sees the 0.
 */
export function idTableText(shape: StoreShape): string {
  const { words, shared, batch } = shape;
  const mask = creditMask(shape.credit);
  const stored = (index: number): string => {
    const state = `H[${sum('p', index)}] | 0x80000000`;
    return mask !== 0 && index === shape.credit.word
      ? `${state} | H[${sum(batch.actions, 'i')}] << ${shape.credit.shift}`
      : state;
  };
  const differs = (index: number, value: string, other: string): string =>
    mask !== 0 && index === shape.credit.word
      ? `((${value} ^ (${other})) & ${hex(~mask)}) !== 0`
      : `${value} !== (${other} | 0)`;
  // Beyond eight words a loop is as fast as its unrolled text, and much shorter.
  const unrolled = words <= 8;
  const compare = unrolled
    ? list(
        words,
        (index) => `if (${differs(index, `A[${sum('a', index)}]`, stored(index))}) return false;`,
      )
    : `for (let j = 0; j < ${words}; j++) if (((A[a + j] ^ H[p + j]) & (${maskAt(shape, 'j')})) !== 0) return false;`;
  const certain = `for (let j = 0; j < ${words}; j++) if (((Atomics.load(A, a + j) ^ H[p + j]) & (${maskAt(shape, 'j')})) !== 0) return false;`;
  const copy = unrolled
    ? list(words, (index) => `A[${sum('a', index)}] = ${stored(index)};`)
    : `for (let j = 0; j < ${words}; j++) A[a + j] = H[p + j] | 0x80000000;
        ${mask === 0 ? '' : `A[${sum('a', shape.credit.word)}] = ${stored(shape.credit.word)};`}`;
  const credit = `A[${sum('a', shape.credit.word)}]`;
  const hash = (array: string, address: string, masked: boolean): string =>
    unrolled
      ? hashText(shape, 'h', 0, (index) => {
          const word = `${array}[${sum(address, index)}]`;
          return masked ? `(${word} & ${stateBits(shape, index)})` : word;
        })
      : `const h = hash(${array}, ${address});`;
  return `
let shift = 0, size = 0, low = 0, idBits = 0;
const home = new Int32Array(${batch.capacity});

function resize() {
  size = C[${Control.tableSize}];
  shift = 32 - size;
  low = 2 ** size - 1;
  idBits = low;
}

${unrolled ? '' : loopedHash(shape)}
${creditText(shape, { mask }, 'A')}

function equal(a, p, i) {
  ${compare}
  return true;
}
${
  shared
    ? `
function same(s, a, p) {
  Atomics.load(T, s);
  ${certain}
  return true;
}`
    : ''
}

function insert(from, count) {
  if (from === 0) freshCount = 0;
  // All home slots are touched first: loads that do not wait for each other.
  let touched = 0;
  for (let i = from, p = ${sum(batch.states, `from * ${words}`)}; i < count; i++, p += ${words}) {
    ${hash('H', 'p', false)}
    home[i] = h;
    touched ^= T[h >>> shift];
  }
  // Then the states that the ids name.
  for (let i = from; i < count; i++) {
    touched ^= A[(T[home[i] >>> shift] & idBits) * ${words}];
  }
  sink = touched;
  for (let i = from, p = ${sum(batch.states, `from * ${words}`)}; i < count; i++, p += ${words}) {
    const h = home[i], tag = h << size, start = h >>> shift;
    let s = start;
    ${shared ? 'let written = false;' : ''}
    for (;;) {
      let v = T[s];
      if (v === 0) {
        const a = position * ${words};
        ${shared ? 'if (!written) {' : ''}
        ${copy}
        ${
          shared
            ? `written = true;
        }
        v = Atomics.compareExchange(T, s, 0, tag | position);
        if (v === 0) {`
            : 'T[s] = tag | position;'
        }
        fresh[freshCount++] = i;
        if (++position === end) position = hooks.turn();
        break;
        ${shared ? '}' : ''}
      }
      if (((v ^ tag) & ~idBits) === 0) {
        const a = (v & idBits) * ${words};
        if (equal(a, p, i)${shared ? ' || same(s, a, p)' : ''}) {
          ${shared ? `if (written) { A[position * ${words}] = 0; if (++position === end) position = hooks.turn(); }` : ''}
          ${
            mask === 0
              ? ''
              : `const x = ${credit}, w = x & ${hex(~mask)} | H[${sum(batch.actions, 'i')}] << ${shape.credit.shift};
          if ((x & ${hex(mask)}) > (w & ${hex(mask)})) lower(${sum('a', shape.credit.word)}, x, w);`
          }
          break;
        }
      }
      s = (s + 1) & low;
      if (s === start) { ${shared ? `if (written) { A[position * ${words}] = 0; if (++position === end) position = hooks.turn(); }` : ''} return i; }
    }
  }
  return count;
}

function settle(lo, hi, credited) {
  for (let id = lo, a = lo * ${words}; id < hi; id++, a += ${words}) {
    if (A[a] === 0) continue;
    ${
      mask === 0
        ? 'credited[0]++;'
        : `const x = ${credit};
    credited[(x & ${hex(mask)}) >>> ${shape.credit.shift}]++;
    ${credit} = x & ${hex(~mask)};`
    }
  }
}

/** Puts the states lo .. hi-1 of the arena, which differ, into a table that does not hold them. */
function enter(lo, hi) {
  for (let first = lo; first < hi; first += ${batch.capacity}) {
    const n = Math.min(${batch.capacity}, hi - first);
    let touched = 0;
    for (let i = 0, a = first * ${words}; i < n; i++, a += ${words}) {
      ${hash('A', 'a', true)}
      home[i] = h;
      touched ^= T[h >>> shift];
    }
    sink = touched;
    for (let i = 0, id = first; i < n; i++, id++) {
      if (A[id * ${words}] === 0) continue;
      const h = home[i], v = h << size | id;
      let s = h >>> shift;
      while (T[s] !== 0${shared ? ' || Atomics.compareExchange(T, s, 0, v) !== 0' : ''}) s = (s + 1) & low;
      ${shared ? '' : 'T[s] = v;'}
    }
  }
}

const rehash = {
  rounds: 2,
  /** Empties the table, then enters all states in the arena again. */
  round(index, share, shares) {
    if (index === 0) {
      const slots = 2 ** C[${Control.tableSizeBefore}];
      T.fill(0, Math.floor(slots * share / shares), Math.floor(slots * (share + 1) / shares));
      return;
    }
    const ids = C[${Control.nextId}];
    for (let lo = 1 + share * 4096; lo < ids; lo += shares * 4096) enter(lo, Math.min(lo + 4096, ids));
  },
};
`;
}

/** The bits of word `j` of a state, for a variable `j`. */
function maskAt(shape: StoreShape, index: string): string {
  const mask = creditMask(shape.credit);
  return mask === 0
    ? '0x7fffffff'
    : `${index} === ${shape.credit.word} ? ${hex(0x7fffffff & ~mask)} : 0x7fffffff`;
}

function loopedHash(shape: StoreShape): string {
  const one = { words: 1, hash: shape.hash };
  const [seed, ...rest] = hashText(one, 'h', 0, () => 'word').split('\n');
  const [step, ...end] = rest;
  return `
function hash(array, address) {
  ${seed}
  for (let j = 0; j < ${shape.words}; j++) {
    const word = array[address + j] & (${maskAt(shape, 'j')});
    ${step}
  }
  ${end.join('\n  ')}
  return h;
}`;
}

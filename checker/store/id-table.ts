import { Control } from './control.ts';
import { hashText } from './hash.ts';
import { creditCode } from './credit-code.ts';
import { creditMask, hex, stateBits, UNROLLED_WORDS, type StoreShape } from './shape.ts';
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
  const credit = creditCode(shape, 'A');
  const { mask } = credit;
  const unrolled = words <= UNROLLED_WORDS;
  const stored = (index: number): string =>
    `H[${sum('p', index)}] | 0x80000000${index === shape.credit.word ? credit.field('i') : ''}`;
  const differs = (index: number, array: string, at: string): string =>
    mask !== 0 && index === shape.credit.word
      ? `((${array}[${sum(at, index)}] ^ (H[${sum('p', index)}] | 0x80000000)) & ${hex(~mask)}) !== 0`
      : `${array}[${sum(at, index)}] !== (H[${sum('p', index)}] | 0x80000000)`;
  const compare = (array: string, at: string): string =>
    unrolled
      ? list(words, (index) => `if (${differs(index, array, at)}) return false;`)
      : `for (let j = 0; j < ${words}; j++) if (((${array}[${at} + j] ^ (H[p + j] | 0x80000000)) & (${storedBitsAt(shape, 'j')})) !== 0) return false;`;
  const copy = (array: string, at: string): string =>
    unrolled
      ? list(words, (index) => `${array}[${sum(at, index)}] = ${stored(index)};`)
      : `for (let j = 0; j < ${words}; j++) ${array}[${at} + j] = H[p + j] | 0x80000000;
    ${mask === 0 ? '' : `${array}[${sum(at, shape.credit.word)}] = ${stored(shape.credit.word)};`}`;
  const field = (array: string, at: string): string => `${array}[${sum(at, shape.credit.word)}]`;
  const hash = (array: string, address: string, masked: boolean): string =>
    unrolled
      ? hashText(shape, 'h', 0, (index) => {
          const word = `${array}[${sum(address, index)}]`;
          return masked ? `(${word} & ${stateBits(shape, index)})` : word;
        })
      : `const h = hash(${array}, ${address});`;
  const leave = `A[id * ${words}] = 0; if (++id === end) id = hooks.turn();`;
  return `
let shift = 0, size = 0, low = 0, todo = 0, reached = 0;
/** Positions in the batch of the successors to look up, and their hashes. */
const positions = new Int32Array(${batch.capacity}), hashes = new Int32Array(${batch.capacity});
const moving = new Int32Array(${batch.capacity});
const recent = new Int32Array(${2 ** shape.recent * words});
${credit.declarations}
${unrolled ? '' : loopedHash(shape)}

function resize() {
  size = C[${Control.tableSize}];
  shift = 32 - size;
  low = 0x7fffffff >>> 31 - size;
  ${credit.renew}
}

/** Whether the successor at \`p\`, position \`i\`, is the one remembered at \`r\`, or credited no less. */
function known(r, p, i) {
  ${credit.local}
  ${compare('recent', 'r')}
  ${mask === 0 ? '' : `return (${field('recent', 'r')} & ${hex(mask)}) <= ((${stored(shape.credit.word)}) & ${hex(mask)});`}
  return true;
}

function remember(r, p, i) {
  ${credit.local}
  ${copy('recent', 'r')}
}

/** Whether the state at \`a\` of the arena is the successor at \`p\`. */
function equal(a, p) {
  ${compare('A', 'a')}
  return true;
}
${
  shared
    ? `
function same(s, a, p) {
  Atomics.load(T, s);
  for (let j = 0; j < ${words}; j++) if (((Atomics.load(A, a + j) ^ (H[p + j] | 0x80000000)) & (${storedBitsAt(shape, 'j')})) !== 0) return false;
  return true;
}`
    : ''
}

function insert(count) {
  let n = 0;
  for (let i = 0, p = ${batch.states}; i < count; i++, p += ${words}) {
    ${hash('H', 'p', false)}
    const r = (h & ${2 ** shape.recent - 1}) * ${words};
    if (known(r, p, i)) continue;
    remember(r, p, i);
    positions[n] = i;
    hashes[n++] = h;
  }
  freshCount = reached = 0;
  todo = n;
  return resume();
}

/** Looks up what is still to do; also after the table has grown. */
function resume() {
  const idBits = size, homeShift = shift, idMask = low, n = todo;
  ${credit.local}
  // All home slots are touched first, loads that do not wait for each other; then the states there.
  let touched = 0;
  for (let k = reached; k < n; k++) touched ^= T[hashes[k] >>> homeShift];
  for (let k = reached; k < n; k++) touched ^= A[(T[hashes[k] >>> homeShift] & idMask) * ${words}];
  sink = touched;
  let id = position, f = freshCount;
  for (let k = reached; k < n; k++) {
    const i = positions[k], p = ${batch.states} + i * ${words};
    const h = hashes[k], mark = h << idBits, start = h >>> homeShift;
    let s = start;
    ${shared ? 'let written = false;' : ''}
    for (;;) {
      let v = T[s];
      if (v === 0) {
        const a = id * ${words};
        ${shared ? 'if (!written) {' : ''}
        ${copy('A', 'a')}
        ${
          shared
            ? `written = true;
        }
        v = Atomics.compareExchange(T, s, 0, mark | id);
        if (v === 0) {`
            : 'T[s] = mark | id;'
        }
        fresh[f++] = i;
        ${credit.count('i')}
        if (++id === end) id = hooks.turn();
        break;
        ${shared ? '}' : ''}
      }
      if (((v ^ mark) & ~idMask) === 0) {
        const a = (v & idMask) * ${words};
        if (equal(a, p)${shared ? ' || same(s, a, p)' : ''}) {
          ${shared ? `if (written) { ${leave} }` : ''}
          ${
            mask === 0
              ? ''
              : `const x = ${field('A', 'a')}, w = ${stored(shape.credit.word)};
          ${credit.lower(sum('a', shape.credit.word), 'x', 'w')}`
          }
          break;
        }
      }
      s = (s + 1) & idMask;
      if (s === start) {
        ${shared ? `if (written) { ${leave} }` : ''}
        position = id; freshCount = f; reached = k;
        return false;
      }
    }
  }
  position = id;
  freshCount = f;
  return true;
}

/** Clears the credits of the states lo .. hi-1. */
function settle(lo, hi) {
  ${
    mask === 0
      ? ''
      : `for (let a = lo * ${words}; a < hi * ${words}; a += ${words}) ${field('A', 'a')} &= ${hex(~mask)};`
  }
}

/** As good for the states of a whole search: they stand in the arena in a row. */
function sweep(share, shares) {
  const ids = C[${Control.nextId}] - 1;
  settle(1 + Math.floor(ids * share / shares), 1 + Math.floor(ids * (share + 1) / shares));
}

/** Puts the states lo .. hi-1 of the arena, which differ, into a table that does not hold them. */
function enter(lo, hi) {
  const idBits = size, homeShift = shift, idMask = low;
  for (let first = lo; first < hi; first += ${batch.capacity}) {
    const n = Math.min(${batch.capacity}, hi - first);
    for (let i = 0, a = first * ${words}; i < n; i++, a += ${words}) {
      ${hash('A', 'a', true)}
      moving[i] = h;
    }
    // A loop of its own, so short that many of its loads are under way at once.
    let touched = 0;
    for (let i = 0; i < n; i++) touched ^= T[moving[i] >>> homeShift];
    sink = touched;
    for (let i = 0, id = first; i < n; i++, id++) {
      if (A[id * ${words}] === 0) continue;
      const h = moving[i], v = h << idBits | id;
      let s = h >>> homeShift;
      while (T[s] !== 0${shared ? ' || Atomics.compareExchange(T, s, 0, v) !== 0' : ''}) s = (s + 1) & idMask;
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

/** For a variable `j`, the bits of a stored word that are compared: bit 31 too, which no unwritten word has. */
function storedBitsAt(shape: StoreShape, index: string): string {
  const mask = creditMask(shape.credit);
  return mask === 0 ? '-1' : `${index} === ${shape.credit.word} ? ${hex(~mask)} : -1`;
}

function loopedHash(shape: StoreShape): string {
  const one = { words: 1, hash: shape.hash };
  const [seed, ...rest] = hashText(one, 'h', 0, () => 'word').split('\n');
  const [step, ...end] = rest;
  return `
function hash(array, address) {
  ${seed}
  for (let j = 0; j < ${shape.words}; j++) {
    const word = array[address + j] & (${storedBitsAt(shape, 'j')}) & 0x7fffffff;
    ${step}
  }
  ${end.join('\n  ')}
  return h;
}`;
}

/**
 * A breadth-first search of two-phase commit written by hand for this one model: what the compiled
 * engine is measured against. Same packed layout (resource managers in one word, the rest in
 * another), exact states inline in an open-addressing table of load at most one half that doubles as
 * it fills, successors buffered so that their slots are fetched together. Invariant and deadlock
 * check are on. No workers, no traces, no counts per action.
 *
 * node bench/two-phase-loop.mjs RM
 */
const rms = Number(process.argv[2] ?? 7);
const all = (1 << rms) - 1;
const VALID = 1 << 31;
// Word a: two bits a resource manager: 0 working, 1 prepared, 2 committed, 3 aborted.
// Word b: bits 0-1 transaction manager (0 init, 1 committed, 2 aborted), then who is known to be
// prepared, then who sent Prepared, then Commit, Abort.
const PREPARED = 2;
const SENT = 2 + rms;
const COMMIT = 1 << (2 + 2 * rms);
const ABORT = 1 << (3 + 2 * rms);
const BATCH = 256;
/** More successors than any one state has. */
const FANOUT = 4 * rms + 2;

let capacity = 1 << 16;
let table = new Int32Array(2 * capacity);
/** Words of one segment of the queue: states in order of discovery. */
const SEGMENT_BITS = 22;
const SEGMENT = 1 << SEGMENT_BITS;
const segments = [new Int32Array(SEGMENT)];
let distinct = 0;
let generated = 0;
let violations = 0;
let deadlocks = 0;

const bufferA = new Int32Array(BATCH);
const bufferB = new Int32Array(BATCH);
/** Index of the first word of each buffered state's home slot. */
const bufferAt = new Int32Array(BATCH);
let touched = 0;

function hash(a, b) {
  let h = Math.imul(a, 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h ^ b, 0x85ebca77);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function consistent(a) {
  const low = a & 0x55555555;
  const high = (a >>> 1) & 0x55555555;
  const committed = high & ~low;
  const aborted = high & low;
  return committed === 0 || aborted === 0;
}

function push(id, a, b) {
  const at = 2 * id;
  const segment = at >>> SEGMENT_BITS;
  if (segment === segments.length) segments.push(new Int32Array(SEGMENT));
  const words = segments[segment];
  const offset = at & (SEGMENT - 1);
  words[offset] = a;
  words[offset + 1] = b;
  if (!consistent(a)) violations++;
}

/** Takes the buffered successors into the table; new ones go to the end of the queue. */
function flush(count) {
  const slots = table;
  const last = 2 * capacity - 1;
  let sink = 0;
  for (let i = 0; i < count; i++) {
    const at = (hash(bufferA[i], bufferB[i]) << 1) & last;
    bufferAt[i] = at;
    sink ^= slots[at];
  }
  touched ^= sink;
  let end = distinct;
  for (let i = 0; i < count; i++) {
    const a = bufferA[i];
    const b = bufferB[i];
    const key = a | VALID;
    let at = bufferAt[i];
    for (;;) {
      const word = slots[at];
      if (word === 0) {
        slots[at] = key;
        slots[at + 1] = b;
        push(end++, a, b);
        break;
      }
      if (word === key && slots[at + 1] === b) break;
      at = (at + 2) & last;
    }
  }
  distinct = end;
  generated += count;
  if (2 * (end + BATCH) > capacity) grow();
}

function grow() {
  const old = table;
  capacity *= 2;
  const mask = capacity - 1;
  table = new Int32Array(2 * capacity);
  for (let i = 0; i < old.length; i += 2) {
    const key = old[i];
    if (key === 0) continue;
    let slot = hash(key & ~VALID, old[i + 1]) & mask;
    while (table[2 * slot] !== 0) slot = (slot + 1) & mask;
    table[2 * slot] = key;
    table[2 * slot + 1] = old[i + 1];
  }
}

/** Buffers the successors of a state from position `count`; returns the new count. */
function expand(a, b, count) {
  const tm = b & 3;
  if (tm === 0) {
    for (let rm = 0; rm < rms; rm++) {
      if (((b >>> (SENT + rm)) & 1) !== 0) {
        bufferA[count] = a;
        bufferB[count++] = b | (1 << (PREPARED + rm));
      }
    }
    if (((b >>> PREPARED) & all) === all) {
      bufferA[count] = a;
      bufferB[count++] = b | 1 | COMMIT;
    }
    bufferA[count] = a;
    bufferB[count++] = b | 2 | ABORT;
  }
  for (let rm = 0; rm < rms; rm++) {
    if (((a >>> (2 * rm)) & 3) === 0) {
      bufferA[count] = a | (1 << (2 * rm));
      bufferB[count++] = b | (1 << (SENT + rm));
      bufferA[count] = a | (3 << (2 * rm));
      bufferB[count++] = b;
    }
  }
  if ((b & COMMIT) !== 0) {
    for (let rm = 0; rm < rms; rm++) {
      bufferA[count] = (a & ~(3 << (2 * rm))) | (2 << (2 * rm));
      bufferB[count++] = b;
    }
  }
  if ((b & ABORT) !== 0) {
    for (let rm = 0; rm < rms; rm++) {
      bufferA[count] = a | (3 << (2 * rm));
      bufferB[count++] = b;
    }
  }
  return count;
}

const start = process.hrtime.bigint();
bufferA[0] = 0;
bufferB[0] = 0;
flush(1);
let depth = 0;
for (let from = 0; from < distinct;) {
  const to = distinct;
  depth++;
  let count = 0;
  for (let id = from; id < to; id++) {
    const words = segments[(2 * id) >>> SEGMENT_BITS];
    const offset = (2 * id) & (SEGMENT - 1);
    const after = expand(words[offset], words[offset + 1], count);
    if (after === count) deadlocks++;
    count = after;
    if (count > BATCH - FANOUT) {
      flush(count);
      count = 0;
    }
  }
  flush(count);
  from = to;
}
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const peakMemoryBytes = process.resourceUsage().maxRSS * 1024;
console.log(
  JSON.stringify({
    distinct,
    generated,
    depth,
    violations,
    deadlocks,
    seconds,
    peakMemoryBytes,
    touched: touched & 1,
  }),
);

import type { StoreShape } from './shape.ts';

/**
 * Odd multipliers with well spread bits, one lane each: from MurmurHash3 (Appleby), xxHash32
 * (Collet) and the golden ratio.
 */
const LANES = [
  { seed: 0x9747b28c, word: 0x9e3779b1, last: 0x85ebca6b },
  { seed: 0x3c6ef372, word: 0xcc9e2d51, last: 0xc2b2ae35 },
  { seed: 0x1b873593, word: 0x85ebca77, last: 0x27d4eb2f },
] as const;

/** From this many words on, a second chain is worth its four operations. */
const TWO_CHAINS = 4;

/**
 * Statements that declare `name`, a 32-bit hash of a state's words. Each word is mixed in by a
 * xor and a multiplication, both reversible, so that two states which differ in one word never
 * collide; the shift carries the high bits down before the next word, because a multiplication
 * carries bits upwards only. Many words go through two such chains by turns, which the processor
 * works at side by side; they meet at the end, and either is still reversible.
 */
export function hashText(
  shape: Pick<StoreShape, 'words' | 'hash'>,
  name: string,
  lane: 0 | 1 | 2,
  word: (index: number) => string,
): string {
  const { seed, word: multiplier, last } = LANES[lane];
  const other = `${name}Other`;
  const chains = shape.words < TWO_CHAINS ? [name] : [name, other];
  const lines = [`let ${chains.map((chain, i) => `${chain} = ${(seed + i) | 0}`).join(', ')};`];
  for (let index = 0; index < shape.words; index++) {
    const chain = chains[index % chains.length]!;
    lines.push(
      `${chain} = Math.imul(${chain} ^ ${word(index)}, ${multiplier | 0}); ${chain} ^= ${chain} >>> 15;`,
    );
  }
  if (chains.length > 1) {
    // Without this, two high bits, one in each chain, could cancel out.
    lines.push(`${other} = Math.imul(${other}, ${last | 0}); ${other} ^= ${other} >>> 14;`);
    lines.push(`${name} ^= ${other};`);
  }
  lines.push(`${name} = Math.imul(${name}, ${last | 0}); ${name} ^= ${name} >>> 13;`);
  lines.push(`${name} = Math.imul(${name}, ${multiplier | 0}); ${name} ^= ${name} >>> 16;`);
  if (shape.hash === 'colliding') lines.push(`${name} &= 0xe0000000;`);
  return lines.join('\n');
}

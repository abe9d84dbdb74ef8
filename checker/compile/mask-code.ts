import type { Code } from './code.ts';
import { and, call, add, num, quotient, remainder, sub, type Js } from './js.ts';
import type { MaskShape } from './layout.ts';
import { FULL_WORD, wordBits } from './packing.ts';
import { wordAt, type Spot, type Val } from './values.ts';

/** The bit of the element of a rank in a set's mask. */
export function maskSpot(code: Code, shape: MaskShape, rank: Js): Spot {
  if (shape.small) return { word: num(0), shift: rank, bits: 1 };
  const r = code.keep(rank, 'r');
  const last = num(shape.masks.length - 1);
  return { word: sub(last, quotient(r, wordBits)), shift: remainder(r, wordBits), bits: 1 };
}

/** How many elements a mask has. */
export function maskSize(set: Val): Js {
  if (set.shape.small) return call('bitCount', set.js);
  return set.shape.masks
    .map((_, i) => call('bitCount', maskWord(set, i)))
    .reduce((sum, count) => add(sum, count));
}

/** Word `i` of a mask without foreign bits. */
export function maskWord(set: Val, i: number): Js {
  if (set.shape.small) return set.js;
  const mask = set.shape.masks[i]!;
  const word = wordAt(set.js, num(i));
  return mask === FULL_WORD ? word : and(word, num(mask));
}

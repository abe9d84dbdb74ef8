/** Bits of a word that can hold data; bit 31 belongs to the store. */
export const DATA_BITS = 31;
/** All data bits. */
export const FULL_WORD = 0x7fffffff;

/** Bits of a word that layouts fill. */
export let wordBits = DATA_BITS;

/**
 * Runs `body` with fewer bits to a word, so that small types take several words: tests reach every
 * layout with few values. What is laid out in one width must be read in the same.
 */
export function withWordBits<T>(bits: number, body: () => T): T {
  const before = wordBits;
  wordBits = bits;
  try {
    return body();
  } finally {
    wordBits = before;
  }
}

/** Bits that tell `span` codes 0..span-1 apart. */
export function bitsFor(span: number): number {
  return span <= 1 ? 0 : 32 - Math.clz32(span - 1);
}

/** The `bits` lowest bits of a word. */
export function lowBits(bits: number): number {
  return bits === 0 ? 0 : FULL_WORD >>> (DATA_BITS - bits);
}

/** Where a component lies in its holder. For a component of whole words, `shift` and `bits` are 0. */
export interface Cell {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
}

/** What is to be placed: a field of some bits, or a run of words of which `masks` are in use. */
export type Part = { readonly bits: number } | { readonly masks: readonly number[] };

/**
 * Places parts one after the other, no field across a word, so that comparing the words from the
 * first on, as numbers, compares the parts from the first on. Fields stand at the low end of their
 * word; those just before or after a run of words share its first or last word when there is room.
 */
export function packInOrder(parts: readonly Part[]): { cells: Cell[]; masks: number[] } {
  const cells: Cell[] = [];
  const masks: number[] = [];
  let group: { index: number; bits: number }[] = [];
  let groupBits = 0;
  let tail = 0; // free bits at the low end of the last word

  const place = (word: number, base: number): void => {
    let shift = base + groupBits;
    for (const { index, bits } of group) {
      shift -= bits;
      cells[index] = { word, shift, bits };
    }
    masks[word] = masks[word]! | (lowBits(groupBits) << base);
    group = [];
    groupBits = 0;
  };
  const close = (): void => {
    if (groupBits > 0) masks.push(0);
    if (group.length > 0) place(Math.max(0, masks.length - 1), 0);
  };

  parts.forEach((part, index) => {
    if ('masks' in part) {
      const room = part.masks.length === 0 ? -1 : Math.clz32(part.masks[0]!) - 1;
      const shares = groupBits > 0 && groupBits <= room;
      if (!shares) close();
      const word = masks.length;
      masks.push(...part.masks);
      if (shares) place(word, DATA_BITS - room);
      cells[index] = { word, shift: 0, bits: 0 };
      const last = part.masks.at(-1);
      tail = last === undefined ? 0 : last === 0 ? DATA_BITS : 31 - Math.clz32(last & -last);
    } else if (part.bits === 0) {
      cells[index] = { word: 0, shift: 0, bits: 0 };
    } else if (groupBits === 0 && part.bits <= tail) {
      tail -= part.bits;
      const word = masks.length - 1;
      cells[index] = { word, shift: tail, bits: part.bits };
      masks[word] = masks[word]! | (lowBits(part.bits) << tail);
    } else {
      tail = 0;
      if (groupBits + part.bits > wordBits) close();
      group.push({ index, bits: part.bits });
      groupBits += part.bits;
    }
  });
  close();
  return { cells, masks };
}

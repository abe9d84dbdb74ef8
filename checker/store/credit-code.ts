import { creditMask, hex, type StoreShape } from './shape.ts';

/** The text that keeps credits; every piece is empty where there is but one action. */
export interface CreditCode {
  /** Declares `tag`, `credited` and the function `lower`. */
  readonly declarations: string;
  /** Sets `tag` for the level being built. */
  readonly renew: string;
  /** `| credit`, for the stored word that has the field: of the batch's successor at `position`. */
  field(position: string): string;
  /** Counts the new state at `position` of the batch. */
  count(position: string): string;
  /** Where word `index` of `array`, which was `stored`, belongs to the state that comes with `word`. */
  lower(index: string, stored: string, word: string): string;
  /** The bits of a word that are compared. */
  readonly mask: number;
}

/**
 * @param array the name of the array that keeps the field, `T` or `A`.
 */
export function creditCode(shape: StoreShape, array: 'T' | 'A'): CreditCode {
  const { credit, batch, shared } = shape;
  const mask = creditMask(credit);
  const action = (position: string): string => `H[${batch.actions} + ${position}]`;
  if (mask === 0) {
    return {
      declarations: 'const credited = new Int32Array(1);',
      renew: '',
      field: () => '',
      count: () => 'credited[0]++;',
      lower: () => '',
      mask: 0,
    };
  }
  const actionOf = (word: string): string =>
    `(${word} >>> ${credit.shift}) & ${hex(2 ** credit.actionBits - 1)}`;
  const swap = shared
    ? `
  for (;;) {
    const y = Atomics.compareExchange(${array}, q, x, w);
    if (y === x) break;
    if ((y & ${hex(mask)}) <= (w & ${hex(mask)})) return;
    x = y;
  }`
    : `
  ${array}[q] = w;`;
  return {
    declarations: `
let tag = 0;
/** States credited to each action by this thread; less than 0 where another one had counted them. */
const credited = new Int32Array(${2 ** credit.actionBits});
/** Lets word \`q\`, which was \`x\`, have the credit of \`w\`, to a lesser action of the same level. */
function lower(q, x, w) {${swap}
  credited[${actionOf('x')}]--;
  credited[${actionOf('w')}]++;
}`,
    renew: 'tag = hooks.tag();',
    field: (position) => ` | tag | ${action(position)} << ${credit.shift}`,
    count: (position) => `credited[${action(position)}]++;`,
    lower: (index, stored, word) =>
      `if ((${stored} & ${hex(mask)}) > (${word} & ${hex(mask)})) lower(${index}, ${stored}, ${word});`,
    mask,
  };
}

import { creditMask, hex, type StoreShape } from './shape.ts';

/** The text that keeps credits; every piece is empty where there is but one action. */
export interface CreditCode {
  /** Declares `levelTag`, `credited` and the function `lower`. */
  readonly declarations: string;
  /** Sets `levelTag` for the level being built. */
  readonly renew: string;
  /** Declares `tag`, which `field` needs, in a function: a local variable is faster than a shared one. */
  readonly local: string;
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
  const actions = hex(2 ** credit.actionBits - 1);
  if (mask === 0) {
    return {
      declarations: 'const credited = new Int32Array(1);',
      renew: '',
      local: '',
      field: () => '',
      count: () => 'credited[0]++;',
      lower: () => '',
      mask: 0,
    };
  }
  const actionOf = (word: string): string => `(~${word} >>> ${credit.shift}) & ${actions}`;
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
let levelTag = 0;
/** States credited to each action by this thread; less than 0 where another one had counted them. */
const credited = new Int32Array(${2 ** credit.actionBits});
/** Lets word \`q\`, which was \`x\`, have the credit of \`w\`, to a later action of the same level. */
function lower(q, x, w) {${swap}
  credited[${actionOf('x')}]--;
  credited[${actionOf('w')}]++;
}`,
    renew: 'levelTag = hooks.tag();',
    local: 'const tag = levelTag;',
    field: (position) => ` | tag | (${action(position)} ^ ${actions}) << ${credit.shift}`,
    count: (position) => `credited[${action(position)}]++;`,
    lower: (index, stored, word) =>
      `if ((${stored} & ${hex(mask)}) > (${word} & ${hex(mask)})) lower(${index}, ${stored}, ${word});`,
    mask,
  };
}

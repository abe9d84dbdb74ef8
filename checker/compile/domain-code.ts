import { showType } from '../../spec/language/show.ts';
import { Code, functionText } from './code.ts';
import { add, and, atom, call, compare, cond, num, raw, sub, type Js } from './js.ts';
import { LayoutError } from './layout-error.ts';
import { wordsOf, type ListShape, type MapShape, type MaskShape, type Shape } from './layout.ts';
import { readItem, sizeOfList } from './list-code.ts';
import { maskSpot } from './mask-code.ts';
import { DATA_BITS, wordBits } from './packing.ts';
import {
  addressOf,
  cellSpot,
  clear,
  codeOf,
  fieldValue,
  fromCode,
  fromRaw,
  itemSpot,
  precedes,
  put,
  rangeOf,
  rawOf,
  type Target,
  type Val,
} from './values.ts';

/** Domains up to this size have a table of their values. */
const TABLE = 1 << 16;
/** Types whose codes are below this have a table of their ranks. */
const RANKS = 1 << 18;

/** The position of a value in the canonical order of its type. */
export function rank(code: Code, val: Val): Js {
  const { shape } = val;
  if (shape.small && shape.dense) return codeOf(val);
  checkCountable(shape);
  const { assembly } = code;
  if (shape.small && shape.span <= RANKS) {
    const table = assembly.helper('ranks', shape, (name) => {
      const values = valueTable(code, shape);
      return [
        `const ${name} = new Int32Array(${shape.span});`,
        `for (let k = 0; k < ${shape.count}; k++) ${name}[${values}[k]] = k;`,
      ].join('\n');
    });
    return atom(`${table}[${codeOf(val).text}]`);
  }
  // Codes and blocks compare as the values do, so a rank is found by bisection.
  const search = assembly.helper('rank', shape, (name) => {
    const body = new Code(assembly);
    body.line(`let low = 0, high = ${shape.count - 1};`);
    body.block('while (low < high)', () => {
      body.line('const middle = (low + high + 1) >>> 1;');
      const candidate = rawOf(body, unrank(body, shape, atom('middle')));
      const later = precedes(body, shape, atom('v'), candidate);
      body.line(`if (${later.text}) high = middle - 1; else low = middle;`);
    });
    body.line('return low;');
    return functionText(name, 'v', body);
  });
  return call(search, rawOf(code, val));
}

/** The value at a position in the canonical order of a type. A block is written to a temporary. */
export function unrank(code: Code, shape: Shape, position: Js): Val {
  if (shape.small && shape.dense) return fromCode(shape, position);
  checkCountable(shape);
  if (shape.small) {
    if (shape.count <= TABLE)
      return fromCode(shape, atom(`${valueTable(code, shape)}[${position.text}]`));
    return fromCode(shape, call(unrankFunction(code, shape), position));
  }
  const address = num(code.assembly.block(shape));
  code.line(`${unrankFunction(code, shape)}(${position.text}, ${address.text});`);
  return fromRaw(shape, address);
}

function checkCountable(shape: Shape): void {
  if (shape.count > 2 ** DATA_BITS)
    throw new LayoutError(`the domain ${showType(shape.type)}`, `${shape.count} values`);
}

function valueTable(code: Code, shape: Shape): string {
  return code.assembly.helper('values', shape, (name) =>
    [
      `const ${name} = new Int32Array(${shape.count});`,
      `for (let k = 0; k < ${shape.count}; k++) ${name}[k] = ${unrankFunction(code, shape)}(k);`,
    ].join('\n'),
  );
}

/** A function of a rank; for a block, also of the address to write to. */
function unrankFunction(code: Code, shape: Shape): string {
  const { assembly } = code;
  return assembly.helper('unrank', shape, (name) => {
    const body = new Code(assembly);
    const target: Target = { shape, js: atom(shape.small ? body.variable('t', '0') : 'd') };
    if (!shape.small) clear(body, target.js, wordsOf(shape));
    writeRanked(body, target);
    if (shape.small) body.line(`return ${target.js.text};`);
    return functionText(name, shape.small ? 'k' : 'k, d', body);
  });
}

/** Writes the value of rank `k`, a variable that may be changed, to an empty target. */
function writeRanked(code: Code, target: Target): void {
  const { shape } = target;
  const set = (js: Js): void => code.line(`${target.js.text} = ${js.text};`);
  switch (shape.form) {
    case 'atom': {
      if (shape.small) return set(atom('k'));
      const lo = rangeOf(shape)!.lo;
      const address = addressOf(code, { shape, js: add(atom('k'), num(lo)) });
      code.line(`H[d] = H[${address.text}]; H[d + 1] = H[${add(address, num(1)).text}];`);
      return;
    }
    case 'option':
      code.block('if (k > 0)', () => {
        const payload = unrank(code, shape.of, sub(atom('k'), num(1)));
        if (shape.small) return set(add(codeOf(payload), num(1)));
        put(code, target, cellSpot(shape.tag), fieldValue(1, num(1)), true);
        put(code, target, cellSpot({ ...shape.payload, bits: shape.of.bits }), payload, true);
      });
      return;
    case 'union': {
      let before = 0;
      shape.cases.forEach(({ shape: of, offset }, i) => {
        const first = before;
        before += of.count;
        if (of.count === 0) return;
        code.block(`if (k >= ${first} && k < ${before})`, () => {
          const payload = unrank(code, of, sub(atom('k'), num(first)));
          if (shape.small) return set(add(codeOf(payload), num(offset)));
          put(code, target, cellSpot(shape.tag), fieldValue(shape.tag.bits, num(i)), true);
          put(
            code,
            target,
            cellSpot({ word: shape.payload, shift: 0, bits: of.bits }),
            payload,
            true,
          );
        });
      });
      return;
    }
    case 'struct':
      for (const { shape: of, cell } of [...shape.fields].reverse())
        put(code, target, cellSpot(cell), unrank(code, of, digit(code, of.count)), true);
      return;
    case 'map':
      return writeRankedMap(code, target, shape);
    case 'mask':
      return writeRankedSubset(code, target, shape);
    case 'list':
      return shape.order === 'set'
        ? writeRankedSubset(code, target, shape)
        : writeRankedList(code, target, shape);
  }
}

/** The least significant digit of `k` in base `count`; `k` becomes the rest. */
function digit(code: Code, count: number): Js {
  const name = code.name('digit');
  code.line(`const ${name} = k % ${count};`);
  code.line(`k = (k - ${name}) / ${count};`);
  return atom(name);
}

function writeRankedMap(code: Code, target: Target, shape: MapShape): void {
  const { items, value } = shape;
  code.block(`for (let i = ${items.n - 1}; i >= 0; i--)`, () => {
    const entry = unrank(code, value, digit(code, value.count));
    put(code, target, itemSpot(code, items, value, atom('i')), entry, true);
  });
}

/**
 * The subsets with at most `max` elements, in the order of their masks as numbers: before those
 * whose greatest element is e come all subsets of the elements below e, of which there are
 * the sum over j <= max of binomial(e, j).
 */
function writeRankedSubset(code: Code, target: Target, shape: MaskShape | ListShape): void {
  const { of, max } = shape;
  const most = max === null ? of.count : Math.min(max, of.count);
  const below = code.assembly.helper('subsets', shape, (name) =>
    [
      `function ${name}(n, max) {`,
      '  let sum = 0;',
      '  for (let j = 0; j <= max && j <= n; j++) sum += binomial(n, j);',
      '  return sum;',
      '}',
    ].join('\n'),
  );
  code.line(`let left = ${most};`);
  if (shape.form === 'list') code.line('let size = 0;');
  code.block('while (k > 0)', () => {
    code.line('let e = 0;');
    code.line(`while (${below}(e + 1, left) <= k) e++;`);
    code.line(`k -= ${below}(e, left);`);
    code.line('left--;');
    if (shape.form === 'mask')
      return put(code, target, maskSpot(code, shape, atom('e')), fieldValue(1, num(1)), true);
    const slot = itemSpot(code, shape.items, of, atom('size'));
    put(code, target, slot, unrank(code, of, atom('e')), true);
    code.line('size++;');
  });
  if (shape.form === 'list')
    put(code, target, cellSpot(shape.size), fieldValue(shape.size.bits, atom('size')), true);
}

/** Sequences, or ascending sequences for a bag: shorter ones first. */
function writeRankedList(code: Code, target: Target, shape: ListShape): void {
  const { of, max, items, size, order } = shape;
  const n = of.count;
  const ascending = order === 'bag';
  // The number of lists of a length whose elements are `from` or later.
  const lists = (from: string, length: string): string =>
    ascending ? `binomial(${n} - ${from} + ${length} - 1, ${length})` : `Math.pow(${n}, ${length})`;
  code.line('let length = 0;');
  code.line(
    `while (length < ${max} && k >= ${lists('0', 'length')}) { k -= ${lists('0', 'length')}; length++; }`,
  );
  put(code, target, cellSpot(size), fieldValue(size.bits, atom('length')), true);
  code.line('let e = 0;');
  code.block('for (let i = 0; i < length; i++)', () => {
    if (!ascending) code.line('e = 0;');
    const rest = ascending ? lists('e', '(length - 1 - i)') : lists('0', '(length - 1 - i)');
    code.line(`while (k >= ${rest}) { k -= ${rest}; e++; }`);
    put(code, target, itemSpot(code, items, of, atom('i')), unrank(code, of, atom('e')), true);
  });
}

/** What a loop body may do with the value it is given: use it, or go on with `next`. */
export type LoopBody = (val: Val, next: string) => void;

/** A loop over every value of a type, in canonical order. */
export function forEachValue(code: Code, shape: Shape, hint: string, body: LoopBody): void {
  checkCountable(shape);
  if (shape.count === 0) return;
  if (shape.count === 1) {
    code.labelled('', (label) => body(unrank(code, shape, num(0)), `break ${label};`));
    return;
  }
  const range = rangeOf(shape);
  const [first, last] = range ? [range.lo, range.hi] : [0, shape.count - 1];
  const direct = shape.small && shape.dense && shape.type.kind !== 'bool';
  const counter = code.name(direct ? hint : 'k');
  const end = range ? `<= ${last}` : `< ${last + 1}`;
  const head = `for (let ${counter} = ${first}; ${counter} ${end}; ${counter}++)`;
  code.labelled(head, (label) => {
    const position = atom(counter);
    const val = range ? { shape, js: position } : unrank(code, shape, position);
    body({ shape, js: code.keep(val.js, hint) }, `continue ${label};`);
  });
}

/** A loop over the elements of a set, in canonical order. */
export function forEachElement(code: Code, set: Val, hint: string, body: LoopBody): void {
  const { shape } = set;
  if (shape.form === 'mask') {
    const loop = (bits: Js, base: Js): void => {
      const m = code.name('m');
      const head = `for (let ${m} = ${bits.text}; ${m} !== 0; ${m} &= ${m} - 1)`;
      code.labelled(head, (label) => {
        const bit = raw(`31 - Math.clz32(${m} & -${m})`, 12);
        const element = unrank(code, shape.of, code.keep(add(base, bit), hint));
        body({ shape: shape.of, js: code.keep(element.js, hint) }, `continue ${label};`);
      });
    };
    if (shape.small) return loop(set.js, num(0));
    const { masks } = shape;
    const address = code.keep(set.js, 'set');
    const i = code.name('i');
    const last = masks.length - 1;
    code.block(`for (let ${i} = ${last}; ${i} >= 0; ${i}--)`, () => {
      const word = atom(`H[${add(address, atom(i)).text}]`);
      const own = cond(compare('===', atom(i), num(0)), num(masks[0]!), num(masks[last]!));
      loop(and(word, own), raw(`(${last} - ${i}) * ${wordBits}`, 13));
    });
    return;
  }
  if (shape.form !== 'list') throw new Error('only a set has elements in an order');
  const kept = { shape, js: code.keep(set.js, 'set') };
  const i = code.name('i');
  const size = sizeOfList(kept);
  // A set stands in descending order.
  const head = `for (let ${i} = ${sub(size, num(1)).text}; ${i} >= 0; ${i}--)`;
  code.labelled(head, (label) => {
    const element = readItem(code, kept, atom(i));
    body({ shape: shape.of, js: code.keep(element.js, hint) }, `continue ${label};`);
  });
}

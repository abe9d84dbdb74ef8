import { Code, functionText } from './code.ts';
import { add, and, atom, call, num, or, shl, shr, sub, type Js } from './js.ts';
import type { ListShape } from './layout.ts';
import { lowBits } from './packing.ts';
import {
  cellSpot,
  erase,
  fieldOf,
  fieldValue,
  fromRaw,
  itemSpot,
  precedes,
  put,
  putRaw,
  rawOf,
  readRaw,
  sameRaw,
  wordAt,
  type Target,
  type Val,
} from './values.ts';

/** The list that a value is; every list shape's values have elements in slots. */
export function listOf(val: Val | Target): ListShape {
  if (val.shape.form !== 'list') throw new Error(`a ${val.shape.type.kind} is not kept as a list`);
  return val.shape;
}

/** How many elements a list has. */
export function sizeOfList(list: Val): Js {
  const { size } = listOf(list);
  if (size.bits === 0) return num(0);
  if (list.shape.small) return fieldOf(list.js, num(size.shift), size.bits, list.shape.bits);
  return fieldOf(wordAt(list.js, num(size.word)), num(size.shift), size.bits, 31);
}

/** The element in slot `i`. */
export function readItem(code: Code, list: Val, i: Js): Val {
  return fromRaw(listOf(list).of, rawItem(code, list, i));
}

function rawItem(code: Code, list: Val, i: Js): Js {
  const { items, of } = listOf(list);
  return readRaw(list, itemSpot(code, items, of, i), of);
}

/** Writes slot `i`. */
export function putItem(code: Code, list: Target, i: Js, val: Val, empty: boolean): void {
  const { items, of } = listOf(list);
  put(code, list, itemSpot(code, items, of, i), val, empty);
}

function putRawItem(code: Code, list: Target, i: Js, value: Js): void {
  const { items, of } = listOf(list);
  putRaw(code, list, itemSpot(code, items, of, i), of, value, false);
}

export function putSize(code: Code, list: Target, size: Js, empty: boolean): void {
  const cell = listOf(list).size;
  put(code, list, cellSpot(cell), fieldValue(cell.bits, size), empty);
}

/** Zeroes slot `i`. */
export function eraseItem(code: Code, list: Target, i: Js): void {
  const { items, of } = listOf(list);
  erase(code, list, itemSpot(code, items, of, i), of);
}

/**
 * Calls a shared function that changes a list: of a code it returns the new one, a block it changes
 * in place. `write` writes its body, which may `return` early by the given statement.
 */
function change(
  code: Code,
  purpose: string,
  target: Target,
  args: { readonly names: string; readonly values: readonly Js[] },
  write: (body: Code, list: Target, done: string) => void,
): void {
  const shape = listOf(target);
  const holder = shape.small ? 't' : 'd';
  const name = code.assembly.helper(purpose, shape, (own) => {
    const body = new Code(code.assembly);
    const done = shape.small ? 'return t;' : 'return;';
    write(body, { shape, js: atom(holder) }, done);
    if (shape.small) body.line(done);
    return functionText(own, `${holder}, ${args.names}`, body);
  });
  const result = call(name, target.js, ...args.values);
  code.line(shape.small ? `${target.js.text} = ${result.text};` : `${result.text};`);
}

/** Puts an element where the order of a set or bag wants it. A set that has it stays as it is. */
export function insert(code: Code, target: Target, element: Val): void {
  const value = rawOf(code, element);
  change(code, 'insert', target, { names: 'e', values: [value] }, (body, list, done) => {
    const { of, order } = listOf(list);
    const e = atom('e');
    body.line(`const n = ${sizeOfList(list).text};`);
    body.line('let i = 0;');
    body.block('for (; i < n; i++)', () => {
      const other = body.keep(rawItem(body, list, atom('i')), 'other');
      if (order === 'set') {
        body.line(`if (${sameRaw(body, of, other, e).text}) ${done}`);
        body.line(`if (${precedes(body, of, other, e).text}) break;`);
      } else body.line(`if (${precedes(body, of, e, other).text}) break;`);
    });
    body.block('for (let j = n; j > i; j--)', () =>
      putRawItem(body, list, atom('j'), rawItem(body, list, sub(atom('j'), num(1)))),
    );
    putRawItem(body, list, atom('i'), e);
    putSize(body, list, add(atom('n'), num(1)), false);
  });
}

/** Takes out the element in slot `i`. */
export function removeItem(code: Code, target: Target, i: Js): void {
  change(code, 'removeItem', target, { names: 'i', values: [i] }, (body, list) => {
    body.line(`const last = ${sub(sizeOfList(list), num(1)).text};`);
    body.block('for (; i < last; i++)', () =>
      putRawItem(body, list, atom('i'), rawItem(body, list, add(atom('i'), num(1)))),
    );
    eraseItem(body, list, atom('last'));
    putSize(body, list, atom('last'), false);
  });
}

/** The first slot that holds an element, or -1. */
export function find(code: Code, list: Val, element: Val): Js {
  const { of } = listOf(list);
  const value = rawOf(code, element);
  const name = code.assembly.helper('find', list.shape, (own) => {
    const body = new Code(code.assembly);
    const held = { shape: list.shape, js: atom('list') };
    body.line(`const n = ${sizeOfList(held).text};`);
    body.block('for (let i = 0; i < n; i++)', () => {
      const item = body.keep(rawItem(body, held, atom('i')), 'item');
      body.line(`if (${sameRaw(body, of, item, atom('e')).text}) return i;`);
    });
    body.line('return -1;');
    return functionText(own, 'list, e', body);
  });
  return call(name, list.js, value);
}

/** How many slots hold an element. */
export function occurrences(code: Code, list: Val, element: Val): Js {
  const { of } = listOf(list);
  const value = rawOf(code, element);
  const name = code.assembly.helper('occurrences', list.shape, (own) => {
    const body = new Code(code.assembly);
    const held = { shape: list.shape, js: atom('list') };
    body.line(`const n = ${sizeOfList(held).text};`);
    body.line('let found = 0;');
    body.block('for (let i = 0; i < n; i++)', () => {
      const item = body.keep(rawItem(body, held, atom('i')), 'item');
      body.line(`if (${sameRaw(body, of, item, atom('e')).text}) found++;`);
    });
    body.line('return found;');
    return functionText(own, 'list, e', body);
  });
  return call(name, list.js, value);
}

/** Whether the element in slot 0 of a small sequence can be shifted out. */
export function shiftedTail(list: Val): Js {
  const { items, max } = listOf(list);
  const slots = items.stride * max;
  const rest = and(shl(list.js, num(items.stride)), num(lowBits(slots)));
  return or(rest, shl(sub(sizeOfList(list), num(1)), num(slots)));
}

/** A small sequence or bag with room for `more` further elements. */
export function widened(list: Val, to: ListShape): Js {
  return shl(list.js, num((to.max - listOf(list).max) * to.items.stride));
}

/** A small sequence or bag whose last `fewer` slots are known to be empty, without them. */
export function narrowed(list: Val, to: ListShape): Js {
  return shr(list.js, num((listOf(list).max - to.max) * to.items.stride));
}

import { Code, functionText } from './code.ts';
import {
  add,
  and,
  andNot,
  atom,
  both,
  bool,
  call,
  compare,
  cond,
  mul,
  num,
  or,
  quotient,
  raw,
  remainder,
  shl,
  shr,
  sub,
  xor,
  type Js,
} from './js.ts';
import { wordsOf, type Items, type Shape } from './layout.ts';
import { FULL_WORD, lowBits, DATA_BITS, type Cell } from './packing.ts';

/**
 * A value in generated code. By its shape: a boolean is a JavaScript boolean and an integer a
 * number; any other small value is its code; a block is the address of its first word in `H`.
 */
export interface Val {
  readonly shape: Shape;
  readonly js: Js;
}

/** A component of a holder, perhaps by an index known only when the code runs. */
export interface Spot {
  readonly word: Js;
  readonly shift: Js;
  readonly bits: number;
}

/** Range of a shape of integers, or null. */
export function rangeOf(shape: Shape): { readonly lo: number; readonly hi: number } | null {
  return shape.type.kind === 'range' ? shape.type : null;
}

export function isBool(shape: Shape): boolean {
  return shape.type.kind === 'bool';
}

/** The code of a small value. */
export function codeOf(val: Val): Js {
  if (isBool(val.shape)) return cond(val.js, num(1), num(0));
  const range = rangeOf(val.shape);
  return range ? sub(val.js, num(range.lo)) : val.js;
}

/** The small value that a code stands for. */
export function fromCode(shape: Shape, code: Js): Val {
  if (shape.bits === 0 && shape.small) return { shape, js: constantCode(shape) };
  if (isBool(shape)) return { shape, js: compare('!==', code, num(0)) };
  const range = rangeOf(shape);
  return { shape, js: range ? add(code, num(range.lo)) : code };
}

function constantCode(shape: Shape): Js {
  const range = rangeOf(shape);
  return num(range ? range.lo : 0);
}

/** The word at an address and a known distance from it. */
export function wordAt(address: Js, distance: Js): Js {
  if (address.place && typeof distance.known === 'number')
    return address.place.state.word(address.place.word + distance.known);
  return atom(`H[${add(address, distance).text}]`);
}

/** The value of a block shape at an address: integers are read, the rest stays where it is. */
export function fromAddress(shape: Shape, address: Js): Val {
  const range = rangeOf(shape);
  if (!range) return { shape, js: address };
  const half = and(wordAt(address, num(0)), num(shape.masks[0]!));
  const high = add(half, num(Math.floor(range.lo / 2 ** DATA_BITS)));
  return { shape, js: add(mul(high, num(2 ** DATA_BITS)), wordAt(address, num(1))) };
}

/** The address of a block; an integer of two words is written to memory first. */
export function addressOf(code: Code, val: Val): Js {
  const range = rangeOf(val.shape);
  if (!range) return val.js;
  const address = num(code.assembly.block(val.shape));
  const value = code.keep(val.js, 'n');
  const half = code.keep(raw(`Math.floor(${value.text} / ${2 ** DATA_BITS})`, 20), 'half');
  code.line(`H[${address.text}] = ${sub(half, num(Math.floor(range.lo / 2 ** DATA_BITS))).text};`);
  const low = sub(value, mul(half, num(2 ** DATA_BITS)));
  code.line(`H[${add(address, num(1)).text}] = ${low.text};`);
  return address;
}

export function cellSpot(cell: Cell): Spot {
  return { word: num(cell.word), shift: num(cell.shift), bits: cell.bits };
}

/** The spot of item `index` of equal components of shape `of`. */
export function itemSpot(code: Code, items: Items, of: Shape, index: Js): Spot {
  const { word, stride, perWord, top } = items;
  if (!of.small) return { word: add(num(word), mul(index, num(stride))), shift: num(0), bits: 0 };
  if (perWord === Infinity)
    return { word: num(word), shift: sub(num(top), mul(index, num(stride))), bits: stride };
  const i = code.keep(index, 'i');
  return {
    word: add(num(word), quotient(i, perWord)),
    shift: sub(num(top), mul(remainder(i, perWord), num(stride))),
    bits: stride,
  };
}

/** A field of a word (or code) of which only the `width` low bits can be set. */
export function fieldOf(word: Js, shift: Js, bits: number, width: number): Js {
  const topmost = typeof shift.known === 'number' && shift.known + bits >= width;
  const masked = !topmost || (word.cut?.masked ?? false);
  const from = word.cut?.word ?? word;
  const at = add(shift, num(word.cut?.shift ?? 0));
  const shifted = shr(from, at);
  const field = masked ? and(shifted, num(lowBits(bits))) : shifted;
  if (typeof at.known !== 'number' || field.known !== null) return field;
  return { ...field, cut: { word: from, shift: at.known, masked } };
}

/** A component of a holder. */
export function read(holder: Val, spot: Spot, of: Shape): Val {
  return fromRaw(of, readRaw(holder, spot, of));
}

/** A component as its code or address. */
export function readRaw(holder: Val, spot: Spot, of: Shape): Js {
  if (!of.small) return add(holder.js, spot.word);
  if (of.bits === 0) return num(0);
  if (holder.shape.small) return fieldOf(holder.js, spot.shift, spot.bits, holder.shape.bits);
  return fieldOf(wordAt(holder.js, spot.word), spot.shift, spot.bits, DATA_BITS);
}

/** A small code with one field replaced; `clear`: the field is known to be zero. */
export function withField(code: Js, spot: Spot, value: Js, clear: boolean): Js {
  const placed = shl(value, spot.shift);
  if (clear) return or(code, placed);
  return or(andNot(code, shl(num(lowBits(spot.bits)), spot.shift)), placed);
}

/** A container that is being built or changed: a variable for a small one, an address for a block. */
export interface Target {
  readonly shape: Shape;
  readonly js: Js;
}

/** An empty container: all bits zero. */
export function fresh(code: Code, shape: Shape): Target {
  if (shape.small) return { shape, js: atom(code.variable('t', '0')) };
  const address = num(code.assembly.block(shape));
  clear(code, address, wordsOf(shape));
  return { shape, js: address };
}

/** A copy of a container, to be changed. */
export function duplicate(code: Code, val: Val): Target {
  const { shape } = val;
  if (shape.small) return { shape, js: atom(code.variable('t', val.js.text)) };
  const address = num(code.assembly.block(shape));
  copyWords(code, address, val.js, wordsOf(shape));
  return { shape, js: address };
}

/** Writes a component; `empty`: its place is known to be zero. */
export function put(code: Code, target: Target, spot: Spot, val: Val, empty: boolean): void {
  if (val.shape.small && val.shape.bits === 0) return;
  putRaw(code, target, spot, val.shape, rawOf(code, val), empty);
}

/** Writes a component that is given as its code or address. */
export function putRaw(
  code: Code,
  target: Target,
  spot: Spot,
  of: Shape,
  value: Js,
  empty: boolean,
): void {
  if (!of.small) return store(code, of, add(target.js, spot.word), value);
  if (of.bits === 0) return;
  const place = target.shape.small ? target.js : wordAt(target.js, spot.word);
  assignField(code, place, spot, value, empty);
}

/** A number of some bits as a value that can be put into a field: a tag, a size, a bit. */
export function fieldValue(bits: number, js: Js): Val {
  const type = { kind: 'range', lo: 0, hi: 2 ** bits - 1 } as const;
  const base = { type, bits, span: 2 ** bits, count: 2 ** bits, masks: [] };
  return { shape: { form: 'atom', small: true, dense: true, ...base }, js };
}

/** Zeroes a component. */
export function erase(code: Code, target: Target, spot: Spot, of: Shape): void {
  if (of.small) return putRaw(code, target, spot, of, num(0), false);
  const address = code.keep(add(target.js, spot.word), 'd');
  of.masks.forEach((mask, i) => {
    const place = `H[${add(address, num(i)).text}]`;
    code.line(`${place} = ${andNot(atom(place), num(mask)).text};`);
  });
}

/** `place = place` with a field replaced. */
export function assignField(code: Code, place: Js, spot: Spot, value: Js, empty: boolean): void {
  const shift = code.keep(spot.shift, 's');
  const changed = withField(place, { ...spot, shift }, value, empty);
  if (changed.text !== place.text) code.line(`${place.text} = ${changed.text};`);
}

/** Zeroes a temporary. */
export function clear(code: Code, address: Js, words: number): void {
  if (words <= 4) for (let i = 0; i < words; i++) code.line(`H[${add(address, num(i)).text}] = 0;`);
  else code.line(`H.fill(0, ${address.text}, ${add(address, num(words)).text});`);
}

/** Copies whole words into a temporary, foreign bits included. */
export function copyWords(code: Code, to: Js, from: Js, words: number): void {
  if (words <= 8) {
    for (let i = 0; i < words; i++)
      code.line(`H[${add(to, num(i)).text}] = ${wordAt(from, num(i)).text};`);
    return;
  }
  const i = code.name('i');
  code.line(
    `for (let ${i} = 0; ${i} < ${words}; ${i}++) H[${add(to, atom(i)).text}] = H[${add(from, atom(i)).text}];`,
  );
}

/** Writes a block where its bits stand among those of others. */
export function store(code: Code, shape: Shape, to: Js, from: Js): void {
  const one = (body: Code, at: Js, source: Js): void =>
    shape.masks.forEach((mask, i) => {
      const place = `H[${add(at, num(i)).text}]`;
      const word = wordAt(source, num(i));
      body.line(
        mask === FULL_WORD
          ? `${place} = ${word.text};`
          : `${place} = ${or(andNot(atom(place), num(mask)), and(word, num(mask))).text};`,
      );
    });
  if (wordsOf(shape) <= 3) return one(code, code.keep(to, 'd'), code.keep(from, 'a'));
  const name = code.assembly.helper('store', shape, (own) => {
    const body = new Code(code.assembly);
    if (wordsOf(shape) <= 16) one(body, atom('d'), atom('s'));
    else {
      const masks = code.assembly.constant(shape.masks);
      body.line(`for (let i = 0; i < ${wordsOf(shape)}; i++)`);
      body.line(`  H[d + i] = (H[d + i] & ~H[${masks} + i]) | (H[s + i] & H[${masks} + i]);`);
    }
    return functionText(own, 'd, s', body);
  });
  code.line(`${name}(${to.text}, ${from.text});`);
}

/** Whether two values of one type are equal. */
export function same(code: Code, a: Val, b: Val): Js {
  if (rangeOf(a.shape) || isBool(a.shape)) return compare('===', a.js, b.js);
  if (a.shape.small) return compare('===', codeOf(a), codeOf(b));
  return sameBlocks(code, a.shape, a.js, b.js);
}

/** Whether two codes, or the blocks at two addresses, are equal. */
export function sameRaw(code: Code, shape: Shape, a: Js, b: Js): Js {
  return shape.small ? compare('===', a, b) : sameBlocks(code, shape, a, b);
}

function sameBlocks(code: Code, shape: Shape, a: Js, b: Js): Js {
  const differing = (i: number, x: Js, y: Js): Js => {
    const mask = shape.masks[i]!;
    const [p, q] = [wordAt(x, num(i)), wordAt(y, num(i))];
    return mask === FULL_WORD
      ? compare('===', p, q)
      : compare('===', and(xor(p, q), num(mask)), num(0));
  };
  const words = wordsOf(shape);
  if (words <= 2) {
    const [x, y] = [code.keep(a, 'a'), code.keep(b, 'b')];
    return shape.masks.reduce((all, _, i) => both(all, differing(i, x, y)), bool(true));
  }
  const name = code.assembly.helper('same', shape, (own) => {
    const body = new Code(code.assembly);
    if (words <= 16) {
      const all = shape.masks.map((_, i) => differing(i, atom('a'), atom('b')));
      body.line(`return ${all.map((js) => js.text).join(' && ')};`);
    } else {
      const masks = code.assembly.constant(shape.masks);
      body.line(`for (let i = 0; i < ${words}; i++)`);
      body.line(`  if (((H[a + i] ^ H[b + i]) & H[${masks} + i]) !== 0) return false;`);
      body.line('return true;');
    }
    return functionText(own, 'a, b', body);
  });
  return call(name, a, b);
}

/** Whether `a` stands before `b` in the canonical order. Both are small, or blocks of one shape. */
export function precedes(code: Code, shape: Shape, a: Js, b: Js): Js {
  if (shape.small) return compare('<', a, b);
  const name = code.assembly.helper('precedes', shape, (own) => {
    const body = new Code(code.assembly);
    const masks = code.assembly.constant(shape.masks);
    body.line(`for (let i = 0; i < ${wordsOf(shape)}; i++) {`);
    body.line(`  const x = H[a + i] & H[${masks} + i], y = H[b + i] & H[${masks} + i];`);
    body.line('  if (x !== y) return x < y;');
    body.line('}');
    body.line('return false;');
    return functionText(own, 'a, b', body);
  });
  return call(name, a, b);
}

/** What a value is compared and stored by: its code if it is small, else its address. */
export function rawOf(code: Code, val: Val): Js {
  return val.shape.small ? codeOf(val) : addressOf(code, val);
}

/** The value of a code or address. */
export function fromRaw(shape: Shape, js: Js): Val {
  return shape.small ? fromCode(shape, js) : fromAddress(shape, js);
}

/** The value under a name, so that it is computed once. */
export function keepVal(code: Code, val: Val, hint: string): Val {
  return { shape: val.shape, js: code.keep(val.js, hint) };
}

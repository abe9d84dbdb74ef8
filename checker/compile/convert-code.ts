import type { EnumTypeNode } from '../../spec/language/tree.ts';
import { sameType } from '../../spec/language/type-algebra.ts';
import { caseOf, contentOf, isCase, isSome, payloadOf, someOf, structOf } from './case-code.ts';
import type { Code } from './code.ts';
import { forEachElement } from './domain-code.ts';
import { and, atom, bool, compare, either, num, shl, shr, type Js } from './js.ts';
import type { ListShape, MapShape, MaskShape, OptionShape, Shape, UnionShape } from './layout.ts';
import { insert, narrowed, putItem, putSize, readItem, sizeOfList, widened } from './list-code.ts';
import { lowBits } from './packing.ts';
import { addElement, copySet, setSize } from './set-code.ts';
import {
  cellSpot,
  fresh,
  fromCode,
  itemSpot,
  keepVal,
  put,
  rangeOf,
  read,
  type Target,
  type Val,
} from './values.ts';

/**
 * The same value in the layout of another type. `failure` is the statement for a value that is not
 * of that type, or null where it is known to be one; it is never written where every value of the
 * old type is one of the new.
 */
export function convert(code: Code, val: Val, to: Shape, failure: string | null): Val {
  const from = val.shape;
  if (from === to) return val;
  if (rangeOf(from)) return convertRange(code, val, to, failure);
  if (sameType(from.type, to.type)) return { shape: to, js: val.js };
  const kept = keepVal(code, val, 'v');
  switch (to.form) {
    case 'atom':
      return convertEnum(code, kept, to, failure);
    case 'option':
      return convertOption(code, kept, to, failure);
    case 'union':
      return convertUnion(code, kept, to, failure);
    case 'struct': {
      if (from.form !== 'struct') break;
      const fields = from.fields.map(({ cell, shape }, i) =>
        convert(code, read(kept, cellSpot(cell), shape), to.fields[i]!.shape, failure),
      );
      return structOf(code, to, fields);
    }
    case 'map':
      return convertMap(code, kept, to, failure);
    case 'mask':
    case 'list':
      return to.type.kind === 'set'
        ? convertSet(code, kept, to, failure)
        : convertList(code, kept, to as ListShape, failure);
  }
  throw new Error(`malformed spec tree: ${from.type.kind} as ${to.type.kind}`);
}

function failIf(code: Code, test: Js, failure: string | null): void {
  if (failure === null || test.known === false) return;
  code.line(test.known === true ? failure : `if (${test.text}) ${failure}`);
}

function convertRange(code: Code, val: Val, to: Shape, failure: string | null): Val {
  const [from, target] = [rangeOf(val.shape)!, rangeOf(to)!];
  const value = code.keep(val.js, 'n');
  const low = from.lo < target.lo ? compare('<', value, num(target.lo)) : bool(false);
  const high = from.hi > target.hi ? compare('>', value, num(target.hi)) : bool(false);
  const outside = either(low, high);
  failIf(code, outside, failure);
  return { shape: to, js: outside.known === false ? val.js : value };
}

function convertEnum(code: Code, val: Val, to: Shape, failure: string | null): Val {
  const values = (to.type as EnumTypeNode).values;
  const positions = (val.shape.type as EnumTypeNode).values.map((name) => values.indexOf(name));
  if (typeof val.js.known === 'number') {
    const position = positions[val.js.known]!;
    if (position < 0 && failure !== null) code.line(failure);
    return fromCode(to, num(Math.max(0, position)));
  }
  if (positions.every((position, i) => position === i)) return fromCode(to, val.js);
  const table = code.assembly.pairHelper(
    'positions',
    val.shape,
    to,
    '',
    (name) => `const ${name} = [${positions.join(', ')}];`,
  );
  const position = code.keep(atom(`${table}[${val.js.text}]`), 'position');
  if (positions.includes(-1)) failIf(code, compare('<', position, num(0)), failure);
  return fromCode(to, position);
}

/** A variable (or address) to which some branches write a value of a shape. */
function result(code: Code, shape: Shape): { readonly val: Val; set(val: Val): void } {
  const variable = atom(code.variable('t', '0'));
  return {
    val: { shape, js: variable },
    set: (val) => code.line(`${variable.text} = ${val.js.text};`),
  };
}

function convertOption(code: Code, val: Val, to: OptionShape, failure: string | null): Val {
  const { val: converted, set } = result(code, to);
  const none = { shape: to, js: num(to.small ? 0 : code.assembly.constant(to.masks.map(() => 0))) };
  code.branch(
    isSome(val),
    () => set(someOf(code, to, convert(code, contentOf(val), to.of, failure))),
    () => set(none),
  );
  return converted;
}

function convertUnion(code: Code, val: Val, to: UnionShape, failure: string | null): Val {
  const { val: converted, set } = result(code, to);
  to.cases.forEach(({ shape }, i) =>
    code.branch(
      isCase(val, i),
      () => set(caseOf(code, to, i, convert(code, payloadOf(val, i), shape, failure))),
      () => undefined,
    ),
  );
  return converted;
}

function convertMap(code: Code, val: Val, to: MapShape, failure: string | null): Val {
  const from = val.shape as MapShape;
  const target = fresh(code, to);
  const i = code.name('i');
  code.block(`for (let ${i} = 0; ${i} < ${to.items.n}; ${i}++)`, () => {
    const entry = read(val, itemSpot(code, from.items, from.value, atom(i)), from.value);
    const converted = convert(code, entry, to.value, failure);
    put(code, target, itemSpot(code, to.items, to.value, atom(i)), converted, true);
  });
  return target;
}

function maxOf(shape: Shape): number {
  const max = (shape as MaskShape | ListShape).max ?? Infinity;
  return shape.type.kind === 'set' ? Math.min(max, (shape as MaskShape | ListShape).of.count) : max;
}

function elementOf(shape: Shape): Shape {
  return (shape as MaskShape | ListShape).of;
}

function convertSet(code: Code, val: Val, to: MaskShape | ListShape, failure: string | null): Val {
  if (maxOf(val.shape) > maxOf(to) && to.max !== null)
    failIf(code, compare('>', setSize(code, val), num(to.max)), failure);
  const from = elementOf(val.shape);
  if (from === to.of) return copySet(code, val, to);
  const moved = shiftMask(code, val, to, failure);
  if (moved !== null) return moved;
  const target = fresh(code, to);
  forEachElement(code, val, 'e', (element) => {
    const converted = convert(code, element, to.of, failure);
    // More elements than the new type can tell apart would have failed before.
    addElement(code, target, converted);
  });
  return target;
}

/** Sets of integers as small masks: another least element is a shift. */
function shiftMask(code: Code, val: Val, to: Shape, failure: string | null): Val | null {
  const [from, target] = [rangeOf(elementOf(val.shape)), rangeOf(elementOf(to))];
  const masks = val.shape.form === 'mask' && to.form === 'mask';
  if (!masks || !val.shape.small || !to.small || !from || !target) return null;
  const [size, room] = [elementOf(val.shape).count, elementOf(to).count];
  const up = from.lo - target.lo;
  if (Math.abs(up) > 30) return null;
  const below = up < 0 ? lowBits(Math.min(-up, size)) : 0;
  if (below !== 0) failIf(code, compare('!==', and(val.js, num(below)), num(0)), failure);
  const above = lowBits(size) & ~lowBits(Math.max(0, Math.min(31, room - up)));
  if (above !== 0) failIf(code, compare('!==', and(val.js, num(above)), num(0)), failure);
  return { shape: to, js: up >= 0 ? shl(val.js, num(up)) : shr(val.js, num(-up)) };
}

function convertList(code: Code, val: Val, to: ListShape, failure: string | null): Val {
  const from = val.shape as ListShape;
  const size = code.keep(sizeOfList(val), 'size');
  if (from.max > to.max) failIf(code, compare('>', size, num(to.max)), failure);
  if (from.of === to.of && from.small && to.small)
    return { shape: to, js: to.max >= from.max ? widened(val, to) : narrowed(val, to) };
  const target: Target = fresh(code, to);
  const ordered = to.order === 'bag' && !keepsOrder(from.of, to.of);
  if (!ordered) putSize(code, target, size, true);
  const i = code.name('i');
  code.block(`for (let ${i} = 0; ${i} < ${size.text}; ${i}++)`, () => {
    const element = convert(code, readItem(code, val, atom(i)), to.of, failure);
    if (ordered) insert(code, target, element);
    else putItem(code, target, atom(i), element, true);
  });
  return target;
}

/** Whether conversion keeps the order of elements: only enumerations can change it. */
function keepsOrder(from: Shape, to: Shape): boolean {
  return from === to || (rangeOf(from) !== null && rangeOf(to) !== null);
}

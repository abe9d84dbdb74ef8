import type { Code } from './code.ts';
import { add, and, both, bool, compare, num, or, shl, sub, type Js } from './js.ts';
import type { OptionShape, Shape, StructShape, UnionShape } from './layout.ts';
import {
  cellSpot,
  codeOf,
  fieldOf,
  fieldValue,
  fresh,
  fromCode,
  put,
  read,
  wordAt,
  type Val,
} from './values.ts';

/** Whether an option is not none. */
export function isSome(val: Val): Js {
  const shape = val.shape as OptionShape;
  if (shape.small) return compare('!==', val.js, num(0));
  const tag = and(wordAt(val.js, num(shape.tag.word)), num(2 ** shape.tag.shift));
  return compare('!==', tag, num(0));
}

/** The value of an option that is known not to be none. */
export function contentOf(val: Val): Val {
  const shape = val.shape as OptionShape;
  if (shape.small) return fromCode(shape.of, sub(val.js, num(1)));
  return read(val, cellSpot({ ...shape.payload, bits: shape.of.bits }), shape.of);
}

/** `some(content)`. */
export function someOf(code: Code, shape: OptionShape, content: Val): Val {
  if (shape.small) return { shape, js: add(codeOf(content), num(1)) };
  const target = fresh(code, shape);
  put(code, target, cellSpot(shape.tag), fieldValue(1, num(1)), true);
  put(code, target, cellSpot({ ...shape.payload, bits: shape.of.bits }), content, true);
  return target;
}

/** `none`. */
export function noneOf(code: Code, shape: Shape): Val {
  const zeros = (): number => code.assembly.constant(shape.masks.map(() => 0));
  return { shape, js: num(shape.small ? 0 : zeros()) };
}

/** Whether a union is in its case number `i`. */
export function isCase(val: Val, i: number): Js {
  const shape = val.shape as UnionShape;
  if (!shape.small) return compare('===', tagOf(val), num(i));
  const { offset, shape: of } = shape.cases[i]!;
  if (of.span === 0) return bool(false);
  if (of.span === 1) return compare('===', val.js, num(offset));
  const end = offset + of.span;
  const above = offset === 0 ? bool(true) : compare('>=', val.js, num(offset));
  const below = end >= shape.span ? bool(true) : compare('<', val.js, num(end));
  return both(above, below);
}

function tagOf(val: Val): Js {
  const { tag } = val.shape as UnionShape;
  if (tag.bits === 0) return num(0);
  return fieldOf(wordAt(val.js, num(tag.word)), num(tag.shift), tag.bits, 31);
}

/** The payload of a union that is known to be in case `i`. */
export function payloadOf(val: Val, i: number): Val {
  const shape = val.shape as UnionShape;
  const { offset, shape: of } = shape.cases[i]!;
  if (shape.small) return fromCode(of, sub(val.js, num(offset)));
  return read(val, cellSpot({ word: shape.payload, shift: 0, bits: of.bits }), of);
}

/** A union in case `i`. */
export function caseOf(code: Code, shape: UnionShape, i: number, payload: Val): Val {
  const { offset, shape: of } = shape.cases[i]!;
  if (shape.small) return { shape, js: add(codeOf(payload), num(offset)) };
  const target = fresh(code, shape);
  put(code, target, cellSpot(shape.tag), fieldValue(shape.tag.bits, num(i)), true);
  const spot = cellSpot({ word: shape.payload, shift: 0, bits: of.bits });
  put(code, target, spot, payload, true);
  return target;
}

/** The number of the case with a tag. */
export function caseNumber(shape: Shape, tag: string): number {
  return (shape as UnionShape).cases.findIndex((one) => one.tag === tag);
}

/** A struct of its fields, in order. */
export function structOf(code: Code, shape: StructShape, fields: readonly Val[]): Val {
  if (shape.small) {
    const parts = shape.fields.map(({ cell }, i) =>
      cell.bits === 0 ? num(0) : shl(codeOf(fields[i]!), num(cell.shift)),
    );
    return { shape, js: parts.reduce((all, part) => or(all, part), num(0)) };
  }
  const target = fresh(code, shape);
  shape.fields.forEach(({ cell }, i) => put(code, target, cellSpot(cell), fields[i]!, true));
  return target;
}

import type { Code } from './code.ts';
import { rank, forEachElement } from './domain-code.ts';
import { add, and, andNot, atom, both, bool, compare, num, not, or, shl, type Js } from './js.ts';
import { wordsOf, type Shape } from './layout.ts';
import { find, insert, removeItem, sizeOfList } from './list-code.ts';
import { maskSize, maskSpot, maskWord } from './mask-code.ts';
import { DATA_BITS } from './packing.ts';
import {
  assignField,
  duplicate,
  fieldOf,
  fresh,
  keepVal,
  wordAt,
  type Target,
  type Val,
} from './values.ts';

/** How many elements a set has. */
export function setSize(code: Code, set: Val): Js {
  if (set.shape.form !== 'mask') return sizeOfList(set);
  return maskSize(keepVal(code, set, 'set'));
}

/** Whether an element is in a set. */
export function setHas(code: Code, set: Val, element: Val): Js {
  if (set.shape.form !== 'mask') return compare('>=', find(code, set, element), num(0));
  if (set.shape.of.count === 0) return bool(false);
  const position = rank(code, element);
  if (set.shape.small) return hasBit(set.js, position, set.shape.bits);
  const spot = maskSpot(code, set.shape, position);
  return hasBit(wordAt(set.js, spot.word), spot.shift, DATA_BITS);
}

/** Whether a bit of a word of `width` bits is set. */
function hasBit(word: Js, position: Js, width: number): Js {
  const at = add(num(word.cut?.shift ?? 0), position);
  const bit =
    typeof at.known === 'number'
      ? and(word.cut?.word ?? word, num(2 ** at.known))
      : fieldOf(word, position, 1, width);
  return compare('!==', bit, num(0));
}

/** Adds an element to a set that has room for it. */
export function addElement(code: Code, target: Target, element: Val): void {
  const { shape } = target;
  if (shape.form !== 'mask') return insert(code, target, element);
  const spot = maskSpot(code, shape, rank(code, element));
  const place = shape.small ? target.js : wordAt(target.js, spot.word);
  assignField(code, place, spot, num(1), true);
}

/** Takes an element out of a set; it need not be there. */
export function dropElement(code: Code, target: Target, element: Val): void {
  const { shape } = target;
  if (shape.form !== 'mask') {
    const index = code.keep(find(code, target, element), 'found');
    code.block(`if (${index.text} >= 0)`, () => removeItem(code, target, index));
    return;
  }
  const spot = maskSpot(code, shape, rank(code, element));
  const place = shape.small ? target.js : wordAt(target.js, spot.word);
  code.line(`${place.text} = ${andNot(place, shl(num(1), spot.shift)).text};`);
}

/** Whether two sets are masks over one type, so that their words can be combined. */
export function sameMasks(...shapes: readonly Shape[]): boolean {
  const [first] = shapes;
  return shapes.every(
    (shape) => shape.form === 'mask' && first!.form === 'mask' && shape.of === first!.of,
  );
}

type Algebra = 'union' | 'intersect' | 'minus';

const COMBINE = { union: or, intersect: and, minus: andNot } as const;

/** Union, intersection or difference, as a set of shape `to`, which has room for the result. */
export function combineSets(code: Code, op: Algebra, left: Val, right: Val, to: Shape): Val {
  if (sameMasks(left.shape, right.shape, to)) {
    if (to.small) return { shape: to, js: COMBINE[op](left.js, right.js) };
    const [a, b] = [keepVal(code, left, 'left'), keepVal(code, right, 'right')];
    const target = num(code.assembly.block(to));
    to.masks.forEach((_, i) => {
      const word = COMBINE[op](maskWord(a, i), maskWord(b, i));
      code.line(`H[${(target.known as number) + i}] = ${word.text};`);
    });
    return { shape: to, js: target };
  }
  const b = keepVal(code, right, 'right');
  if (op === 'union') {
    const target = copySet(code, left, to);
    forEachElement(code, b, 'e', (element) => addElement(code, target, element));
    return target;
  }
  const target = fresh(code, to);
  forEachElement(code, left, 'e', (element) => {
    const inRight = setHas(code, b, element);
    const wanted = op === 'intersect' ? inRight : not(inRight);
    code.branch(
      wanted,
      () => addElement(code, target, element),
      () => undefined,
    );
  });
  return target;
}

/** A set over the same element type in another shape, which has room for it. */
export function copySet(code: Code, set: Val, to: Shape): Target {
  if (set.shape === to || sameMasks(set.shape, to))
    return duplicate(code, { shape: to, js: set.js });
  const target = fresh(code, to);
  forEachElement(code, set, 'e', (element) => addElement(code, target, element));
  return target;
}

/** Whether every element of `left` is in `right`. */
export function isSubset(code: Code, left: Val, right: Val): Js {
  if (sameMasks(left.shape, right.shape)) {
    if (left.shape.small) return compare('===', andNot(left.js, right.js), num(0));
    const [a, b] = [keepVal(code, left, 'left'), keepVal(code, right, 'right')];
    return Array.from({ length: wordsOf(left.shape) }, (_, i) =>
      compare('===', andNot(maskWord(a, i), maskWord(b, i)), num(0)),
    ).reduce((all, one) => both(all, one), bool(true));
  }
  const b = keepVal(code, right, 'right');
  const all = code.variable('all', 'true');
  code.labelled('', (label) => {
    forEachElement(code, left, 'e', (element) => {
      code.line(`if (${not(setHas(code, b, element)).text}) { ${all} = false; break ${label}; }`);
    });
  });
  return atom(all);
}

import type {
  AppendNode,
  CountInBagNode,
  ElementAtNode,
  ElementsNode,
  ExprNode,
  HasNode,
  HeadNode,
  IndicesNode,
  RemoveAtNode,
  SetAlgebraNode,
  SetOfNode,
  SizeNode,
  SubsetNode,
  TailNode,
  WithElementNode,
  WithInBagNode,
} from '../../spec/language/tree.ts';
import type { SpecErrorKind } from '../result.ts';
import { convert } from './convert-code.ts';
import { add, andNot, atom, call, compare, either, num, or, shl, sub, type Js } from './js.ts';
import { shapeOf, type ListShape, type Shape } from './layout.ts';
import {
  eraseItem,
  find,
  insert,
  listOf,
  occurrences,
  putItem,
  putSize,
  readItem,
  removeItem,
  shiftedTail,
  sizeOfList,
} from './list-code.ts';
import { lowBits } from './packing.ts';
import { rank } from './domain-code.ts';
import type { Scope } from './scope.ts';
import {
  addElement,
  combineSets,
  copySet,
  dropElement,
  isSubset,
  sameMasks,
  setHas,
  setSize,
} from './set-code.ts';
import { duplicate, fresh, keepVal, type Target, type Val } from './values.ts';

/** Expressions over sets, sequences and bags. */
export type CollectionNode =
  | ElementsNode
  | SetAlgebraNode
  | SubsetNode
  | HasNode
  | SizeNode
  | WithElementNode
  | HeadNode
  | TailNode
  | AppendNode
  | RemoveAtNode
  | ElementAtNode
  | IndicesNode
  | SetOfNode
  | CountInBagNode
  | WithInBagNode;

export function collectionValue(node: CollectionNode, scope: Scope): Val {
  const { code } = scope;
  const shape = shapeOf(node.type);
  switch (node.op) {
    case 'elements':
      return elements(node, scope);
    case 'union':
    case 'intersect':
    case 'minus': {
      const left = scope.value(node.left);
      const right = scope.value(node.right);
      return combineSets(code, node.op, left, right, shape);
    }
    case 'subset': {
      const left = scope.value(node.left);
      const right = scope.value(node.right);
      return { shape, js: isSubset(code, left, right) };
    }
    case 'has': {
      const collection = scope.value(node.collection);
      const element = scope.value(node.element);
      if (collection.shape.type.kind === 'set')
        return { shape, js: setHas(code, collection, element) };
      return { shape, js: compare('>=', find(code, collection, element), num(0)) };
    }
    case 'size': {
      const collection = scope.value(node.collection);
      if (collection.shape.type.kind === 'set') return { shape, js: setSize(code, collection) };
      return { shape, js: sizeOfList(collection) };
    }
    case 'withElement':
    case 'withoutElement':
      return withElement(node, scope);

    case 'head':
    case 'last': {
      const list = keepVal(code, scope.value(node.sequence), 'list');
      const size = nonEmpty(list, node, scope);
      return readItem(code, list, node.op === 'head' ? num(0) : sub(size, num(1)));
    }
    case 'tail':
    case 'front':
      return shortened(node, scope);
    case 'append':
      return append(node, scope, null);
    case 'removeAt':
    case 'elementAt': {
      const list = keepVal(code, scope.value(node.sequence), 'list');
      const given = code.keep(scope.value(node.index).js, 'index');
      const size = sizeOfList(list);
      const outside = either(compare('<', given, num(0)), compare('>=', given, size));
      failIf(scope, outside, 'index-out-of-bounds', node);
      // What follows a certain failure is never reached, and yet it must be a program.
      const index = outside.known === true ? num(0) : given;
      if (node.op === 'elementAt') return readItem(code, list, index);
      const target = duplicate(code, list);
      removeItem(code, target, index);
      return resized(scope, target, shape);
    }
    case 'indices': {
      const list = scope.value(node.sequence);
      const size = code.keep(sizeOfList(list), 'size');
      if (shape.small && shape.form === 'mask') return { shape, js: maskBelow(size, shape.bits) };
      const target = fresh(code, shape);
      const i = code.name('i');
      const index = { shape: (shape as ListShape).of, js: atom(i) };
      code.block(`for (let ${i} = 0; ${i} < ${size.text}; ${i}++)`, () =>
        addElement(code, target, index),
      );
      return target;
    }
    case 'setOf': {
      const list = keepVal(code, scope.value(node.collection), 'list');
      const size = code.keep(sizeOfList(list), 'size');
      const target = fresh(code, shape);
      const i = code.name('i');
      code.block(`for (let ${i} = 0; ${i} < ${size.text}; ${i}++)`, () =>
        addElement(code, target, readItem(code, list, atom(i))),
      );
      return target;
    }

    case 'countInBag': {
      const bag = scope.value(node.bag);
      const element = scope.value(node.element);
      return { shape, js: occurrences(code, bag, element) };
    }
    case 'withInBag': {
      const bag = scope.value(node.bag);
      const element = scope.value(node.element);
      const target = asTarget(scope, bag, shape);
      insert(code, target, element);
      return target;
    }
    case 'withoutInBag': {
      const bag = keepVal(code, scope.value(node.bag), 'bag');
      const element = scope.value(node.element);
      const slot = code.keep(find(code, bag, element), 'slot');
      failIf(scope, compare('<', slot, num(0)), 'no-such-value', node);
      const target = duplicate(code, bag);
      removeItem(code, target, slot);
      return resized(scope, target, shape);
    }
  }
}

function failIf(scope: Scope, test: Js, kind: SpecErrorKind, node: ExprNode): void {
  if (test.known === false) return;
  const failure = scope.failure(kind, node);
  scope.code.line(test.known === true ? failure : `if (${test.text}) ${failure}`);
}

/** A mask of the `size` lowest of `bits` bits. */
function maskBelow(size: Js, bits: number): Js {
  if (typeof size.known === 'number') return num(lowBits(size.known));
  return bits < 31 ? sub(shl(num(1), size), num(1)) : call('lowBits', size);
}

function elements(node: ElementsNode, scope: Scope): Val {
  const { code } = scope;
  const target = fresh(code, shapeOf(node.type));
  if (node.type.kind !== 'sequence') {
    for (const element of node.elements) {
      const val = scope.value(element);
      if (node.type.kind === 'set') addElement(code, target, val);
      else insert(code, target, val);
    }
    return target;
  }
  putSize(code, target, num(node.elements.length), true);
  node.elements.forEach((element, i) => putItem(code, target, num(i), scope.value(element), true));
  return target;
}

function withElement(node: WithElementNode, scope: Scope): Val {
  const { code } = scope;
  const shape = shapeOf(node.type);
  const set = scope.value(node.set);
  const element = scope.value(node.element);
  const adds = node.op === 'withElement';
  if (shape.small && sameMasks(set.shape, shape)) {
    const bit = shl(num(1), rank(code, element));
    return { shape, js: adds ? or(set.js, bit) : andNot(set.js, bit) };
  }
  const kept = keepVal(code, element, 'element');
  const target = copySet(code, set, shape);
  if (adds) addElement(code, target, kept);
  else dropElement(code, target, kept);
  return target;
}

/** The size of a sequence that must not be empty. */
function nonEmpty(list: Val, node: HeadNode | TailNode, scope: Scope): Js {
  const size = scope.code.keep(sizeOfList(list), 'size');
  failIf(scope, compare('===', size, num(0)), 'empty-sequence', node);
  return size;
}

function shortened(node: TailNode, scope: Scope): Val {
  const { code } = scope;
  const list = keepVal(code, scope.value(node.sequence), 'list');
  const size = nonEmpty(list, node, scope);
  const shape = shapeOf(node.type);
  if (listOf(list).max === 0) return resized(scope, list, shape);
  if (node.op === 'tail') {
    if (list.shape.small)
      return resized(scope, { shape: list.shape, js: shiftedTail(list) }, shape);
    const target = duplicate(code, list);
    removeItem(code, target, num(0));
    return resized(scope, target, shape);
  }
  const last = code.keep(sub(size, num(1)), 'last');
  const target = duplicate(code, list);
  eraseItem(code, target, last);
  putSize(code, target, last, false);
  return resized(scope, target, shape);
}

/** A list in another shape of the same elements that has room for it. */
function resized(scope: Scope, list: Val, to: Shape): Val {
  return convert(scope.code, list, to, null);
}

/** A copy of a list in a shape with room for it, to be changed. */
function asTarget(scope: Scope, list: Val, to: Shape): Target {
  const moved = resized(scope, list, to);
  return to.small || moved.js === list.js ? duplicate(scope.code, moved) : moved;
}

/**
 * A sequence with one more element. With `limit`, the statement for a sequence that is full, the
 * result stays in the shape of the sequence, so that none longer has to be laid out.
 */
export function append(node: AppendNode, scope: Scope, limit: string | null): Val {
  const { code } = scope;
  const list = keepVal(code, scope.value(node.sequence), 'list');
  const element = keepVal(code, scope.value(node.element), 'element');
  const size = code.keep(sizeOfList(list), 'size');
  if (limit !== null) code.line(`if (${size.text} >= ${listOf(list).max}) ${limit}`);
  const shape = limit === null ? shapeOf(node.type) : list.shape;
  if (listOf({ shape, js: list.js }).max === 0) return list;
  const target = asTarget(scope, list, shape);
  putItem(code, target, size, element, true);
  putSize(code, target, add(size, num(1)), false);
  return target;
}

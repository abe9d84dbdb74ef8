import { BOOL, bool, expr, Handle } from './base-handle.ts';
import type { Update } from './expressions.ts';
import { coerce, defaultOf, lift, liftTo, showOperand } from './lift.ts';
import { report } from './mistakes.ts';
import { liftInt } from './scalar-handles.ts';
import { showExpr, showType } from './show.ts';
import type { BagTypeNode, ExprNode, SequenceTypeNode, SetTypeNode, TypeNode } from './tree.ts';
import { cardinality, joinTypes } from './type-algebra.ts';

/**
 * A collection and an element brought to one element type, so that `5 in S` is false, not an error,
 * for a set S of smaller numbers.
 */
function widen<T extends SetTypeNode | SequenceTypeNode | BagTypeNode>(
  collection: ExprNode,
  element: unknown,
): { collection: ExprNode; element: ExprNode; type: T } {
  const type = collection.type as T;
  const node = lift(element, type.of);
  const of = joinTypes(type.of, node.type);
  if (of === null) {
    report(
      `${showOperand(node)} cannot be an element of ${showType(type)}`,
      `Its elements are ${showType(type.of)}.`,
      showExpr(node),
    );
    return { collection, element: defaultOf(type.of), type };
  }
  // An enumeration's plain value must be one of its own values: a wrong one is a slip, not a question.
  if (node.op === 'literal' && type.of.kind === 'enum') {
    return { collection, element: liftTo(element, type.of), type };
  }
  const wide = { ...type, of } as T;
  return {
    collection: coerce(collection, wide, 'value'),
    element: coerce(node, of, 'value'),
    type: wide,
  };
}

export class SetHandle extends Handle {
  has(element: unknown): unknown {
    const { collection, element: node } = widen(this.node, element);
    return bool({ op: 'has', type: BOOL, collection, element: node });
  }
  isEmpty(): unknown {
    return this.is([]);
  }
  size(): unknown {
    return expr({
      op: 'size',
      type: { kind: 'range', lo: 0, hi: this.#most() },
      collection: this.node,
    });
  }
  isSubsetOf(other: unknown): unknown {
    const { left, right } = this.#pair(other);
    return bool({ op: 'subset', type: BOOL, left, right });
  }
  union(other: unknown): unknown {
    const { left, right, of, leftMax, rightMax } = this.#pair(other);
    const max = leftMax === null || rightMax === null ? null : leftMax + rightMax;
    return expr({ op: 'union', type: { kind: 'set', of, max }, left, right });
  }
  intersect(other: unknown): unknown {
    const { left, right, of, leftMax, rightMax } = this.#pair(other);
    const max =
      leftMax === null ? rightMax : rightMax === null ? leftMax : Math.min(leftMax, rightMax);
    return expr({ op: 'intersect', type: { kind: 'set', of, max }, left, right });
  }
  minus(other: unknown): unknown {
    const { left, right, of, leftMax } = this.#pair(other);
    return expr({ op: 'minus', type: { kind: 'set', of, max: leftMax }, left, right });
  }
  with(...elements: unknown[]): unknown {
    return elements.reduce(
      (set: unknown, element) => withElement('withElement', set, element),
      this,
    );
  }
  without(...elements: unknown[]): unknown {
    return elements.reduce(
      (set: unknown, element) => withElement('withoutElement', set, element),
      this,
    );
  }
  add(element: unknown): Update {
    return this.#change('addElement', element);
  }
  remove(element: unknown): Update {
    return this.#change('removeElement', element);
  }

  #change(op: 'addElement' | 'removeElement', element: unknown): Update {
    const { of } = this.node.type as SetTypeNode;
    return this.change((target) => ({ op, target, element: liftTo(element, of) }));
  }
  #most(): number {
    const { of, max } = this.node.type as SetTypeNode;
    return Math.min(cardinality(of), max ?? Infinity);
  }
  #pair(other: unknown): {
    left: ExprNode;
    right: ExprNode;
    of: TypeNode;
    leftMax: number | null;
    rightMax: number | null;
  } {
    const own = this.node.type as SetTypeNode;
    const right = lift(other, own);
    const rightType = right.type.kind === 'set' ? right.type : null;
    const of = rightType && joinTypes(own.of, rightType.of);
    if (of === null) {
      report(
        `${showType(own)} and ${showOperand(right)} cannot be combined`,
        'Both must be sets of the same elements.',
        `${showExpr(this.node)}, ${showExpr(right)}`,
      );
      return { left: this.node, right: this.node, of: own.of, leftMax: own.max, rightMax: own.max };
    }
    const rightMax = rightType!.max;
    return {
      left: coerce(this.node, { kind: 'set', of, max: own.max }, 'value'),
      right: coerce(right, { kind: 'set', of, max: rightMax }, 'value'),
      of,
      leftMax: own.max,
      rightMax,
    };
  }
}

function withElement(
  op: 'withElement' | 'withoutElement',
  set: unknown,
  element: unknown,
): unknown {
  const { collection, element: node, type } = widen<SetTypeNode>((set as Handle).node, element);
  const grows = op === 'withElement' && type.max !== null;
  const result: SetTypeNode = grows ? { ...type, max: type.max! + 1 } : type;
  return expr({ op, type: result, set: collection, element: node });
}

export class SequenceHandle extends Handle {
  length(): unknown {
    return expr({
      op: 'size',
      type: { kind: 'range', lo: 0, hi: this.#type.max },
      collection: this.node,
    });
  }
  isEmpty(): unknown {
    return this.is([]);
  }
  has(element: unknown): unknown {
    const { collection, element: node } = widen(this.node, element);
    return bool({ op: 'has', type: BOOL, collection, element: node });
  }
  head(): unknown {
    return expr({ op: 'head', type: this.#type.of, sequence: this.node });
  }
  last(): unknown {
    return expr({ op: 'last', type: this.#type.of, sequence: this.node });
  }
  tail(): unknown {
    return expr(this.#tail());
  }
  front(): unknown {
    return expr({ op: 'front', type: this.#type, sequence: this.node });
  }
  at(index: unknown): unknown {
    return expr({
      op: 'elementAt',
      type: this.#type.of,
      sequence: this.node,
      index: liftInt(index),
    });
  }
  appended(element: unknown): unknown {
    return expr(appended(this.node, element));
  }
  withoutIndex(index: unknown): unknown {
    return expr(this.#withoutIndex(index));
  }
  indices(): unknown {
    const of = { kind: 'range', lo: 0, hi: Math.max(0, this.#type.max - 1) } as const;
    return expr({ op: 'indices', type: { kind: 'set', of, max: null }, sequence: this.node });
  }
  elements(): unknown {
    return expr(elementsOf(this.node, this.#type));
  }
  append(...elements: unknown[]): Update {
    return this.assign(
      elements.reduce((node: ExprNode, element) => appended(node, element), this.node),
    );
  }
  removeHead(): Update {
    return this.assign(this.#tail());
  }
  removeIndex(index: unknown): Update {
    return this.assign(this.#withoutIndex(index));
  }

  get #type(): SequenceTypeNode {
    return this.node.type as SequenceTypeNode;
  }
  #tail(): ExprNode {
    return { op: 'tail', type: this.#type, sequence: this.node };
  }
  #withoutIndex(index: unknown): ExprNode {
    return { op: 'removeAt', type: this.#type, sequence: this.node, index: liftInt(index) };
  }
}

function appended(sequence: ExprNode, element: unknown): ExprNode {
  const { collection, element: node, type } = widen<SequenceTypeNode>(sequence, element);
  return {
    op: 'append',
    type: { ...type, max: type.max + 1 },
    sequence: collection,
    element: node,
  };
}

/** The set of a collection's elements: at most as many as it can hold, where that is not too many to tell. */
function elementsOf(collection: ExprNode, type: SequenceTypeNode | BagTypeNode): ExprNode {
  const max = cardinality(type.of) > type.max ? type.max : null;
  return { op: 'setOf', type: { kind: 'set', of: type.of, max }, collection };
}

export class BagHandle extends Handle {
  has(element: unknown): unknown {
    const { collection, element: node } = widen(this.node, element);
    return bool({ op: 'has', type: BOOL, collection, element: node });
  }
  isEmpty(): unknown {
    return this.is([]);
  }
  size(): unknown {
    return expr({
      op: 'size',
      type: { kind: 'range', lo: 0, hi: this.#type.max },
      collection: this.node,
    });
  }
  count(element: unknown): unknown {
    const { collection: bag, element: node } = widen(this.node, element);
    return expr({
      op: 'countInBag',
      type: { kind: 'range', lo: 0, hi: this.#type.max },
      bag,
      element: node,
    });
  }
  with(element: unknown): unknown {
    return expr(withInBag(this.node, element));
  }
  without(element: unknown): unknown {
    return expr(withoutInBag(this.node, element));
  }
  elements(): unknown {
    return expr(elementsOf(this.node, this.#type));
  }
  add(...elements: unknown[]): Update {
    return this.assign(
      elements.reduce((node: ExprNode, element) => withInBag(node, element), this.node),
    );
  }
  remove(...elements: unknown[]): Update {
    return this.assign(
      elements.reduce((node: ExprNode, element) => withoutInBag(node, element), this.node),
    );
  }

  get #type(): BagTypeNode {
    return this.node.type as BagTypeNode;
  }
}

function withInBag(bag: ExprNode, element: unknown): ExprNode {
  const { collection, element: node, type } = widen<BagTypeNode>(bag, element);
  return { op: 'withInBag', type: { ...type, max: type.max + 1 }, bag: collection, element: node };
}

function withoutInBag(bag: ExprNode, element: unknown): ExprNode {
  const { collection, element: node, type } = widen<BagTypeNode>(bag, element);
  return { op: 'withoutInBag', type, bag: collection, element: node };
}

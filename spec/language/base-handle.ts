import type { Update } from './expressions.ts';
import { coerce, liftPair, liftTo, wrap } from './lift.ts';
import { report } from './mistakes.ts';
import { showExpr } from './show.ts';
import type { ExprNode, LocationNode, UpdateNode } from './tree.ts';

/** The object behind every expression. One class a kind of type; places are told apart by their node. */
export class Handle<N extends ExprNode = ExprNode> {
  readonly node: N;

  constructor(node: N) {
    this.node = node;
  }

  is(other: unknown): unknown {
    const [left, right] = liftPair(this, other);
    return bool({ op: 'eq', type: BOOL, left, right });
  }

  isNot(other: unknown): unknown {
    const [left, right] = liftPair(this, other);
    return bool({ op: 'ne', type: BOOL, left, right });
  }

  set(value: unknown): Update {
    return this.change((target) => {
      return { op: 'assign', target, value: liftTo(value, target.type) };
    });
  }

  /** An update of this expression as a place; a mistake, and no change, if it is none. */
  protected change(make: (target: LocationNode) => UpdateNode): Update {
    const { node } = this;
    if (isLocation(node)) return update(make(node));
    const constant = rootOf(node).op === 'constant';
    report(
      constant ? 'a constant cannot be updated' : 'this is not a place that can be updated',
      'Update a variable, an entry of a variable (`.at(key)`) or a field of one.',
      showExpr(node),
    );
    return update({ op: 'ifUpdate', cond: NEVER, then: [], else: [] });
  }

  /** An update that sets this place to a computed node, converted to the place's type. */
  protected assign(value: ExprNode): Update {
    return this.change((target) => {
      return { op: 'assign', target, value: coerce(value, target.type, 'value') };
    });
  }

  /** An expression in arithmetic or in a condition of TypeScript itself is always a mistake. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(
      `${showExpr(this.node)} is an expression of the spec, not a value of TypeScript: ` +
        'use its methods (`.plus`, `.is`, `.and`, …)',
    );
  }
}

export const BOOL = { kind: 'bool' } as const;
const NEVER: ExprNode = { op: 'literal', type: BOOL, value: false };

/** Wraps a node as the object that an author handles. */
export function expr(node: ExprNode): unknown {
  return wrap(node);
}

export function bool(node: ExprNode & { type: { kind: 'bool' } }): unknown {
  return wrap(node);
}

export function update(node: UpdateNode): Update {
  return { update: node };
}

function isLocation(node: ExprNode): node is LocationNode {
  switch (node.op) {
    case 'variable':
      return true;
    case 'at':
      return isLocation(node.map);
    case 'field':
      return isLocation(node.struct);
    default:
      return false;
  }
}

function rootOf(node: ExprNode): ExprNode {
  if (node.op === 'at') return rootOf(node.map);
  if (node.op === 'field') return rootOf(node.struct);
  if (node.op === 'convert') return rootOf(node.arg);
  return node;
}

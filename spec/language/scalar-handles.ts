import { BOOL, bool, expr, Handle } from './base-handle.ts';
import type { Update } from './expressions.ts';
import { arithmetic, interval, intervalOf } from './intervals.ts';
import { lift, liftTo, nodeOf, showOperand } from './lift.ts';
import { report } from './mistakes.ts';
import { showExpr, showType } from './show.ts';
import type { ArithmeticNode, ExprNode, IndexTypeNode, OrderNode } from './tree.ts';
import { joinTypes } from './type-algebra.ts';

export class BoolHandle extends Handle {
  and(...others: unknown[]): unknown {
    return bool({ op: 'and', type: BOOL, args: [this, ...others].map((o) => liftTo(o, BOOL)) });
  }
  or(...others: unknown[]): unknown {
    return bool({ op: 'or', type: BOOL, args: [this, ...others].map((o) => liftTo(o, BOOL)) });
  }
  implies(other: unknown): unknown {
    return bool({ op: 'implies', type: BOOL, left: this.node, right: liftTo(other, BOOL) });
  }
  not(): unknown {
    return bool({ op: 'not', type: BOOL, arg: this.node });
  }
}

/** An operand as a node, expected to be an integer. */
export function liftInt(operand: unknown): ExprNode {
  const node = lift(operand, null);
  intervalOf(node);
  return node;
}

export class IntHandle extends Handle {
  override is(other: unknown): unknown {
    return this.#compare('eq', other);
  }
  override isNot(other: unknown): unknown {
    return this.#compare('ne', other);
  }
  lt(other: unknown): unknown {
    return this.#compare('lt', other);
  }
  le(other: unknown): unknown {
    return this.#compare('le', other);
  }
  gt(other: unknown): unknown {
    return this.#compare('gt', other);
  }
  ge(other: unknown): unknown {
    return this.#compare('ge', other);
  }
  plus(other: unknown): unknown {
    return this.#calculate('add', other);
  }
  minus(other: unknown): unknown {
    return this.#calculate('sub', other);
  }
  times(other: unknown): unknown {
    return this.#calculate('mul', other);
  }
  div(other: unknown): unknown {
    return this.#calculate('div', other);
  }
  mod(other: unknown): unknown {
    return this.#calculate('mod', other);
  }
  negated(): unknown {
    const { lo, hi } = intervalOf(this.node);
    // `0 - x` rather than `-x`: a bound of -0 would break equality of types.
    const type = interval(0 - hi, 0 - lo, () => showExpr(this.node));
    return expr({ op: 'negate', type, arg: this.node });
  }
  increment(by: unknown = 1): Update {
    return this.assign(arithmetic('add', this.node, liftInt(by)));
  }
  decrement(by: unknown = 1): Update {
    return this.assign(arithmetic('sub', this.node, liftInt(by)));
  }

  #compare(op: 'eq' | 'ne' | OrderNode['op'], other: unknown): unknown {
    return bool({ op, type: BOOL, left: this.node, right: liftInt(other) });
  }
  #calculate(op: ArithmeticNode['op'], other: unknown): unknown {
    return expr(arithmetic(op, this.node, liftInt(other)));
  }
}

export class EnumHandle extends Handle {
  override is(other: unknown): unknown {
    return bool({ op: 'eq', type: BOOL, ...this.#pair(other) });
  }
  override isNot(other: unknown): unknown {
    return bool({ op: 'ne', type: BOOL, ...this.#pair(other) });
  }
  isOneOf(...others: unknown[]): unknown {
    const args = others.map((other): ExprNode => ({ op: 'eq', type: BOOL, ...this.#pair(other) }));
    return bool({ op: 'or', type: BOOL, args });
  }

  /** A plain value must be one of this enumeration; of two expressions one must contain the other. */
  #pair(other: unknown): { left: ExprNode; right: ExprNode } {
    const right = nodeOf(other) ?? liftTo(other, this.node.type);
    const join = joinTypes(this.node.type, right.type);
    const sizes = [this.node, right].map((n) =>
      n.type.kind === 'enum' ? n.type.values.length : 0,
    );
    if (join?.kind !== 'enum' || join.values.length > Math.max(...sizes)) {
      report(
        `${showType(this.node.type)} and ${showOperand(right)} cannot be compared`,
        'Both sides must have the same type.',
        `${showExpr(this.node)}, ${showExpr(right)}`,
      );
      return { left: this.node, right: this.node };
    }
    return { left: liftTo(this, join), right: liftTo({ node: right }, join) };
  }
}

export class IdHandle extends Handle {}

export class IndexHandle extends Handle {
  lt(other: unknown): unknown {
    return this.#compare('lt', other);
  }
  le(other: unknown): unknown {
    return this.#compare('le', other);
  }
  gt(other: unknown): unknown {
    return this.#compare('gt', other);
  }
  ge(other: unknown): unknown {
    return this.#compare('ge', other);
  }
  isFirst(): unknown {
    return this.#isAt(0);
  }
  isLast(): unknown {
    return this.#isAt(this.#type.size - 1);
  }
  successor(): unknown {
    return this.#neighbour('successor', false);
  }
  predecessor(): unknown {
    return this.#neighbour('predecessor', false);
  }
  successorWrapping(): unknown {
    return this.#neighbour('successor', true);
  }
  predecessorWrapping(): unknown {
    return this.#neighbour('predecessor', true);
  }
  ordinal(): unknown {
    const type = { kind: 'range', lo: 0, hi: this.#type.size - 1 } as const;
    return expr({ op: 'ordinal', type, arg: this.node });
  }

  get #type(): IndexTypeNode {
    return this.node.type as IndexTypeNode;
  }
  #compare(op: OrderNode['op'], other: unknown): unknown {
    return bool({ op, type: BOOL, left: this.node, right: liftTo(other, this.node.type) });
  }
  #isAt(position: number): unknown {
    const right: ExprNode = { op: 'literal', type: this.node.type, value: position };
    return bool({ op: 'eq', type: BOOL, left: this.node, right });
  }
  #neighbour(op: 'successor' | 'predecessor', wrap: boolean): unknown {
    return expr({ op, type: this.#type, arg: this.node, wrap });
  }
}

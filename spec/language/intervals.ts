import { showOperand } from './lift.ts';
import { report } from './mistakes.ts';
import { showExpr } from './show.ts';
import type { ArithmeticNode, ExprNode, RangeTypeNode } from './tree.ts';

/** The interval of an integer expression; reports a mistake for anything else. */
export function intervalOf(node: ExprNode): RangeTypeNode {
  if (node.type.kind === 'range') return node.type;
  report(`${showOperand(node)} is not an integer`, 'Use an integer expression.', showExpr(node));
  return { kind: 'range', lo: 0, hi: 0 };
}

/** An interval; beyond +-2^53 results would not be exact, which is a mistake. */
export function interval(lo: number, hi: number, show: () => string): RangeTypeNode {
  if (Number.isSafeInteger(lo) && Number.isSafeInteger(hi)) return { kind: 'range', lo, hi };
  report(
    'this may exceed 2^53, beyond which integers are not exact',
    'Use smaller ranges.',
    show(),
  );
  return { kind: 'range', lo: 0, hi: 0 };
}

/** An arithmetic node with the interval of its results. */
export function arithmetic(
  op: ArithmeticNode['op'],
  left: ExprNode,
  right: ExprNode,
): ArithmeticNode {
  const a = intervalOf(left);
  const b = intervalOf(right);
  const [lo, hi] = bounds(op, a, b);
  const node: ArithmeticNode = { op, type: { kind: 'range', lo: 0, hi: 0 }, left, right };
  return { ...node, type: interval(lo, hi, () => showExpr(node)) };
}

function bounds(
  op: ArithmeticNode['op'],
  a: RangeTypeNode,
  b: RangeTypeNode,
): [lo: number, hi: number] {
  switch (op) {
    case 'add':
      return [a.lo + b.lo, a.hi + b.hi];
    case 'sub':
      return [a.lo - b.hi, a.hi - b.lo];
    case 'mul': {
      const products = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
      return [Math.min(...products), Math.max(...products)];
    }
    case 'div': {
      // A divisor of zero or less is a spec error, so only positive ones count.
      const least = Math.max(1, b.lo);
      const most = Math.max(1, b.hi);
      const quotients = [a.lo / least, a.lo / most, a.hi / least, a.hi / most].map(Math.floor);
      return [Math.min(...quotients), Math.max(...quotients)];
    }
    case 'mod': {
      const most = Math.max(1, b.hi) - 1;
      return [0, a.lo >= 0 ? Math.min(a.hi, most) : most];
    }
    case 'min':
      return [Math.min(a.lo, b.lo), Math.min(a.hi, b.hi)];
    case 'max':
      return [Math.max(a.lo, b.lo), Math.max(a.hi, b.hi)];
  }
}

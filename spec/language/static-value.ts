import { nodeOf } from './lift.ts';
import { report } from './mistakes.ts';
import { showExpr } from './show.ts';
import type { ExprNode } from './tree.ts';

/** The value of an expression of integer constants alone (bounds of types), or null. */
export function staticInteger(node: ExprNode): number | null {
  switch (node.op) {
    case 'literal':
      return typeof node.value === 'number' ? node.value : null;
    case 'constant':
      return staticInteger(node.value);
    case 'convert':
      return staticInteger(node.arg);
    case 'negate': {
      const arg = staticInteger(node.arg);
      return arg === null ? null : 0 - arg;
    }
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'min':
    case 'max': {
      const left = staticInteger(node.left);
      const right = staticInteger(node.right);
      return left === null || right === null ? null : calculate(node.op, left, right);
    }
    default:
      return null;
  }
}

function calculate(
  op: 'add' | 'sub' | 'mul' | 'div' | 'mod' | 'min' | 'max',
  a: number,
  b: number,
): number | null {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return b > 0 ? Math.floor(a / b) : null;
    case 'mod':
      return b > 0 ? a - b * Math.floor(a / b) : null;
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
  }
}

/** An integer that must be known when the spec is built; reports a mistake and gives 0 otherwise. */
export function constantInteger(operand: unknown, what: string): number {
  const node = nodeOf(operand);
  const value = node === null ? operand : staticInteger(node);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  report(
    `${what} must be an integer known beforehand`,
    'Use a number or integer constants, not the state.',
    node === null ? String(operand) : showExpr(node),
  );
  return 0;
}

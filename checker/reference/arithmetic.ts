import type { ArithmeticNode, OrderNode } from '../../spec/language/tree.ts';

/**
 * Integer arithmetic. Intervals of the language stay within ±2^53, so every result is exact; it is
 * never the double -0, which would make one integer two values. null: a divisor of zero or less.
 */
export function arithmetic(op: ArithmeticNode['op'], a: number, b: number): number | null {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return positiveZero(a * b);
    case 'div':
      return b <= 0 ? null : floorQuotient(a, b);
    case 'mod':
      return b <= 0 ? null : modulo(a, b);
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
  }
}

export function negate(a: number): number {
  return positiveZero(-a);
}

/**
 * Exact, though `a / b` is rounded: a quotient that is no integer is at least 1/b away from one, and
 * below 2^53/b neighbouring doubles are closer than twice that, so it is never rounded onto one.
 */
function floorQuotient(a: number, b: number): number {
  return positiveZero(Math.floor(a / b));
}

/** The remainder of floor division, from 0 to b - 1. */
function modulo(a: number, b: number): number {
  const remainder = a % b;
  return positiveZero(remainder < 0 ? remainder + b : remainder);
}

function positiveZero(n: number): number {
  return n === 0 ? 0 : n;
}

/** Comparison of integers, or of the ordinals of two indices. */
export function ordered(op: OrderNode['op'], a: number, b: number): boolean {
  switch (op) {
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
  }
}

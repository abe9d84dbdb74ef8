/** Small pieces of generated JavaScript. */

export type Range = (index: number) => string;

/** `item(0)`, `item(1)`, … `item(count - 1)`, joined. */
export function list(count: number, item: Range, separator = '\n'): string {
  return Array.from({ length: Math.max(0, count) }, (_, index) => item(index)).join(separator);
}

/** `left + right`, without a zero. */
export function sum(left: string | number, right: string | number): string {
  if (right === 0) return String(left);
  if (left === 0) return String(right);
  return `${left} + ${right}`;
}

/** `factor * by`, without a multiplication by one. */
export function times(factor: string, by: number): string {
  return by === 1 ? factor : `${factor} * ${by}`;
}

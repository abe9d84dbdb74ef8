import type { Expectation } from '../spec/language/model.ts';
import type { CheckResult } from './result.ts';

/** Whether a check came out as its model expects. */
export function meets(
  expect: Expectation,
  result: Pick<CheckResult, 'verdict' | 'property'>,
): boolean {
  if (typeof expect === 'string') return result.verdict === expect;
  if ('violated' in expect) {
    return result.verdict === 'violated' && result.property === expect.violated;
  }
  return result.verdict === 'unreachable' && result.property === expect.unreachable;
}

/** An expectation in words: `NoLoss violated`. */
export function showExpectation(expect: Expectation): string {
  if (typeof expect === 'string') return expect;
  if ('violated' in expect) return `${expect.violated} violated`;
  return `${expect.unreachable} unreachable`;
}

import { meets, showExpectation } from '../../checker/expectation.ts';
import type { CheckResult } from '../../checker/result.ts';
import type { Expectation } from '../../spec/language/model.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';

type Outcome = Pick<CheckResult, 'verdict' | 'property' | 'stopped'>;

/**
 * What a check means for the exit code. With an expectation, 0 means that it came true; a check that
 * was cut short says nothing about it, unless that was expected.
 */
export function exitCodeOf(result: Outcome, expect: Expectation | null): ExitCode {
  if (result.stopped === 'interrupted') return exitCodes.interrupted;
  if (expect !== null && meets(expect, result)) return exitCodes.ok;
  switch (result.verdict) {
    case 'holds':
      return expect === null ? exitCodes.ok : exitCodes.violated;
    case 'violated':
    case 'deadlock':
    case 'unreachable':
      return exitCodes.violated;
    case 'spec-error':
      return exitCodes.wrong;
    case 'inconclusive':
      return exitCodes.inconclusive;
  }
}

/** How a verdict relates to what was expected: `as expected`, `but holds was expected`, or ''. */
export function comparison(result: Outcome, expect: Expectation | null): string {
  if (expect === null || result.stopped === 'interrupted') return '';
  if (meets(expect, result)) return 'as expected';
  return `but expected: ${showExpectation(expect)}`;
}

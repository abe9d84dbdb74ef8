import type { PreparedModel } from '../../checker/prepare.ts';
import type { CheckResult } from '../../checker/result.ts';
import type { ExitCode } from '../exit-code.ts';

/** A model whose check is done. */
export interface CheckedModel {
  readonly prepared: PreparedModel;
  readonly result: CheckResult;
  readonly exitCode: ExitCode;
}

/** The public entry of the package: the language and the check. */
export * from '../spec/language/index.ts';

/** The programmatic check. It imports an engine when it is called, not before. */
export { check } from './check.ts';
export type { CheckOptions, RunOptions } from './check.ts';
export type { EngineName, StoreName } from './engine.ts';
export type { Limits } from './limits.ts';
export type { Overrides } from './prepare.ts';
export { loadSpecFile } from './load/spec-file.ts';
export type { NamedModel, SpecFile } from './load/spec-file.ts';
export { SpecFileError } from './load/load-error.ts';
export type { SourcePosition, SpecFileProblem } from './load/load-error.ts';
export {
  ConstantTextError,
  ManyModelsError,
  OptionError,
  UnknownNameError,
} from './call-errors.ts';
export { meets } from './expectation.ts';
export type {
  ActionCount,
  CheckResult,
  Progress,
  SpecErrorKind,
  SpecErrorReport,
  StopReason,
  Trace,
  TraceStep,
  Verdict,
} from './result.ts';

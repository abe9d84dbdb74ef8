import type { ChalkInstance } from 'chalk';
import type { PreparedModel } from '../../checker/prepare.ts';
import type { CheckResult, StopReason } from '../../checker/result.ts';
import { exitCodes } from '../exit-code.ts';
import { counted } from '../figures.ts';
import type { CheckedModel } from './checked-model.ts';
import { renderCoverage } from './coverage.ts';
import { renderFacts } from './facts.ts';
import { comparison } from './judgement.ts';

export interface VerdictOptions {
  readonly colors: ChalkInstance;
  /** Columns of the terminal. */
  readonly width: number;
  /** The verdict only, without tables. */
  readonly quiet: boolean;
  /** Every action's counts; else only the actions never taken. */
  readonly coverage: boolean;
}

/** What a check found, as a person reads it. The trace comes after it. */
export function renderVerdict(checked: CheckedModel, options: VerdictOptions): string {
  const title = renderTitle(checked, options.colors);
  if (options.quiet) return `${title}\n`;
  const table = options.coverage ? renderCoverage(checked.result, options.colors) : '';
  return `${title}\n${renderFacts(checked, options)}${table}\n`;
}

function renderTitle({ prepared, result, exitCode }: CheckedModel, colors: ChalkInstance): string {
  const mark = markOf(exitCode, colors);
  const name = colors.bold(`${prepared.tree.name} / ${result.model}`);
  const words = verdictWords({ prepared, result });
  const compared = comparison(result, prepared.expect);
  const tail =
    compared === '' ? '' : `, ${exitCode === exitCodes.ok ? compared : colors.red(compared)}`;
  return `${mark} ${name}: ${words}${tail}`;
}

/** A tick, a cross, or a question mark for what is not known. */
export function markOf(exitCode: number, colors: ChalkInstance): string {
  if (exitCode === exitCodes.ok) return colors.green('✔');
  if (exitCode === exitCodes.inconclusive || exitCode === exitCodes.interrupted) {
    return colors.yellow('?');
  }
  return colors.red('✘');
}

/** The verdict as a clause. */
export function verdictWords({
  prepared,
  result,
}: {
  readonly prepared: PreparedModel;
  readonly result: Pick<CheckResult, 'verdict' | 'property' | 'trace' | 'specError' | 'stopped'>;
}): string {
  const steps =
    result.trace === null ? '' : ` after ${counted(result.trace.steps.length - 1, 'step')}`;
  switch (result.verdict) {
    case 'holds':
      return prepared.checked.properties.length > 0 ? 'every property holds' : 'nothing goes wrong';
    case 'violated': {
      const property = prepared.tree.properties.find(({ name }) => name === result.property);
      const kind = property?.kind === 'stepInvariant' ? 'step invariant' : (property?.kind ?? '');
      return `${kind} ${result.property} is violated${steps}`.trimStart();
    }
    case 'deadlock':
      return `deadlock${steps}`;
    case 'unreachable':
      return `witness ${result.property} is not reachable`;
    case 'spec-error':
      return `the spec goes wrong${steps}: ${result.specError?.message ?? ''}`;
    case 'inconclusive':
      return `inconclusive, ${stopWords(result.stopped)}`;
  }
}

function stopWords(stopped: StopReason | null): string {
  switch (stopped) {
    case 'max-states':
      return 'the limit of states was reached';
    case 'max-depth':
      return 'the limit of depth was reached';
    case 'max-memory':
      return 'the limit of memory was reached';
    case 'timeout':
      return 'the time was up';
    case 'interrupted':
      return 'interrupted';
    case null:
      return 'not everything was explored';
  }
}

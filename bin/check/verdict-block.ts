import type { ChalkInstance } from 'chalk';
import type { CheckResult, StopReason } from '../../checker/result.ts';
import { showMistake } from '../../spec/language/mistakes.ts';
import type { ConstantValue } from '../../spec/language/tree.ts';
import { exitCodes } from '../exit-code.ts';
import { bytes, count, counted, duration, rate } from '../figures.ts';
import { renderTable, type Cell } from '../table.ts';
import type { CheckedModel } from './checked-model.ts';
import { comparison } from './judgement.ts';

export interface VerdictOptions {
  readonly colors: ChalkInstance;
  /** The verdict only, without tables. */
  readonly quiet: boolean;
  /** Every action's counts; else only the actions never taken. */
  readonly coverage: boolean;
}

const indent = '    ';

/** What a check found, as a person reads it. The trace comes after it. */
export function renderVerdict(checked: CheckedModel, options: VerdictOptions): string {
  const title = renderTitle(checked, options.colors);
  if (options.quiet) return `${title}\n`;
  const table = options.coverage ? renderCoverage(checked, options.colors) : '';
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
}: Pick<CheckedModel, 'prepared' | 'result'>): string {
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

function renderFacts(
  { prepared, result }: CheckedModel,
  { colors, coverage }: VerdictOptions,
): string {
  const facts: (readonly [label: string, text: string])[] = [];
  const constants = showConstants(result.constants);
  if (constants !== '') facts.push(['constants', constants]);
  facts.push(['states', stateCounts(result)], ['time', timing(result)]);
  if (result.verdict === 'inconclusive') facts.push(['covered', covered(result)]);
  for (const name of result.bounds) {
    facts.push(['bounded by', `${name}: states outside are not explored`]);
  }
  const witnesses = Object.entries(result.witnesses).map(([name, depth]) => `${name} at ${depth}`);
  if (witnesses.length > 0) facts.push(['reached', `${witnesses.join(', ')} (depth)`]);
  if (result.unchecked.length > 0) facts.push(['not checked', result.unchecked.join(', ')]);
  if (result.missProbability !== null) {
    facts.push([
      'missed',
      `some state with probability ${result.missProbability.toExponential(1)}`,
    ]);
  }
  const idle = neverTaken(result);
  if (idle.length > 0 && !coverage) facts.push(['never taken', colors.yellow(idle.join(', '))]);
  for (const warning of prepared.warnings) {
    facts.push(['warning', colors.yellow(showMistake(warning).replaceAll('\n', `\n${indent}`))]);
  }
  const lines = facts.map(([label, text]) => `${indent}${colors.dim(label.padEnd(13))}${text}`);
  return `${lines.join('\n')}\n`;
}

/** `RM = 3, MODE = late`. */
export function showConstants(constants: Readonly<Record<string, ConstantValue>>): string {
  return Object.entries(constants)
    .map(([name, value]) => `${name} = ${Array.isArray(value) ? `{${value.join(', ')}}` : value}`)
    .join(', ');
}

function stateCounts({ distinct, generated, depth }: CheckResult): string {
  return `${count(distinct)} distinct, ${count(generated)} generated, depth ${depth}`;
}

function timing({ distinct, seconds, workers, peakMemoryBytes, store }: CheckResult): string {
  const how = store === 'reference' ? 'reference engine' : counted(workers, 'worker');
  return `${duration(seconds)}, ${rate(distinct, seconds)}, ${bytes(peakMemoryBytes)}, ${how}`;
}

function covered({ coveredDepth }: CheckResult): string {
  return coveredDepth === 0
    ? 'no level completely'
    : `every behaviour of up to ${counted(coveredDepth, 'state')}: nothing wrong in them`;
}

/** Actions without a successor. After a counterexample the rest was not explored, so they say nothing. */
function neverTaken(result: CheckResult): readonly string[] {
  if (!isExplored(result)) return [];
  return result.actions.filter(({ taken }) => taken === 0).map(({ name }) => name);
}

function isExplored({ verdict }: CheckResult): boolean {
  return verdict === 'holds' || verdict === 'unreachable' || verdict === 'inconclusive';
}

function renderCoverage({ result }: CheckedModel, colors: ChalkInstance): string {
  if (!isExplored(result) || result.actions.length === 0) return '';
  const head = ['action', 'taken', 'new states', ''].map((text) => ({ text, paint: colors.dim }));
  const rows = result.actions.map(({ name, taken, distinct }): readonly Cell[] => {
    const note = taken === 0 ? 'never taken: what it should do was not checked' : '';
    return [
      { text: name },
      { text: count(taken) },
      { text: count(distinct) },
      { text: note, paint: colors.yellow },
    ];
  });
  return `\n${renderTable([head, ...rows], [false, true, true, false], indent)}`;
}

import type { PreparedModel } from '../../checker/prepare.ts';
import type { CheckResult } from '../../checker/result.ts';
import type { Mistake } from '../../spec/language/mistakes.ts';
import { constantsText } from '../../traces/constants-text.ts';
import { wrapProse } from '../../traces/wrap.ts';
import { bytes, count, counted, duration, rate } from '../figures.ts';
import type { CheckedModel } from './checked-model.ts';
import { neverTaken } from './coverage.ts';
import type { VerdictOptions } from './verdict-block.ts';

/** One thing to know about a check. */
interface Fact {
  readonly label: string;
  readonly text: string;
  /** It may be a slip of the spec. */
  readonly doubtful?: boolean;
}

const indent = '    ';
const labelWidth = 13;
/** Characters of constants: more would hide those that matter. */
const CONSTANTS_ROOM = 60;

/** What a check covered and at what cost, one fact a line. */
export function renderFacts(
  { prepared, result }: CheckedModel,
  { colors, coverage, width }: VerdictOptions,
): string {
  const facts = [
    ...constantFacts(prepared),
    { label: 'states', text: stateCounts(result) },
    { label: 'time', text: cost(result) },
    ...coverageFacts(prepared, result),
    ...(coverage ? [] : idleFacts(result)),
    ...warningFacts(prepared.warnings),
  ];
  const room = width - indent.length - labelWidth;
  const lines = facts.flatMap(({ label, text, doubtful = false }) => {
    const paint = doubtful ? colors.yellow : (same: string) => same;
    return wrapProse(text, room).map((line, i) => {
      const title = (i === 0 ? label : '').padEnd(labelWidth);
      return `${indent}${colors.dim(title)}${paint(line)}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

function constantFacts({ checked }: PreparedModel): readonly Fact[] {
  const text = constantsText(checked.constants, CONSTANTS_ROOM);
  return text === '' ? [] : [{ label: 'constants', text }];
}

function stateCounts({ distinct, generated, depth }: CheckResult): string {
  return `${count(distinct)} distinct, ${count(generated)} generated, depth ${depth}`;
}

function cost({ distinct, seconds, workers, peakMemoryBytes, store }: CheckResult): string {
  const engine = store === 'reference' ? 'reference engine' : counted(workers, 'worker');
  // Over a moment a rate says more about the start than about the engine.
  const speed = seconds < 0.1 ? [] : [rate(distinct, seconds)];
  return [duration(seconds), ...speed, bytes(peakMemoryBytes), engine].join(', ');
}

function coverageFacts({ checked }: PreparedModel, result: CheckResult): readonly Fact[] {
  const { verdict, coveredDepth, bounds, witnesses, unchecked, missProbability } = result;
  const facts: Fact[] = [];
  if (verdict === 'inconclusive') {
    const upTo = `every behaviour of up to ${counted(coveredDepth, 'state')}: nothing wrong there`;
    facts.push({ label: 'covered', text: coveredDepth === 0 ? 'no level completely' : upTo });
    const missing = checked.properties.filter(
      ({ kind, name }) => kind === 'reachable' && !(name in witnesses),
    );
    if (missing.length > 0) {
      facts.push({ label: 'not reached', text: missing.map(({ name }) => name).join(', ') });
    }
  }
  const reached = Object.entries(witnesses).map(([name, depth]) => `${name} at depth ${depth}`);
  if (reached.length > 0) facts.push({ label: 'reached', text: reached.join(', ') });
  if (bounds.length > 0) {
    const text = `${bounds.join(', ')}: states outside were checked, but not explored further`;
    facts.push({ label: 'bounded by', text });
  }
  if (unchecked.length > 0) facts.push({ label: 'not checked', text: unchecked.join(', ') });
  if (missProbability !== null) {
    const text = `some state with a probability of ${missProbability.toExponential(1)}`;
    facts.push({ label: 'missed', text });
  }
  return facts;
}

function idleFacts(result: CheckResult): readonly Fact[] {
  const idle = neverTaken(result);
  return idle.length === 0 ? [] : [{ label: 'never taken', text: idle.join(', '), doubtful: true }];
}

/** One fact for all places with the same warning. */
function warningFacts(warnings: readonly Mistake[]): readonly Fact[] {
  const places = new Map<string, string[]>();
  for (const { where, message, expression, hint } of warnings) {
    const said = `${message}${expression === null ? '' : ` in ${expression}`}. ${hint}`;
    places.set(said, [...(places.get(said) ?? []), where]);
  }
  return [...places].map(([said, where]) => ({
    label: 'warning',
    // A warning about the spec as a whole has no place.
    text: where[0] === '' ? said : `${where.join(', ')}: ${said}`,
    doubtful: true,
  }));
}

/**
 * Checks every value of every switch and compares the verdicts with those that are kept.
 *
 * npm run check:all [-- --json] [--only TEXT] [--record]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { check, model, type CheckResult } from 'kripke';
import { RECOMMENDED } from './designs.ts';
import { transactionalAcknowledgements } from './kip-1289.ts';
import { ROWS, type Row } from './rows.ts';

/** What a row came to. */
interface Verdict {
  readonly switch: string;
  readonly value: string | number | boolean;
  /** What the row asks, where it differs from the switch's value in the recommended design. */
  readonly about: string | null;
  readonly verdict: 'holds' | 'violated' | 'inconclusive';
  readonly property: string | null;
  readonly length: number | null;
  readonly distinct: number;
  readonly seconds: number;
}
/** By row, what it should come to: `violated P8_NoOrphanPending in 9 steps`. */
type Expected = Readonly<Record<string, string>>;

const EXPECTED = new URL('./verdicts.json', import.meta.url);
const args = process.argv.slice(2);
const json = args.includes('--json');
const only = args.includes('--only') ? (args[args.indexOf('--only') + 1] ?? '') : '';

const expected = JSON.parse(readFileSync(EXPECTED, 'utf8')) as Expected;
const rows = ROWS.filter((row) => `${row.point} ${row.switch}=${String(row.value)}`.includes(only));
const verdicts: Verdict[] = [];
let unexpected = 0;

for (const row of rows) {
  const verdict = verdictOf(row, await check(modelOf(row)));
  const isExpected = expected[keyOf(row)] === outcome(verdict);
  if (!isExpected) unexpected += 1;
  verdicts.push(verdict);
  if (json) continue;
  console.log(line(row, verdict));
  if (!isExpected) console.log(`     expected: ${expected[keyOf(row)] ?? 'nothing yet'}`);
}

if (json) console.log(JSON.stringify(verdicts, null, 2));
else console.log(`${rows.length - unexpected} of ${rows.length} verdicts as expected`);
if (args.includes('--record')) record();
else if (unexpected > 0) process.exitCode = 1;

/** A row as a model: the recommended design with one switch changed. */
function modelOf(row: Row) {
  const constants = { ...RECOMMENDED, [row.switch]: row.value, ...row.with };
  const { without } = row;
  const declared = transactionalAcknowledgements.instantiate(constants).properties;
  const properties =
    row.only ?? declared.map((p) => p.name).filter((name) => !without?.includes(name));
  return model(transactionalAcknowledgements, { constants, properties });
}

/**
 * The shortest counterexample's length is its number of steps. A record that is stuck shows as a
 * state with nothing left to do; an outcome that cannot happen as a witness without a behaviour.
 */
function verdictOf(row: Row, result: CheckResult): Verdict {
  if (result.verdict === 'spec-error') {
    throw new Error(`${row.switch}=${String(row.value)}: ${result.specError?.message ?? ''}`);
  }
  return {
    switch: row.switch,
    value: row.value,
    about: row.about ?? null,
    verdict:
      result.verdict === 'holds' || result.verdict === 'inconclusive' ? result.verdict : 'violated',
    property: result.verdict === 'deadlock' ? 'NoStuckRecord' : result.property,
    length: result.trace === null ? null : result.trace.steps.length - 1,
    distinct: result.distinct,
    seconds: Math.round(result.seconds * 100) / 100,
  };
}

function keyOf(row: Row): string {
  const key = `${row.switch}=${String(row.value)}`;
  return row.about === undefined ? key : `${key}, ${row.about}`;
}

function outcome({ verdict, property, length }: Verdict): string {
  return [verdict, property, length === null ? null : `in ${length} steps`]
    .filter((part) => part !== null)
    .join(' ');
}

function line(row: Row, verdict: Verdict): string {
  const value = `${verdict.switch}=${String(verdict.value)}`;
  const parts = [
    row.point.padEnd(4),
    value.padEnd(46),
    verdict.verdict.padEnd(9),
    (verdict.length === null ? '' : String(verdict.length)).padStart(3),
    (verdict.property ?? '').padEnd(26),
    verdict.distinct.toLocaleString('en').padStart(9),
    `${verdict.seconds.toFixed(1)}s`.padStart(6),
    verdict.about ?? '',
  ];
  return parts.join(' ').trimEnd();
}

/** Keeps the verdicts as they are now, those of rows that were not run as they were. */
function record(): void {
  const now = new Map(rows.map((row, i) => [keyOf(row), verdicts[i]]));
  const kept = ROWS.flatMap((row) => {
    const verdict = now.get(keyOf(row));
    const text = verdict === undefined ? expected[keyOf(row)] : outcome(verdict);
    return text === undefined ? [] : [[keyOf(row), text]];
  });
  writeFileSync(EXPECTED, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

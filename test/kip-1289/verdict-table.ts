import { readFileSync } from 'node:fs';
import * as larger from '../../spec/kip-1289/large.ts';
import * as models from '../../spec/kip-1289/models.ts';
import { LATEST } from '../../spec/kip-1289/designs.ts';
import { ROWS } from '../../spec/kip-1289/rows.ts';
import type { Expectation, Model } from '../../spec/language/model.ts';
import { specOf } from './behaviour.ts';
import { FLAWS, keyOf } from './flaws.ts';
import { table } from './markdown.ts';

/** What each row comes to, as `npm run check:all` keeps it. */
export const VERDICTS = JSON.parse(
  readFileSync(new URL('../../spec/kip-1289/verdicts.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** Every value of every switch, what the model says, and where in the page it is told. */
export function verdictTable(): string {
  const latest = new Map(specOf(LATEST).constants.map(({ name, value }) => [name, value]));
  const toldAs = new Map(FLAWS.map(({ row, id }) => [row, id]));
  return table(
    ['', 'switch', 'value', 'verdict', 'trace'],
    ROWS.map((row) => {
      const key = keyOf(row);
      const value = `\`${String(row.value)}\``;
      const isLatest = latest.get(row.switch) === row.value;
      const about = row.about === undefined ? '' : ` ${row.about}`;
      const id = toldAs.get(key);
      return [
        row.point,
        `\`${row.switch}\``,
        `${isLatest ? `**${value}**` : value}${about}`,
        verdictText(VERDICTS[key] ?? 'unknown'),
        id === undefined ? '' : `[${id}](kip-1289/${id}.txt)`,
      ];
    }),
  );
}

/** `violated P8_NoOrphanPending in 9 steps` as `P8_NoOrphanPending`, 9. */
function verdictText(verdict: string): string {
  const found = /^violated (\w+)(?: in (\d+) steps)?$/.exec(verdict);
  if (found === null) return verdict;
  const [, property, length] = found;
  return length === undefined ? `never \`${property}\`` : `\`${property}\`, ${length}`;
}

/** The models that `kripke check` runs: the two main designs and the historical ones. */
export const historicalTable = (): string => modelTable(models);

/** The recommended design in larger sizes. */
export const sizeTable = (): string => modelTable(larger);

function modelTable(all: Readonly<Record<string, Model>>): string {
  return table(
    ['model', 'what it is', 'expected'],
    Object.entries(all).map(([name, { doc, expect }]) => [
      `\`${name}\``,
      doc ?? '',
      expectationText(expect),
    ]),
  );
}

function expectationText(expect: Expectation | undefined): string {
  if (expect === undefined || typeof expect === 'string') return expect ?? 'not known';
  return 'violated' in expect ? `\`${expect.violated}\`` : `never \`${expect.unreachable}\``;
}

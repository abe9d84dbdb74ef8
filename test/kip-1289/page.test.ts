import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { enabledInstances } from '../../checker/reference/instances.ts';
import { isTerminal } from '../../checker/reference/properties.ts';
import { replay } from '../../checker/reference/replay.ts';
import { Behaviour, specOf } from './behaviour.ts';
import { ROWS } from '../../spec/kip-1289/rows.ts';
import { designOf, FLAWS, isJudged, keyOf } from './flaws.ts';
import { fullTrace, regenerated, traceRegion } from './page.ts';
import { actionTables, ALL_DESIGNS, designTable, propertyTable } from './reference-tables.ts';
import { historicalTable, sizeTable, VERDICTS, verdictTable } from './verdict-table.ts';

const page = fileURLToPath(new URL('../../docs/kip-1289.md', import.meta.url));
const traces = fileURLToPath(new URL('../../docs/kip-1289/', import.meta.url));

describe.each(FLAWS)('the counterexample $id', (flaw) => {
  const behaviour = new Behaviour(designOf(flaw)).take(...flaw.steps);

  test('is a behaviour that shows its flaw with its last step, and none before', () => {
    const { tree, state, trace, violated } = behaviour;
    expect(replay(tree, trace)).toBeNull();
    const before = violated.slice(0, -1).flat();
    expect(before.filter((property) => isJudged(flaw, property))).toEqual([]);
    if (flaw.property !== null) expect(violated.at(-1)).toContain(flaw.property);
    else {
      expect([...enabledInstances(tree, state)].map(({ action }) => action.name)).toEqual([]);
      expect(isTerminal(tree, state)).toBe(false);
    }
  });

  test('is told as it happens', async () => {
    await expect(fullTrace(flaw)).toMatchFileSnapshot(`${traces}${flaw.id}.txt`);
  });
});

describe('the verdict of every value', () => {
  const shown = FLAWS.flatMap(({ row, steps, property }) =>
    row === undefined ? [] : [{ row, steps, property }],
  );

  test('is kept', () => {
    expect(ROWS.map(keyOf).filter((key) => VERDICTS[key] === undefined)).toEqual([]);
  });

  test.each(shown)('$row is as long as its counterexample in the page', ({ row, steps }) => {
    expect(VERDICTS[row]).toMatch(new RegExp(`in ${steps.length} steps$`));
  });

  const removed = FLAWS.flatMap(({ removedBy }) => (removedBy === undefined ? [] : [removedBy]));
  test.each(removed)('%s removes the flaw', (row) => {
    expect(VERDICTS[row]).toBe('holds');
  });
});

test('the page says what the model says', async () => {
  const regions = new Map([
    ['actions', actionTables()],
    ['properties', propertyTable()],
    ['designs', designTable()],
    ['verdicts', verdictTable()],
    ['historical', historicalTable()],
    ['sizes', sizeTable()],
    ...FLAWS.map((flaw) => [`trace ${flaw.id}`, traceRegion(flaw)] as const),
  ]);
  await expect(regenerated(readFileSync(page, 'utf8'), regions)).toMatchFileSnapshot(page);
});

test('its tables have every action and property of every design', () => {
  const tables = actionTables() + propertyTable();
  const names = ALL_DESIGNS.map((design) => specOf(design)).flatMap(({ actions, properties }) =>
    [...actions, ...properties].map(({ name }) => name),
  );
  expect([...new Set(names)].filter((name) => !tables.includes(`| \`${name}\` |`))).toEqual([]);
});

describe('a link of the page', () => {
  const text = readFileSync(page, 'utf8');
  const targets = [
    ...new Set([...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, to]) => to!)),
  ];

  test.each(targets.filter((to) => to.startsWith('#')))('leads to a heading: %s', (to) => {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));
    expect(headings).toContain(to.slice(1));
  });

  test.each(targets.filter((to) => !to.startsWith('#')))('leads to a file: %s', (to) => {
    expect(existsSync(resolve(dirname(page), to))).toBe(true);
  });
});

/** The name that a heading has as the target of a link. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

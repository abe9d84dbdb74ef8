import { describe, expect, test } from 'vitest';
import { check } from '../../checker/check.ts';
import { meets } from '../../checker/expectation.ts';
import type { CheckResult } from '../../checker/result.ts';
import { RECOMMENDED } from '../../spec/kip-1289/designs.ts';
import { transactionalAcknowledgements } from '../../spec/kip-1289/kip-1289.ts';
import * as models from '../../spec/kip-1289/models.ts';
import { ROWS, type Row } from '../../spec/kip-1289/rows.ts';
import { FLAWS, keyOf } from './flaws.ts';
import { specOf } from './behaviour.ts';
import { VERDICTS } from './verdict-table.ts';

describe('a bare check', () => {
  test.each(Object.entries(models))('finds of %s what it expects', async (name, model) => {
    const result = await check(model);
    expect(model.expect).toBeDefined();
    expect(meets(model.expect!, result)).toBe(true);

    const flaw = FLAWS.find((candidate) => candidate.model === name);
    if (flaw !== undefined) expect(result.trace?.steps).toHaveLength(flaw.steps.length + 1);
  });
});

/** A counterexample of so few steps is found within a second. */
const QUICK = 8;

describe('the kept verdict is what a check finds', () => {
  const quick = ROWS.map((row) => ({ row, key: keyOf(row) })).filter(({ key }) => {
    const [, length] = /in (\d+) steps$/.exec(VERDICTS[key] ?? '') ?? [];
    return length !== undefined && Number(length) <= QUICK;
  });

  test.each(quick)('$key', async ({ row, key }) => {
    expect(outcome(await checkRow(row))).toBe(VERDICTS[key]);
  });
});

function checkRow(row: Row): Promise<CheckResult> {
  const constants = { ...RECOMMENDED, [row.switch]: row.value, ...row.with };
  const declared = specOf(constants).properties.map(({ name }) => name);
  const properties = row.only ?? declared.filter((name) => !row.without?.includes(name));
  return check(transactionalAcknowledgements, { constants, properties });
}

function outcome({ verdict, property, trace }: CheckResult): string {
  const violated = verdict === 'deadlock' ? 'NoStuckRecord' : property;
  return `violated ${violated} in ${trace!.steps.length - 1} steps`;
}

import { describe, expect, test } from 'vitest';
import type { Choice } from '../../../spec/kip-1289/designs.ts';
import { actionOf, testActions } from '../action-case.ts';
import { specOf } from '../behaviour.ts';
import { unnoticed } from '../mutants.ts';
import { TELLING_DESIGNS } from '../reference-tables.ts';
import { actionCases } from './cases.ts';

testActions(actionCases);

describe('every action of every design', () => {
  const designs: readonly Choice[] = [
    ...TELLING_DESIGNS,
    ...actionCases.map(({ design = {} }) => design),
  ];
  const names = (): readonly string[] => [
    ...new Set(designs.flatMap((design) => specOf(design).actions.map(({ name }) => name))),
  ];

  test('leads to its expected state in some test', () => {
    const tested = new Set(actionCases.map(actionOf));
    expect(names().filter((action) => !tested.has(action))).toEqual([]);
  });

  test('is shown to refuse, by each part of its guard', () => {
    const shown = new Set(
      actionCases.filter(({ refusals }) => refusals !== undefined).map(actionOf),
    );
    expect(names().filter((action) => !shown.has(action))).toEqual([]);
  });
});

describe('no update can be left out unnoticed', () => {
  test.each([...new Set(actionCases.map(actionOf))])('of %s', (name) => {
    expect(unnoticed(actionCases.filter((one) => actionOf(one) === name))).toEqual([]);
  });
});

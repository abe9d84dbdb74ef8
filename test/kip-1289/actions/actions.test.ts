import { describe, expect, test } from 'vitest';
import { LATEST, RECOMMENDED, type Choice } from '../../../spec/kip-1289/designs.ts';
import { ROWS } from '../../../spec/kip-1289/rows.ts';
import { actionOf, testActions } from '../action-case.ts';
import { specOf } from '../behaviour.ts';
import { faultCases } from './faults.ts';
import { networkCases } from './network.ts';
import { producerCases } from './producer.ts';
import { shareConsumerCases } from './share-consumer.ts';
import { shareCoordinatorCases } from './share-coordinator.ts';
import { leaderCases } from './share-partition-leader.ts';
import { transactionCoordinatorCases } from './transaction-coordinator.ts';

const cases = [
  ...shareConsumerCases,
  ...producerCases,
  ...leaderCases,
  ...shareCoordinatorCases,
  ...transactionCoordinatorCases,
  ...networkCases,
  ...faultCases,
];

testActions(cases);

describe('every action', () => {
  const designs: readonly Choice[] = [
    LATEST,
    ...ROWS.map((row) => ({ ...RECOMMENDED, [row.switch]: row.value, ...row.with })),
    ...cases.map(({ design = {} }) => design),
  ];
  const actions = new Set(designs.flatMap((design) => specOf(design).actions.map((a) => a.name)));

  test('leads to its expected state in some test', () => {
    const tested = new Set(cases.map(actionOf));
    expect([...actions].filter((action) => !tested.has(action))).toEqual([]);
  });

  test('is shown to refuse, by each part of its guard', () => {
    const shown = new Set(cases.filter(({ refusals }) => refusals !== undefined).map(actionOf));
    expect([...actions].filter((action) => !shown.has(action))).toEqual([]);
  });
});

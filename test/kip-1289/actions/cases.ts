import type { ActionCase } from '../action-case.ts';
import { copyCases } from './copies.ts';
import { failoverCases } from './failovers.ts';
import { faultCases } from './faults.ts';
import { networkCases } from './network.ts';
import { producerCases } from './producer.ts';
import { shareConsumerCases } from './share-consumer.ts';
import { shareCoordinatorCases } from './share-coordinator.ts';
import { leaderCases } from './share-partition-leader.ts';
import { transactionCoordinatorCases } from './transaction-coordinator.ts';

/** The cases of every action, participant by participant. */
export const actionCases: readonly ActionCase[] = [
  ...shareConsumerCases,
  ...producerCases,
  ...leaderCases,
  ...shareCoordinatorCases,
  ...transactionCoordinatorCases,
  ...networkCases,
  ...copyCases,
  ...faultCases,
  ...failoverCases,
];

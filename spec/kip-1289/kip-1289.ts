import { spec, type Builder } from 'kripke';
import { properties } from '../../invariants/properties.ts';
import { faults } from './faults.ts';
import { groupCoordinator } from './group-coordinator.ts';
import { declareKip } from './kip.ts';
import { network } from './network.ts';
import { outputLog } from './output-log.ts';
import { producer } from './producer.ts';
import { shareConsumer } from './share-consumer.ts';
import { shareCoordinator } from './share-coordinator.ts';
import { sharePartitionLeader } from './share-partition-leader.ts';
import { transactionCoordinator } from './transaction-coordinator.ts';

/** The protocol: every participant, every fault and every property over one state. */
export function kip1289(builder: Builder): void {
  const kip = declareKip(builder);
  shareConsumer(kip);
  producer(kip);
  groupCoordinator(kip);
  sharePartitionLeader(kip);
  shareCoordinator(kip);
  transactionCoordinator(kip);
  outputLog(kip);
  network(kip);
  faults(kip);
  properties(kip);
}

/** KIP-1289 as a spec; its constants choose the design and the size. */
export const transactionalAcknowledgements = spec('KIP-1289', kip1289, {
  doc: 'Transactional acknowledgements for share groups.',
});

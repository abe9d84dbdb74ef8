import type { Kip } from '../spec/kip-1289/kip.ts';
import { atomicCommit } from './atomic-commit.ts';
import { boundedDelivery } from './bounded-delivery.ts';
import { deadLetters } from './dead-letter.ts';
import { cacheAgreement, durableBeforeReply, participantsClosed } from './durability.ts';
import { epochMonotonicity, markerIdempotence } from './fencing.ts';
import { liveness } from './liveness.ts';
import { noDuplicate } from './no-duplicate.ts';
import { noLoss, outputImpliesAck } from './no-loss.ts';
import { noOrphan } from './no-orphan.ts';
import { endsWithoutStuckRecord } from './no-stuck-record.ts';
import { exclusiveBelief, exclusiveOwnership, staleMemberCannotStage } from './ownership.ts';
import { readCommitted } from './read-committed.ts';
import { monotoneStart, terminalStays } from './terminal.ts';
import { witnesses } from './witnesses.ts';

/** Declares every property. Of those that fail in one state the first is reported. */
export function properties(kip: Kip): void {
  atomicCommit(kip);
  noLoss(kip);
  outputImpliesAck(kip);
  noDuplicate(kip);
  exclusiveOwnership(kip);
  terminalStays(kip);
  monotoneStart(kip);
  noOrphan(kip);
  markerIdempotence(kip);
  epochMonotonicity(kip);
  readCommitted(kip);
  durableBeforeReply(kip);
  boundedDelivery(kip);
  deadLetters(kip);
  cacheAgreement(kip);
  participantsClosed(kip);
  if (kip.bounds.policies.value) {
    exclusiveBelief(kip);
    staleMemberCannotStage(kip);
  }
  endsWithoutStuckRecord(kip);
  witnesses(kip);
  liveness(kip);
}

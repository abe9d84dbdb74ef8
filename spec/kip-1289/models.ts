/**
 * The models that a bare `kripke check` runs, all of size S: the latest design, the recommended one
 * and the historical ones. Larger ones are in large.ts, every value of every switch in rows.ts.
 */
import { model } from 'kripke';
import { consumerGroup } from './consumer-group.ts';
import { FIRST_RECOMMENDED, LATEST, RECOMMENDED } from './designs.ts';
import { transactionalAcknowledgements } from './kip-1289.ts';

export const latest = model(transactionalAcknowledgements, {
  constants: LATEST,
  expect: { violated: 'P12_DurableBeforeReply' },
  doc: 'The latest design of the thread (D), with the draft where the thread says nothing.',
});
export const latestPending = model(transactionalAcknowledgements, {
  constants: LATEST,
  properties: ['P8_NoOrphanPending'],
  expect: { violated: 'P8_NoOrphanPending' },
  doc: 'The same, asked for records that stay staged for ever.',
});
export const firstRecommended = model(transactionalAcknowledgements, {
  constants: { ...FIRST_RECOMMENDED, RESTAGE: 'waitsForWrite' },
  expect: { violated: 'P4_NoDuplicateOutcome' },
  doc: 'What was recommended before the model found more.',
});
export const recommended = model(transactionalAcknowledgements, {
  constants: RECOMMENDED,
  expect: 'holds',
  doc: 'The recommended combination (REF).',
});

export const plainShareGroup = model(transactionalAcknowledgements, {
  constants: { ACKNOWLEDGEMENT: 'immediate' },
  expect: { violated: 'P2_NoLoss' },
  doc: 'Plain KIP-932, acknowledged before the transaction of the output ends.',
});
export const plainShareGroupAfterwards = model(transactionalAcknowledgements, {
  constants: { ACKNOWLEDGEMENT: 'afterCommit' },
  expect: { violated: 'P4_NoDuplicateOutcome' },
  doc: 'Plain KIP-932, acknowledged after the transaction of the output ends.',
});
export const optionA = model(transactionalAcknowledgements, {
  constants: { SHARED_FATE: true, DECOUPLING: 'consumerSends' },
  properties: ['P8_NoOrphanPending'],
  expect: { violated: 'P8_NoOrphanPending' },
  doc: 'Option A: a transactional share consumer, which is its own producer.',
});
export const optionB = model(transactionalAcknowledgements, {
  constants: {
    DECOUPLING: 'contextObject',
    REGISTER_BY: 'client',
    SC_FENCE: 'transactionalAppend',
    SPL_LEARN: 'push',
    DLQ_ON_COMMIT: 'insideProducerTxn',
    MEMBER: 1,
    TID: 1,
  },
  expect: { violated: 'P12_DurableBeforeReply' },
  doc: 'Option B (March 2026): a producer assisted by the consumer, with a transactional write.',
});
export const forkSnapshot = model(transactionalAcknowledgements, {
  constants: {
    DURABLE_PENDING: false,
    MARKER_REACH: 'participantsOnly',
    MEMBER_EPOCH_CHECK: 'none',
  },
  properties: ['P3_OutputImpliesAck', 'P4_NoDuplicateOutcome'],
  expect: { violated: 'P3_OutputImpliesAck' },
  doc: 'The fork: staging only in the memory of the leader.',
});

export const offsetsInTransaction = model(consumerGroup, {
  expect: 'holds',
  doc: 'A consumer group with its offsets in the transaction, for contrast.',
});
export const offsetsWithoutFencing = model(consumerGroup, {
  constants: { GENERATION_CHECK: false },
  expect: { violated: 'P4_NoDuplicateOutcome' },
  doc: 'The same before KIP-447: a member that lost the partition still commits.',
});

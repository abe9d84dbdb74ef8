/** How large a model is: how many of each participant, and how often each fault may strike. */
import type { Builder } from 'kripke';

/** Each fault's budget constant, with its default and what it counts. */
const BUDGETS = {
  LOCK_TIMEOUTS: [1, 'acquisition locks that expire'],
  TXN_TIMEOUTS: [1, 'transactions that time out'],
  SPL_MOVES: [1, 'changes of a share-partition leader'],
  SC_FAILOVERS: [1, 'failovers of a share coordinator'],
  TC_FAILOVERS: [1, 'failovers of the transaction coordinator'],
  MEMBER_LOSSES: [1, 'members that crash or leave'],
  MEMBER_FENCES: [0, 'members that the group coordinator fences while they go on'],
  REBALANCES: [0, 'member epochs raised by a rebalance'],
  PRODUCER_CRASHES: [1, 'producers that crash'],
  CLIENT_GIVE_UPS: [1, 'stage requests that a producer stops waiting for'],
  WRITE_FAILURES: [1, 'staging writes reported as failed, applied or not'],
  DUPLICATES: [1, 'messages of which a copy stays in the network'],
  LOST_RESPONSES: [1, 'responses that are lost after the effect'],
  ADMIN_RESETS: [0, 'resets of share offsets'],
  RETENTIONS: [0, 'moves of the log start past records in flight'],
  DLQ_FAILURES: [0, 'dead-letter records that cannot be written'],
  STALE_READS: [0, 'reads answered by a deposed share coordinator'],
} as const;

/** A fault's budget. */
export type Budget = keyof typeof BUDGETS;
export const BUDGET_NAMES = Object.keys(BUDGETS) as readonly Budget[];

/** Declares sizes, bounds and budgets. */
export function declareBounds(constant: Builder['constant']) {
  const budgets = Object.fromEntries(
    BUDGET_NAMES.map((name) => {
      const [value, what] = BUDGETS[name];
      return [name, constant.range(name, 0, 8, value, { doc: `How many ${what}, at most.` })];
    }),
  ) as Record<Budget, ReturnType<Builder['constant']['range']>>;
  return {
    Partition: constant.index('PARTITION', 1, { label: 'p', doc: 'source partitions' }),
    Offset: constant.index('OFFSET', 1, { label: 'o', doc: 'records of each source partition' }),
    Sgs: constant.index('SGS', 1, { label: 'k', doc: 'partitions of __share_group_state' }),
    Output: constant.index('OUTPUT', 1, { label: 'q', doc: 'output partitions' }),
    Member: constant.index('MEMBER', 2, { label: 'm', doc: 'share consumers' }),
    Tid: constant.index('TID', 2, { label: 't', doc: 'transactional ids' }),
    Instance: constant.index('INSTANCE', 1, {
      label: 'i',
      doc: 'producer instances of each transactional id: a second one makes the first a zombie',
    }),
    txns: constant.range('TXNS', 1, 4, 2, { doc: 'transactions of each transactional id' }),
    maxDeliveries: constant.range('MAX_DELIVERIES', 1, 8, 2, {
      doc: 'Bound of the model: how often a record is acquired.',
    }),
    deliveryLimit: constant.range('DELIVERY_LIMIT', 1, 8, 2, {
      doc: 'group.share.delivery.count.limit',
    }),
    dlq: constant.bool('DLQ', false, { doc: 'Whether a dead-letter queue is configured.' }),
    rejects: constant.bool('REJECTS', false, {
      doc: 'Whether applications also reject records within transactions.',
    }),
    acknowledgement: constant.oneOf(
      'ACKNOWLEDGEMENT',
      ['inTransaction', 'immediate', 'afterCommit'],
      'inTransaction',
      {
        doc:
          'How an application acknowledges what it processed: within the transaction of its ' +
          'outputs, or with plain KIP-932 before or after that transaction ends.',
      },
    ),
    sharedFate: constant.bool('SHARED_FATE', false, {
      doc: 'Option A: fencing or losing a member fences its producer, as they are one client.',
    }),
    markerReach: constant.oneOf('MARKER_REACH', ['leader', 'participantsOnly'], 'leader', {
      doc: 'Without durable staging: whether a marker reaches the leader wherever it is.',
    }),
    stageBelowStart: constant.oneOf('STAGE_BELOW_START', ['skipped', 'refused'], 'skipped', {
      doc:
        'What becomes of a stage request for a record below the start offset: the draft skips it ' +
        'and answers success.',
    }),
    startRule: constant.oneOf('START_RULE', ['asWritten', 'highest'], 'asWritten', {
      doc: 'Whether the share coordinator takes the start offset of a write as it is, or never back.',
    }),
    restage: constant.oneOf(
      'RESTAGE',
      ['answersAtOnce', 'waitsForWrite', 'writesAgain'],
      'answersAtOnce',
      {
        doc:
          'What the leader does with a request for records that it has as staged already: it ' +
          'answers success, also while their write is under way; or only once they are durable, so ' +
          'that a retry meanwhile is no step of its own; ' +
          'or it writes them once more.',
      },
    ),
    plainActions: constant.bool('PLAIN_ACTIONS', false, {
      doc: 'Whether members also acknowledge and release records outside transactions.',
    }),
    policies: constant.bool('POLICIES', false, {
      doc: 'Whether properties are checked that atomicity does not need.',
    }),
    paired: constant.bool('PAIRED', true, {
      doc: 'Bound of the model: the n-th producer only takes records of the n-th member.',
    }),
    colocated: constant.bool('COLOCATED', true, {
      doc: 'Whether leader and share coordinator share a broker.',
    }),
    timeoutBump: constant.range('TIMEOUT_BUMP', 1, 2, 1, {
      doc: 'By how much a timeout raises the producer epoch; 2 before KAFKA-19367.',
    }),
    producersReturn: constant.bool('PRODUCERS_RETURN', true, {
      doc: 'Whether a crashed producer is started again.',
    }),
    faults: constant.range('FAULTS', 0, 16, 1, {
      doc: 'How many faults of all kinds together, at most.',
    }),
    budgets,
  };
}
export type Bounds = ReturnType<typeof declareBounds>;

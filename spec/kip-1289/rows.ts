/** Every value of every switch, each with the bounds under which it shows what it does. */
import { onlyFaults, type Choice } from './designs.ts';

/** A value of a switch in the recommended design (REF), all else as recommended. */
export interface Row {
  /** S1 to S26, as the switches are numbered in the discussion; X for those that the model added. */
  readonly point: string;
  readonly switch: string;
  readonly value: string | number | boolean;
  /** Sizes, budgets and other switches that the scenario needs. */
  readonly with?: Choice;
  /** In words, where `with` changes what is asked. */
  readonly about?: string;
  /** Properties to check; all if left out. */
  readonly only?: readonly string[];
  /** Properties to leave out. */
  readonly without?: readonly string[];
}

/** One member and its producer. */
const ONE_PAIR = { MEMBER: 1, TID: 1 } as const;

const TIMEOUT_AND_FAILOVER = onlyFaults({ TXN_TIMEOUTS: 1, SC_FAILOVERS: 1 });
const LATE_COPIES = onlyFaults({ DUPLICATES: 1, TC_FAILOVERS: 1 });
const UNKNOWN_WRITE = onlyFaults({ WRITE_FAILURES: 1, LOCK_TIMEOUTS: 1 });
/** Nothing goes wrong, and one producer runs one transaction. */
const QUIET = { ...ONE_PAIR, TXNS: 1, ...onlyFaults({}) } as const;
const MEMBER_EPOCHS = onlyFaults({ REBALANCES: 1, MEMBER_FENCES: 1 });
const STALE_MEMBER = ['P5_StaleMemberCannotStage'];
const REJECTING = { DLQ: true, REJECTS: true, ...ONE_PAIR } as const;
const AT_LIMIT = { MAX_DELIVERIES: 3, DELIVERY_LIMIT: 2 } as const;
const RESETS = {
  ...ONE_PAIR,
  TXNS: 2,
  ...onlyFaults({ MEMBER_LOSSES: 1, ADMIN_RESETS: 1 }),
} as const;
const TWO_PARTITIONS = {
  PARTITION: 2,
  ...ONE_PAIR,
  ...onlyFaults({ LOCK_TIMEOUTS: 1 }),
} as const;

export const ROWS: readonly Row[] = [
  { point: 'S1', switch: 'STAGE_ORDER', value: 'registerFirst' },
  { point: 'S1', switch: 'STAGE_ORDER', value: 'stageFirst' },

  { point: 'S2', switch: 'SC_FENCE', value: 'none' },
  { point: 'S2', switch: 'SC_FENCE', value: 'pidEpochMapDurable' },
  {
    point: 'S2',
    switch: 'SC_FENCE',
    value: 'pidEpochMapDurable',
    with: TIMEOUT_AND_FAILOVER,
    about: 'with a timeout and a failover',
  },
  {
    point: 'S2',
    switch: 'SC_FENCE',
    value: 'pidEpochMapInMemory',
    with: TIMEOUT_AND_FAILOVER,
    about: 'with a timeout and a failover',
  },
  { point: 'S2', switch: 'SC_FENCE', value: 'verifyWithTC' },
  { point: 'S2', switch: 'SC_FENCE', value: 'verifyThenAppend' },
  { point: 'S2', switch: 'SC_FENCE', value: 'transactionalAppend' },

  { point: 'S3', switch: 'LOCK_IN_PENDING', value: 'cancelled' },
  { point: 'S3', switch: 'LOCK_IN_PENDING', value: 'runs' },

  { point: 'S4', switch: 'MEMBER_LOSS_IN_PENDING', value: 'keptUntilMarker' },
  { point: 'S4', switch: 'MEMBER_LOSS_IN_PENDING', value: 'released' },

  { point: 'S5', switch: 'DURABLE_PENDING', value: true },
  {
    point: 'S5',
    switch: 'DURABLE_PENDING',
    value: false,
    about: 'P12 aside, which it fails by definition',
    without: ['P12_DurableBeforeReply'],
  },
  {
    point: 'S5',
    switch: 'DURABLE_PENDING',
    value: false,
    with: { MARKER_REACH: 'participantsOnly', SPL_LEARN: 'never', ...QUIET },
    about: 'and the leader is no participant (the fork)',
    without: ['P12_DurableBeforeReply'],
  },

  { point: 'S6', switch: 'SPL_LEARN', value: 'never', with: QUIET },
  { point: 'S6', switch: 'SPL_LEARN', value: 'invalidateIfColocated' },
  {
    point: 'S6',
    switch: 'SPL_LEARN',
    value: 'invalidateIfColocated',
    with: { COLOCATED: false, ...QUIET },
    about: 'on different brokers',
  },
  { point: 'S6', switch: 'SPL_LEARN', value: 'reinitOnPending' },
  { point: 'S6', switch: 'SPL_LEARN', value: 'refreshGuarded' },
  { point: 'S6', switch: 'SPL_LEARN', value: 'refreshUnguarded' },
  { point: 'S6', switch: 'SPL_LEARN', value: 'push' },

  ...(['markerMinusOne', 'equal', 'lessThan', 'staleAborts'] as const).flatMap((value): Row[] => [
    { point: 'S7', switch: 'EPOCH_MATCH', value },
    {
      point: 'S7',
      switch: 'EPOCH_MATCH',
      value,
      with: { TIMEOUT_BUMP: 2 },
      about: 'and a timeout raises the epoch twice',
    },
    {
      point: 'S7',
      switch: 'EPOCH_MATCH',
      value,
      with: { SC_FENCE: 'none', ...ONE_PAIR },
      about: 'without the fence',
      without: ['P8_NoOrphanPending'],
    },
  ]),

  { point: 'S8', switch: 'TXN_VERSION', value: 2 },
  { point: 'S8', switch: 'TXN_VERSION', value: 1 },
  {
    point: 'S8',
    switch: 'TXN_VERSION',
    value: 1,
    with: { EPOCH_MATCH: 'equal' },
    about: 'and markers match the epoch itself',
  },

  ...(['highestCountThenState', 'terminalWins', 'logOrder', 'countThenLogOrder'] as const).flatMap(
    (value): Row[] => [
      { point: 'S9', switch: 'MERGE_RULE', value },
      {
        point: 'S9',
        switch: 'MERGE_RULE',
        value,
        with: { SC_FENCE: 'none', ...ONE_PAIR, TXNS: 1, ...onlyFaults({ DUPLICATES: 1 }) },
        about: 'without the fence, with a late copy of a write',
        without: ['P8_NoOrphanPending'],
      },
      {
        point: 'S9',
        switch: 'MERGE_RULE',
        value,
        with: UNKNOWN_WRITE,
        about: 'with a write of unknown outcome and a lock that expires',
      },
    ],
  ),

  { point: 'S10', switch: 'MARKER_ACK', value: 'afterAppend' },
  { point: 'S10', switch: 'MARKER_ACK', value: 'early' },

  { point: 'S11', switch: 'CLIENT_ON_STAGE_FAILURE', value: 'mustAbort' },
  { point: 'S11', switch: 'CLIENT_ON_STAGE_FAILURE', value: 'ignores' },

  { point: 'S12', switch: 'ROLLBACK_TIMER', value: 'rearmed' },
  {
    point: 'S12',
    switch: 'ROLLBACK_TIMER',
    value: 'notRearmed',
    with: { ...ONE_PAIR, TXNS: 1, ...onlyFaults({ WRITE_FAILURES: 1 }) },
  },
  ...(['rearmed', 'notRearmed'] as const).map((value): Row => ({
    point: 'S12',
    switch: 'ROLLBACK_TIMER',
    value,
    with: { ...ONE_PAIR, TXNS: 1, OFFSET: 2, ...onlyFaults({ LOCK_TIMEOUTS: 1 }) },
    about: 'and a request of two batches of which the second is refused',
  })),

  ...(['atStage', 'none', 'atStageAndMarker'] as const).flatMap((value): Row[] => [
    { point: 'S13', switch: 'MEMBER_EPOCH_CHECK', value, with: MEMBER_EPOCHS },
    {
      point: 'S13',
      switch: 'MEMBER_EPOCH_CHECK',
      value,
      with: { ...MEMBER_EPOCHS, POLICIES: true },
      about: 'policy: a member out of date cannot stage',
      only: STALE_MEMBER,
    },
  ]),

  ...(['splCachedEpoch', 'rpcToGc', 'localOnly', 'heartbeatPush'] as const).flatMap(
    (value): Row[] => [
      { point: 'S14', switch: 'MEMBER_CHECK_SITE', value, with: MEMBER_EPOCHS },
      {
        point: 'S14',
        switch: 'MEMBER_CHECK_SITE',
        value,
        with: { ...MEMBER_EPOCHS, POLICIES: true },
        about: 'policy: a member out of date cannot stage',
        only: STALE_MEMBER,
      },
    ],
  ),

  { point: 'S15', switch: 'ACQ_TOKEN', value: 'memberId' },
  { point: 'S15', switch: 'ACQ_TOKEN', value: 'memberIdAndDeliveryCount' },
  {
    point: 'S15',
    switch: 'ACQ_TOKEN',
    value: 'memberIdAndDeliveryCount',
    with: { SPL_MOVES: 0 },
    about: 'without a change of leader',
  },
  { point: 'S15', switch: 'ACQ_TOKEN', value: 'memberIdLeaderEpochAndDeliveryCount' },

  { point: 'S16', switch: 'ABORT_AT_LIMIT', value: 'available', with: AT_LIMIT },
  { point: 'S16', switch: 'ABORT_AT_LIMIT', value: 'archiveAtLimit', with: AT_LIMIT },

  ...(['archivingThenSpl', 'archivedAtOnce', 'insideProducerTxn', 'atStage'] as const).map(
    (value): Row => ({ point: 'S17', switch: 'DLQ_ON_COMMIT', value, with: REJECTING }),
  ),
  {
    point: 'S17',
    switch: 'DLQ_ON_COMMIT',
    value: 'archivingThenSpl',
    with: { ...REJECTING, ...onlyFaults({ DLQ_FAILURES: 1 }) },
    about: 'and the dead-letter record cannot be written',
  },

  ...(['ignored', 'checkedInMemory', 'checkedAndStored'] as const).map((value): Row => ({
    point: 'S18',
    switch: 'COORD_EPOCH_AT_SC',
    value,
    with: LATE_COPIES,
  })),

  { point: 'S19', switch: 'REGISTER_BY', value: 'spl' },
  { point: 'S19', switch: 'REGISTER_BY', value: 'client', with: ONE_PAIR },
  { point: 'S19', switch: 'REGISTER_BY', value: 'buggyClient' },

  { point: 'S20', switch: 'TXN_TIMEOUT', value: 'finite', with: { PRODUCERS_RETURN: false } },
  { point: 'S20', switch: 'TXN_TIMEOUT', value: 'infinite' },
  {
    point: 'S20',
    switch: 'TXN_TIMEOUT',
    value: 'infinite',
    with: {
      PRODUCERS_RETURN: false,
      ...ONE_PAIR,
      TXNS: 1,
      ...onlyFaults({ PRODUCER_CRASHES: 1 }),
    },
    about: 'and a producer that crashed never returns',
  },

  ...(['oneTxn', 'twoTxns', 'twoPreparedTxns'] as const).map((value): Row => ({
    point: 'S21',
    switch: 'SAME_TXN',
    value,
    with: { MEMBER: 1, PAIRED: false },
  })),
  {
    point: 'S21',
    switch: 'SAME_TXN',
    value: 'twoTxns',
    with: { MEMBER: 1, PAIRED: false },
    about: 'and outputs are committed first',
    only: ['P4_NoDuplicateOutcome'],
  },

  { point: 'S22', switch: 'ADMIN_RESET_WHILE_PENDING', value: 'refused', with: RESETS },
  { point: 'S22', switch: 'ADMIN_RESET_WHILE_PENDING', value: 'allowed', with: RESETS },

  { point: 'S23', switch: 'ZOMBIE_SC_READ', value: 'linearizable' },
  { point: 'S23', switch: 'ZOMBIE_SC_READ', value: 'staleAllowed', with: { STALE_READS: 1 } },

  { point: 'S24', switch: 'PARTIAL_STAGE', value: 'perPartition', with: TWO_PARTITIONS },
  { point: 'S24', switch: 'PARTIAL_STAGE', value: 'perRequest', with: TWO_PARTITIONS },

  ...(['refused', 'acceptedOnMatch', 'acceptedWithoutIdentity'] as const).map((value): Row => ({
    point: 'S25',
    switch: 'RESTAGE_AFTER_SPL_MOVE',
    value,
    with: onlyFaults({ LOCK_TIMEOUTS: 1, SPL_MOVES: 1 }),
  })),

  { point: 'S26', switch: 'DECOUPLING', value: 'producerSends', with: { PAIRED: false } },
  { point: 'S26', switch: 'DECOUPLING', value: 'consumerSends' },
  { point: 'S26', switch: 'DECOUPLING', value: 'contextObject', with: { PAIRED: false } },

  { point: 'X1', switch: 'STAGE_BELOW_START', value: 'skipped' },
  { point: 'X1', switch: 'STAGE_BELOW_START', value: 'refused' },
  { point: 'X2', switch: 'RESTAGE', value: 'answersAtOnce' },
  { point: 'X2', switch: 'RESTAGE', value: 'waitsForWrite' },
  { point: 'X2', switch: 'RESTAGE', value: 'writesAgain' },
  {
    point: 'X4',
    switch: 'RETENTIONS',
    value: 1,
    with: { ...ONE_PAIR, ...onlyFaults({ TXN_TIMEOUTS: 1, RETENTIONS: 1 }) },
    about: 'retention deletes a record in flight',
  },
  ...(['asWritten', 'highest'] as const).map((value): Row => ({
    point: 'X3',
    switch: 'START_RULE',
    value,
    with: {
      OFFSET: 2,
      TXNS: 1,
      PLAIN_ACTIONS: true,
      ...onlyFaults({ WRITE_FAILURES: 1, LOCK_TIMEOUTS: 1 }),
    },
  })),
];

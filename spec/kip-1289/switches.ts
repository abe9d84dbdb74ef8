/**
 * The disputed points of KIP-1289 as constants. Each default is the latest design of the discussion
 * thread (August 2026, with the draft implementation where the thread says nothing).
 */
import type { Builder } from 'kripke';

/** Declares the switches S1 to S26. */
export function declareSwitches(constant: Builder['constant']) {
  return {
    stageOrder: constant.oneOf('STAGE_ORDER', ['registerFirst', 'stageFirst'], 'registerFirst', {
      doc: 'S1: whether the leader registers with the transaction before or after it stages.',
    }),
    scFence: constant.oneOf(
      'SC_FENCE',
      [
        'none',
        'pidEpochMapDurable',
        'pidEpochMapInMemory',
        'verifyWithTC',
        'verifyThenAppend',
        'transactionalAppend',
      ],
      'none',
      {
        doc:
          'S2: how the share coordinator tells that the transaction of a staging write is over. ' +
          'verifyThenAppend is verifyWithTC as two steps.',
      },
    ),
    lockInPending: constant.oneOf('LOCK_IN_PENDING', ['cancelled', 'runs'], 'cancelled', {
      doc: 'S3: what happens to the acquisition lock of a staged record.',
    }),
    memberLossInPending: constant.oneOf(
      'MEMBER_LOSS_IN_PENDING',
      ['keptUntilMarker', 'released'],
      'keptUntilMarker',
      { doc: 'S4: what happens to staged records when the member that held them is lost.' },
    ),
    durablePending: constant.bool('DURABLE_PENDING', true, {
      doc: 'S5: whether the share coordinator persists TX_PENDING.',
    }),
    splLearn: constant.oneOf(
      'SPL_LEARN',
      [
        'never',
        'invalidateIfColocated',
        'reinitOnPending',
        'refreshGuarded',
        'refreshUnguarded',
        'push',
      ],
      'never',
      {
        doc: 'S6: how the leader learns what became of a staged record. The thread names no way.',
      },
    ),
    epochMatch: constant.oneOf(
      'EPOCH_MATCH',
      ['markerMinusOne', 'equal', 'lessThan', 'staleAborts'],
      'markerMinusOne',
      { doc: 'S7: which staged epochs a marker finalizes.' },
    ),
    txnVersion: constant.range('TXN_VERSION', 1, 2, 2, {
      doc: 'S8: transaction.version. 2 raises the producer epoch with every transaction.',
    }),
    mergeRule: constant.oneOf(
      'MERGE_RULE',
      ['highestCountThenState', 'terminalWins', 'logOrder', 'countThenLogOrder'],
      'highestCountThenState',
      {
        doc:
          'S9: how the share coordinator combines a written batch with what it has. ' +
          'countThenLogOrder: a finished record stays, else the higher delivery count wins, and ' +
          'at equal counts the later write.',
      },
    ),
    markerAck: constant.oneOf('MARKER_ACK', ['afterAppend', 'early'], 'afterAppend', {
      doc: 'S10: when the share coordinator acknowledges a marker.',
    }),
    clientOnStageFailure: constant.oneOf(
      'CLIENT_ON_STAGE_FAILURE',
      ['mustAbort', 'ignores'],
      'mustAbort',
      { doc: 'S11: what the producer does when a stage request fails.' },
    ),
    rollbackTimer: constant.oneOf('ROLLBACK_TIMER', ['rearmed', 'notRearmed'], 'notRearmed', {
      doc: 'S12: whether a staging that is rolled back arms the acquisition lock again.',
    }),
    memberEpochCheck: constant.oneOf(
      'MEMBER_EPOCH_CHECK',
      ['atStage', 'none', 'atStageAndMarker'],
      'atStage',
      { doc: 'S13: where the member epoch of the acknowledgements is checked.' },
    ),
    memberCheckSite: constant.oneOf(
      'MEMBER_CHECK_SITE',
      ['splCachedEpoch', 'rpcToGc', 'localOnly', 'heartbeatPush'],
      'splCachedEpoch',
      {
        doc:
          'S14: which member epoch the leader compares with. localOnly asks the group ' +
          'coordinator code of its own broker.',
      },
    ),
    acqToken: constant.oneOf(
      'ACQ_TOKEN',
      ['memberId', 'memberIdAndDeliveryCount', 'memberIdLeaderEpochAndDeliveryCount'],
      'memberId',
      {
        doc:
          'S15: what proves that an acknowledgement belongs to the current acquisition. With the ' +
          'leader epoch goes the state epoch, as a reset starts the counts anew.',
      },
    ),
    abortAtLimit: constant.oneOf('ABORT_AT_LIMIT', ['available', 'archiveAtLimit'], 'available', {
      doc: 'S16: what an abort makes of a record that has reached the delivery limit.',
    }),
    dlqOnCommit: constant.oneOf(
      'DLQ_ON_COMMIT',
      ['archivingThenSpl', 'archivedAtOnce', 'insideProducerTxn', 'atStage'],
      'archivingThenSpl',
      { doc: 'S17: how a rejected record reaches the dead-letter queue.' },
    ),
    coordEpochAtSc: constant.oneOf(
      'COORD_EPOCH_AT_SC',
      ['ignored', 'checkedInMemory', 'checkedAndStored'],
      'ignored',
      { doc: "S18: what the share coordinator does with the marker's coordinator epoch." },
    ),
    registerBy: constant.oneOf('REGISTER_BY', ['spl', 'client', 'buggyClient'], 'spl', {
      doc: 'S19: who registers the state partition; a buggy client may forget to.',
    }),
    txnTimeout: constant.oneOf('TXN_TIMEOUT', ['finite', 'infinite'], 'finite', {
      doc: 'S20: infinite is a two-phase-commit transaction of KIP-939.',
    }),
    sameTxn: constant.oneOf('SAME_TXN', ['oneTxn', 'twoTxns', 'twoPreparedTxns'], 'oneTxn', {
      doc: 'S21: whether outputs and acknowledgements share a transaction.',
    }),
    adminResetWhilePending: constant.oneOf(
      'ADMIN_RESET_WHILE_PENDING',
      ['refused', 'allowed'],
      'refused',
      { doc: 'S22: whether share offsets can be reset while records are staged.' },
    ),
    zombieScRead: constant.oneOf(
      'ZOMBIE_SC_READ',
      ['linearizable', 'staleAllowed'],
      'linearizable',
      { doc: 'S23: whether a deposed share coordinator may still answer a read.' },
    ),
    partialStage: constant.oneOf('PARTIAL_STAGE', ['perPartition', 'perRequest'], 'perPartition', {
      doc: 'S24: what is staged or refused as a whole.',
    }),
    restageAfterSplMove: constant.oneOf(
      'RESTAGE_AFTER_SPL_MOVE',
      ['refused', 'acceptedOnMatch', 'acceptedWithoutIdentity'],
      'refused',
      { doc: 'S25: whether a stage request is accepted for a record restored as staged.' },
    ),
    decoupling: constant.oneOf(
      'DECOUPLING',
      ['producerSends', 'consumerSends', 'contextObject'],
      'producerSends',
      { doc: 'S26: who sends the stage request.' },
    ),
  };
}
export type Switches = ReturnType<typeof declareSwitches>;

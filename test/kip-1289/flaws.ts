import { LATEST, RECOMMENDED, type Choice } from '../../spec/kip-1289/designs.ts';
import { ROWS, type Row } from '../../spec/kip-1289/rows.ts';
import type { StepText } from './behaviour.ts';
import { aborted, completed, decided, learnt, processed, staged } from './scenarios.ts';

/** A flaw that docs/kip-1289.md tells of, with its shortest counterexample. */
export interface Flaw {
  /** The name of its region in the page, and of the file with its full trace. */
  readonly id: string;
  /** The row of the verdict table that shows it: `SC_FENCE=none`. */
  readonly row?: string;
  /** The model that shows it, where no row does. */
  readonly model?: string;
  readonly steps: readonly StepText[];
  /** The property that the last step violates; null where it leads to a state in which nothing goes on. */
  readonly property: string | null;
  /** The row that shows that it is removed. */
  readonly removedBy?: string;
}

/** A row as the verdict table names it. */
export function keyOf(row: Row): string {
  const key = `${row.switch}=${String(row.value)}`;
  return row.about === undefined ? key : `${key}, ${row.about}`;
}

/** The row of that name. */
export function rowOf(key: string): Row {
  const found = ROWS.find((row) => keyOf(row) === key);
  if (found === undefined) throw new Error(`there is no row ${key}`);
  return found;
}

/** Models of the historical designs, by what they differ in from the latest design. */
const MODELS: Readonly<Record<string, Choice>> = {
  plainShareGroup: { ...LATEST, ACKNOWLEDGEMENT: 'immediate' },
  plainShareGroupAfterwards: { ...LATEST, ACKNOWLEDGEMENT: 'afterCommit' },
};

/** The design of a flaw: the recommended one, but for what the row is about. */
export function designOf({ row, model }: Flaw): Choice {
  if (row === undefined) return MODELS[model!]!;
  const { switch: name, value, with: others } = rowOf(row);
  return { ...RECOMMENDED, [name]: value, ...others };
}

/** Whether the flaw's row asks for a property. */
export function isJudged({ row }: Flaw, property: string): boolean {
  const { only, without } = row === undefined ? {} : rowOf(row);
  return (only?.includes(property) ?? true) && !(without?.includes(property) ?? false);
}

const P3 = 'P3_OutputImpliesAck';
const P4 = 'P4_NoDuplicateOutcome';
const P8 = 'P8_NoOrphanPending';
const P12 = 'P12_DurableBeforeReply';
const P14 = 'P14_DlqCompleteness';

const IN_MEMORY = [...processed(), 'Register t1', 'StageInMemory t1'] as const;
const ENDED_BEFORE_STAGING = [
  ...processed(),
  'Register t1',
  'TxnTimeout t1',
  'FinalizeStaged t1',
] as const;
const REJECTED = ['Begin t1', 'Acquire m1', 'Reject t1', 'SendStage t1'] as const;

const UNKNOWN_WRITE = ', with a write of unknown outcome and a lock that expires';

/** Flaws of the latest design. */
const OF_THE_LATEST: readonly Flaw[] = [
  {
    id: 'orphan',
    row: 'SC_FENCE=none',
    steps: [...ENDED_BEFORE_STAGING, 'StageInMemory t1', 'StageDurable t1'],
    property: P8,
    removedBy: 'SC_FENCE=pidEpochMapDurable',
  },
  {
    id: 'never-learnt',
    row: 'SPL_LEARN=never',
    steps: [...processed(), ...staged(), ...decided(), ...completed()],
    property: null,
    removedBy: 'SPL_LEARN=refreshGuarded',
  },
  {
    id: 'lock-not-armed',
    row: 'ROLLBACK_TIMER=notRearmed',
    steps: [...IN_MEMORY, 'StageWriteFails t1 isAppended=false', ...aborted(), ...completed()],
    property: null,
    removedBy: 'ROLLBACK_TIMER=rearmed',
  },
  {
    id: 'two-copies',
    row: 'ACQ_TOKEN=memberId',
    steps: [
      ...['Acquire m1', 'LockTimeout', 'Acquire m1', 'Begin t1'],
      ...['Produce t1 copy.count=1', 'SendStage t1', ...staged()],
      ...['Produce t1', 'SendStage t1', 'Register t1', 'StageInMemory t1', ...decided()],
    ],
    property: P4,
    removedBy: 'ACQ_TOKEN=memberIdLeaderEpochAndDeliveryCount',
  },
  {
    id: 'early-answer',
    row: 'RESTAGE=answersAtOnce',
    steps: [...IN_MEMORY, 'RestageAnsweredEarly t1'],
    property: P12,
    removedBy: 'RESTAGE=waitsForWrite',
  },
  {
    id: 'below-start',
    row: 'STAGE_BELOW_START=skipped',
    steps: [
      ...[...processed(), 'Register t1', 'LockTimeout'],
      ...[...processed(2), ...staged(2), ...decided(2), 'FinalizeStaged t2', ...learnt],
      ...['AdvanceStart', 'StageInMemory t1'],
    ],
    property: P12,
    removedBy: 'STAGE_BELOW_START=refused',
  },
  {
    id: 'unknown-write',
    row: `MERGE_RULE=highestCountThenState${UNKNOWN_WRITE}`,
    steps: [
      ...[...processed(), ...staged(), ...aborted(), 'FinalizeStaged t1', ...learnt],
      ...[...processed(2), 'Register t2', 'StageInMemory t2'],
      ...['StageWriteFails t2 isAppended=true', 'LockTimeout'],
    ],
    property: 'P15_CacheAgreement',
    removedBy: `MERGE_RULE=countThenLogOrder${UNKNOWN_WRITE}`,
  },
  {
    id: 'start-goes-back',
    row: 'START_RULE=asWritten',
    steps: [
      ...['Acquire m1 o2', 'Begin t1', 'Produce t1 o2', 'SendStage t1', 'Register t1'],
      ...['StageInMemory t1', 'StageWriteLate t1', 'LockTimeout o2'],
      ...['Acquire m1 o1', 'PlainAccept m1 o1', 'AdvanceStart'],
      ...['Acquire m2 o2', 'Begin t2', 'Produce t2 o2', 'SendStage t2', ...staged(2)],
      'LateWriteArrives',
    ],
    property: 'P7_MonotoneStart',
    removedBy: 'START_RULE=highest',
  },
  {
    id: 'poison',
    row: 'ABORT_AT_LIMIT=available',
    steps: [
      ...['Acquire m1', 'LockTimeout', 'Acquire m1', 'Begin t1'],
      ...['Produce t1 copy.count=2', 'SendStage t1', ...staged(), ...aborted()],
      ...['FinalizeStaged t1', ...learnt, 'Acquire m2'],
    ],
    property: 'P13_DeliveryCountBounded',
    removedBy: 'ABORT_AT_LIMIT=archiveAtLimit',
  },
  {
    id: 'dead-letter-lost',
    row: 'DLQ_ON_COMMIT=archivingThenSpl, and the dead-letter record cannot be written',
    steps: [
      ...[...REJECTED, ...staged(), ...decided(), 'FinalizeStaged t1', ...learnt],
      'DeadLetterFails',
    ],
    property: P14,
    removedBy: 'DLQ_ON_COMMIT=insideProducerTxn',
  },
];

/** Flaws of alternatives that were discussed. */
const OF_ALTERNATIVES: readonly Flaw[] = [
  {
    id: 'stage-first',
    row: 'STAGE_ORDER=stageFirst',
    steps: [...processed(), 'StageInMemory t1', 'StageWriteFails t1 isAppended=true'],
    property: P8,
    removedBy: 'STAGE_ORDER=registerFirst',
  },
  {
    id: 'fence-in-memory',
    row: 'SC_FENCE=pidEpochMapInMemory, with a timeout and a failover',
    steps: [...ENDED_BEFORE_STAGING, 'ScFailover', 'StageInMemory t1', 'StageDurable t1'],
    property: P8,
    removedBy: 'SC_FENCE=pidEpochMapDurable, with a timeout and a failover',
  },
  {
    id: 'verify-then-append',
    row: 'SC_FENCE=verifyThenAppend',
    steps: [...IN_MEMORY, 'Verify t1', 'TxnTimeout t1', 'FinalizeStaged t1', 'StageDurable t1'],
    property: P8,
    removedBy: 'SC_FENCE=verifyWithTC',
  },
  {
    id: 'lock-runs',
    row: 'LOCK_IN_PENDING=runs',
    steps: [...processed(), ...staged(), 'LockTimeout', ...decided()],
    property: P3,
    removedBy: 'LOCK_IN_PENDING=cancelled',
  },
  {
    id: 'released-on-loss',
    row: 'MEMBER_LOSS_IN_PENDING=released',
    steps: [...processed(), ...staged(), 'MemberLoss m1', ...decided()],
    property: P3,
    removedBy: 'MEMBER_LOSS_IN_PENDING=keptUntilMarker',
  },
  {
    id: 'volatile-staging',
    row: 'DURABLE_PENDING=false, P12 aside, which it fails by definition',
    steps: [...IN_MEMORY, 'SplMove', ...decided()],
    property: P3,
    removedBy: 'DURABLE_PENDING=true',
  },
  {
    id: 'fork',
    row: 'DURABLE_PENDING=false, and the leader is no participant (the fork)',
    steps: [...IN_MEMORY, ...decided(), ...completed()],
    property: null,
    removedBy: 'DURABLE_PENDING=true',
  },
  {
    id: 'read-before-staging',
    row: 'SPL_LEARN=refreshUnguarded',
    steps: [...IN_MEMORY, 'RefreshRead', 'StageDurable t1', 'RefreshApply', ...decided()],
    property: P3,
    removedBy: 'SPL_LEARN=refreshGuarded',
  },
  {
    id: 'reinitialise',
    row: 'SPL_LEARN=reinitOnPending',
    steps: [...IN_MEMORY, 'Reinitialise', 'StageDurable t1', ...decided()],
    property: P3,
    removedBy: 'SPL_LEARN=refreshGuarded',
  },
  {
    id: 'equal-epoch',
    row: 'EPOCH_MATCH=equal',
    steps: [...processed(), ...staged(), 'TxnTimeout t1', 'FinalizeStaged t1'],
    property: P8,
    removedBy: 'EPOCH_MATCH=markerMinusOne',
  },
  {
    id: 'double-raise',
    row: 'EPOCH_MATCH=markerMinusOne, and a timeout raises the epoch twice',
    steps: [...processed(), ...staged(), 'TxnTimeout t1', 'FinalizeStaged t1'],
    property: P8,
    removedBy: 'EPOCH_MATCH=lessThan, and a timeout raises the epoch twice',
  },
  {
    id: 'version-1',
    row: 'TXN_VERSION=1',
    steps: [...processed(), ...staged(), ...decided(), 'FinalizeStaged t1'],
    property: P8,
    removedBy: 'TXN_VERSION=2',
  },
  {
    id: 'log-order',
    row: `MERGE_RULE=logOrder${UNKNOWN_WRITE}`,
    steps: [
      ...[...IN_MEMORY, 'StageWriteLate t1', 'LockTimeout'],
      ...[...processed(2), ...staged(2), 'LateWriteArrives', ...decided(2)],
    ],
    property: P3,
    removedBy: `MERGE_RULE=countThenLogOrder${UNKNOWN_WRITE}`,
  },
  {
    id: 'early-marker-answer',
    row: 'MARKER_ACK=early',
    steps: [...processed(), ...staged(), ...decided(), 'AckMarkerEarly t1', 'ScFailover'],
    property: P8,
    removedBy: 'MARKER_ACK=afterAppend',
  },
  {
    id: 'client-ignores',
    row: 'CLIENT_ON_STAGE_FAILURE=ignores',
    steps: [...processed(), 'GiveUp t1', ...decided()],
    property: P3,
    removedBy: 'CLIENT_ON_STAGE_FAILURE=mustAbort',
  },
  {
    id: 'checked-at-marker',
    row: 'MEMBER_EPOCH_CHECK=atStageAndMarker',
    steps: [...processed(), ...staged(), 'Rebalance m1', ...decided(), 'FinalizeStaged t1'],
    property: P3,
    removedBy: 'MEMBER_EPOCH_CHECK=none',
  },
  {
    id: 'count-only',
    row: 'ACQ_TOKEN=memberIdAndDeliveryCount',
    steps: [
      ...['Acquire m1', 'SplMove', 'Acquire m1', 'Begin t1'],
      ...['Produce t1 copy.leaderEpoch=0', 'SendStage t1', ...staged()],
      ...['Produce t1', 'SendStage t1', 'Register t1', 'StageInMemory t1', ...decided()],
    ],
    property: P4,
    removedBy: 'ACQ_TOKEN=memberIdLeaderEpochAndDeliveryCount',
  },
  {
    id: 'archived-at-once',
    row: 'DLQ_ON_COMMIT=archivedAtOnce',
    steps: [...REJECTED, ...staged(), ...decided(), 'FinalizeStaged t1'],
    property: P14,
    removedBy: 'DLQ_ON_COMMIT=archivingThenSpl',
  },
  {
    id: 'dead-letter-at-stage',
    row: 'DLQ_ON_COMMIT=atStage',
    steps: [
      ...[...REJECTED, 'Register t1', 'StageInMemory t1', 'SplMove', 'StageWriteRefused t1'],
      ...[...aborted(), 'FinalizeStaged t1', 'Complete t1', 'Begin t1', 'Acquire m1'],
      ...['Produce t1', 'SendStage t1', ...staged(1, 2), ...decided(), 'FinalizeStaged t1'],
    ],
    property: 'P14_DlqSoundness',
    removedBy: 'DLQ_ON_COMMIT=archivingThenSpl',
  },
  {
    id: 'client-forgets',
    row: 'REGISTER_BY=buggyClient',
    steps: [...processed(), 'StageInMemory t1', 'StageDurable t1'],
    property: P8,
    removedBy: 'REGISTER_BY=spl',
  },
  {
    id: 'no-timeout',
    row: 'TXN_TIMEOUT=infinite, and a producer that crashed never returns',
    steps: [...processed(), 'ProducerCrash t1', ...staged()],
    property: null,
    removedBy: 'TXN_TIMEOUT=finite',
  },
  {
    id: 'two-transactions',
    row: 'SAME_TXN=twoTxns',
    steps: [
      ...['Acquire m1', 'Begin t1', 'Produce t1', 'SendStage t2', ...staged(2)],
      ...['Checkpoint', 'TxnTimeout t1', 'DecideCommit t2', 'FinalizeStaged t2'],
    ],
    property: 'P2_NoLoss',
    removedBy: 'SAME_TXN=twoPreparedTxns',
  },
  {
    id: 'reset-while-staged',
    row: 'ADMIN_RESET_WHILE_PENDING=allowed',
    steps: [...processed(), ...staged(), 'MemberLoss m1', 'AdminReset', ...decided()],
    property: P3,
    removedBy: 'ADMIN_RESET_WHILE_PENDING=refused',
  },
  {
    id: 'stale-read',
    row: 'ZOMBIE_SC_READ=staleAllowed',
    steps: [...processed(), ...staged(), 'RefreshReadStale', 'RefreshApply', ...decided()],
    property: P3,
    removedBy: 'ZOMBIE_SC_READ=linearizable',
  },
  {
    id: 'write-again',
    row: 'RESTAGE=writesAgain',
    steps: [
      ...[...IN_MEMORY, 'StageRequestCopied t1', 'Commit t1', 'Register t1', 'DecideCommit t1'],
      ...['FinalizeStaged t1', 'StageInMemory t1', 'StageWriteRefused t1'],
    ],
    property: P3,
    removedBy: 'RESTAGE=waitsForWrite',
  },
  {
    id: 'restage-on-match',
    row: 'RESTAGE_AFTER_SPL_MOVE=acceptedOnMatch',
    steps: [
      ...['Acquire m1', 'LockTimeout', 'Acquire m1', 'Begin t1'],
      ...['Produce t1 copy.count=2', 'SendStage t1', 'Produce t1', ...staged(), 'SplMove'],
      ...['SendStage t1', ...staged(), ...decided()],
    ],
    property: P4,
    removedBy: 'RESTAGE_AFTER_SPL_MOVE=refused',
  },
];

/** Flaws of what there was before. */
const OF_HISTORY: readonly Flaw[] = [
  {
    id: 'plain-first',
    model: 'plainShareGroup',
    steps: ['Acquire m1', 'Begin t1', 'Produce t1', 'PlainAck t1', 'TxnTimeout t1'],
    property: 'P2_NoLoss',
  },
  {
    id: 'plain-after',
    model: 'plainShareGroupAfterwards',
    steps: [
      ...['Acquire m1', 'Begin t1', 'Produce t1', ...decided(), 'LockTimeout'],
      ...['Acquire m2', 'Begin t2', 'Produce t2', ...decided(2)],
    ],
    property: P4,
  },
];

/** Every flaw of the page, in its order. */
export const FLAWS: readonly Flaw[] = [...OF_THE_LATEST, ...OF_ALTERNATIVES, ...OF_HISTORY];

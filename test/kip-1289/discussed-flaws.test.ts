import { describe, expect, test } from 'vitest';
import { onlyFaults, RECOMMENDED, type Choice } from '../../spec/kip-1289/designs.ts';
import { Behaviour, type StepText } from './behaviour.ts';
import { decided, learnt, processed, staged } from './scenarios.ts';

/** A scenario from the discussion of the design, step by step. */
interface Discussed {
  readonly what: string;
  /** What differs from the recommended design. */
  readonly but?: Choice;
  readonly steps: readonly StepText[];
  /** The properties that are violated on the way, in this order; the last step violates the last one. */
  readonly violates: readonly string[];
}

const P2 = 'P2_NoLoss';
const P3 = 'P3_OutputImpliesAck';
const P4 = 'P4_NoDuplicateOutcome';
const P6 = 'P6_TerminalStaysTerminal';
const P8 = 'P8_NoOrphanPending';

const ENDS_BEFORE_STAGING = [...processed(), 'Register t1', 'TxnTimeout t1', 'FinalizeStaged t1'];
const BOTH_STAGED = [...processed(2), ...staged(2)];
const ADMIN = { MEMBER: 1, ...onlyFaults({ MEMBER_LOSSES: 1, ADMIN_RESETS: 1 }) } as const;

const discussed: readonly Discussed[] = [
  {
    what: 'S1: a record staged before it is registered, of a transaction that timed out',
    but: { STAGE_ORDER: 'stageFirst' },
    steps: [...processed(), 'TxnTimeout t1', 'StageInMemory t1', 'StageDurable t1', 'RegisterRefused t1'],
    violates: [P8],
  },
  {
    what: 'S2: without a fence a staging lands after the marker that was to finalize it',
    but: { SC_FENCE: 'none' },
    steps: [...ENDS_BEFORE_STAGING, 'StageInMemory t1', 'StageDurable t1'],
    violates: [P8],
  },
  {
    what: 'S2: a fence in memory is forgotten by a failover',
    but: { SC_FENCE: 'pidEpochMapInMemory', ...onlyFaults({ TXN_TIMEOUTS: 1, SC_FAILOVERS: 1 }) },
    steps: [...ENDS_BEFORE_STAGING, 'ScFailover', 'StageInMemory t1', 'StageDurable t1'],
    violates: [P8],
  },
  {
    what: 'S2: a transaction ends between its verification and the append',
    but: { SC_FENCE: 'verifyThenAppend' },
    steps: [...processed(), 'Register t1', 'StageInMemory t1', 'Verify t1', 'TxnTimeout t1', 'FinalizeStaged t1', 'StageDurable t1'],
    violates: [P8],
  },
  {
    what: 'S3: the lock of a staged record expires, and another member commits it too',
    but: { LOCK_IN_PENDING: 'runs' },
    steps: [...processed(), ...staged(), 'LockTimeout', ...BOTH_STAGED, ...decided(1), ...decided(2)],
    violates: [P3, P4],
  },
  {
    what: 'S3: and what was acknowledged is staged again',
    but: { LOCK_IN_PENDING: 'runs', MERGE_RULE: 'highestCountThenState' },
    steps: [...processed(), ...staged(), 'LockTimeout', ...processed(2), 'Register t2', 'StageInMemory t2', ...decided(1), 'FinalizeStaged t1', 'StageDurable t2'],
    violates: [P3, P6],
  },
  {
    what: 'S4: the record of a lost member is given to another while its transaction commits',
    but: { MEMBER_LOSS_IN_PENDING: 'released' },
    steps: [...processed(), ...staged(), 'MemberLoss m1', ...BOTH_STAGED, ...decided(1), ...decided(2)],
    violates: [P3, P4],
  },
  {
    what: 'S5: what is staged only in memory is lost with the leader, and processed again',
    but: { DURABLE_PENDING: false },
    steps: [...processed(), 'Register t1', 'StageInMemory t1', 'SplMove', ...processed(2), 'Register t2', 'StageInMemory t2', ...decided(1), ...decided(2)],
    violates: ['P12_DurableBeforeReply', P3, P4],
  },
  {
    what: 'S6: a read from before the staging looks like an abort',
    but: { SPL_LEARN: 'refreshUnguarded' },
    steps: [...processed(), 'Register t1', 'StageInMemory t1', 'RefreshRead', 'StageDurable t1', 'RefreshApply', ...BOTH_STAGED, ...decided(1), ...decided(2)],
    violates: [P3, P4],
  },
  {
    what: 'S6: a cache that is dropped while a staging is written forgets it',
    but: { SPL_LEARN: 'reinitOnPending' },
    steps: [...processed(), 'Register t1', 'StageInMemory t1', 'Reinitialise', 'StageDurable t1', ...BOTH_STAGED, ...decided(1), ...decided(2)],
    violates: [P3, P4],
  },
  {
    what: 'S7: a marker that must carry the epoch of the staging finds nothing',
    but: { EPOCH_MATCH: 'equal' },
    steps: [...processed(), ...staged(), ...decided(), 'FinalizeStaged t1'],
    violates: [P8],
  },
  {
    what: 'S8: so does one of transaction.version 1 that must carry the next epoch',
    but: { TXN_VERSION: 1 },
    steps: [...processed(), ...staged(), ...decided(), 'FinalizeStaged t1'],
    violates: [P8],
  },
  {
    what: 'S10: a marker answered early is lost with the share coordinator',
    but: { MARKER_ACK: 'early' },
    steps: [...processed(), ...staged(), ...decided(), 'AckMarkerEarly t1', 'ScFailover'],
    violates: [P8],
  },
  {
    what: 'S11: a client that commits though its stage request failed',
    but: { CLIENT_ON_STAGE_FAILURE: 'ignores' },
    steps: [...processed(), 'LockTimeout', 'Register t1', 'StageRefused t1', ...decided()],
    violates: [P3],
  },
  {
    what: 'S13: a decision that the marker refuses, as the member was moved on',
    but: { MEMBER_EPOCH_CHECK: 'atStageAndMarker', ...onlyFaults({ REBALANCES: 1 }) },
    steps: [...processed(), ...staged(), 'Rebalance m1', ...decided(), 'FinalizeStaged t1'],
    violates: ['P1_AtomicCommit', P3],
  },
  {
    what: 'S15: a member that acquires a record twice has two copies committed',
    but: { ACQ_TOKEN: 'memberId' },
    steps: ['Acquire m1', 'LockTimeout', 'Acquire m1', 'Begin t1', 'Produce t1 copy.count=1', 'SendStage t1', ...staged(), 'Produce t1', 'SendStage t1', 'Register t1', 'StageInMemory t1', ...decided()],
    violates: [P4],
  },
  {
    what: 'S19: a client that forgets to register',
    but: { REGISTER_BY: 'buggyClient' },
    steps: [...processed(), 'StageInMemory t1', 'StageDurable t1'],
    violates: [P8],
  },
  {
    what: 'S22: a reset under a staged record, whose transaction commits',
    but: { ...ADMIN, ADMIN_RESET_WHILE_PENDING: 'allowed' },
    steps: [...processed(), ...staged(), 'MemberLoss m1', 'AdminReset', ...decided()],
    violates: [P3],
  },
  {
    what: 'S23: a read by a deposed share coordinator looks like an abort',
    but: { ZOMBIE_SC_READ: 'staleAllowed', STALE_READS: 1 },
    steps: [...processed(), ...staged(), 'RefreshReadStale', 'RefreshApply', ...BOTH_STAGED, ...decided(1), ...decided(2)],
    violates: [P3, P4],
  },
  {
    what: 'a retry answered early: the leader changes, and both transactions commit',
    but: { RESTAGE: 'answersAtOnce', FAULTS: 2 },
    steps: [...processed(), 'Register t1', 'StageInMemory t1', 'RestageAnsweredEarly t1', 'SplMove', ...BOTH_STAGED, ...decided(1), ...decided(2)],
    violates: ['P12_DurableBeforeReply', P3, P4],
  },
  {
    what: 'a request below the start offset answered with success: both transactions commit',
    but: { STAGE_BELOW_START: 'skipped' },
    steps: [...processed(), 'Register t1', 'LockTimeout', ...BOTH_STAGED, ...decided(2), 'FinalizeStaged t2', ...learnt, 'AdvanceStart', 'StageInMemory t1', ...decided(1)],
    violates: ['P12_DurableBeforeReply', P3, P4],
  },
  {
    what: 'plain share groups: a record acknowledged before its transaction times out is lost',
    but: { ACKNOWLEDGEMENT: 'immediate' },
    steps: ['Acquire m1', 'Begin t1', 'Produce t1', 'PlainAck t1', 'TxnTimeout t1'],
    violates: [P2],
  },
  {
    what: 'plain share groups: a record acknowledged after its transaction is processed twice',
    but: { ACKNOWLEDGEMENT: 'afterCommit' },
    steps: ['Acquire m1', 'Begin t1', 'Produce t1', ...decided(1), 'LockTimeout', 'Acquire m2', 'Begin t2', 'Produce t2', ...decided(2)],
    violates: [P4],
  },
]; // prettier-ignore

describe('a scenario of the discussion is a behaviour of the model, and violates what was said', () => {
  test.each(discussed)('$what', ({ but = {}, steps, violates }) => {
    const behaviour = new Behaviour({ ...RECOMMENDED, ...but });
    behaviour.take(...steps);
    expect(behaviour.violations).toEqual(violates);
    expect(behaviour.violated.at(-1)).toContain(violates.at(-1));
  });
});

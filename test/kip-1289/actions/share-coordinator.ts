import type { ActionCase } from '../action-case.ts';
import { together, type Places } from '../hand-written.ts';
import {
  cached,
  call,
  client,
  durable,
  held,
  history,
  kept,
  NO_CALL,
  owed,
  staged,
  tc,
  why,
  writing,
} from './places.ts';

const FENCED = { SC_FENCE: 'pidEpochMapDurable' } as const;
/** Two state partitions, a change of leader and a reset: everything that a write can fail at. */
const MOVES = { SGS: 2, PARTITION: 2, SPL_MOVES: 1, ADMIN_RESETS: 1 } as const;
const DEAD_LETTERS = { DLQ: true, REJECTS: true } as const;

const WRITING = together(
  cached(held.pending('m1')),
  writing(),
  client({ state: 'inTransaction', txn: 1 }),
);
const STAGED = together(
  durable(kept.pending()),
  NO_CALL,
  history({ everPending: true, accepted: true }),
);
const ROLLED_BACK = together(
  cached({ state: 'acquired', staged: null }),
  NO_CALL,
  client({ state: 'abortable' }),
);
const FENCE = { fence: { k1: { t1: 1 } } };
const NOT_WRITABLE: Readonly<Record<string, Places>> = {
  'no write is under way': call({ phase: 'registered' }),
  'a later leader has read the state': { leaderEpoch: { p1: 1 } },
};
const elsewhere = (action: string) => ({
  'the state of the share-partition is elsewhere': { instead: `${action} t1 n=1 k2 p1`, given: {} },
});

/** A transaction that is being ended, with the record staged by it. */
const ending = (outcome: 'prepareCommit' | 'prepareAbort', record = kept.pending()): Places =>
  together(
    tc({ state: outcome, epoch: 1, sgs: ['k1'] }),
    owed(['k1'], ['q1']),
    durable(record),
    cached(held.pending('m1')),
  );
const TOLD = owed([], ['q1']);
const COMMIT_ENDS = together(
  durable(kept.finished('acknowledged')),
  why('transaction', 't1', 1),
  TOLD,
);
const rejected = kept.pending(staged({ type: 'reject' }));
const EARLY = { MARKER_ACK: 'early' } as const;

export const shareCoordinatorCases: readonly ActionCase[] = [
  {
    step: 'StageDurable t1 n=1',
    when: 'without a fence, whatever the transaction is',
    design: MOVES,
    given: WRITING,
    then: STAGED,
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageDurable'),
      'the state was initialised anew': { stateEpoch: { p1: 1 } },
    },
  },
  {
    step: 'StageDurable t1 n=1',
    when: 'with a fence, unless a later epoch was seen',
    design: { ...FENCED, ...MOVES },
    given: WRITING,
    then: STAGED,
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageDurable'),
      'the state was initialised anew': { stateEpoch: { p1: 1 } },
      'a marker fenced the epoch': FENCE,
    },
  },
  {
    step: 'StageDurable t1 n=1',
    when: 'if the transaction coordinator says that the transaction is open',
    design: { SC_FENCE: 'verifyWithTC', ...MOVES },
    given: together(WRITING, tc({ state: 'ongoing', sgs: ['k1'] })),
    then: STAGED,
    refusals: {
      ...NOT_WRITABLE,
      'the state of the share-partition is elsewhere': {
        instead: 'StageDurable t1 n=1 k2 p1',
        given: tc({ sgs: ['k1', 'k2'] }),
      },
      'the state was initialised anew': { stateEpoch: { p1: 1 } },
      'the transaction is being ended': tc({ state: 'prepareAbort' }),
      'a later epoch is in the transaction': tc({ epoch: 1 }),
      'the state partition is not registered': tc({ sgs: [] }),
    },
  },
  {
    step: 'StageDurable t1 n=1',
    when: 'as a transactional append remembers the epoch',
    design: { SC_FENCE: 'transactionalAppend' },
    given: together(WRITING, call({ epoch: 1 })),
    then: together(
      durable(kept.pending(staged({ epoch: 1 }))),
      NO_CALL,
      history({ everPending: true, accepted: true }),
      FENCE,
    ),
  },
  {
    step: 'StageDurable t1 n=1',
    when: 'persists the start offset',
    design: { OFFSET: 2 },
    given: together(WRITING, { start: { p1: 1 } }),
    then: together(STAGED, { durableStart: { p1: 1 } }),
  },
  {
    step: 'StageDurable t1 n=1',
    when: 'goes on to register, if the staging comes first',
    design: { STAGE_ORDER: 'stageFirst' },
    given: WRITING,
    then: together(
      durable(kept.pending()),
      call({ phase: 'written' }),
      history({ everPending: true }),
    ),
  },
  {
    step: 'Verify t1 n=1',
    design: { SC_FENCE: 'verifyThenAppend', ...MOVES },
    given: together(WRITING, tc({ state: 'ongoing', sgs: ['k1'] })),
    then: call({ phase: 'verified' }),
    refusals: {
      'the state of the share-partition is elsewhere': {
        instead: 'Verify t1 n=1 k2 p1',
        given: tc({ sgs: ['k1', 'k2'] }),
      },
      'no write is under way': call({ phase: 'registered' }),
      'the transaction is being ended': tc({ state: 'prepareAbort' }),
      'a later epoch is in the transaction': tc({ epoch: 1 }),
      'the state partition is not registered': tc({ sgs: [] }),
    },
  },
  {
    step: 'StageWriteRefused t1 n=1',
    when: 'by the leader epoch leaves the new leader’s cache alone',
    design: MOVES,
    given: together(WRITING, { leaderEpoch: { p1: 1 } }, cached(held.available())),
    then: together(NO_CALL, client({ state: 'abortable' })),
    refusals: {
      'the leader is the current one': { leaderEpoch: { p1: 0 } },
      ...elsewhere('StageWriteRefused'),
    },
  },
  {
    step: 'StageWriteRefused t1 n=1',
    when: 'by the fence rolls the staging back, and its lock does not run',
    design: FENCED,
    given: together(WRITING, FENCE),
    then: ROLLED_BACK,
  },
  {
    step: 'StageWriteRefused t1 n=1',
    when: 'by the fence rolls the staging back and arms its lock again',
    design: { ...FENCED, ROLLBACK_TIMER: 'rearmed' },
    given: together(WRITING, FENCE),
    then: together(ROLLED_BACK, cached({ timer: true })),
  },
  {
    step: 'StageWriteRefused t1 n=1',
    when: 'by the transaction coordinator',
    design: { SC_FENCE: 'verifyThenAppend' },
    given: together(WRITING, tc({ state: 'prepareAbort', sgs: ['k1'] })),
    then: ROLLED_BACK,
  },
  {
    step: 'FinalizeStaged t1',
    when: 'by a commit acknowledges, and the leader does not learn it',
    given: ending('prepareCommit'),
    then: COMMIT_ENDS,
    refusals: {
      'nothing was decided': tc({ state: 'ongoing' }),
      'the marker was answered': owed([], ['q1']),
    },
  },
  {
    step: 'FinalizeStaged t1',
    when: 'by an abort makes the record available',
    given: ending('prepareAbort'),
    then: together(durable(kept.available(1)), TOLD),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'by an abort at the limit archives, where that is so',
    design: { ABORT_AT_LIMIT: 'archiveAtLimit', DELIVERY_LIMIT: 1 },
    given: ending('prepareAbort'),
    then: together(durable(kept.finished('archived')), why('limit', 't1', 1), TOLD),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'by a commit archives what was rejected',
    design: { REJECTS: true },
    given: ending('prepareCommit', rejected),
    then: together(durable(kept.finished('archived')), why('transaction', 't1', 1), TOLD),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'leaves a rejected record to be dead-lettered',
    design: DEAD_LETTERS,
    given: ending('prepareCommit', rejected),
    then: together(durable(kept.finished('archiving')), why('transaction', 't1', 1), TOLD),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'with the dead-letter record inside the transaction',
    design: { ...DEAD_LETTERS, DLQ_ON_COMMIT: 'insideProducerTxn' },
    given: ending('prepareCommit', rejected),
    then: together(durable(kept.finished('archived')), why('transaction', 't1', 1), TOLD, {
      deadLetter: { p1: { o1: true } },
    }),
  },
  ...(
    [
      ['another producer', staged({ tid: 't2' })],
      ['a later epoch', staged({ epoch: 1 })],
    ] as const
  ).map(([whose, by]): ActionCase => ({
    step: 'FinalizeStaged t1',
    when: `leaves alone what was staged by ${whose}`,
    given: ending('prepareCommit', kept.pending(by)),
    then: TOLD,
  })),
  {
    step: 'FinalizeStaged t1',
    when: 'with equal epochs never matches',
    design: { EPOCH_MATCH: 'equal' },
    given: ending('prepareCommit'),
    then: TOLD,
  },
  ...(
    [
      ['lessThan', 'acknowledged'],
      ['staleAborts', 'available'],
      ['markerMinusOne', 'pending'],
    ] as const
  ).map(([rule, becomes]): ActionCase => ({
    step: 'FinalizeStaged t1',
    when: `makes what an older epoch staged ${becomes} by the rule ${rule}`,
    design: { EPOCH_MATCH: rule },
    given: together(ending('prepareCommit'), tc({ epoch: 2 })),
    then:
      becomes === 'acknowledged'
        ? COMMIT_ENDS
        : becomes === 'available'
          ? together(durable(kept.available(1)), TOLD)
          : TOLD,
  })),
  {
    step: 'FinalizeStaged t1',
    when: 'raises the fence, also where it finds nothing',
    design: FENCED,
    given: together(ending('prepareAbort', kept.available())),
    then: together(TOLD, FENCE),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'only in memory finalizes in the cache of the leader',
    design: { DURABLE_PENDING: false },
    given: ending('prepareCommit', kept.available()),
    then: together(COMMIT_ENDS, cached(held.finished('acknowledged'))),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'only in memory finds nothing if the leader is no participant',
    design: { DURABLE_PENDING: false, MARKER_REACH: 'participantsOnly' },
    given: ending('prepareCommit', kept.available()),
    then: TOLD,
  },
  {
    step: 'FinalizeStaged t1',
    when: 'drops the cache of a leader on the same broker',
    design: { SPL_LEARN: 'invalidateIfColocated', OFFSET: 2 },
    given: together(ending('prepareCommit'), { cache: { p1: { o2: held.acquired('m2') } } }),
    then: together(COMMIT_ENDS, cached(held.finished('acknowledged')), {
      cache: { p1: { o2: held.available() } },
    }),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'drops nothing on another broker',
    design: { SPL_LEARN: 'invalidateIfColocated', COLOCATED: false },
    given: ending('prepareCommit'),
    then: COMMIT_ENDS,
  },
  {
    step: 'FinalizeStaged t1',
    when: 'by a commit refuses the decision of a member that was moved on',
    design: { MEMBER_EPOCH_CHECK: 'atStageAndMarker', REBALANCES: 1 },
    given: together(ending('prepareCommit', kept.pending(staged({ member: 'm1' }))), {
      member: { m1: { epoch: 1 } },
    }),
    then: together(durable(kept.available(1)), TOLD),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'keeps the highest coordinator epoch',
    design: { COORD_EPOCH_AT_SC: 'checkedAndStored' },
    given: together(ending('prepareCommit'), { tcEpoch: 1 }),
    then: together(COMMIT_ENDS, { knownCoordinator: { k1: 1 } }),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'ends what was staged in both share-partitions of a state partition',
    design: { PARTITION: 2 },
    given: together(ending('prepareCommit'), { durable: { p2: { o1: kept.pending() } } }),
    then: together(COMMIT_ENDS, {
      durable: { p2: { o1: kept.finished('acknowledged') } },
      why: { p2: { o1: { cause: 'transaction', tid: 't1', txn: 1 } } },
    }),
  },
  {
    step: 'FinalizeStaged t1 k1',
    when: 'leaves alone what lives in another state partition',
    design: { PARTITION: 2, SGS: 2 },
    given: together(ending('prepareCommit'), { durable: { p2: { o1: kept.pending() } } }),
    then: COMMIT_ENDS,
  },
  {
    step: 'FinalizeStaged t1',
    when: 'never lowers the fence',
    design: FENCED,
    given: together(ending('prepareAbort', kept.available()), { fence: { k1: { t1: 2 } } }),
    then: TOLD,
  },
  {
    step: 'FinalizeStaged t1',
    when: 'drops the cache with its start offset',
    design: { SPL_LEARN: 'invalidateIfColocated', OFFSET: 2 },
    given: together(ending('prepareCommit'), { start: { p1: 1 } }),
    then: together(COMMIT_ENDS, cached(held.finished('acknowledged')), { start: { p1: 0 } }),
  },
  {
    step: 'FinalizeStaged t1',
    when: 'drops no cache if it finds nothing',
    design: { SPL_LEARN: 'invalidateIfColocated' },
    given: ending('prepareCommit', kept.available()),
    then: TOLD,
  },
  {
    step: 'FinalizeStaged t1',
    when: 'by a commit keeps the decision of a member that is as it was',
    design: { MEMBER_EPOCH_CHECK: 'atStageAndMarker', REBALANCES: 1 },
    given: ending('prepareCommit', kept.pending(staged({ member: 'm1' }))),
    then: COMMIT_ENDS,
  },
  {
    step: 'StageWriteRefused t1 n=1',
    when: 'by the fence tells nobody where nobody waits',
    design: FENCED,
    given: together(WRITING, FENCE, call({ awaited: null })),
    then: together(cached({ state: 'acquired', staged: null }), NO_CALL),
  },
  {
    step: 'StageWriteRefused t1 n=1',
    when: 'by the fence tells a client that knows already',
    design: FENCED,
    given: together(WRITING, FENCE, client({ state: 'fenced' })),
    then: together(cached({ state: 'acquired', staged: null }), NO_CALL),
  },
  {
    step: 'AckMarkerEarly t1',
    design: EARLY,
    given: ending('prepareCommit'),
    then: together(TOLD, {
      lateMarker: { k1: { t1: { epoch: 1, outcome: 'commit', coordinatorEpoch: 0 } } },
    }),
    refusals: {
      'nothing was decided': tc({ state: 'ongoing' }),
      'the marker was answered': owed([], ['q1']),
      'an earlier marker waits': {
        lateMarker: { k1: { t1: { epoch: 0, outcome: 'abort', coordinatorEpoch: 0 } } },
      },
    },
  },
];

import type { ActionCase } from '../action-case.ts';
import { together, type Places } from '../hand-written.ts';
import {
  cached,
  call,
  client,
  decision,
  durable,
  FORGOTTEN,
  held,
  history,
  kept,
  left,
  member,
  NO_CALL,
  NO_TOKEN,
  owed,
  REMEMBERED,
  request,
  staged,
  tc,
  why,
  writing,
} from './places.ts';

const spent = (budget: string): Places => left({ total: 0, [budget]: 0 });
const exhausted = (budget: string): Readonly<Record<string, Places>> => ({
  'the budget of all faults is spent': left({ total: 0 }),
  'its own budget is spent': left({ [budget]: 0 }),
});
/** Two state partitions, a change of leader and a reset: everything that a write can fail at. */
const MOVES = {
  SGS: 2,
  PARTITION: 2,
  SPL_MOVES: 1,
  ADMIN_RESETS: 1,
  SC_FENCE: 'pidEpochMapDurable',
} as const;
const FENCE = { fence: { k1: { t1: 1 } } };
const NOT_WRITABLE: Readonly<Record<string, Places>> = {
  'no write is under way': call({ phase: 'registered' }),
  'a later leader has read the state': { leaderEpoch: { p1: 1 } },
  'the state was initialised anew': { stateEpoch: { p1: 1 } },
  'a marker fenced the epoch': FENCE,
};
const elsewhere = (action: string, rest = '') => ({
  'the state of the share-partition is elsewhere': {
    instead: `${action} t1 n=1 k2 p1${rest}`,
    given: {},
  },
});
const WRITING = together(
  cached(held.pending('m1')),
  writing(),
  client({ state: 'inTransaction', txn: 1 }),
);
const STAGED = together(durable(kept.pending()), history({ everPending: true }));
const OPEN = tc({ state: 'ongoing', sgs: ['k1'], outputs: ['q1'] });
const ENDING = together(
  tc({ state: 'prepareCommit', epoch: 1, sgs: ['k1'], outputs: ['q1'] }),
  owed(['k1'], ['q1']),
  durable(kept.pending()),
);
const LATE_MARKER = {
  lateMarker: { k1: { t1: { epoch: 1, outcome: 'commit', coordinatorEpoch: 0 } } },
};
const MARKER_ARRIVED = { lateMarker: { k1: { t1: null } } };
const LATE_WRITE: Places = {
  lateWrite: {
    p1: {
      tid: 't1',
      txn: 1,
      epoch: 0,
      acks: { o1: { type: 'accept', token: NO_TOKEN } },
      counts: { o1: 1 },
    },
  },
};
const WRITE_ARRIVED = { lateWrite: { p1: null } };

export const networkCases: readonly ActionCase[] = [
  {
    step: 'AcquireResponseLost m1',
    given: {},
    then: together(cached(held.acquired('m1')), spent('LOST_RESPONSES')),
    refusals: {
      'the member is down': member({ up: false }),
      'the record is acquired': cached(held.acquired('m2')),
      'the record was acquired as often as the model allows': cached({ count: 2 }),
      ...exhausted('LOST_RESPONSES'),
    },
  },
  {
    step: 'AcquireResponseLost m1',
    when: 'though the leader learns the epoch of the member',
    design: { REBALANCES: 1 },
    given: member({ epoch: 1, ownEpoch: 1 }),
    then: together(
      cached(held.acquired('m1')),
      { seenEpoch: { p1: { m1: 1 } } },
      spent('LOST_RESPONSES'),
    ),
  },
  {
    step: 'DecideCommitUnheard t1',
    given: together(OPEN, client({ state: 'committing', txn: 1 })),
    then: together(
      tc({ state: 'prepareCommit', epoch: 1 }),
      owed(['k1'], ['q1']),
      decision('commit'),
      spent('LOST_RESPONSES'),
    ),
    refusals: {
      'the client does not commit': client({ state: 'aborting' }),
      'no transaction is open': tc({ state: 'empty' }),
      'the coordinator knows a later epoch': tc({ epoch: 1 }),
      ...exhausted('LOST_RESPONSES'),
    },
  },
  {
    step: 'DecideAbortUnheard t1',
    given: together(OPEN, client({ state: 'aborting', txn: 1 }), REMEMBERED),
    then: together(
      tc({ state: 'prepareAbort', epoch: 1 }),
      owed(['k1'], ['q1']),
      decision('abort'),
      FORGOTTEN,
      spent('LOST_RESPONSES'),
    ),
    refusals: {
      'the client does not abort': client({ state: 'committing' }),
      'no transaction is open': tc({ state: 'empty' }),
      'the coordinator knows a later epoch': tc({ epoch: 1 }),
      ...exhausted('LOST_RESPONSES'),
    },
  },
  {
    step: 'RegisterUnheard t1 n=1 k1',
    design: { SGS: 2, PARTITION: 2 },
    given: together(request('sent'), client({ state: 'inTransaction', txn: 1 })),
    then: together(
      tc({ state: 'ongoing', sgs: ['k1'] }),
      { tcTxn: { t1: 1 } },
      spent('LOST_RESPONSES'),
    ),
    refusals: {
      'the request has been registered': call({ phase: 'registered' }),
      'the state of the share-partition is elsewhere': {
        instead: 'RegisterUnheard t1 n=1 k2 p1',
        given: {},
      },
      'the coordinator knows another epoch': tc({ epoch: 1 }),
      'the coordinator is ending the transaction': tc({ state: 'prepareAbort' }),
      'the state partition is registered': OPEN,
      ...exhausted('LOST_RESPONSES'),
    },
  },
  {
    step: 'RegisterUnheard t1 n=1',
    when: 'adds to an open transaction',
    given: together(request('sent'), tc({ state: 'ongoing', outputs: ['q1'] })),
    then: together(tc({ sgs: ['k1'] }), { tcTxn: { t1: 1 } }, spent('LOST_RESPONSES')),
  },
  {
    step: 'RegisterUnheard t1 n=1',
    when: 'opens a transaction after the last one, and its participants are its own',
    given: together(request('sent'), tc({ state: 'completeAbort', outputs: ['q1'] })),
    then: together(
      tc({ state: 'ongoing', sgs: ['k1'], outputs: [] }),
      { tcTxn: { t1: 1 } },
      spent('LOST_RESPONSES'),
    ),
  },
  {
    step: 'StageDurableUnheard t1 n=1 k1',
    design: MOVES,
    given: WRITING,
    then: together(STAGED, call({ phase: 'sent' }), spent('LOST_RESPONSES')),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageDurableUnheard'),
      'nobody waits for the request': call({ awaited: null }),
      ...exhausted('LOST_RESPONSES'),
    },
  },
  {
    step: 'StageWriteFails t1 n=1 k1 isAppended=false',
    when: 'and was not appended',
    design: MOVES,
    given: WRITING,
    then: together(
      cached({ state: 'acquired', staged: null }),
      NO_CALL,
      client({ state: 'abortable' }),
      spent('WRITE_FAILURES'),
    ),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageWriteFails', ' isAppended=false'),
      ...exhausted('WRITE_FAILURES'),
    },
  },
  {
    step: 'StageWriteFails t1 n=1 isAppended=true',
    when: 'though it was appended',
    design: { ROLLBACK_TIMER: 'rearmed' },
    given: WRITING,
    then: together(
      cached({ state: 'acquired', staged: null, timer: true }),
      STAGED,
      NO_CALL,
      client({ state: 'abortable' }),
      spent('WRITE_FAILURES'),
    ),
  },
  ...(
    [
      ['StageDurableUnheard t1 n=1', call({ phase: 'sent' }), 'LOST_RESPONSES'],
      [
        'StageWriteFails t1 n=1 isAppended=true',
        together(
          cached({ state: 'acquired', staged: null }),
          NO_CALL,
          client({ state: 'abortable' }),
        ),
        'WRITE_FAILURES',
      ],
      [
        'StageDurableCopied t1 n=1',
        together(
          NO_CALL,
          LATE_WRITE,
          { lateWrite: { p1: { start: 1 } } },
          history({ accepted: true }),
        ),
        'DUPLICATES',
      ],
      [
        'StageRequestCopied t1 n=1',
        together(
          call({ phase: 'sent', awaited: null, counts: { o1: 0 } }),
          history({ accepted: true }),
        ),
        'DUPLICATES',
      ],
    ] as const
  ).map(([step, then, budget]): ActionCase => ({
    step,
    when: 'persists the start offset, and only what it is asked to stage',
    design: { OFFSET: 2 },
    given: together(WRITING, { start: { p1: 1 } }),
    then: together(STAGED, { durableStart: { p1: 1 } }, then, spent(budget)),
  })),
  {
    step: 'StageRequestCopied t1 n=1',
    when: 'forgets the epochs of the write',
    design: { SPL_MOVES: 1, ADMIN_RESETS: 1 },
    given: together(WRITING, call({ leaderEpoch: 1, stateEpoch: 1 }), {
      leaderEpoch: { p1: 1 },
      stateEpoch: { p1: 1 },
    }),
    then: together(
      STAGED,
      history({ accepted: true }),
      call({ phase: 'sent', awaited: null, counts: { o1: 0 }, leaderEpoch: 0, stateEpoch: 0 }),
      spent('DUPLICATES'),
    ),
  },
  {
    step: 'StageWriteFails t1 n=1 isAppended=false',
    when: 'and tells nobody where nobody waits',
    given: together(WRITING, call({ awaited: null })),
    then: together(cached({ state: 'acquired', staged: null }), NO_CALL, spent('WRITE_FAILURES')),
  },
  {
    step: 'StageWriteLate t1 n=1 k1',
    design: MOVES,
    given: WRITING,
    then: together(
      cached({ state: 'acquired', staged: null }),
      NO_CALL,
      client({ state: 'abortable' }),
      LATE_WRITE,
      spent('WRITE_FAILURES'),
    ),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageWriteLate'),
      'a copy is under way': LATE_WRITE,
      ...exhausted('WRITE_FAILURES'),
    },
  },
  {
    step: 'StageWriteLate t1 n=1',
    when: 'with the start offset as it was, and its lock armed again',
    design: { ROLLBACK_TIMER: 'rearmed', OFFSET: 2 },
    given: together(WRITING, { start: { p1: 1 } }),
    then: together(
      cached({ state: 'acquired', staged: null, timer: true }),
      NO_CALL,
      client({ state: 'abortable' }),
      LATE_WRITE,
      { lateWrite: { p1: { start: 1 } } },
      spent('WRITE_FAILURES'),
    ),
  },
  {
    step: 'RestageAnsweredEarly t1 n=1',
    when: 'tells of success while the write is under way',
    design: { SPL_MOVES: 1 },
    given: WRITING,
    then: together(call({ awaited: null }), history({ accepted: true }), spent('LOST_RESPONSES')),
    refusals: {
      'no write is under way': call({ phase: 'registered' }),
      'nobody waits for the request': call({ awaited: null }),
      'another leader writes it': { leaderEpoch: { p1: 1 } },
      'the record is not staged alike': cached(held.acquired('m1')),
      ...exhausted('LOST_RESPONSES'),
    },
  },
  {
    step: 'StageDurableCopied t1 n=1 k1',
    design: MOVES,
    given: WRITING,
    then: together(STAGED, history({ accepted: true }), NO_CALL, LATE_WRITE, spent('DUPLICATES')),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageDurableCopied'),
      'a copy is under way': LATE_WRITE,
      ...exhausted('DUPLICATES'),
    },
  },
  {
    step: 'LateWriteArrives p1 k1',
    when: 'and stages what the marker had made available',
    design: MOVES,
    given: together(LATE_WRITE, durable(kept.available(1))),
    then: together(durable(kept.pending()), WRITE_ARRIVED),
    refusals: {
      'no copy is under way': WRITE_ARRIVED,
      'the state of the share-partition is elsewhere': {
        instead: 'LateWriteArrives p1 k2',
        given: {},
      },
    },
  },
  ...(
    [
      ['a marker fenced it', FENCE],
      ['the leader changed', { leaderEpoch: { p1: 1 } }],
      ['the state was initialised anew', { stateEpoch: { p1: 1 } }],
    ] as const
  ).map(([reason, places]): ActionCase => ({
    step: 'LateWriteArrives p1 k1',
    when: `and is refused, since ${reason}`,
    design: MOVES,
    given: together(LATE_WRITE, places),
    then: WRITE_ARRIVED,
  })),
  ...(
    [
      ['highestCountThenState', 'acknowledged', 1, true],
      ['highestCountThenState', 'acknowledged', 2, false],
      ['highestCountThenState', 'available', 1, true],
      ['terminalWins', 'acknowledged', 1, false],
      ['terminalWins', 'available', 1, true],
      ['logOrder', 'acknowledged', 2, true],
    ] as const
  ).map(([rule, state, count, wins]): ActionCase => ({
    step: 'LateWriteArrives p1',
    when: `by the rule ${rule} ${wins ? 'wins over' : 'loses to'} a record ${state} at count ${count}`,
    design: { MERGE_RULE: rule },
    given: together(LATE_WRITE, durable(kept.finished(state, count)), why('transaction', 't1', 1)),
    then: together(wins ? durable(kept.pending()) : {}, WRITE_ARRIVED),
  })),
  ...(
    [
      ['asWritten', 1, 0, 0],
      ['highest', 1, 0, 1],
      ['highest', 0, 1, 1],
    ] as const
  ).map(([rule, before, late, after]): ActionCase => ({
    step: 'LateWriteArrives p1',
    when: `with start offset ${late} after ${before}, by the rule ${rule}`,
    design: { START_RULE: rule, OFFSET: 2 },
    given: together(LATE_WRITE, {
      lateWrite: { p1: { start: late } },
      durableStart: { p1: before },
    }),
    then: together(durable(kept.pending()), WRITE_ARRIVED, { durableStart: { p1: after } }),
  })),
  ...(
    [
      ['available', 1, true],
      ['available', 2, false],
      ['acknowledged', 1, false],
    ] as const
  ).map(([state, count, wins]): ActionCase => ({
    step: 'LateWriteArrives p1',
    when: `by the rule countThenLogOrder ${wins ? 'wins over' : 'loses to'} a record ${state} at count ${count}`,
    design: { MERGE_RULE: 'countThenLogOrder' },
    given: together(LATE_WRITE, durable(kept.finished(state, count))),
    then: together(wins ? durable(kept.pending()) : {}, WRITE_ARRIVED),
  })),
  {
    step: 'StageRequestCopied t1 n=1 k1',
    design: MOVES,
    given: WRITING,
    then: together(
      STAGED,
      history({ accepted: true }),
      call({ phase: 'sent', awaited: null, counts: { o1: 0 } }),
      spent('DUPLICATES'),
    ),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageRequestCopied'),
      'nobody waits for the request': call({ awaited: null }),
      ...exhausted('DUPLICATES'),
    },
  },
  {
    step: 'FinalizeStagedCopied t1',
    given: ENDING,
    then: together(
      durable(kept.finished('acknowledged')),
      why('transaction', 't1', 1),
      owed([], ['q1']),
      LATE_MARKER,
      spent('DUPLICATES'),
    ),
    refusals: {
      'nothing was decided': tc({ state: 'ongoing' }),
      'the marker was answered': owed([], ['q1']),
      'a copy is under way': LATE_MARKER,
      ...exhausted('DUPLICATES'),
    },
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and finds nothing any more',
    given: together(LATE_MARKER, durable(kept.finished('acknowledged'))),
    then: MARKER_ARRIVED,
    refusals: { 'no copy is under way': MARKER_ARRIVED },
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and is the first that finds what is staged',
    given: together(LATE_MARKER, durable(kept.pending())),
    then: together(
      durable(kept.finished('acknowledged')),
      why('transaction', 't1', 1),
      MARKER_ARRIVED,
    ),
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and leaves alone what the next epoch staged',
    given: together(LATE_MARKER, durable(kept.pending(staged({ epoch: 1, txn: 2 })))),
    then: MARKER_ARRIVED,
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'from a deposed coordinator, and is ignored',
    design: { COORD_EPOCH_AT_SC: 'checkedAndStored' },
    given: together(LATE_MARKER, durable(kept.pending()), { knownCoordinator: { k1: 1 } }),
    then: MARKER_ARRIVED,
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and its coordinator epoch is kept',
    design: { COORD_EPOCH_AT_SC: 'checkedAndStored' },
    given: together({
      lateMarker: { k1: { t1: { epoch: 1, outcome: 'commit', coordinatorEpoch: 1 } } },
    }),
    then: together(MARKER_ARRIVED, { knownCoordinator: { k1: 1 } }),
  },
  {
    step: 'RefreshReadStale p1',
    design: { SPL_LEARN: 'refreshGuarded', ZOMBIE_SC_READ: 'staleAllowed', STALE_READS: 1 },
    given: together(cached(held.pending('m1')), durable(kept.pending())),
    then: together(
      { refresh: { p1: { o1: { asked: staged(), answer: 'available' } } } },
      spent('STALE_READS'),
    ),
    refusals: {
      'a read is under way': {
        refresh: { p1: { o1: { asked: staged(), answer: 'pending' } } },
      },
      'no record is staged': cached(held.acquired('m1')),
      'a write is under way': writing(),
      ...exhausted('STALE_READS'),
    },
  },
];

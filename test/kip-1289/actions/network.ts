import type { ActionCase } from '../action-case.ts';
import { together } from '../hand-written.ts';
import {
  cached,
  call,
  client,
  decision,
  FORGOTTEN,
  held,
  history,
  member,
  NO_CALL,
  owed,
  REMEMBERED,
  request,
  tc,
  exhausted,
  spent,
} from './places.ts';
import { MOVES, NOT_WRITABLE, elsewhere, WRITING, STAGED, LATE_WRITE } from './writes.ts';

const OPEN = tc({ state: 'ongoing', sgs: ['k1'], outputs: ['q1'] });

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
];

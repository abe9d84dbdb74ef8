import type { ActionCase } from '../action-case.ts';
import { together, type Places } from '../hand-written.ts';
import {
  cached,
  client,
  call,
  durable,
  FIRST,
  held,
  history,
  kept,
  NO_CALL,
  NO_TOKEN,
  request,
  staged,
  writing,
} from './places.ts';

const AT_STAGE_OF_REJECT = { DLQ: true, REJECTS: true, DLQ_ON_COMMIT: 'atStage' } as const;
const REGISTERED = together(
  cached(held.acquired('m1')),
  request('registered'),
  client({ state: 'inTransaction', txn: 1 }),
);
const STAGING = together(
  cached(held.pending('m1')),
  call({ phase: 'writing', counts: { o1: 1 }, acks: { o1: { type: 'accept' } } }),
);
const FAILED = together(NO_CALL, client({ state: 'abortable' }));
const TOKENS = { ACQ_TOKEN: 'memberIdLeaderEpochAndDeliveryCount' } as const;
const rejecting: Places = call({ acks: { o1: { type: 'reject' } } });

/** Why a record cannot be staged, each a change of a request that could be. */
const INVALID: Readonly<Record<string, Places>> = {
  'the record is available': cached(held.available(1)),
  'another member owns the record': cached(held.acquired('m2')),
  'another transaction staged the record': cached(held.pending('m1', staged({ tid: 't2' }))),
  'an earlier transaction staged the record': together(
    cached(held.pending('m1', staged({ epoch: 0 }))),
    call({ epoch: 1 }),
  ),
  'the record is staged otherwise': cached(held.pending('m1', staged({ type: 'reject' }))),
  'the record was staged, and a new leader read it': cached(held.pending(null)),
  'the record is finished': cached(held.finished('archived')),
  'the leader knows a later epoch of the member': { seenEpoch: { p1: { m1: 1 } } },
};

const REFRESH = { SPL_LEARN: 'refreshGuarded' } as const;
const UNGUARDED = { SPL_LEARN: 'refreshUnguarded' } as const;
const answer = (asked: Places | null, state: string): Places => ({
  refresh: { p1: { o1: { asked, answer: state } } },
});
const WAITING = { refresh: { p1: null } };
const COMMITTED = together(cached(held.pending('m1')), durable(kept.finished('acknowledged')));

export const leaderCases: readonly ActionCase[] = [
  {
    step: 'StageInMemory t1 n=1',
    when: 'cancels the lock and starts to write',
    design: { REBALANCES: 1 },
    given: REGISTERED,
    then: STAGING,
    refusals: {
      'the request is not registered': call({ phase: 'sent' }),
      ...INVALID,
    },
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'keeps the lock running if it is to run',
    design: { LOCK_IN_PENDING: 'runs' },
    given: REGISTERED,
    then: together(STAGING, cached({ timer: true })),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'stages before it registers, if that is the order',
    design: { STAGE_ORDER: 'stageFirst' },
    given: together(REGISTERED, call({ phase: 'sent' })),
    then: STAGING,
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'answers at once what was staged alike',
    given: together(REGISTERED, cached(held.pending('m1'))),
    then: together(NO_CALL, history({ accepted: true })),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'writes again what was staged alike',
    design: { RESTAGE: 'writesAgain' },
    given: together(REGISTERED, cached(held.pending('m1'))),
    then: STAGING,
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'skips a record below the start offset and answers',
    given: together(REGISTERED, cached(held.finished('archived')), { start: { p1: 1 } }),
    then: together(NO_CALL, history({ accepted: true })),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'only in memory answers at once',
    design: { DURABLE_PENDING: false },
    given: REGISTERED,
    then: together(cached(held.pending('m1')), NO_CALL, history({ accepted: true })),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'needs the acquisition that the acknowledgement is of',
    design: TOKENS,
    given: together(REGISTERED, call({ acks: { o1: { type: 'accept', token: FIRST } } })),
    then: STAGING,
    refusals: {
      'the request is not registered': call({ phase: 'sent' }),
      'the record was acquired again': cached({ count: 2 }),
      'the leader changed': { leaderEpoch: { p1: 1 } },
      'the leader knows a later epoch of the member': { seenEpoch: { p1: { m1: 1 } } },
    },
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'asks the group coordinator for the member epoch',
    design: { REBALANCES: 1, MEMBER_CHECK_SITE: 'rpcToGc' },
    given: REGISTERED,
    then: STAGING,
    refusals: {
      'the request is not registered': call({ phase: 'sent' }),
      'the record is available': cached(held.available(1)),
      'the member was moved on': { member: { m1: { epoch: 1 } } },
    },
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'takes what a former leader staged for the same transaction',
    design: { RESTAGE_AFTER_SPL_MOVE: 'acceptedOnMatch' },
    given: together(REGISTERED, cached(held.pending(null))),
    then: together(STAGING, cached({ owner: null })),
    refusals: {
      'the request is not registered': call({ phase: 'sent' }),
      'another transaction staged the record': cached(held.pending(null, staged({ tid: 't2' }))),
      'the leader knows a later epoch of the member': { seenEpoch: { p1: { m1: 1 } } },
    },
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'takes what a former leader staged for whomever',
    design: { RESTAGE_AFTER_SPL_MOVE: 'acceptedWithoutIdentity' },
    given: together(REGISTERED, cached(held.pending(null, staged({ tid: 't2' })))),
    then: together(STAGING, cached({ owner: null })),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'writes the dead-letter record at once, if that is when',
    design: AT_STAGE_OF_REJECT,
    given: together(REGISTERED, rejecting),
    then: together(
      cached(held.pending('m1', staged({ type: 'reject' }))),
      call({ phase: 'writing', counts: { o1: 1 } }),
      { deadLetter: { p1: { o1: true } } },
    ),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'writes with the epochs of the leader and of the state',
    design: { SPL_MOVES: 1, ADMIN_RESETS: 1 },
    given: together(REGISTERED, { leaderEpoch: { p1: 1 }, stateEpoch: { p1: 1 } }),
    then: together(STAGING, call({ leaderEpoch: 1, stateEpoch: 1 })),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'writes only what is not staged yet',
    design: { OFFSET: 2 },
    given: together(REGISTERED, {
      cache: { p1: { o1: held.pending('m1'), o2: held.acquired('m1') } },
      calls: { t1: { 1: { p1: { acks: { o2: { type: 'accept', token: NO_TOKEN } } } } } },
    }),
    then: together(
      { cache: { p1: { o2: held.pending('m1') } } },
      call({ phase: 'writing', acks: { o1: null }, counts: { o2: 1 } }),
    ),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'tells nobody where nobody waits',
    given: together(REGISTERED, cached(held.pending('m1')), call({ awaited: null })),
    then: NO_CALL,
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'goes on to register what was staged alike before, if the staging comes first',
    design: { STAGE_ORDER: 'stageFirst' },
    given: together(REGISTERED, cached(held.pending('m1')), call({ phase: 'sent' })),
    then: call({ phase: 'written' }),
  },
  {
    step: 'StageInMemory t1 n=1',
    when: 'dead-letters only what is rejected',
    design: AT_STAGE_OF_REJECT,
    given: REGISTERED,
    then: STAGING,
  },
  {
    step: 'StageRefused t1 n=1',
    when: 'tells nobody where nobody waits',
    given: together(REGISTERED, cached(held.available(1)), call({ awaited: null })),
    then: NO_CALL,
  },
  {
    step: 'StageRefused t1 n=1',
    when: 'tells a client that knows already',
    given: together(REGISTERED, cached(held.available(1)), client({ state: 'fenced' })),
    then: NO_CALL,
  },
  ...Object.entries(INVALID).map(([reason, places]): ActionCase => ({
    step: 'StageRefused t1 n=1',
    when: `if ${reason}`,
    design: { REBALANCES: 1 },
    given: together(REGISTERED, places),
    then: FAILED,
  })),
  {
    step: 'StageRefused t1 n=1',
    when: 'leaves alone a client that goes on regardless',
    design: { CLIENT_ON_STAGE_FAILURE: 'ignores' },
    given: together(REGISTERED, cached(held.available(1))),
    then: NO_CALL,
    refusals: {
      'the request is not registered': call({ phase: 'sent' }),
      'the member owns the record': cached(held.acquired('m1')),
    },
  },
  {
    step: 'AdvanceStart p1',
    given: cached(held.finished('archived')),
    then: { start: { p1: 1 } },
    refusals: {
      'the record is behind the start offset': { start: { p1: 1 } },
      'the record is staged': cached(held.pending('m1')),
    },
  },
  {
    step: 'WriteDeadLetter p1',
    design: { DLQ: true },
    given: together(cached(held.finished('archiving')), durable(kept.finished('archiving'))),
    then: together(cached({ state: 'archived' }), durable({ state: 'archived' }), {
      deadLetter: { p1: { o1: true } },
    }),
    refusals: { 'the record is not to be archived': cached({ state: 'archived' }) },
  },
  {
    step: 'PushOutcome p1',
    design: { SPL_LEARN: 'push' },
    given: COMMITTED,
    then: cached(held.finished('acknowledged')),
    refusals: {
      'the record is not staged': cached({ state: 'acquired' }),
      'the durable record is staged alike': durable(kept.pending()),
      'a write is under way': writing(),
    },
  },
  {
    step: 'Reinitialise p1',
    when: 'drops what others acquired',
    design: { SPL_LEARN: 'reinitOnPending', OFFSET: 2 },
    given: together(COMMITTED, {
      cache: { p1: { o2: held.acquired('m2') } },
      start: { p1: 1 },
    }),
    then: together(cached(held.finished('acknowledged')), {
      cache: { p1: { o2: held.available() } },
      start: { p1: 0 },
    }),
    refusals: {
      'no record is staged': cached(held.acquired('m1')),
      'the cache is as it would be read': together(
        cached(held.pending(null)),
        durable(kept.pending()),
        { cache: { p1: { o2: held.available() } } },
      ),
    },
  },
  {
    step: 'RefreshRead p1',
    design: REFRESH,
    given: COMMITTED,
    then: answer(staged(), 'acknowledged'),
    refusals: {
      'a read is under way': answer(staged(), 'pending'),
      'the durable record is staged alike': durable(kept.pending()),
      'a write is under way': writing(),
    },
  },
  {
    step: 'RefreshRead p1',
    when: 'without the guard reads while a write is under way',
    design: UNGUARDED,
    given: together(cached(held.pending('m1')), writing()),
    then: answer(staged(), 'available'),
  },
  {
    step: 'RefreshApply p1',
    design: REFRESH,
    given: together(COMMITTED, answer(staged(), 'acknowledged')),
    then: together(cached(held.finished('acknowledged')), WAITING),
    refusals: { 'no answer is under way': WAITING },
  },
  {
    step: 'RefreshApply p1',
    when: 'ignores an answer about another staging',
    design: REFRESH,
    given: together(
      cached(held.pending('m1', staged({ epoch: 1, txn: 2 }))),
      answer(staged(), 'available'),
    ),
    then: WAITING,
  },
  {
    step: 'RefreshApply p1',
    when: 'ignores an answer that the record is still staged',
    design: REFRESH,
    given: together(cached(held.pending('m1')), answer(staged(), 'pending')),
    then: WAITING,
  },
  {
    step: 'RefreshApply p1',
    when: 'leaves alone what is not staged any more',
    design: REFRESH,
    given: together(cached(held.acquired('m2', 2)), answer(staged(), 'available')),
    then: WAITING,
  },
  {
    step: 'RefreshApply p1',
    when: 'without the guard takes an answer about another staging',
    design: UNGUARDED,
    given: together(
      cached(held.pending('m1', staged({ epoch: 1, txn: 2 }))),
      answer(staged(), 'available'),
    ),
    then: together(cached(held.available(1)), WAITING),
  },
];

import type { ActionCase } from '../action-case.ts';
import { together } from '../hand-written.ts';
import {
  cached,
  call,
  decision,
  durable,
  FORGOTTEN,
  held,
  history,
  kept,
  member,
  owed,
  REMEMBERED,
  request,
  staged,
  tc,
  why,
  writing,
  exhausted,
  spent,
} from './places.ts';

const RESETS = { ADMIN_RESETS: 1 } as const;
const NOBODY = together(member({ up: false }), member({ up: false }, 'm2'));
const FINISHED = together(
  cached(held.finished('acknowledged')),
  durable(kept.finished('acknowledged')),
  why('transaction', 't1', 1),
);
const AFRESH = together(
  cached(held.available()),
  durable(kept.available()),
  why('open'),
  { stateEpoch: { p1: 1 }, start: { p1: 0 }, durableStart: { p1: 0 } },
  spent('ADMIN_RESETS'),
);
const OPEN = together(tc({ state: 'ongoing', sgs: ['k1'], outputs: ['q1'] }), {
  tcTxn: { t1: 1 },
});

export const failoverCases: readonly ActionCase[] = [
  {
    step: 'SplMove p1',
    when: 'forgets what was only acquired, and restores what is staged without an owner',
    design: { OFFSET: 2 },
    given: {
      cache: { p1: { o1: held.acquired('m1'), o2: held.pending('m2', staged({ tid: 't2' })) } },
      durable: { p1: { o2: kept.pending(staged({ tid: 't2' })) } },
      start: { p1: 1 },
    },
    then: together(
      { cache: { p1: { o1: held.available(), o2: { owner: null } } } },
      { leaderEpoch: { p1: 1 }, start: { p1: 0 } },
      spent('SPL_MOVES'),
    ),
    refusals: exhausted('SPL_MOVES'),
  },
  {
    step: 'SplMove p1',
    when: 'sends requests to the new leader, but not writes',
    given: request('registered'),
    then: together(call({ phase: 'sent' }), { leaderEpoch: { p1: 1 } }, spent('SPL_MOVES')),
  },
  {
    step: 'SplMove p1',
    when: 'leaves a write of the old leader under way',
    given: together(writing(), cached(held.pending('m1'))),
    then: together(cached(held.available()), { leaderEpoch: { p1: 1 } }, spent('SPL_MOVES')),
  },
  {
    step: 'SplMove p1',
    when: 'forgets a read of the old leader',
    design: { SPL_LEARN: 'refreshGuarded' },
    given: { refresh: { p1: { o1: { asked: staged(), answer: 'available' } } } },
    then: together({ refresh: { p1: null }, leaderEpoch: { p1: 1 } }, spent('SPL_MOVES')),
  },
  {
    step: 'SplMove p1',
    when: 'forgets the member epochs that the old leader knew',
    design: { REBALANCES: 1 },
    given: { seenEpoch: { p1: { m1: 1 } } },
    then: together({ seenEpoch: { p1: { m1: 0 } }, leaderEpoch: { p1: 1 } }, spent('SPL_MOVES')),
  },
  {
    step: 'AdminReset p1',
    when: 'asks for what was committed to be delivered again',
    design: RESETS,
    given: together(FINISHED, NOBODY, decision('commit'), REMEMBERED),
    then: together(AFRESH, FORGOTTEN),
  },
  {
    step: 'AdminReset p1',
    when: 'leaves what is undecided as it was',
    design: RESETS,
    given: together(NOBODY, history({ enlisted: true, outs: 1 })),
    then: AFRESH,
  },
  {
    step: 'AdminReset p1',
    design: RESETS,
    given: together(FINISHED, NOBODY, { start: { p1: 1 }, durableStart: { p1: 1 } }),
    then: AFRESH,
    refusals: {
      'the group is not empty': member({ up: true }),
      'a record is staged': durable(kept.pending()),
      ...exhausted('ADMIN_RESETS'),
    },
  },
  {
    step: 'AdminReset p1',
    when: 'of a staged record, if that is allowed',
    design: { ...RESETS, ADMIN_RESET_WHILE_PENDING: 'allowed' },
    given: together(durable(kept.pending()), cached(held.pending(null)), NOBODY),
    then: AFRESH,
  },
  {
    step: 'AdminReset p1',
    when: 'forgets a read under way',
    design: { ...RESETS, SPL_LEARN: 'refreshGuarded' },
    given: together(NOBODY, { refresh: { p1: { o1: { asked: staged(), answer: 'available' } } } }),
    then: together(AFRESH, { refresh: { p1: null } }),
  },
  {
    step: 'LogStartMove p1',
    when: 'archives even what is staged',
    design: { RETENTIONS: 1 },
    given: together(cached(held.pending('m1')), durable(kept.pending())),
    then: together(
      cached(held.finished('archived')),
      durable(kept.finished('archived')),
      why('retention'),
      { start: { p1: 1 } },
      spent('RETENTIONS'),
    ),
    refusals: {
      'the record is behind the start offset': { start: { p1: 1 } },
      'the record is finished': cached(held.finished('acknowledged')),
      ...exhausted('RETENTIONS'),
    },
  },
  {
    step: 'LogStartMove p1',
    when: 'leaves a record that was finished meanwhile',
    design: { RETENTIONS: 1 },
    given: together(
      cached(held.pending('m1')),
      durable(kept.finished('acknowledged')),
      why('transaction', 't1', 1),
    ),
    then: together(
      cached(held.finished('acknowledged')),
      { start: { p1: 1 } },
      spent('RETENTIONS'),
    ),
  },
  {
    step: 'ScFailover k1',
    given: {},
    then: together({ scEpoch: { k1: 1 } }, spent('SC_FAILOVERS')),
    refusals: exhausted('SC_FAILOVERS'),
  },
  {
    step: 'ScFailover k1',
    when: 'forgets a fence that is only in memory',
    design: { SC_FENCE: 'pidEpochMapInMemory' },
    given: { fence: { k1: { t1: 1 } } },
    then: together({ scEpoch: { k1: 1 }, fence: { k1: { t1: 0 } } }, spent('SC_FAILOVERS')),
  },
  {
    step: 'ScFailover k1',
    when: 'keeps a fence that is durable',
    design: { SC_FENCE: 'pidEpochMapDurable' },
    given: { fence: { k1: { t1: 1 } } },
    then: together({ scEpoch: { k1: 1 } }, spent('SC_FAILOVERS')),
  },
  {
    step: 'ScFailover k1',
    when: 'forgets what it verified',
    design: { SC_FENCE: 'verifyThenAppend' },
    given: writing({ phase: 'verified' }),
    then: together({ scEpoch: { k1: 1 } }, call({ phase: 'writing' }), spent('SC_FAILOVERS')),
  },
  {
    step: 'ScFailover k1',
    when: 'forgets a coordinator epoch that is only in memory',
    design: { COORD_EPOCH_AT_SC: 'checkedInMemory' },
    given: { knownCoordinator: { k1: 1 } },
    then: together({ scEpoch: { k1: 1 }, knownCoordinator: { k1: 0 } }, spent('SC_FAILOVERS')),
  },
  {
    step: 'ScFailover k1',
    when: 'forgets a marker that was answered early',
    design: { MARKER_ACK: 'early' },
    given: { lateMarker: { k1: { t1: { epoch: 1, outcome: 'commit', coordinatorEpoch: 0 } } } },
    then: together({ scEpoch: { k1: 1 }, lateMarker: { k1: { t1: null } } }, spent('SC_FAILOVERS')),
  },
  {
    step: 'TcFailover',
    given: together(tc({ state: 'prepareCommit', sgs: ['k1'], outputs: ['q1'] })),
    then: together({ tcEpoch: 1 }, owed(['k1'], ['q1']), spent('TC_FAILOVERS')),
    refusals: exhausted('TC_FAILOVERS'),
  },
  {
    step: 'TcFailover',
    when: 'keeps an open transaction open',
    given: OPEN,
    then: together({ tcEpoch: 1 }, spent('TC_FAILOVERS')),
  },
  {
    step: 'TxnTimeout t1',
    given: together(OPEN, REMEMBERED),
    then: together(
      tc({ state: 'prepareAbort', epoch: 1 }),
      owed(['k1'], ['q1']),
      decision('abort'),
      FORGOTTEN,
      spent('TXN_TIMEOUTS'),
    ),
    refusals: {
      'no transaction is open': tc({ state: 'prepareCommit' }),
      ...exhausted('TXN_TIMEOUTS'),
    },
  },
  {
    step: 'TxnTimeout t1',
    when: 'unless the transaction is prepared',
    design: { SAME_TXN: 'twoPreparedTxns' },
    given: OPEN,
    then: together(
      tc({ state: 'prepareAbort', epoch: 1 }),
      owed(['k1'], ['q1']),
      decision('abort'),
      spent('TXN_TIMEOUTS'),
    ),
    refusals: {
      'no transaction is open': tc({ state: 'prepareCommit' }),
      'a checkpoint prepared the transaction': { prepared: { t1: true } },
      ...exhausted('TXN_TIMEOUTS'),
    },
  },
  {
    step: 'TxnTimeout t1',
    when: 'raised the epoch twice once',
    design: { TIMEOUT_BUMP: 2 },
    given: OPEN,
    then: together(
      tc({ state: 'prepareAbort', epoch: 2 }),
      owed(['k1'], ['q1']),
      decision('abort'),
      spent('TXN_TIMEOUTS'),
    ),
  },
];

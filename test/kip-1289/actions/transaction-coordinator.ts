import type { ActionCase } from '../action-case.ts';
import { together, type Places } from '../hand-written.ts';
import {
  cached,
  call,
  client,
  decision,
  FORGOTTEN,
  held,
  history,
  NO_CALL,
  owed,
  REMEMBERED,
  request,
  tc,
} from './places.ts';

const TWO_STATE_PARTITIONS = { SGS: 2, PARTITION: 2 } as const;
const OPEN = tc({ state: 'ongoing', sgs: ['k1'], outputs: ['q1'] });
const SENT = together(request('sent'), client({ state: 'inTransaction', txn: 1 }));
const OWED = owed(['k1'], ['q1']);
const CALLS_OF_ANOTHER_EPOCH: Readonly<Record<string, Places>> = {
  'the coordinator knows another epoch': tc({ epoch: 1 }),
  'the coordinator is ending the transaction': tc({ state: 'prepareAbort' }),
};

export const transactionCoordinatorCases: readonly ActionCase[] = [
  {
    step: 'Register t1 n=1 k1',
    when: 'opens the transaction',
    design: TWO_STATE_PARTITIONS,
    given: SENT,
    then: together(
      tc({ state: 'ongoing', sgs: ['k1'] }),
      { tcTxn: { t1: 1 } },
      call({ phase: 'registered' }),
    ),
    refusals: {
      'the request has been registered': call({ phase: 'registered' }),
      'the state of the share-partition is elsewhere': {
        instead: 'Register t1 n=1 k2 p1',
        given: {},
      },
      ...CALLS_OF_ANOTHER_EPOCH,
    },
  },
  {
    step: 'Register t1 n=1',
    when: 'adds to an open transaction',
    given: together(SENT, tc({ state: 'ongoing', outputs: ['q1'] }), { tcTxn: { t1: 1 } }),
    then: together(tc({ sgs: ['k1'] }), call({ phase: 'registered' })),
  },
  {
    step: 'Register t1 n=1',
    when: 'opens a transaction after the last one of the epoch, and its participants are its own',
    given: together(SENT, tc({ state: 'completeAbort', outputs: ['q1'] }), { tcTxn: { t1: 1 } }),
    then: together(
      tc({ state: 'ongoing', sgs: ['k1'], outputs: [] }),
      call({ phase: 'registered' }),
    ),
  },
  {
    step: 'Register t1 n=1',
    when: 'answers what was staged first',
    design: { STAGE_ORDER: 'stageFirst' },
    given: together(SENT, call({ phase: 'written' })),
    then: together(
      tc({ state: 'ongoing', sgs: ['k1'] }),
      { tcTxn: { t1: 1 } },
      NO_CALL,
      history({ accepted: true }),
    ),
  },
  {
    step: 'RegisterRefused t1 n=1',
    given: together(SENT, tc({ epoch: 1 })),
    then: together(NO_CALL, client({ state: 'fenced' })),
    refusals: {
      'the request has been registered': call({ phase: 'registered' }),
      'the epoch is the current one': tc({ epoch: 0 }),
    },
  },
  {
    step: 'RegisterRefused t1 n=1',
    when: 'tells nobody where nobody waits',
    given: together(SENT, tc({ epoch: 1 }), call({ awaited: null })),
    then: NO_CALL,
  },
  {
    step: 'RegisterRefused t1 n=1',
    when: 'tells a client that knows already',
    given: together(SENT, tc({ epoch: 1 }), client({ state: 'abortable' })),
    then: NO_CALL,
  },
  {
    step: 'RegisterRefused t1 n=1',
    when: 'leaves what was staged first as it is',
    design: { STAGE_ORDER: 'stageFirst' },
    given: together(SENT, call({ phase: 'written' }), tc({ epoch: 1 }), cached(held.pending('m1'))),
    then: together(NO_CALL, client({ state: 'fenced' })),
  },
  {
    step: 'DecideCommit t1',
    given: together(OPEN, client({ state: 'committing', txn: 1 }), REMEMBERED),
    then: together(
      tc({ state: 'prepareCommit', epoch: 1 }),
      OWED,
      decision('commit'),
      client({ state: 'ready', epoch: 1 }),
    ),
    refusals: {
      'the client does not commit': client({ state: 'aborting' }),
      'no transaction is open': tc({ state: 'empty' }),
      'the coordinator knows a later epoch': tc({ epoch: 1 }),
    },
  },
  {
    step: 'DecideCommit t1',
    when: 'keeps the epoch, before transaction.version 2',
    design: { TXN_VERSION: 1 },
    given: together(OPEN, client({ state: 'committing', txn: 1 })),
    then: together(
      tc({ state: 'prepareCommit' }),
      OWED,
      decision('commit'),
      client({ state: 'ready' }),
    ),
  },
  {
    step: 'DecideAbort t1',
    given: together(OPEN, client({ state: 'aborting', txn: 1 }), REMEMBERED),
    then: together(
      tc({ state: 'prepareAbort', epoch: 1 }),
      OWED,
      decision('abort'),
      FORGOTTEN,
      client({ state: 'ready', epoch: 1 }),
    ),
    refusals: {
      'the client does not abort': client({ state: 'committing' }),
      'no transaction is open': tc({ state: 'empty' }),
      'the coordinator knows a later epoch': tc({ epoch: 1 }),
    },
  },
  ...(
    [
      ['RetryCommit', 'committing', 'aborting', 'prepareCommit', 'completeAbort'],
      ['RetryAbort', 'aborting', 'committing', 'prepareAbort', 'completeCommit'],
    ] as const
  ).map(([action, ending, other, prepared, otherwise]): ActionCase => ({
    step: `${action} t1`,
    given: together(tc({ state: prepared, epoch: 1 }), client({ state: ending, txn: 1 })),
    then: client({ state: 'ready', epoch: 1 }),
    refusals: {
      'the client does not ask for it': client({ state: other }),
      'the outcome is the other one': tc({ state: otherwise }),
      'the epoch is two later': tc({ epoch: 2 }),
    },
  })),
  {
    step: 'AbortOfNothing t1',
    when: 'raises the epoch',
    given: together(client({ state: 'aborting', txn: 1 }), REMEMBERED),
    then: together(
      tc({ state: 'completeAbort', epoch: 1 }),
      client({ state: 'ready', epoch: 1 }),
      decision('abort'),
      FORGOTTEN,
    ),
  },
  {
    step: 'AbortOfNothing t1',
    when: 'keeps the epoch, before transaction.version 2',
    design: { TXN_VERSION: 1 },
    given: client({ state: 'aborting', txn: 1 }),
    then: together(tc({ state: 'completeAbort' }), client({ state: 'ready' }), decision('abort')),
    refusals: {
      'the client does not abort': client({ state: 'committing' }),
      'the coordinator knows a later epoch': tc({ epoch: 2 }),
      'a transaction is open': tc({ state: 'ongoing' }),
      'the abort was decided': tc({ state: 'completeAbort' }),
    },
  },
  {
    step: 'EndTxnRefused t1',
    when: 'by the epoch',
    given: together(client({ state: 'committing', txn: 1 }), tc({ epoch: 2, state: 'ongoing' })),
    then: client({ state: 'fenced' }),
    refusals: {
      'the client ends nothing': client({ state: 'inTransaction' }),
      'the transaction is open': tc({ epoch: 0 }),
      'it is a commit that was decided': tc({ epoch: 1, state: 'completeCommit' }),
      'it is an abort that was decided': together(
        client({ state: 'aborting' }),
        tc({ epoch: 1, state: 'prepareAbort' }),
      ),
    },
  },
  {
    step: 'EndTxnRefused t1',
    when: 'of a commit, as a timeout aborted the transaction',
    given: together(
      client({ state: 'committing', txn: 1 }),
      tc({ epoch: 1, state: 'prepareAbort' }),
    ),
    then: client({ state: 'fenced' }),
  },
  ...(['Commit', 'Abort'] as const).map((outcome): ActionCase => ({
    step: 'Complete t1',
    when: `after a ${outcome.toLowerCase()}`,
    given: tc({ state: `prepare${outcome}`, epoch: 1, sgs: ['k1'], outputs: ['q1'] }),
    then: tc({ state: `complete${outcome}`, sgs: [], outputs: [] }),
    refusals: {
      'nothing was decided': tc({ state: 'ongoing' }),
      'a state partition has not answered': owed(['k1'], []),
      'an output has not answered': owed([], ['q1']),
    },
  })),
  {
    step: 'WriteOutputMarker t1',
    given: together(tc({ state: 'prepareCommit', epoch: 1 }), OWED, {
      outputOpen: { q1: { t1: true } },
    }),
    then: together(owed(['k1'], []), {
      outputOpen: { q1: { t1: false } },
      outputEpoch: { q1: { t1: 1 } },
    }),
    refusals: {
      'nothing was decided': tc({ state: 'ongoing' }),
      'the marker was answered': owed(['k1'], []),
    },
  },
];

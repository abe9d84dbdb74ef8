import type { ActionCase } from '../action-case.ts';
import { together, type Places } from '../hand-written.ts';
import {
  ACCEPTED,
  begun,
  client,
  copies,
  call,
  decision,
  FIRST,
  FORGOTTEN,
  handed,
  history,
  member,
  owed,
  REMEMBERED,
  request,
  tc,
} from './places.ts';

const IN_TXN = together(client({ state: 'inTransaction', txn: 1 }), begun(1));
const others = (action: string) => ({
  instead: `${action} t1 m2`,
  given: copies([FIRST], 'm2'),
});
/** Outputs in one transaction, acknowledgements in another, both prepared before either commits. */
const SPLIT = { SAME_TXN: 'twoPreparedTxns' } as const;
const BOTH_OPEN: Places = {
  client: Object.fromEntries(
    ['t1', 't2'].map((t) => [t, { i1: { state: 'inTransaction', txn: 1 } }]),
  ),
  tc: { t1: { state: 'ongoing', outputs: ['q1'] }, t2: { state: 'ongoing', sgs: ['k1'] } },
};
const OPEN = tc({ state: 'ongoing', sgs: ['k1'], outputs: ['q1'] });

export const producerCases: readonly ActionCase[] = [
  {
    step: 'InitProducerIdAborts t1',
    given: together(client({ state: 'down' }), OPEN, { tcTxn: { t1: 1 } }, REMEMBERED),
    then: together(
      tc({ state: 'prepareAbort', epoch: 1 }),
      owed(['k1'], ['q1']),
      decision('abort'),
      FORGOTTEN,
    ),
    refusals: {
      'the client runs': client({ state: 'ready' }),
      'no transaction is open': tc({ state: 'completeAbort' }),
    },
  },
  {
    step: 'InitProducerIdAborts t1',
    when: 'unless the transaction is prepared',
    design: SPLIT,
    given: together(client({ state: 'down' }), OPEN, { tcTxn: { t1: 1 } }),
    then: together(
      tc({ state: 'prepareAbort', epoch: 1 }),
      owed(['k1'], ['q1']),
      decision('abort'),
    ),
    refusals: {
      'the client runs': client({ state: 'ready' }),
      'no transaction is open': tc({ state: 'completeAbort' }),
      'a checkpoint prepared the transaction': { prepared: { t1: true } },
    },
  },
  {
    step: 'InitProducerId t1',
    given: together(client({ state: 'fenced', txn: 1 }), tc({ state: 'completeAbort', epoch: 1 })),
    then: together(client({ state: 'ready', epoch: 2, txn: 0 }), tc({ state: 'empty', epoch: 2 })),
    refusals: {
      'the client runs': client({ state: 'ready' }),
      'markers are still to be sent': tc({ state: 'prepareAbort' }),
      'all transactions of the model were begun': begun(2),
    },
  },
  {
    step: 'InitProducerId t1 i2',
    when: 'starts a second instance beside the first',
    design: { INSTANCE: 2 },
    given: IN_TXN,
    then: together(client({ state: 'ready', epoch: 1 }, 'i2'), tc({ epoch: 1 })),
    refusals: {
      'the instance was fenced': client({ state: 'fenced' }, 'i2'),
      'markers are still to be sent': tc({ state: 'prepareCommit' }),
      'all transactions of the model were begun': begun(2),
    },
  },
  {
    step: 'Begin t1',
    given: {},
    then: together(client({ state: 'inTransaction', txn: 1 }), begun(1)),
    refusals: {
      'the client is in a transaction': client({ state: 'inTransaction' }),
      'all transactions of the model were begun': begun(2),
    },
  },
  {
    step: 'Produce t1 m1',
    when: 'opens the transaction',
    given: together(IN_TXN, copies([FIRST])),
    then: together(
      tc({ state: 'ongoing', outputs: ['q1'] }),
      { tcTxn: { t1: 1 }, outputOpen: { q1: { t1: true } } },
      copies([]),
      handed(ACCEPTED),
      history({ outs: 1 }),
    ),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'the member is down': member({ up: false }),
      'a decision on the record waits to be sent': handed(ACCEPTED),
      'the member has no copy of the record': copies([]),
      'the member works with another producer': others('Produce'),
      'the coordinator knows another epoch': tc({ epoch: 1 }),
      'the coordinator is ending the transaction': tc({ state: 'prepareAbort' }),
    },
  },
  {
    step: 'Produce t1 m1',
    when: 'joins an open transaction, and carries its epoch',
    given: together(
      client({ state: 'inTransaction', txn: 2, epoch: 1 }),
      copies([FIRST]),
      tc({ state: 'ongoing', epoch: 1, sgs: ['k1'] }),
      { tcTxn: { t1: 2 } },
    ),
    then: together(
      tc({ outputs: ['q1'] }),
      { outputOpen: { q1: { t1: true } }, outputEpoch: { q1: { t1: 1 } } },
      copies([]),
      handed(ACCEPTED),
      { outs: { p1: { o1: { t1: { 2: 1 } } } } },
    ),
  },
  {
    step: 'Produce t1 m1',
    when: 'hands over which acquisition it processed, where that counts',
    design: { ACQ_TOKEN: 'memberIdLeaderEpochAndDeliveryCount' },
    given: together(IN_TXN, copies([{ leaderEpoch: 1, count: 2 }])),
    then: together(
      tc({ state: 'ongoing', outputs: ['q1'] }),
      { tcTxn: { t1: 1 }, outputOpen: { q1: { t1: true } } },
      copies([]),
      handed({ ...ACCEPTED, token: { leaderEpoch: 1, count: 2 } }),
      history({ outs: 1 }),
    ),
  },
  {
    step: 'Produce t1 m1',
    when: 'opens a transaction after the last one, and its participants are its own',
    given: together(IN_TXN, copies([FIRST]), tc({ state: 'completeCommit', sgs: ['k1'] })),
    then: together(
      tc({ state: 'ongoing', sgs: [], outputs: ['q1'] }),
      { tcTxn: { t1: 1 }, outputOpen: { q1: { t1: true } } },
      copies([]),
      handed(ACCEPTED),
      history({ outs: 1 }),
    ),
  },
  {
    step: 'Reject t1 m1',
    design: { REJECTS: true },
    given: together(IN_TXN, copies([FIRST])),
    then: together(copies([]), handed({ ...ACCEPTED, type: 'reject' })),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'the member is down': member({ up: false }),
      'a decision on the record waits to be sent': handed(ACCEPTED),
      'the member has no copy of the record': copies([]),
      'the member works with another producer': others('Reject'),
    },
  },
  {
    step: 'SendStage t1 m1',
    given: together(IN_TXN, handed(ACCEPTED)),
    then: together(request('sent'), handed(null), history({ enlisted: true })),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'nothing was decided': handed(null),
      'a request is under way': request('sent'),
    },
  },
  {
    step: 'SendStage t1 m1',
    when: 'carries the member epoch as the member knows it, and the producer epoch',
    design: { REBALANCES: 1 },
    given: together(
      client({ state: 'inTransaction', txn: 1, epoch: 1 }),
      handed(ACCEPTED),
      member({ epoch: 1, ownEpoch: 1 }),
    ),
    then: together(
      request('sent', { epoch: 1, memberEpoch: 1 }),
      handed(null),
      history({ enlisted: true }),
    ),
  },
  {
    step: 'SendStage t1 m1',
    when: 'by the consumer needs the member',
    design: { DECOUPLING: 'consumerSends' },
    given: together(IN_TXN, handed(ACCEPTED)),
    then: together(request('sent'), handed(null), history({ enlisted: true })),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'nothing was decided': handed(null),
      'a request is under way': request('sent'),
      'the member is down': member({ up: false }),
    },
  },
  {
    step: 'SendStage t1 m1',
    when: 'after the client registered',
    design: { REGISTER_BY: 'client' },
    given: together(IN_TXN, handed(ACCEPTED), tc({ state: 'ongoing', sgs: ['k1'] })),
    then: together(request('registered'), handed(null), history({ enlisted: true })),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'nothing was decided': handed(null),
      'a request is under way': request('registered'),
      'the state partition is not registered': tc({ sgs: [] }),
    },
  },
  {
    step: 'SendStage t1 m1',
    when: 'sends only what this member decided',
    design: { PAIRED: false, OFFSET: 2 },
    given: together(
      IN_TXN,
      client({ handed: { p1: { o1: ACCEPTED, o2: { ...ACCEPTED, member: 'm2' } } } }),
    ),
    then: together(request('sent'), handed(null), history({ enlisted: true })),
  },
  {
    step: 'RegisterByClient t1',
    design: { REGISTER_BY: 'client' },
    given: IN_TXN,
    then: together(tc({ state: 'ongoing', sgs: ['k1'] }), { tcTxn: { t1: 1 } }),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'the state partition is registered': tc({ state: 'ongoing', sgs: ['k1'] }),
      'the coordinator knows another epoch': tc({ epoch: 1 }),
      'the coordinator is ending the transaction': tc({ state: 'prepareAbort' }),
    },
  },
  {
    step: 'RegisterByClient t1',
    when: 'adds to an open transaction',
    design: { REGISTER_BY: 'client' },
    given: together(IN_TXN, tc({ state: 'ongoing', outputs: ['q1'] })),
    then: together(tc({ sgs: ['k1'] }), { tcTxn: { t1: 1 } }),
  },
  {
    step: 'RegisterByClient t1',
    when: 'opens a transaction after the last one, and its participants are its own',
    design: { REGISTER_BY: 'client' },
    given: together(IN_TXN, tc({ state: 'completeAbort', outputs: ['q1'] })),
    then: together(tc({ state: 'ongoing', sgs: ['k1'], outputs: [] }), { tcTxn: { t1: 1 } }),
  },
  {
    step: 'Begin t1',
    when: 'begins both transactions of a job',
    design: SPLIT,
    given: { prepared: { t1: true, t2: true }, begun: { t1: 1, t2: 1 } },
    then: {
      client: Object.fromEntries(
        ['t1', 't2'].map((t) => [t, { i1: { state: 'inTransaction', txn: 2 } }]),
      ),
      begun: { t1: 2, t2: 2 },
      prepared: { t1: false, t2: false },
    },
  },
  {
    step: 'Checkpoint i1',
    when: 'prepares both transactions',
    design: SPLIT,
    given: BOTH_OPEN,
    then: {
      client: { t1: { i1: { state: 'committing' } }, t2: { i1: { state: 'committing' } } },
      prepared: { t1: true, t2: true },
    },
    refusals: {
      'one of the clients is not in a transaction': client({ state: 'ready' }),
      'a decision waits to be sent': handed(ACCEPTED),
    },
  },
  {
    step: 'Checkpoint i1',
    when: 'commits both, where they cannot be prepared',
    design: { SAME_TXN: 'twoTxns' },
    given: BOTH_OPEN,
    then: { client: { t1: { i1: { state: 'committing' } }, t2: { i1: { state: 'committing' } } } },
  },
  {
    step: 'ResumePrepared t1',
    design: SPLIT,
    given: together(
      client({ state: 'down' }),
      tc({ state: 'ongoing', epoch: 1, outputs: ['q1'] }),
      { prepared: { t1: true } },
      begun(2),
    ),
    then: client({ state: 'committing', epoch: 1, txn: 2 }),
    refusals: {
      'the client runs': client({ state: 'ready' }),
      'no checkpoint prepared the transaction': { prepared: { t1: false } },
      'the transaction was decided': tc({ state: 'prepareCommit' }),
    },
  },
  {
    step: 'Commit t1',
    given: together(IN_TXN, OPEN),
    then: client({ state: 'committing' }),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'a decision waits to be sent': handed(ACCEPTED),
      'a request is not answered': request('sent'),
      'nothing was sent in the transaction': tc({ state: 'empty' }),
    },
  },
  {
    step: 'Commit t1',
    when: 'does not wait for a request that was given up',
    given: together(IN_TXN, OPEN, request('sent', { awaited: null })),
    then: client({ state: 'committing' }),
  },
  {
    step: 'Abort t1',
    when: 'by choice forgets what was decided',
    given: together(IN_TXN, handed(ACCEPTED)),
    then: together(client({ state: 'aborting' }), handed(null)),
    refusals: {
      'no transaction was begun': client({ state: 'ready' }),
      'a request is not answered': call({ phase: 'sent', awaited: 'i1' }),
    },
  },
  {
    step: 'Abort t1',
    when: 'after a request failed',
    given: client({ state: 'abortable', txn: 1 }),
    then: client({ state: 'aborting' }),
  },
];

import type { ActionCase } from '../action-case.ts';
import { together } from '../hand-written.ts';
import {
  cached,
  client,
  copies,
  durable,
  FIRST,
  handed,
  held,
  kept,
  member,
  why,
  ACCEPTED,
} from './places.ts';

const WITH_PLAIN = { PLAIN_ACTIONS: true } as const;
const WITH_EPOCHS = { REBALANCES: 1, MEMBER_FENCES: 1, FAULTS: 2 } as const;
const AT_THE_LIMIT = { ...WITH_PLAIN, DELIVERY_LIMIT: 1 } as const;
const MINE = together(cached(held.acquired('m1')), copies([FIRST]));
const NOT_MINE = {
  'the member is down': member({ up: false }),
  'the record is not acquired': cached({ state: 'archiving' }),
  'another member owns the record': cached({ owner: 'm2' }),
};
const ACQUISITION_GONE = { 'the acquisition is another one': copies([{ ...FIRST, count: 2 }]) };

export const shareConsumerCases: readonly ActionCase[] = [
  {
    step: 'Acquire m1',
    given: {},
    then: together(cached(held.acquired('m1')), copies([FIRST])),
    refusals: {
      'the member is down': member({ up: false }),
      'the record is acquired': cached(held.acquired('m2')),
      'the record was acquired as often as the model allows': cached({ count: 2 }),
    },
  },
  {
    step: 'Acquire m2',
    when: 'tells the leader the epoch of the member',
    design: WITH_EPOCHS,
    given: member({ epoch: 1, ownEpoch: 1 }, 'm2'),
    then: together(cached(held.acquired('m2')), copies([FIRST], 'm2'), {
      seenEpoch: { p1: { m2: 1 } },
    }),
  },
  {
    step: 'Acquire m1',
    when: 'keeps an earlier copy',
    given: together(cached(held.available(1)), copies([FIRST])),
    then: together(cached(held.acquired('m1', 2)), copies([FIRST, { ...FIRST, count: 2 }])),
  },
  {
    step: 'PlainAccept m1',
    design: WITH_PLAIN,
    given: MINE,
    then: together(
      cached(held.finished('acknowledged')),
      durable(kept.finished('acknowledged')),
      copies([]),
      why('plain'),
    ),
    refusals: { ...NOT_MINE, ...ACQUISITION_GONE },
  },
  {
    step: 'Release m1',
    design: WITH_PLAIN,
    given: MINE,
    then: together(cached(held.available(1)), copies([])),
    refusals: { ...NOT_MINE, ...ACQUISITION_GONE },
  },
  {
    step: 'Release m1',
    when: 'archives at the delivery limit',
    design: AT_THE_LIMIT,
    given: MINE,
    then: together(
      cached(held.finished('archived')),
      durable(kept.finished('archived')),
      copies([]),
      why('limit'),
    ),
  },
  {
    step: 'Renew m1',
    design: WITH_PLAIN,
    given: together(MINE, cached({ timer: false })),
    then: cached({ timer: true }),
    refusals: { ...NOT_MINE, 'the lock runs': cached({ timer: true }) },
  },
  {
    step: 'MemberReturns m1',
    given: member({ up: false }),
    then: member({ up: true, epoch: 1, ownEpoch: 1 }),
    refusals: { 'the member is up': member({ up: true }) },
  },
  {
    step: 'Heartbeat m1',
    when: 'learns an epoch that a rebalance raised',
    design: WITH_EPOCHS,
    given: together(MINE, member({ epoch: 1 })),
    then: member({ ownEpoch: 1 }),
    refusals: {
      'the member is down': member({ up: false }),
      'the member knows its epoch': member({ ownEpoch: 1 }),
    },
  },
  {
    step: 'Heartbeat m1',
    when: 'of a fenced member gives its records back',
    design: WITH_EPOCHS,
    given: together(MINE, member({ epoch: 1, fenced: true })),
    then: together(member({ ownEpoch: 1, fenced: false }), cached(held.available(1)), copies([])),
  },
  {
    step: 'Heartbeat m1',
    when: 'of a fenced member leaves the records of others and what is staged',
    design: WITH_EPOCHS,
    given: together(cached(held.pending('m1')), member({ epoch: 1, fenced: true })),
    then: member({ ownEpoch: 1, fenced: false }),
  },
  {
    step: 'Heartbeat m1',
    when: 'of a fenced member archives at the delivery limit',
    design: { ...WITH_EPOCHS, DELIVERY_LIMIT: 1 },
    given: together(MINE, member({ epoch: 1, fenced: true })),
    then: together(
      member({ ownEpoch: 1, fenced: false }),
      cached(held.finished('archived')),
      durable(kept.finished('archived')),
      copies([]),
      why('limit'),
    ),
  },
  {
    step: 'PushMemberEpoch m1',
    design: { ...WITH_EPOCHS, MEMBER_CHECK_SITE: 'heartbeatPush' },
    given: member({ epoch: 1 }),
    then: { seenEpoch: { p1: { m1: 1 } } },
    refusals: { 'the leader knows the epoch': { seenEpoch: { p1: { m1: 1 } } } },
  },
  {
    step: 'PlainAck t1 m1',
    when: 'before the transaction ends',
    design: { ACKNOWLEDGEMENT: 'immediate' },
    given: together(MINE, client({ state: 'inTransaction', txn: 1 }), handed(ACCEPTED)),
    then: together(
      cached(held.finished('acknowledged')),
      durable(kept.finished('acknowledged')),
      handed(null),
      why('plain', 't1', 1),
    ),
    refusals: {
      ...NOT_MINE,
      'nothing was processed': handed(null),
      'another member processed the record': handed({ ...ACCEPTED, member: 'm2' }),
      'the transaction is being committed': client({ state: 'committing' }),
    },
  },
  {
    step: 'PlainAck t1 m1',
    when: 'after the transaction is committed',
    design: { ACKNOWLEDGEMENT: 'afterCommit' },
    given: together(MINE, client({ state: 'ready', txn: 1 }), handed(ACCEPTED)),
    then: together(
      cached(held.finished('acknowledged')),
      durable(kept.finished('acknowledged')),
      handed(null),
      why('plain', 't1', 1),
    ),
    refusals: {
      ...NOT_MINE,
      'nothing was processed': handed(null),
      'another member processed the record': handed({ ...ACCEPTED, member: 'm2' }),
      'the transaction has not ended': client({ state: 'inTransaction' }),
    },
  },
];

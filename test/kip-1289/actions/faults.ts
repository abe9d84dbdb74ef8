import type { ActionCase } from '../action-case.ts';
import { together } from '../hand-written.ts';
import {
  cached,
  call,
  client,
  copies,
  durable,
  FIRST,
  handed,
  held,
  kept,
  member,
  request,
  staged,
  why,
  ACCEPTED,
  exhausted,
  spent,
} from './places.ts';

const AT_THE_LIMIT = { DELIVERY_LIMIT: 1 } as const;

export const faultCases: readonly ActionCase[] = [
  {
    step: 'MemberLoss m1',
    when: 'gives back what it acquired',
    given: together(cached(held.acquired('m1')), copies([FIRST])),
    then: together(
      member({ up: false }),
      cached(held.available(1)),
      copies([]),
      spent('MEMBER_LOSSES'),
    ),
    refusals: { 'the member is down': member({ up: false }), ...exhausted('MEMBER_LOSSES') },
  },
  {
    step: 'MemberLoss m1',
    when: 'archives at the delivery limit',
    design: AT_THE_LIMIT,
    given: cached(held.acquired('m1')),
    then: together(
      member({ up: false }),
      cached(held.finished('archived')),
      durable(kept.finished('archived')),
      why('limit'),
      spent('MEMBER_LOSSES'),
    ),
  },
  {
    step: 'MemberLoss m1',
    when: 'keeps what is staged until the marker',
    given: cached(held.pending('m1')),
    then: together(member({ up: false }), spent('MEMBER_LOSSES')),
  },
  {
    step: 'MemberLoss m1',
    when: 'releases what is staged, if that is the rule',
    design: { MEMBER_LOSS_IN_PENDING: 'released' },
    given: together(cached(held.pending('m1')), durable(kept.pending())),
    then: together(member({ up: false }), cached(held.available(1)), spent('MEMBER_LOSSES')),
  },
  {
    step: 'MemberLoss m1',
    when: 'takes the producer with it in option A',
    design: { SHARED_FATE: true },
    given: together(
      client({ state: 'inTransaction', epoch: 1, txn: 1 }),
      handed(ACCEPTED),
      request('sent'),
    ),
    then: together(
      member({ up: false }),
      client({ state: 'down', epoch: 0, txn: 0 }),
      handed(null),
      call({ awaited: null }),
      spent('MEMBER_LOSSES'),
    ),
  },
  {
    step: 'MemberLoss m1',
    when: 'releases nothing of what another member staged',
    design: { MEMBER_LOSS_IN_PENDING: 'released' },
    given: cached(held.pending('m2', staged({ tid: 't2' }))),
    then: together(member({ up: false }), spent('MEMBER_LOSSES')),
  },
  {
    step: 'MemberFence m1',
    design: { MEMBER_FENCES: 1 },
    given: cached(held.acquired('m1')),
    then: together(member({ fenced: true, epoch: 1 }), spent('MEMBER_FENCES')),
    refusals: {
      'the member is down': member({ up: false }),
      'the member is fenced': member({ fenced: true }),
      ...exhausted('MEMBER_FENCES'),
    },
  },
  {
    step: 'Rebalance m1',
    design: { REBALANCES: 1 },
    given: {},
    then: together(member({ epoch: 1 }), spent('REBALANCES')),
    refusals: {
      'the member is down': member({ up: false }),
      'the member is fenced': member({ fenced: true }),
      ...exhausted('REBALANCES'),
    },
  },
  {
    step: 'ProducerCrash t1',
    given: together(
      client({ state: 'inTransaction', epoch: 1, txn: 1 }),
      handed(ACCEPTED),
      request('sent'),
    ),
    then: together(
      client({ state: 'down', epoch: 0, txn: 0 }),
      handed(null),
      call({ awaited: null }),
      spent('PRODUCER_CRASHES'),
    ),
    refusals: {
      'the client is down': client({ state: 'down' }),
      'the client is fenced': client({ state: 'fenced' }),
      ...exhausted('PRODUCER_CRASHES'),
    },
  },
  {
    step: 'ProducerCrash t1 i1',
    when: 'leaves the requests of another instance waited for',
    design: { INSTANCE: 2 },
    given: together(client({ state: 'ready' }), request('sent', { awaited: 'i2' })),
    then: together(client({ state: 'down' }), spent('PRODUCER_CRASHES')),
  },
  {
    step: 'GiveUp t1 n=1',
    given: together(request('sent'), client({ state: 'inTransaction', txn: 1 })),
    then: together(
      call({ awaited: null }),
      client({ state: 'abortable' }),
      spent('CLIENT_GIVE_UPS'),
    ),
    refusals: {
      'nobody waits for the request': call({ awaited: null }),
      ...exhausted('CLIENT_GIVE_UPS'),
    },
  },
  {
    step: 'GiveUp t1 n=1',
    when: 'after another request failed',
    given: together(request('sent'), client({ state: 'fenced', txn: 1 })),
    then: together(call({ awaited: null }), spent('CLIENT_GIVE_UPS')),
  },
  {
    step: 'DeadLetterFails p1',
    design: { DLQ: true, DLQ_FAILURES: 1 },
    given: together(cached(held.finished('archiving')), durable(kept.finished('archiving'))),
    then: together(
      cached({ state: 'archived' }),
      durable({ state: 'archived' }),
      spent('DLQ_FAILURES'),
    ),
    refusals: {
      'the record is not to be archived': cached({ state: 'archived' }),
      ...exhausted('DLQ_FAILURES'),
    },
  },
  {
    step: 'LockTimeout p1',
    given: cached(held.acquired('m1')),
    then: together(cached(held.available(1)), spent('LOCK_TIMEOUTS')),
    refusals: {
      'the record is not acquired': cached({ state: 'archiving' }),
      'the lock does not run': cached({ timer: false }),
      ...exhausted('LOCK_TIMEOUTS'),
    },
  },
  {
    step: 'LockTimeout p1',
    when: 'archives at the delivery limit',
    design: AT_THE_LIMIT,
    given: cached(held.acquired('m1')),
    then: together(
      cached(held.finished('archived')),
      durable(kept.finished('archived')),
      why('limit'),
      spent('LOCK_TIMEOUTS'),
    ),
  },
  {
    step: 'LockTimeout p1',
    when: 'at the delivery limit dead-letters first',
    design: { ...AT_THE_LIMIT, DLQ: true },
    given: cached(held.acquired('m1')),
    then: together(
      cached(held.finished('archiving')),
      durable(kept.finished('archiving')),
      why('limit'),
      spent('LOCK_TIMEOUTS'),
    ),
  },
  {
    step: 'LockTimeout p1',
    when: 'of a staged record, if its lock runs on',
    design: { LOCK_IN_PENDING: 'runs' },
    given: together(cached({ ...held.pending('m1'), timer: true }), durable(kept.pending())),
    then: together(cached(held.available(1)), spent('LOCK_TIMEOUTS')),
  },
];

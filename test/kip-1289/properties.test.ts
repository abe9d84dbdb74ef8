import { describe, expect, test } from 'vitest';
import type { Choice } from '../../spec/kip-1289/designs.ts';
import { isSafety } from '../../checker/reference/properties.ts';
import {
  cached,
  copies,
  decision,
  durable,
  FIRST,
  held,
  history,
  kept,
  member,
  owed,
  request,
  staged,
  tc,
  why,
} from './actions/places.ts';
import { specOf, violated } from './behaviour.ts';
import { changed, stateOf, together, type Places } from './hand-written.ts';
import { TELLING_DESIGNS } from './reference-tables.ts';

/** A step that a property must refuse, and one that is as it should be but for one thing. */
interface PropertyCase {
  readonly property: string;
  readonly what: string;
  readonly design?: Choice;
  readonly before: Places;
  /** What the step changes. */
  readonly wrong: Places;
  /** What a step that is right changes. */
  readonly right: Places;
}

const PENDING = together(durable(kept.pending()), cached(held.pending('m1')));
const acknowledged = together(
  durable(kept.finished('acknowledged')),
  cached(held.finished('acknowledged')),
  why('transaction', 't1', 1),
);
const COMMITTED = together(decision('commit'), history({ outs: 1, enlisted: true }));
const REGISTERED = tc({ state: 'ongoing', sgs: ['k1'] });
const DLQ = { DLQ: true, REJECTS: true } as const;
const POLICIES = { POLICIES: true, REBALANCES: 1 } as const;
const ASKING = together(cached(held.acquired('m1')), request('registered'));

const cases: readonly PropertyCase[] = [
  {
    property: 'P1_AtomicCommit',
    what: 'a staged record is acknowledged before the decision',
    before: PENDING,
    wrong: durable(kept.finished('acknowledged')),
    right: {},
  },
  {
    property: 'P1_AtomicCommit',
    what: 'a staged record of a committed transaction becomes available',
    before: together(PENDING, COMMITTED),
    wrong: durable(kept.available(1)),
    right: durable(kept.finished('acknowledged')),
  },
  {
    property: 'P1_AtomicCommit',
    what: 'a staged record of an aborted transaction is archived, as by a commit',
    before: together(PENDING, decision('abort')),
    wrong: together(durable(kept.finished('archived')), why('transaction', 't1', 1)),
    right: durable(kept.available(1)),
  },
  {
    property: 'P2_NoLoss',
    what: 'a record is acknowledged, but not by its transaction',
    before: COMMITTED,
    wrong: durable(kept.finished('acknowledged')),
    right: acknowledged,
  },
  {
    property: 'P2_NoLoss',
    what: 'a record is acknowledged without its output',
    before: decision('commit'),
    wrong: acknowledged,
    right: together(acknowledged, history({ outs: 1 })),
  },
  {
    property: 'P2_NoLoss',
    what: 'a record is acknowledged whose transaction aborts',
    design: { ACKNOWLEDGEMENT: 'immediate' },
    before: together(acknowledged, why('plain', 't1', 1)),
    wrong: decision('abort'),
    right: decision('commit'),
  },
  {
    property: 'P3_OutputImpliesAck',
    what: 'a transaction commits whose record is available again',
    before: history({ outs: 1, enlisted: true }),
    wrong: decision('commit'),
    right: decision('abort'),
  },
  {
    property: 'P3_OutputImpliesAck',
    what: 'a transaction commits whose record another one staged',
    before: history({ outs: 1, enlisted: true }),
    wrong: together(
      decision('commit'),
      cached(held.pending('m2', staged({ tid: 't2' }), 2)),
      durable(kept.pending(staged({ tid: 't2' }), 2)),
    ),
    right: together(decision('commit'), PENDING),
  },
  {
    property: 'P4_NoDuplicateOutcome',
    what: 'two transactions commit output of one record',
    before: together(COMMITTED, { outs: { p1: { o1: { t2: { 1: 1 } } } } }),
    wrong: { decision: { t2: { 1: 'commit' } } },
    right: { decision: { t2: { 1: 'abort' } } },
  },
  {
    property: 'P4_NoDuplicateOutcome',
    what: 'one transaction commits two copies',
    before: history({ outs: 2 }),
    wrong: decision('commit'),
    right: decision('abort'),
  },
  {
    property: 'P5_ExclusiveOwnership',
    what: 'a record is staged for a member that does not own it',
    before: together(cached(held.acquired('m2')), request('registered')),
    wrong: together(cached(held.pending('m1')), request('writing')),
    right: {},
  },
  {
    property: 'P5_ExclusiveOwnership',
    what: 'a record is staged that nobody asked to stage',
    before: cached(held.acquired('m1')),
    wrong: cached(held.pending('m1')),
    right: cached(held.available(1)),
  },
  {
    property: 'P6_TerminalStaysTerminal',
    what: 'an acknowledged record is staged again',
    before: acknowledged,
    wrong: durable(kept.pending()),
    right: { start: { p1: 1 } },
  },
  {
    property: 'P7_MonotoneStart',
    what: 'the durable start offset goes back',
    design: { ADMIN_RESETS: 1 },
    before: together(acknowledged, { start: { p1: 1 }, durableStart: { p1: 1 } }),
    wrong: { start: { p1: 0 }, durableStart: { p1: 0 } },
    right: { start: { p1: 0 }, durableStart: { p1: 0 }, stateEpoch: { p1: 1 } },
  },
  {
    property: 'P7_StartIsFinished',
    what: 'the start offset passes a staged record',
    before: {},
    wrong: together(PENDING, { start: { p1: 1 } }),
    right: together(acknowledged, { start: { p1: 1 } }),
  },
  {
    property: 'P8_NoOrphanPending',
    what: 'a record is staged durably, and its state partition is not registered',
    before: tc({ state: 'ongoing', outputs: ['q1'] }),
    wrong: durable(kept.pending()),
    right: together(durable(kept.pending()), REGISTERED),
  },
  {
    property: 'P8_NoOrphanPending',
    what: 'a marker is answered that leaves a record staged',
    before: together(PENDING, tc({ state: 'prepareCommit', epoch: 1 }), owed(['k1'], []), {
      tcTxn: { t1: 1 },
    }),
    wrong: owed([], []),
    right: together(owed([], []), acknowledged),
  },
  {
    property: 'P9_MarkerIdempotence',
    what: 'a marker changes what another transaction staged',
    before: together(PENDING, { owed: { t2: { sgs: ['k1'] } } }),
    wrong: together(durable(kept.available(1)), { owed: { t2: { sgs: [] } } }),
    right: { owed: { t2: { sgs: [] } } },
  },
  {
    property: 'P10_EpochMonotonicity',
    what: 'a producer epoch goes back',
    before: tc({ epoch: 1 }),
    wrong: tc({ epoch: 0 }),
    right: tc({ epoch: 2 }),
  },
  {
    property: 'P11_ReadCommitted',
    what: 'the output of an undecided transaction is in no log where it is open',
    before: {},
    wrong: history({ outs: 1 }),
    right: together(history({ outs: 1 }), { outputOpen: { q1: { t1: true } } }),
  },
  {
    property: 'P12_DurableBeforeReply',
    what: 'a client is told that a record is staged that never was durably',
    before: {},
    wrong: history({ accepted: true }),
    right: history({ accepted: true, everPending: true }),
  },
  {
    property: 'P13_DeliveryCountBounded',
    what: 'a record is acquired once more than the limit',
    design: { DELIVERY_LIMIT: 1 },
    before: cached(held.available(1)),
    wrong: cached(held.acquired('m1', 2)),
    right: {},
  },
  {
    property: 'P14_DlqCompleteness',
    what: 'a record is archived without a dead letter',
    design: DLQ,
    before: {},
    wrong: durable(kept.finished('archived')),
    right: together(durable(kept.finished('archived')), { deadLetter: { p1: { o1: true } } }),
  },
  {
    property: 'P14_DlqSoundness',
    what: 'a dead-lettered record is accepted',
    design: DLQ,
    before: { deadLetter: { p1: { o1: true } } },
    wrong: together(acknowledged, COMMITTED),
    right: durable(kept.finished('archived')),
  },
  {
    property: 'P15_CacheAgreement',
    what: 'the leader finishes a record that is not durably finished',
    before: PENDING,
    wrong: cached(held.finished('archived')),
    right: durable(kept.finished('acknowledged')),
  },
  {
    property: 'P16_ParticipantsClosed',
    what: 'a transaction is decided that does not know of a staging it was told of',
    before: together(history({ accepted: true, everPending: true }), { tcTxn: { t1: 1 } }),
    wrong: tc({ state: 'prepareCommit', epoch: 1, outputs: ['q1'] }),
    right: tc({ state: 'prepareCommit', epoch: 1, sgs: ['k1'] }),
  },
  {
    property: 'P5_ExclusiveBelief',
    what: 'two members work on one record',
    design: POLICIES,
    before: copies([FIRST]),
    wrong: copies([{ ...FIRST, count: 2 }], 'm2'),
    right: together(copies([]), copies([{ ...FIRST, count: 2 }], 'm2')),
  },
  {
    property: 'P5_StaleMemberCannotStage',
    what: 'a member is staged for that was moved on',
    design: POLICIES,
    before: together(ASKING, member({ epoch: 1 })),
    wrong: together(cached(held.pending('m1')), request('writing')),
    right: together(cached(held.available(1)), request('none')),
  },
];

describe('a property refuses', () => {
  test.each(cases)('$property: $what', ({ property, design, before, wrong, right }) => {
    const tree = specOf(design);
    const state = stateOf(tree, before);
    expect(violated(tree, state, changed(tree, state, wrong))).toContain(property);
    expect(violated(tree, state, changed(tree, state, right))).not.toContain(property);
  });

  test('something, whichever property it is', () => {
    const tested = new Set(cases.map(({ property }) => property));
    const all = TELLING_DESIGNS.flatMap((design) => specOf(design).properties)
      .filter(isSafety)
      .filter(({ kind }) => kind !== 'reachable')
      .map(({ name }) => name);
    expect([...new Set(all)].filter((name) => !tested.has(name))).toEqual([]);
  });
});

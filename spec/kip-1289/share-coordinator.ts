/**
 * The share coordinator: the log-backed state of the share-partitions whose state lives in one
 * partition of __share_group_state. Its memory is what its log replays to, but for what is volatile
 * by a switch.
 */
import {
  and,
  exists,
  forEach,
  ifElse,
  ifThen,
  not,
  some,
  type Bool,
  type BoolExpr,
  type IntExpr,
  type Update,
} from 'kripke';
import type { Kip } from './kip.ts';
import {
  combined,
  deadLettered,
  finalized,
  livesIn,
  matches,
  restored,
  sameStaging,
  writtenStart,
  type DurableExpr,
  type K,
  type O,
  type P,
  type StagedExpr,
  type T,
} from './records.ts';
import { rolledBack, staging } from './share-partition-leader.ts';
import { answered, failed } from './stage-call.ts';
import { isOpen, isPreparing } from './transaction-coordinator.ts';

const SC = 'share coordinator';
const SPL = 'share-partition leader';
const TC = 'transaction coordinator';

/** Declares the actions of the share coordinators. */
export function shareCoordinator(kip: Kip): void {
  if (kip.bounds.acknowledgement.value !== 'inTransaction') return;
  if (kip.switches.durablePending.value) write(kip);
  receiveMarker(kip);
}

/** The phase of a stage request whose write may be appended. */
function appendPhase({ switches }: Kip): 'writing' | 'verified' {
  return switches.scFence.value === 'verifyThenAppend' ? 'verified' : 'writing';
}

/** Whether a staging write is still allowed by the producer identity it carries (S2). */
export function passesFence(kip: Kip, t: T, k: K, epoch: IntExpr): Bool {
  const { state, switches } = kip;
  switch (switches.scFence.value) {
    case 'none':
    case 'verifyThenAppend':
      return true;
    case 'verifyWithTC':
      return isOpen(kip, t, epoch, k);
    default:
      return state.fence ? epoch.ge(state.fence.at(k).at(t)) : true;
  }
}

/** Whether the write of a stage request may be appended. */
export function canAppend(kip: Kip, t: T, n: IntExpr, p: P, k: K): BoolExpr {
  const { state } = kip;
  const call = state.calls.at(t).at(n).at(p);
  return and(
    call.phase.is(appendPhase(kip)),
    livesIn(kip, p, k),
    call.leaderEpoch.ge(state.leaderEpoch.at(p)),
    call.stateEpoch.ge(state.stateEpoch.at(p)),
    passesFence(kip, t, k, call.epoch),
  );
}

/** A staging batch as the share coordinator is given it. */
export function stagedRecord({ types }: Kip, staged: StagedExpr, count: IntExpr): DurableExpr {
  return types.Durable.of({ state: 'pending', count, staged: some(staged) });
}

/** The append of a stage request's records (A11b). */
export function appended(kip: Kip, t: T, n: IntExpr, p: P, k: K): Update[] {
  const { bounds, state, switches, ghosts } = kip;
  const call = state.calls.at(t).at(n).at(p);
  return [
    forEach(bounds.Offset, (o) => {
      const durable = state.durable.at(p).at(o);
      const staged = staging(kip, t, n, p, call.acks.at(o).value().type);
      const batch = stagedRecord(kip, staged, call.counts.at(o));
      return ifThen(call.acks.at(o).isSome(), [
        durable.set(combined(kip, durable, batch)),
        // The merge rule may have kept what was there.
        ifThen(sameStaging(combined(kip, durable, batch).staged, batch.staged), [
          ghosts.everPending.at(p).at(o).at(t).at(n).set(true),
        ]),
      ]);
    }),
    state.durableStart.at(p).set(writtenStart(kip, p, state.start.at(p))),
    ...(state.fence && switches.scFence.value === 'transactionalAppend'
      ? [state.fence.at(k).at(t).set(call.epoch)]
      : []),
  ];
}

function write(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Partition, Sgs } = bounds;
  const parameters = { t: Tid, n: types.TxnNumber, p: Partition, k: Sgs };
  const isFirst = switches.stageOrder.value === 'stageFirst';

  if (switches.scFence.value === 'verifyThenAppend') {
    action('Verify', parameters, ({ t, n, p, k }) => {
      const call = state.calls.at(t).at(n).at(p);
      return {
        doc: 'The share coordinator asks whether the transaction is open, before it appends.',
        source: 'S2: verification as a step of its own',
        weaklyFair: 'each',
        by: SC,
        to: TC,
        when: [call.phase.is('writing'), livesIn(kip, p, k), isOpen(kip, t, call.epoch, k)],
        then: [call.phase.set('verified')],
      };
    });
  }

  action('StageDurable', parameters, ({ t, n, p, k }) => {
    const call = state.calls.at(t).at(n).at(p);
    return {
      doc: 'The share coordinator appends the staged records; the producer is told.',
      source: 'A11b, A11c; WriteShareGroupState',
      weaklyFair: 'each',
      by: SC,
      to: SPL,
      when: [canAppend(kip, t, n, p, k)],
      then: [
        appended(kip, t, n, p, k),
        isFirst ? [call.phase.set('written')] : answered(kip, t, n, p),
      ],
    };
  });

  action('StageWriteRefused', parameters, ({ t, n, p, k }) => {
    const call = state.calls.at(t).at(n).at(p);
    const refusedByTc =
      switches.scFence.value === 'verifyThenAppend'
        ? and(call.phase.is('writing'), not(isOpen(kip, t, call.epoch, k)))
        : false;
    const refused = and(
      call.phase.is(appendPhase(kip)),
      not(
        and(
          call.leaderEpoch.ge(state.leaderEpoch.at(p)),
          call.stateEpoch.ge(state.stateEpoch.at(p)),
          passesFence(kip, t, k, call.epoch),
        ),
      ),
    );
    return {
      doc: 'The share coordinator refuses the write; the leader rolls the staging back.',
      source: 'A11b, A11r; FENCED_LEADER_EPOCH, FENCED_STATE_EPOCH, INVALID_PRODUCER_EPOCH',
      weaklyFair: 'each',
      by: SC,
      to: SPL,
      when: [livesIn(kip, p, k), refused.or(refusedByTc)],
      then: [rolledBack(kip, t, n, p), failed(kip, t, n, p, 'abortable')],
    };
  });
}

/** What a marker says. */
export interface MarkerContent {
  readonly epoch: IntExpr;
  readonly isCommit: Bool;
  readonly coordinatorEpoch: IntExpr;
}

/** A marker is applied, unless it comes from a coordinator that is known to be deposed (S18). */
export function applied(kip: Kip, k: K, t: T, marker: MarkerContent): Update[] {
  const known = kip.state.knownCoordinator?.at(k);
  if (!known) return finalizedAll(kip, k, t, marker);
  return [
    ifThen(marker.coordinatorEpoch.ge(known), [
      ...finalizedAll(kip, k, t, marker),
      known.set(marker.coordinatorEpoch),
    ]),
  ];
}

/** A marker is applied to every share-partition of a state partition (A17). */
function finalizedAll(kip: Kip, k: K, t: T, marker: MarkerContent): Update[] {
  const { bounds, state, switches, ghosts } = kip;
  const { Partition, Offset } = bounds;
  const durablePending = switches.durablePending.value;
  const source = (p: P, o: O): DurableExpr => {
    const { state: name, count, staged } = state.cache.at(p).at(o);
    return durablePending
      ? state.durable.at(p).at(o)
      : kip.types.Durable.of({
          // Only staged records are looked at, and no such one is acquired.
          state: ifElse(name.is('pending'), 'pending', 'available'),
          count,
          staged,
        });
  };
  // Without durable staging only the leaders know what is staged, and not every marker gets there.
  const isReached = durablePending || bounds.markerReach.value === 'leader';
  const isMatch = (p: P, o: O): BoolExpr => {
    const record = source(p, o);
    return and(
      isReached,
      record.state.is('pending'),
      matches(kip, record.staged.value(), t, marker.epoch),
    );
  };
  const result = (p: P, o: O): DurableExpr =>
    finalized(kip, source(p, o), marker.isCommit, marker.epoch);
  const drops = switches.splLearn.value === 'invalidateIfColocated' && bounds.colocated.value;

  return [
    forEach(Partition, (p) =>
      ifThen(livesIn(kip, p, k), [
        forEach(Offset, (o) =>
          ifThen(isMatch(p, o), [
            state.durable.at(p).at(o).set(result(p, o)),
            ...(durablePending
              ? []
              : [
                  state.cache
                    .at(p)
                    .at(o)
                    .set(restored(kip, result(p, o))),
                ]),
            ...(switches.dlqOnCommit.value === 'insideProducerTxn'
              ? [
                  ifThen(
                    and(marker.isCommit, result(p, o).state.is('archived')),
                    deadLettered(kip, p, o),
                  ),
                ]
              : []),
            ifThen(result(p, o).state.isNot('available'), [
              ghosts.why
                .at(p)
                .at(o)
                .set({
                  cause: ifElse(marker.isCommit, 'transaction', 'limit'),
                  tid: some(t),
                  txn: source(p, o).staged.value().txn,
                }),
            ]),
          ]),
        ),
        ...(drops
          ? [
              ifThen(
                exists(Offset, (o) => isMatch(p, o)),
                [
                  forEach(Offset, (o) =>
                    state.cache
                      .at(p)
                      .at(o)
                      .set(
                        restored(
                          kip,
                          ifElse(isMatch(p, o), result(p, o), state.durable.at(p).at(o)),
                        ),
                      ),
                  ),
                  state.start.at(p).set(state.durableStart.at(p)),
                ],
              ),
            ]
          : []),
      ]),
    ),
    ...(state.fence
      ? [
          ifThen(marker.epoch.gt(state.fence.at(k).at(t)), [
            state.fence.at(k).at(t).set(marker.epoch),
          ]),
        ]
      : []),
  ];
}

/** The marker that the transaction coordinator sends now. */
export function currentMarker({ state }: Kip, t: T): MarkerContent {
  const tc = state.tc.at(t);
  return {
    epoch: tc.epoch,
    isCommit: tc.state.is('prepareCommit'),
    coordinatorEpoch: state.tcEpoch,
  };
}

function receiveMarker(kip: Kip): void {
  const { action, bounds, state, switches } = kip;
  const { Tid, Sgs } = bounds;
  // Answered early, it stays in memory like a marker that is still under way.
  const early = switches.markerAck.value === 'early' ? state.lateMarker : null;

  action(early ? 'AckMarkerEarly' : 'FinalizeStaged', { t: Tid, k: Sgs }, ({ t, k }) => {
    const marker = currentMarker(kip, t);
    return {
      doc: early
        ? 'The share coordinator answers a marker that it has only in memory.'
        : 'A marker reaches the share coordinator: what the transaction staged is finalized.',
      source: 'A14, A15s, A16, A17; WriteTxnMarkers',
      weaklyFair: 'each',
      by: TC,
      to: SC,
      when: [
        isPreparing(kip, t),
        state.owed.at(t).sgs.has(k),
        early ? early.at(k).at(t).isNone() : true,
      ],
      then: [
        early
          ? [
              early
                .at(k)
                .at(t)
                .set(
                  some({
                    epoch: marker.epoch,
                    outcome: ifElse(marker.isCommit, 'commit', 'abort'),
                    coordinatorEpoch: state.tcEpoch,
                  }),
                ),
            ]
          : applied(kip, k, t, marker),
        state.owed.at(t).sgs.remove(k),
      ],
    };
  });
}

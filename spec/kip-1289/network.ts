/**
 * The network: responses that are lost, requests of which a copy stays under way, and writes whose
 * outcome the sender is told wrongly. A request that is merely late is one that has not been taken
 * yet, so delay and reordering need no action of their own.
 */
import {
  and,
  bool,
  exists,
  forAll,
  forEach,
  ifElse,
  ifThen,
  implies,
  none,
  not,
  some,
  type IntExpr,
  type Update,
} from 'kripke';
import { fault, mayHappen, type Kip } from './kip.ts';
import { combined, livesIn, writtenStart, type O, type P, type T } from './records.ts';
import {
  appended,
  applied,
  canAppend,
  currentMarker,
  passesFence,
  stagedRecord,
} from './share-coordinator.ts';
import type { Variables } from './state.ts';
import { acquisition } from './share-consumer.ts';
import { isStagedAlready, rolledBack } from './share-partition-leader.ts';
import { answered, failed, isWriting, told } from './stage-call.ts';
import {
  accepts,
  canDecide,
  decide,
  ENDINGS,
  isOpen,
  isPreparing,
  join,
  registrationPhase,
} from './transaction-coordinator.ts';

const SC = 'share coordinator';
const SPL = 'share-partition leader';
const TC = 'transaction coordinator';

/** Declares what the network does to requests and responses. */
export function network(kip: Kip): void {
  lostResponses(kip);
  if (kip.bounds.acknowledgement.value !== 'inTransaction') return;
  if (kip.switches.durablePending.value) writes(kip);
  markers(kip);
  staleReads(kip);
}

/** A deposed share coordinator answers a read with what it had before a staging (S23). */
function staleReads(kip: Kip): void {
  const { action, bounds, state, switches } = kip;
  const { Partition, Offset } = bounds;
  if (switches.zombieScRead.value === 'linearizable' || !mayHappen(kip, 'STALE_READS')) return;
  const { refresh } = state;
  if (!refresh) return;
  action('RefreshReadStale', { p: Partition }, ({ p }) =>
    fault(kip, 'STALE_READS', {
      doc: 'A deposed share coordinator answers with the state before the records were staged.',
      source: 'faults: stale read; a read appends nothing, so that nothing proves leadership',
      by: SPL,
      to: SC,
      when: [
        refresh.at(p).isNone(),
        exists(Offset, (o) => state.cache.at(p).at(o).state.is('pending')),
        not(isWriting(kip, p)),
      ],
      then: [
        refresh
          .at(p)
          .set(some((o: O) => ({ asked: state.cache.at(p).at(o).staged, answer: 'available' }))),
      ],
    }),
  );
}

function lostResponses(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Instance, Member, Partition, Offset, Sgs } = bounds;
  if (!mayHappen(kip, 'LOST_RESPONSES')) return;

  action('AcquireResponseLost', { m: Member, p: Partition, o: Offset }, ({ m, p, o }) =>
    fault(kip, 'LOST_RESPONSES', {
      doc: 'A record is acquired for a member that never gets it.',
      source: 'A1: response lost',
      ...acquisition(kip, m, p, o, false),
    }),
  );

  for (const ending of ['commit', 'abort'] as const) {
    action(`Decide${ENDINGS[ending].name}Unheard`, { t: Tid, i: Instance }, ({ t, i }) =>
      fault(kip, 'LOST_RESPONSES', {
        doc: `The decision to ${ending} is durable, but the client does not learn it.`,
        source: 'A13: response lost',
        by: TC,
        to: t,
        when: [canDecide(kip, t, i, ending)],
        then: decide(kip, t, i, ending),
      }),
    );
  }

  if (bounds.acknowledgement.value !== 'inTransaction') return;
  if (switches.durablePending.value) lostStageResponses(kip);
  if (switches.registerBy.value !== 'spl') return;
  action(
    'RegisterUnheard',
    { t: Tid, n: types.TxnNumber, p: Partition, k: Sgs },
    ({ t, n, p, k }) => {
      const call = state.calls.at(t).at(n).at(p);
      return fault(kip, 'LOST_RESPONSES', {
        doc: 'The state partition is registered, but the leader does not learn it.',
        source: 'A10: response lost',
        by: TC,
        to: SPL,
        when: [
          call.phase.is(registrationPhase(kip)),
          livesIn(kip, p, k),
          accepts(kip, t, call.epoch),
          not(isOpen(kip, t, call.epoch, k)),
        ],
        then: join(kip, t, n, { sgs: k }),
      });
    },
  );
}

function lostStageResponses(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Partition, Offset, Sgs } = bounds;
  if (bounds.restage.value === 'answersAtOnce') {
    action('RestageAnsweredEarly', { t: Tid, n: types.TxnNumber, p: Partition }, ({ t, n, p }) => {
      const call = state.calls.at(t).at(n).at(p);
      return fault(kip, 'LOST_RESPONSES', {
        doc: 'The producer asks again and is told success, while the write is still under way.',
        source: 'A8: idempotent restage; A7: retry after REQUEST_TIMED_OUT',
        by: SPL,
        to: t,
        when: [
          call.phase.isOneOf('writing', 'verified'),
          call.awaited.isSome(),
          call.leaderEpoch.is(state.leaderEpoch.at(p)),
          forAll(Offset, (o) =>
            implies(call.acks.at(o).isSome(), isStagedAlready(kip, t, n, p, o)),
          ),
        ],
        then: [told(kip, t, n, p), call.awaited.set(none)],
      });
    });
  }

  if (switches.stageOrder.value === 'registerFirst') {
    action(
      'StageDurableUnheard',
      { t: Tid, n: types.TxnNumber, p: Partition, k: Sgs },
      ({ t, n, p, k }) => {
        const call = state.calls.at(t).at(n).at(p);
        return fault(kip, 'LOST_RESPONSES', {
          doc: 'The records are staged, but the producer does not learn it and asks again.',
          source: 'A11c: response lost',
          by: SC,
          to: SPL,
          when: [canAppend(kip, t, n, p, k), call.awaited.isSome()],
          then: [
            appended(kip, t, n, p, k),
            call.phase.set(switches.registerBy.value === 'spl' ? 'sent' : 'registered'),
          ],
        });
      },
    );
  }
}

function writes(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Partition, Sgs } = bounds;
  const parameters = { t: Tid, n: types.TxnNumber, p: Partition, k: Sgs };
  const isFirst = switches.stageOrder.value === 'stageFirst';

  if (mayHappen(kip, 'WRITE_FAILURES')) {
    action('StageWriteFails', { ...parameters, isAppended: bool }, ({ t, n, p, k, isAppended }) =>
      fault(kip, 'WRITE_FAILURES', {
        doc: 'The leader is told that its write failed, though it may have been appended.',
        source: 'faults: stage write fails, or its outcome is unknown; A11r',
        by: SC,
        to: SPL,
        when: [canAppend(kip, t, n, p, k)],
        then: [
          ifThen(isAppended, appended(kip, t, n, p, k)),
          rolledBack(kip, t, n, p),
          failed(kip, t, n, p, 'abortable'),
        ],
      }),
    );
  }

  const { lateWrite } = state;
  if (!lateWrite) return;
  lateWrites(kip, lateWrite);

  if (mayHappen(kip, 'WRITE_FAILURES')) {
    action('StageWriteLate', parameters, ({ t, n, p, k }) =>
      fault(kip, 'WRITE_FAILURES', {
        doc: 'The leader is told that its write failed, though it is still under way.',
        source: 'faults: stage write times out and lands later; A11r',
        by: SC,
        to: SPL,
        when: [canAppend(kip, t, n, p, k), lateWrite.at(p).isNone()],
        then: [
          staysUnderWay(kip, lateWrite, t, n, p),
          rolledBack(kip, t, n, p),
          failed(kip, t, n, p, 'abortable'),
        ],
      }),
    );
  }
  if (!mayHappen(kip, 'DUPLICATES')) return;

  action('StageDurableCopied', parameters, ({ t, n, p, k }) => {
    const call = state.calls.at(t).at(n).at(p);
    return fault(kip, 'DUPLICATES', {
      doc: 'The persister retried: the write is appended, and a copy of it is still under way.',
      source: 'faults: late write retry',
      by: SC,
      to: SPL,
      when: [canAppend(kip, t, n, p, k), lateWrite.at(p).isNone()],
      then: [
        appended(kip, t, n, p, k),
        isFirst ? [call.phase.set('written')] : answered(kip, t, n, p),
        staysUnderWay(kip, lateWrite, t, n, p),
      ],
    });
  });

  if (!isFirst) {
    action('StageRequestCopied', parameters, ({ t, n, p, k }) => {
      const call = state.calls.at(t).at(n).at(p);
      return fault(kip, 'DUPLICATES', {
        doc: 'The producer is told that its records are staged; a copy of its request is under way.',
        source: 'faults: late TxnShareAcknowledge after EndTxn',
        by: SC,
        to: SPL,
        when: [canAppend(kip, t, n, p, k), call.awaited.isSome()],
        then: [
          appended(kip, t, n, p, k),
          told(kip, t, n, p),
          call.phase.set(switches.registerBy.value === 'spl' ? 'sent' : 'registered'),
          call.awaited.set(none),
          call.counts.set(0),
          call.leaderEpoch.set(0),
          call.stateEpoch.set(0),
        ],
      });
    });
  }
}

type LateWrites = NonNullable<Variables['lateWrite']>;

/** A copy of the write of a stage request stays in the network. */
function staysUnderWay({ state }: Kip, lateWrite: LateWrites, t: T, n: IntExpr, p: P): Update {
  const call = state.calls.at(t).at(n).at(p);
  return lateWrite.at(p).set(
    some({
      tid: t,
      txn: n,
      epoch: call.epoch,
      acks: call.acks,
      counts: call.counts,
      leaderEpoch: call.leaderEpoch,
      stateEpoch: call.stateEpoch,
      start: state.start.at(p),
    }),
  );
}

function lateWrites(kip: Kip, lateWrite: LateWrites): void {
  const { action, bounds, state, switches, types } = kip;
  const { Partition, Offset, Sgs } = bounds;

  action('LateWriteArrives', { p: Partition, k: Sgs }, ({ p, k }) => {
    const late = lateWrite.at(p).value();
    const lands = and(
      late.leaderEpoch.ge(state.leaderEpoch.at(p)),
      late.stateEpoch.ge(state.stateEpoch.at(p)),
      switches.scFence.value === 'verifyThenAppend'
        ? isOpen(kip, late.tid, late.epoch, k)
        : passesFence(kip, late.tid, k, late.epoch),
    );
    return {
      doc: 'The copy of a staging write arrives: refused, or appended once more.',
      source: 'faults: late write retry',
      weaklyFair: 'each',
      by: SPL,
      to: SC,
      when: [lateWrite.at(p).isSome(), livesIn(kip, p, k)],
      then: [
        lateWrite.at(p).set(none),
        ifThen(lands, [
          state.durableStart.at(p).set(writtenStart(kip, p, late.start)),
          forEach(Offset, (o) => {
            const durable = state.durable.at(p).at(o);
            const staged = types.Staged.of({
              tid: late.tid,
              epoch: late.epoch,
              type: late.acks.at(o).value().type,
              txn: late.txn,
              member: none,
              memberEpoch: 0,
            });
            const batch = stagedRecord(kip, staged, late.counts.at(o));
            return ifThen(late.acks.at(o).isSome(), [durable.set(combined(kip, durable, batch))]);
          }),
        ]),
      ],
    };
  });
}

function markers(kip: Kip): void {
  const { action, bounds, state, switches } = kip;
  const { Tid, Sgs } = bounds;
  const { lateMarker } = state;
  if (!lateMarker) return;
  const early = switches.markerAck.value === 'early';

  if (!early) {
    action('FinalizeStagedCopied', { t: Tid, k: Sgs }, ({ t, k }) => {
      const marker = currentMarker(kip, t);
      return fault(kip, 'DUPLICATES', {
        doc: 'A marker is applied and answered; a copy of it is still under way.',
        source: 'faults: duplicate, late marker',
        by: TC,
        to: SC,
        when: [isPreparing(kip, t), state.owed.at(t).sgs.has(k), lateMarker.at(k).at(t).isNone()],
        then: [
          applied(kip, k, t, marker),
          state.owed.at(t).sgs.remove(k),
          lateMarker
            .at(k)
            .at(t)
            .set(
              some({
                epoch: marker.epoch,
                outcome: ifElse(marker.isCommit, 'commit', 'abort'),
                coordinatorEpoch: state.tcEpoch,
              }),
            ),
        ],
      });
    });
  }

  action('LateMarkerArrives', { t: Tid, k: Sgs }, ({ t, k }) => {
    const late = lateMarker.at(k).at(t).value();
    return {
      doc: 'A marker that stayed under way is applied.',
      source: 'A17; faults: duplicate, late marker',
      weaklyFair: 'each',
      by: TC,
      to: SC,
      when: [lateMarker.at(k).at(t).isSome()],
      then: [
        applied(kip, k, t, {
          epoch: late.epoch,
          isCommit: late.outcome.is('commit'),
          coordinatorEpoch: late.coordinatorEpoch,
        }),
        lateMarker.at(k).at(t).set(none),
      ],
    };
  });
}

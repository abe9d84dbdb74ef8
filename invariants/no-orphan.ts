import { and, exists, forAll, implies, or, type Bool } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';
import { hasStateIn, type O, type P, type StagedExpr } from '../spec/kip-1289/records.ts';

/** Whether the transaction that staged a record will still bring a marker. */
export function willBeFinalized(kip: Kip, p: P, { tid, epoch }: StagedExpr): Bool {
  const { state, switches, bounds } = kip;
  const tc = state.tc.at(tid);
  const raised = switches.txnVersion.value - 1;
  const isPrepared = and(
    tc.state.isOneOf('prepareCommit', 'prepareAbort'),
    tc.epoch.ge(epoch.plus(raised)),
    // By a timeout that raises twice the marker is two epochs away.
    tc.epoch.le(epoch.plus(Math.max(raised, bounds.timeoutBump.value))),
    hasStateIn(kip, p, (k) => state.owed.at(tid).sgs.has(k)),
  );
  const isOngoing = and(
    tc.state.is('ongoing'),
    tc.epoch.is(epoch),
    hasStateIn(kip, p, (k) => tc.sgs.has(k)),
  );
  return or(isOngoing, isPrepared);
}

/** P8: no record is durably staged by a transaction whose marker has passed, or never comes. */
export function noOrphan(kip: Kip): void {
  const { bounds, state, switches } = kip;
  const { lateMarker } = state;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  // A record staged before registration is allowed until its request ends; so is one whose marker
  // waits in the memory of a share coordinator that answers early.
  const isUnderWay = (p: P, o: O): Bool => {
    const { tid, txn, epoch } = state.durable.at(p).at(o).staged.value();
    const isCalled =
      switches.stageOrder.value === 'stageFirst'
        ? state.calls.at(tid).at(txn).at(p).phase.is('written')
        : false;
    const isEarly =
      lateMarker && switches.markerAck.value === 'early'
        ? exists(bounds.Sgs, (k) =>
            and(
              lateMarker.at(k).at(tid).isSome(),
              lateMarker.at(k).at(tid).value().epoch.is(epoch.plus(1)),
            ),
          )
        : false;
    return or(isCalled, isEarly);
  };
  kip.invariant(
    'P8_NoOrphanPending',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      implies(
        state.durable.at(p).at(o).state.is('pending'),
        or(willBeFinalized(kip, p, state.durable.at(p).at(o).staged.value()), isUnderWay(p, o)),
      ),
    ),
    { doc: 'Every durably staged record has a marker still to come.', source: 'P8' },
  );
}

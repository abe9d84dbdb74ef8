import { and, forAll, implies, next } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** P9: a marker does nothing to what an undecided transaction staged. */
export function markerIdempotence(kip: Kip): void {
  const { bounds, state, ghosts } = kip;
  const { lateMarker } = state;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  kip.stepInvariant(
    'P9_MarkerIdempotence',
    forAll(bounds.Partition, bounds.Offset, (p, o) => {
      const before = state.durable.at(p).at(o);
      const staged = before.staged.value();
      const isMarker = forAll(bounds.Tid, bounds.Sgs, (t, k) =>
        and(
          next(state.owed.at(t).sgs.has(k)).is(state.owed.at(t).sgs.has(k)),
          lateMarker ? next(lateMarker.at(k).at(t)).is(lateMarker.at(k).at(t)) : true,
        ),
      ).not();
      return implies(
        and(
          before.state.is('pending'),
          ghosts.decision.at(staged.tid).at(staged.txn).is('none'),
          isMarker,
          next(ghosts.decision).is(ghosts.decision),
        ),
        next(before).is(before),
      );
    }),
    {
      doc: 'A marker of another transaction changes nothing, also when it comes twice.',
      source: 'P9',
    },
  );
}

/** P10: no epoch of any participant ever decreases. */
export function epochMonotonicity(kip: Kip): void {
  const { bounds, state } = kip;
  kip.stepInvariant(
    'P10_EpochMonotonicity',
    and(
      next(state.tcEpoch).ge(state.tcEpoch),
      forAll(bounds.Tid, (t) => next(state.tc.at(t).epoch).ge(state.tc.at(t).epoch)),
      forAll(bounds.Tid, bounds.Output, (t, q) =>
        next(state.outputEpoch.at(q).at(t)).ge(state.outputEpoch.at(q).at(t)),
      ),
      forAll(bounds.Partition, (p) =>
        and(
          next(state.leaderEpoch.at(p)).ge(state.leaderEpoch.at(p)),
          next(state.stateEpoch.at(p)).ge(state.stateEpoch.at(p)),
        ),
      ),
      forAll(bounds.Member, (m) => next(state.member.at(m).epoch).ge(state.member.at(m).epoch)),
    ),
    {
      doc: 'Producer, coordinator, leader, state and member epochs never decrease.',
      source: 'P10',
    },
  );
}

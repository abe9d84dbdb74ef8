import { and, forAll, implies, not, or, type BoolExpr } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';
import { isTerminal, sameStaging, type O, type P } from '../spec/kip-1289/records.ts';
import { willBeFinalized } from './no-orphan.ts';

/** Whether a record is available, finished, or about to become so by a timer that runs. */
function isFree(kip: Kip, p: P, o: O): BoolExpr {
  const { state, switches } = kip;
  const cached = state.cache.at(p).at(o);
  const durable = state.durable.at(p).at(o);
  const isWaiting = and(
    cached.state.is('pending'),
    switches.durablePending.value ? sameStaging(cached.staged, durable.staged) : true,
    willBeFinalized(kip, p, cached.staged.value()),
    // A two-phase-commit transaction has no timeout: it may wait for its owner for ever.
    switches.txnTimeout.value === 'finite',
  );
  const isNoOrphan = implies(
    and(switches.durablePending.value, durable.state.is('pending')),
    and(willBeFinalized(kip, p, durable.staged.value()), switches.txnTimeout.value === 'finite'),
  );
  return and(
    isNoOrphan,
    or(
      cached.state.is('available'),
      isTerminal(cached),
      and(cached.state.is('acquired'), cached.timer),
      isWaiting,
    ),
  );
}

/**
 * Every behaviour of the model ends, since all is bounded. Where it ends, no record may be stuck: a
 * state with nothing left to do in which one is, is reported as a deadlock. A lock that runs, or a
 * transaction that can time out, counts as something left to do even when the model's budget for it
 * is spent.
 */
export function endsWithoutStuckRecord(kip: Kip): void {
  const { bounds, state } = kip;
  kip.terminal(
    and(
      forAll(bounds.Partition, bounds.Offset, (p, o) => isFree(kip, p, o)),
      forAll(bounds.Tid, (t) => not(state.tc.at(t).state.isOneOf('prepareCommit', 'prepareAbort'))),
    ),
  );
}

import { and, forAll, implies, or } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';
import { hasStateIn, isTerminal } from '../spec/kip-1289/records.ts';

/** P12: a producer that was told that a record is staged can rely on it. */
export function durableBeforeReply(kip: Kip): void {
  const { bounds, ghosts, types } = kip;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  kip.invariant(
    'P12_DurableBeforeReply',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      forAll(bounds.Tid, types.TxnNumber, (t, n) =>
        implies(
          and(
            ghosts.accepted.at(p).at(o).at(t).at(n),
            ghosts.why.at(p).at(o).cause.isNot('retention'),
          ),
          ghosts.everPending.at(p).at(o).at(t).at(n),
        ),
      ),
    ),
    { doc: 'A stage request is answered only once its records are durably staged.', source: 'P12' },
  );
}

/** P15: the cache of the leader may lag behind the durable state, never lead it. */
export function cacheAgreement(kip: Kip): void {
  const { bounds, state } = kip;
  kip.invariant(
    'P15_CacheAgreement',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      implies(
        isTerminal(state.cache.at(p).at(o)),
        state.cache.at(p).at(o).state.is(state.durable.at(p).at(o).state),
      ),
    ),
    { doc: 'What the leader has as finished is durably finished the same way.', source: 'P15' },
  );
}

/** P16: every state partition with an accepted staging is told the outcome. */
export function participantsClosed(kip: Kip): void {
  const { bounds, state, ghosts } = kip;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  kip.invariant(
    'P16_ParticipantsClosed',
    forAll(bounds.Tid, bounds.Partition, bounds.Offset, (t, p, o) => {
      const txn = ghosts.tcTxn.at(t);
      return implies(
        and(
          or(state.tc.at(t).state.is('prepareCommit'), state.tc.at(t).state.is('prepareAbort')),
          ghosts.accepted.at(p).at(o).at(t).at(txn),
        ),
        hasStateIn(kip, p, (k) => state.tc.at(t).sgs.has(k)),
      );
    }),
    {
      doc: 'A decided transaction has every state partition that it staged in as a participant.',
      source: 'P16',
    },
  );
}

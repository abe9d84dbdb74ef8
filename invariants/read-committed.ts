import { and, exists, forAll, implies } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/**
 * P11: a read_committed reader stops at the last stable offset, which is below every open
 * transaction; so what is undecided must be in a log where its transaction is still open.
 */
export function readCommitted(kip: Kip): void {
  const { bounds, state, ghosts, types } = kip;
  kip.invariant(
    'P11_ReadCommitted',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      forAll(bounds.Tid, types.TxnNumber, (t, n) =>
        implies(
          and(ghosts.outs.at(p).at(o).at(t).at(n).gt(0), ghosts.decision.at(t).at(n).is('none')),
          exists(bounds.Output, (q) => state.outputOpen.at(q).at(t)),
        ),
      ),
    ),
    {
      doc: 'The output of an undecided transaction is behind the last stable offset.',
      source: 'P11',
    },
  );
}

import { and, count, forAll, implies, sum } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** P4: the end-to-end statement: the output of a record is committed at most once. */
export function noDuplicate(kip: Kip): void {
  const { bounds, ghosts, types } = kip;
  kip.invariant(
    'P4_NoDuplicateOutcome',
    forAll(bounds.Partition, bounds.Offset, (p, o) => {
      const outs = ghosts.outs.at(p).at(o);
      return and(
        sum(bounds.Tid, (t) =>
          count(types.TxnNumber, (n) =>
            outs.at(t).at(n).gt(0).and(ghosts.decision.at(t).at(n).is('commit')),
          ),
        ).le(1),
        forAll(bounds.Tid, types.TxnNumber, (t, n) =>
          implies(ghosts.decision.at(t).at(n).is('commit'), outs.at(t).at(n).le(1)),
        ),
      );
    }),
    {
      doc: 'No two committed transactions hold output of one record, and none holds two.',
      source: 'P4',
    },
  );
}

import { and, exists } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** What must be able to happen, so that no model holds because nothing happens in it. */
export function witnesses(kip: Kip): void {
  const { bounds, state, ghosts } = kip;
  const { Partition, Offset } = bounds;

  kip.reachable(
    'W_Committed',
    exists(Partition, Offset, (p, o) =>
      and(
        state.durable.at(p).at(o).state.is('acknowledged'),
        exists(bounds.Tid, kip.types.TxnNumber, (t, n) =>
          and(ghosts.decision.at(t).at(n).is('commit'), ghosts.outs.at(p).at(o).at(t).at(n).is(1)),
        ),
      ),
    ),
    { doc: 'A record is acknowledged and its output committed.' },
  );
  kip.reachable(
    'W_Redelivered',
    exists(Partition, Offset, (p, o) =>
      and(
        state.cache.at(p).at(o).state.is('acquired'),
        state.cache.at(p).at(o).count.gt(1),
        exists(bounds.Tid, kip.types.TxnNumber, (t, n) => ghosts.decision.at(t).at(n).is('abort')),
      ),
    ),
    { doc: 'After an abort a record is delivered again.' },
  );
}

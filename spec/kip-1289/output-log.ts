/** The leaders of the output partitions: data of transactions, and the markers that end them. */
import type { Kip } from './kip.ts';
import { isPreparing } from './transaction-coordinator.ts';

/** Declares the actions of the output logs. Appends of data are the producer's Produce. */
export function outputLog(kip: Kip): void {
  const { action, bounds, state } = kip;

  action('WriteOutputMarker', { t: bounds.Tid, q: bounds.Output }, ({ t, q }) => ({
    doc: 'A marker reaches an output log: the transaction ends there, its data become visible or not.',
    source: 'A14, A15; WriteTxnMarkers',
    weaklyFair: 'each',
    by: 'transaction coordinator',
    to: q,
    when: [isPreparing(kip, t), state.owed.at(t).outputs.has(q)],
    then: [
      state.outputOpen.at(q).at(t).set(false),
      state.outputEpoch.at(q).at(t).set(state.tc.at(t).epoch),
      state.owed.at(t).outputs.remove(q),
    ],
  }));
}

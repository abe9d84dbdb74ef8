import { and, forAll } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** P13: no record is delivered more often than the group's limit. */
export function boundedDelivery(kip: Kip): void {
  const { bounds, state } = kip;
  kip.invariant(
    'P13_DeliveryCountBounded',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      and(
        state.cache.at(p).at(o).count.le(bounds.deliveryLimit.value),
        state.durable.at(p).at(o).count.le(bounds.deliveryLimit.value),
      ),
    ),
    { doc: 'The delivery count never exceeds group.share.delivery.count.limit.', source: 'P13' },
  );
}

import { and, exists, forAll, implies, or } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';
import { isSplit } from '../spec/kip-1289/two-transactions.ts';

/**
 * P2: an acknowledged record is not lost: the transaction that acknowledged it is committed, and its
 * output with it. With plain acknowledgements that transaction is the one that holds the output.
 */
export function noLoss(kip: Kip): void {
  const { bounds, state, ghosts, types } = kip;
  kip.invariant(
    'P2_NoLoss',
    forAll(bounds.Partition, bounds.Offset, (p, o) => {
      const why = ghosts.why.at(p).at(o);
      const decision = ghosts.decision.at(why.tid.value()).at(why.txn);
      const isDone = or(
        state.durable.at(p).at(o).state.is('acknowledged'),
        state.cache.at(p).at(o).state.is('acknowledged'),
      );
      return implies(
        isDone,
        and(
          why.cause.isOneOf('transaction', 'plain'),
          implies(
            why.cause.is('transaction'),
            and(
              decision.is('commit'),
              isSplit(kip)
                ? exists(bounds.Tid, types.TxnNumber, (t, n) =>
                    ghosts.outs.at(p).at(o).at(t).at(n).gt(0),
                  )
                : ghosts.outs.at(p).at(o).at(why.tid.value()).at(why.txn).gt(0),
            ),
          ),
          implies(and(why.cause.is('plain'), why.tid.isSome()), decision.isNot('abort')),
        ),
      );
    }),
    { doc: 'A record is acknowledged only if its output is committed.', source: 'P2' },
  );
}

/** P3: what a committed transaction enlisted is staged by it or finished by it, for everyone. */
export function outputImpliesAck(kip: Kip): void {
  const { bounds, state, switches, ghosts, types } = kip;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  kip.invariant(
    'P3_OutputImpliesAck',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      forAll(bounds.Tid, types.TxnNumber, (t, n) => {
        const cached = state.cache.at(p).at(o);
        const why = ghosts.why.at(p).at(o);
        const staged = cached.staged.value();
        const isStagedByIt = and(cached.state.is('pending'), staged.tid.is(t), staged.txn.is(n));
        const isDoneByIt = and(
          cached.state.isOneOf('acknowledged', 'archiving', 'archived'),
          why.tid.isSomeOf(t),
          why.txn.is(n),
        );
        const durable = state.durable.at(p).at(o);
        const isDurablyItsOwn = or(
          and(
            durable.state.is('pending'),
            durable.staged.value().tid.is(t),
            durable.staged.value().txn.is(n),
          ),
          and(
            durable.state.isOneOf('acknowledged', 'archiving', 'archived'),
            why.tid.isSomeOf(t),
            why.txn.is(n),
          ),
        );
        return implies(
          and(
            ghosts.decision.at(t).at(n).is('commit'),
            ghosts.enlisted.at(p).at(o).at(t).at(n),
            // A deleted record is nobody's.
            why.cause.isNot('retention'),
          ),
          and(
            or(isStagedByIt, isDoneByIt),
            // What the cache still has may be lost already, which shows with the next leader.
            switches.durablePending.value
              ? implies(ghosts.accepted.at(p).at(o).at(t).at(n), isDurablyItsOwn)
              : true,
          ),
        );
      }),
    ),
    {
      doc: 'A record that a committed transaction enlisted is nobody else’s.',
      source: 'P3',
    },
  );
}

import { and, exists, forAll, type BoolExpr } from 'kripke';
import { mayHappen, type Kip } from '../spec/kip-1289/kip.ts';
import { hasStateIn, livesIn, type K, type O, type P, type T } from '../spec/kip-1289/records.ts';

/**
 * What must be able to happen, so that no model holds because nothing happens in it. Each is declared
 * where the size and the budgets of the model give it room.
 */
export function witnesses(kip: Kip): void {
  committed(kip);
  redelivered(kip);
  if (kip.bounds.acknowledgement.value !== 'inTransaction') return;
  outlived(kip);
}

function committed(kip: Kip): void {
  const { bounds, state, ghosts, types } = kip;
  const { Partition, Offset, Tid, Sgs } = bounds;
  kip.reachable(
    'W_Committed',
    exists(Partition, Offset, (p, o) =>
      and(
        state.durable.at(p).at(o).state.is('acknowledged'),
        exists(Tid, types.TxnNumber, (t, n) =>
          and(ghosts.decision.at(t).at(n).is('commit'), ghosts.outs.at(p).at(o).at(t).at(n).is(1)),
        ),
      ),
    ),
    { doc: 'A record is acknowledged and its output committed.' },
  );

  if (Sgs.size < 2 || Partition.size < Sgs.size) return;
  kip.reachable(
    'W_CommittedOverStatePartitions',
    exists(Tid, types.TxnNumber, (t, n) =>
      forAll(Sgs, (k: K) =>
        exists(Partition, Offset, (p, o) => {
          const why = ghosts.why.at(p).at(o);
          return and(
            livesIn(kip, p, k),
            state.durable.at(p).at(o).state.is('acknowledged'),
            why.tid.isSomeOf(t),
            why.txn.is(n),
          );
        }),
      ),
    ),
    { doc: 'One transaction acknowledges records of every state partition.' },
  );
}

function redelivered(kip: Kip): void {
  const { bounds, state, ghosts, types } = kip;
  const { Partition, Offset, Tid } = bounds;
  const archivesBefore =
    kip.switches.abortAtLimit.value === 'archiveAtLimit' && bounds.deliveryLimit.value < 2;
  if (bounds.maxDeliveries.value < 2 || archivesBefore) return;
  kip.reachable(
    'W_Redelivered',
    exists(Partition, Offset, (p, o) =>
      and(
        state.cache.at(p).at(o).state.is('acquired'),
        state.cache.at(p).at(o).count.gt(1),
        exists(Tid, types.TxnNumber, (t, n) => ghosts.decision.at(t).at(n).is('abort')),
      ),
    ),
    { doc: 'After an abort a record is delivered again.' },
  );
}

/** Outcomes after a participant was replaced. */
function outlived(kip: Kip): void {
  const { bounds, state, ghosts, switches, types } = kip;
  const { Partition, Offset, Tid, Instance } = bounds;
  const isFinishedBy = (p: P, o: O, t: T): BoolExpr =>
    and(state.durable.at(p).at(o).state.is('acknowledged'), ghosts.why.at(p).at(o).tid.isSomeOf(t));

  if (mayHappen(kip, 'TXN_TIMEOUTS') && switches.txnTimeout.value === 'finite') {
    kip.reachable(
      'W_FencedZombie',
      exists(Tid, Instance, (t, i) => state.client.at(t).at(i).state.is('fenced')),
      { doc: 'A producer learns that it was fenced.' },
    );
  }
  if (Instance.size > 1) {
    kip.reachable(
      'W_ZombieOutlived',
      exists(Tid, Instance, Instance, (t, zombie, i) =>
        and(
          zombie.isNot(i),
          state.client.at(t).at(zombie).state.is('fenced'),
          state.client.at(t).at(i).state.is('ready'),
          exists(types.TxnNumber, (n) => ghosts.decision.at(t).at(n).is('commit')),
        ),
      ),
      { doc: 'A second instance commits while the first one is fenced.' },
    );
  }
  if (mayHappen(kip, 'SPL_MOVES') && switches.durablePending.value) {
    kip.reachable(
      'W_FailoverWithPending',
      exists(Partition, Offset, (p, o) =>
        and(
          state.leaderEpoch.at(p).gt(0),
          state.cache.at(p).at(o).state.is('pending'),
          state.cache.at(p).at(o).owner.isNone(),
        ),
      ),
      { doc: 'A new leader finds a staged record.' },
    );
    kip.reachable(
      'W_FinishedAfterFailover',
      exists(Partition, Offset, Tid, (p, o, t) =>
        and(
          state.leaderEpoch.at(p).gt(0),
          state.cache.at(p).at(o).state.is('acknowledged'),
          isFinishedBy(p, o, t),
        ),
      ),
      { doc: 'A record is acknowledged by a transaction that a change of leader fell into.' },
    );
  }
  if (mayHappen(kip, 'SC_FAILOVERS')) {
    kip.reachable(
      'W_FinishedAfterScFailover',
      exists(Partition, Offset, Tid, (p, o, t) =>
        and(
          isFinishedBy(p, o, t),
          hasStateIn(kip, p, (k) => state.scEpoch.at(k).gt(0)),
        ),
      ),
      { doc: 'A record is acknowledged after its share coordinator failed over.' },
    );
  }
  if (mayHappen(kip, 'TC_FAILOVERS')) {
    kip.reachable(
      'W_FinishedAfterTcFailover',
      exists(Partition, Offset, Tid, (p, o, t) => and(state.tcEpoch.gt(0), isFinishedBy(p, o, t))),
      { doc: 'A record is acknowledged after the transaction coordinator failed over.' },
    );
  }
  const { deadLetter } = ghosts;
  if (deadLetter) {
    kip.reachable(
      'W_DeadLettered',
      exists(Partition, Offset, (p, o) =>
        and(deadLetter.at(p).at(o), state.durable.at(p).at(o).state.is('archived')),
      ),
      { doc: 'A record reaches the dead-letter queue and is archived.' },
    );
  }
}

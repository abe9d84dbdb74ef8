import { and, exists, forAll, implies, not, or, type BoolExpr } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';
import { isTerminal, type StagedExpr } from '../spec/kip-1289/records.ts';
import { isPreparing } from '../spec/kip-1289/transaction-coordinator.ts';

/**
 * L1 to L5, under weak fairness of every step that is neither a fault nor a choice of an
 * application. All budgets are finite, so that faults stop in the end.
 */
export function liveness(kip: Kip): void {
  const { bounds, state, types } = kip;
  const { Partition, Offset, Tid } = bounds;

  if (bounds.acknowledgement.value === 'inTransaction') {
    kip.alwaysEventually(
      'L1_EveryStagingResolved',
      forAll(Partition, Offset, (p, o) => {
        const isUndecided = ({ tid, epoch }: StagedExpr): BoolExpr =>
          and(state.tc.at(tid).state.is('ongoing'), state.tc.at(tid).epoch.is(epoch));
        const cached = state.cache.at(p).at(o);
        const durable = state.durable.at(p).at(o);
        return and(
          implies(cached.state.is('pending'), isUndecided(cached.staged.value())),
          implies(durable.state.is('pending'), isUndecided(durable.staged.value())),
        );
      }),
      {
        doc: 'No record stays staged, in the cache or durably, once its transaction is decided.',
        source: 'L1',
      },
    );
  }
  kip.alwaysEventually(
    'L2_EveryRecordGoesOn',
    forAll(Partition, Offset, (p, o) => {
      const cached = state.cache.at(p).at(o);
      return or(
        isTerminal(cached),
        cached.state.is('available'),
        and(cached.state.is('acquired'), cached.timer),
      );
    }),
    { doc: 'Every record is finished, or deliverable again and again.', source: 'L2' },
  );
  kip.leadsTo(
    'L3_DecisionCompletes',
    exists(Tid, (t) => isPreparing(kip, t)),
    forAll(Tid, (t) => not(isPreparing(kip, t))),
    { doc: 'What is decided is complete in the end.', source: 'L3' },
  );
  kip.alwaysEventually(
    'L4_StartPassesFinished',
    forAll(Partition, Offset, (p, o) =>
      implies(
        and(o.ordinal().is(state.start.at(p)), isTerminal(state.durable.at(p).at(o))),
        state.start.at(p).gt(o.ordinal()),
      ),
    ),
    { doc: 'The start offset passes every finished prefix.', source: 'L4' },
  );
  kip.eventually(
    'L5_RetryingCommits',
    or(
      exists(Tid, types.TxnNumber, (t, n) => kip.ghosts.decision.at(t).at(n).is('commit')),
      forAll(Tid, (t) => state.begun.at(t).is(bounds.txns.value)),
    ),
    {
      doc:
        'A producer that goes on trying commits, or uses up the transactions of the model. To see a ' +
        'livelock it needs fair applications and more transactions than faults.',
      source: 'L5',
    },
  );
}

import { and, forAll, implies, next, or } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** P1: no participant applies an outcome that was not decided. */
export function atomicCommit(kip: Kip): void {
  const { bounds, state, ghosts } = kip;
  kip.stepInvariant(
    'P1_AtomicCommit',
    forAll(bounds.Partition, bounds.Offset, (p, o) => {
      const before = state.durable.at(p).at(o);
      const staged = before.staged.value();
      const decision = ghosts.decision.at(staged.tid).at(staged.txn);
      const after = next(before);
      return implies(
        and(
          before.state.is('pending'),
          next(state.stateEpoch.at(p)).is(state.stateEpoch.at(p)),
          next(ghosts.why.at(p).at(o).cause).isNot('retention'),
        ),
        and(
          implies(
            after.state.isOneOf('acknowledged', 'archiving', 'archived'),
            or(
              decision.is('commit'),
              // A staging that was reported as failed counts for nothing: its record may be archived
              // at the delivery limit, or accepted by its owner.

              and(
                next(ghosts.why.at(p).at(o).cause).isOneOf('limit', 'plain'),
                or(decision.is('abort'), state.cache.at(p).at(o).state.isNot('pending')),
              ),
            ),
          ),
          implies(after.state.is('available'), decision.is('abort')),
        ),
      );
    }),
    { doc: 'A staged record is finalized only as its transaction was decided.', source: 'P1' },
  );
}

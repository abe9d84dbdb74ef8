import { and, count, exists, forAll, implies, next, not } from 'kripke';
import type { Kip } from '../spec/kip-1289/kip.ts';

/** P5: a record is staged only out of the hands of its owner. */
export function exclusiveOwnership(kip: Kip): void {
  const { bounds, state, types } = kip;
  kip.stepInvariant(
    'P5_ExclusiveOwnership',
    forAll(bounds.Partition, bounds.Offset, (p, o) => {
      const before = state.cache.at(p).at(o);
      const after = next(before);
      const leaderStays = next(state.leaderEpoch.at(p)).is(state.leaderEpoch.at(p));
      const isNewlyStaged = and(
        after.state.is('pending'),
        not(before.state.is('pending').and(before.staged.is(after.staged))),
      );
      const byOwner = exists(bounds.Tid, types.TxnNumber, (t, n) => {
        const call = state.calls.at(t).at(n).at(p);
        return and(
          call.phase.isNot('none'),
          call.acks.at(o).isSome(),
          call.member.is(before.owner),
          next(state.calls.at(t).at(n).at(p)).isNot(call),
        );
      });
      return implies(
        and(leaderStays, isNewlyStaged, after.owner.isSome()),
        and(before.state.is('acquired'), before.owner.is(after.owner), byOwner),
      );
    }),
    { doc: 'A stage request is accepted only for its owner, from ACQUIRED.', source: 'P5' },
  );
}

/**
 * P5, strong form: at most one live member believes that it may work on a record. It does not hold:
 * any loss of the cache breaks it, which is why acknowledgements must be checked.
 */
export function exclusiveBelief(kip: Kip): void {
  const { bounds, state } = kip;
  kip.invariant(
    'P5_ExclusiveBelief',
    forAll(bounds.Partition, bounds.Offset, (p, o) =>
      count(bounds.Member, (m) =>
        and(state.member.at(m).up, state.copies.at(m).at(p).at(o).isEmpty().not()),
      ).le(1),
    ),
    { doc: 'At most one live member holds a copy of a record.', source: 'P5, strong form' },
  );
}

/**
 * A policy of the thread, not needed for atomicity: a member that the group coordinator has fenced or
 * moved on cannot stage any more.
 */
export function staleMemberCannotStage(kip: Kip): void {
  const { bounds, state, types } = kip;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  kip.stepInvariant(
    'P5_StaleMemberCannotStage',
    forAll(bounds.Tid, types.TxnNumber, bounds.Partition, (t, n, p) => {
      const call = state.calls.at(t).at(n).at(p);
      return implies(
        exists(bounds.Offset, (o) =>
          and(
            state.cache.at(p).at(o).state.is('acquired'),
            next(state.cache.at(p).at(o).state).is('pending'),
            call.acks.at(o).isSome(),
            next(call).isNot(call),
          ),
        ),
        exists(bounds.Member, (m) =>
          and(call.member.isSomeOf(m), call.memberEpoch.is(state.member.at(m).epoch)),
        ),
      );
    }),
    { doc: 'Only a member at its current epoch has its acknowledgements staged.', source: 'P5' },
  );
}

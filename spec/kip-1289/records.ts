/** The life of one record: what is restored, how states are combined, what a marker makes of them. */
import {
  and,
  exists,
  forEach,
  ifElse,
  ifThen,
  implies,
  max,
  none,
  not,
  or,
  type Bool,
  type BoolExpr,
  type ExprOf,
  type IndexExpr,
  type Int,
  type IntExpr,
  type Update,
} from 'kripke';
import type { Kip } from './kip.ts';
import type { Types } from './state.ts';

export type P = IndexExpr<'PARTITION'>;
export type O = IndexExpr<'OFFSET'>;
export type T = IndexExpr<'TID'>;
export type K = IndexExpr<'SGS'>;
export type Q = IndexExpr<'OUTPUT'>;
export type M = IndexExpr<'MEMBER'>;
/** An instance of a producer. */
export type I = IndexExpr<'INSTANCE'>;
export type DurableExpr = ExprOf<Types['Durable']>;
export type CachedExpr = ExprOf<Types['Cached']>;
export type StagedExpr = ExprOf<Types['Staged']>;

/** Whether a share-partition's state lives in a partition of __share_group_state (A9: a hash). */
export function livesIn({ bounds }: Kip, p: P, k: K): Bool {
  return p.ordinal().mod(bounds.Sgs.size).is(k.ordinal());
}

/** The partition of __share_group_state that holds a share-partition. */
export function hasStateIn(kip: Kip, p: P, predicate: (k: K) => Bool): BoolExpr {
  const { Sgs } = kip.bounds;
  return and(
    ...Array.from({ length: Sgs.size }, (_, i) =>
      implies(livesIn(kip, p, Sgs.at(i)), predicate(Sgs.at(i))),
    ),
  );
}

/** A record that is finished: nobody will ever get it again. */
export function isTerminal(record: CachedExpr | DurableExpr): BoolExpr {
  return or(record.state.is('acknowledged'), record.state.is('archived'));
}

/** The acquisition that a record is in. */
export function acquisitionOf({ state, types }: Kip, p: P, o: O): ExprOf<Types['Acquisition']> {
  return types.Acquisition.of({
    leaderEpoch: state.leaderEpoch.at(p),
    stateEpoch: state.stateEpoch.at(p),
    count: state.cache.at(p).at(o).count,
  });
}

/** What an acknowledgement carries of an acquisition (S15). */
export function tokenOf(
  { types, switches }: Kip,
  acquisition: ExprOf<Types['Acquisition']>,
): ExprOf<Types['Token']> {
  const carried = switches.acqToken.value;
  const carriesEpochs = carried === 'memberIdLeaderEpochAndDeliveryCount';
  return types.Token.of({
    leaderEpoch: carriesEpochs ? acquisition.leaderEpoch : 0,
    stateEpoch: carriesEpochs ? acquisition.stateEpoch : 0,
    count: carried === 'memberId' ? 0 : acquisition.count,
  });
}

/** Whether a record is staged by a producer id at an epoch. */
export function isStagedBy(record: CachedExpr | DurableExpr, tid: T, epoch: Int): BoolExpr {
  return and(
    record.state.is('pending'),
    record.staged.value().tid.is(tid),
    record.staged.value().epoch.is(epoch),
  );
}

/** Whether two stagings are the same to the protocol, which does not know which transaction it is. */
export function sameStaging(one: CachedExpr['staged'], other: CachedExpr['staged']): BoolExpr {
  return and(
    one.isSome(),
    other.isSome(),
    one.value().tid.is(other.value().tid),
    one.value().epoch.is(other.value().epoch),
    one.value().type.is(other.value().type),
  );
}

/** History: a dead-letter record of a record is written. */
export function deadLettered({ ghosts }: Kip, p: P, o: O): Update[] {
  return ghosts.deadLetter ? [ghosts.deadLetter.at(p).at(o).set(true)] : [];
}

/** What a new leader makes of a record that it reads: a staged one comes back without an owner. */
export function restored(kip: Kip, durable: DurableExpr): CachedExpr {
  return kip.types.Cached.of({
    state: durable.state,
    count: durable.count,
    owner: none,
    timer: false,
    staged: durable.staged,
  });
}

/** Cached and durable place agree, as far as what is durable goes. */
export function isLoaded(cached: CachedExpr, durable: DurableExpr): BoolExpr {
  return and(
    cached.state.is(durable.state),
    cached.count.is(durable.count),
    cached.staged.is(durable.staged),
    cached.owner.isNone(),
  );
}

/** A record that starts again from nothing held and nothing staged. */
export function released(kip: Kip, count: Int): CachedExpr {
  return kip.types.Cached.of({
    state: 'available',
    count,
    owner: none,
    timer: false,
    staged: none,
  });
}

/** Persisted ids of the states, which the merge rule compares. */
function rank(record: DurableExpr): IntExpr {
  return ifElse(
    record.state.is('available'),
    0,
    ifElse(
      record.state.is('acknowledged'),
      2,
      ifElse(record.state.is('archiving'), 3, ifElse(record.state.is('archived'), 4, 5)),
    ),
  );
}

/** The state that the share coordinator keeps when a written batch meets what it has (S9). */
export function combined(kip: Kip, old: DurableExpr, written: DurableExpr): DurableExpr {
  const { mergeRule } = kip.switches;
  if (mergeRule.value === 'logOrder') return written;
  const bothStaged = and(old.state.is('pending'), written.state.is('pending'));
  const laterStaging = or(
    written.staged.value().tid.gt(old.staged.value().tid),
    and(
      written.staged.value().tid.is(old.staged.value().tid),
      written.staged.value().epoch.ge(old.staged.value().epoch),
    ),
  );
  if (mergeRule.value === 'countThenLogOrder') {
    const isFinal = or(
      isTerminal(old),
      and(old.state.is('archiving'), written.state.isNot('archived')),
    );
    return ifElse(and(not(isFinal), written.count.ge(old.count)), written, old);
  }
  const wins = or(
    written.count.gt(old.count),
    and(
      written.count.is(old.count),
      or(rank(written).gt(rank(old)), and(bothStaged, laterStaging)),
    ),
  );
  const allowed = mergeRule.value === 'terminalWins' ? and(not(isTerminal(old)), wins) : wins;
  return ifElse(allowed, written, old);
}

/** The start offset that the share coordinator keeps when a write brings one. */
export function writtenStart({ bounds, state }: Kip, p: P, written: IntExpr): IntExpr {
  return bounds.startRule.value === 'highest' ? max(state.durableStart.at(p), written) : written;
}

/** Where a record goes that would become available again: at the delivery limit it is archived. */
export function reachedLimit({ bounds }: Kip, count: IntExpr): BoolExpr {
  return count.ge(bounds.deliveryLimit.value);
}

/** Whether a marker finalizes a staging (A17, S7). */
export function matches(kip: Kip, staged: StagedExpr, tid: T, markerEpoch: IntExpr): BoolExpr {
  const rule = kip.switches.epochMatch.value;
  const epoch =
    rule === 'markerMinusOne'
      ? staged.epoch.plus(1).is(markerEpoch)
      : rule === 'equal'
        ? staged.epoch.is(markerEpoch)
        : // TV1 markers carry the epoch of the transaction itself.
          kip.switches.txnVersion.value === 1
          ? staged.epoch.le(markerEpoch)
          : staged.epoch.lt(markerEpoch);
  return and(staged.tid.is(tid), epoch);
}

/** What a marker makes of a staged record (A17). */
export function finalized(
  kip: Kip,
  record: DurableExpr,
  committed: Bool,
  markerEpoch: IntExpr,
): DurableExpr {
  const { bounds, switches, types } = kip;
  const isStale =
    switches.epochMatch.value === 'staleAborts'
      ? record.staged
          .value()
          .epoch.plus(switches.txnVersion.value - 1)
          .lt(markerEpoch)
      : false;
  const archived = types.Durable.of({
    state:
      bounds.dlq.value && switches.dlqOnCommit.value === 'archivingThenSpl'
        ? 'archiving'
        : 'archived',
    count: record.count,
    staged: none,
  });
  const acknowledged = types.Durable.of({
    state: 'acknowledged',
    count: record.count,
    staged: none,
  });
  const available = types.Durable.of({ state: 'available', count: record.count, staged: none });
  const aborted =
    switches.abortAtLimit.value === 'available'
      ? available
      : ifElse(reachedLimit(kip, record.count), limitReached(kip, record.count), available);
  // S13: a decision is refused late if the member that made it is no longer current.
  const isRefused =
    switches.memberEpochCheck.value === 'atStageAndMarker'
      ? not(
          exists(bounds.Member, (m) =>
            and(
              record.staged.value().member.isSomeOf(m),
              kip.state.member.at(m).epoch.is(record.staged.value().memberEpoch),
            ),
          ),
        )
      : false;
  return ifElse(
    and(committed, not(isStale), not(isRefused)),
    ifElse(record.staged.value().type.is('accept'), acknowledged, archived),
    aborted,
  );
}

/** What becomes of a record at the delivery limit: with a dead-letter queue it is written there first. */
export function limitReached({ bounds, types }: Kip, count: Int): DurableExpr {
  return types.Durable.of({
    state: bounds.dlq.value ? 'archiving' : 'archived',
    count,
    staged: none,
  });
}

/**
 * Gives a record back to the group (lock expiry, release, session close), or archives it at the
 * delivery limit, which is written at once.
 */
export function giveBack(kip: Kip, p: P, o: O): Update {
  const { state, ghosts } = kip;
  const cached = state.cache.at(p).at(o);
  const durable = state.durable.at(p).at(o);
  const gone = limitReached(kip, cached.count);
  return ifThen(
    reachedLimit(kip, cached.count),
    [
      cached.set(restored(kip, gone)),
      durable.set(combined(kip, durable, gone)),
      ghosts.why.at(p).at(o).set({ cause: 'limit', tid: none, txn: 0 }),
    ],
    [cached.set(released(kip, cached.count))],
  );
}

/** For every record of a share-partition. */
export function forEachRecord(kip: Kip, body: (p: P, o: O) => Update | readonly Update[]): Update {
  return forEach(kip.bounds.Partition, (p) => forEach(kip.bounds.Offset, (o) => body(p, o)));
}

/**
 * The share-partition leader: a volatile cache of the records in flight. It validates and stages,
 * rolls back, learns outcomes, and moves the start offset.
 *
 * A deposed leader is not a participant of its own: nothing that it does after the new leader has
 * read the state can become durable, so what it leaves behind are its writes under way, which carry
 * the old leader epoch.
 */
import {
  and,
  exists,
  forAll,
  forEach,
  ifThen,
  implies,
  none,
  not,
  or,
  some,
  type Bool,
  type BoolExpr,
  type EnumExpr,
  type ExprOf,
  type IntExpr,
  type Update,
} from 'kripke';
import type { Kip } from './kip.ts';
import { learnOutcomes } from './outcome-at-leader.ts';
import {
  acquisitionOf,
  combined,
  deadLettered,
  isStagedBy,
  isTerminal,
  tokenOf,
  type O,
  type P,
  type T,
} from './records.ts';
import { answered, failed, mustAbort } from './stage-call.ts';
import type { Types } from './state.ts';

const SPL = 'share-partition leader';

/** Declares the actions of the share-partition leaders. */
export function sharePartitionLeader(kip: Kip): void {
  if (kip.bounds.acknowledgement.value === 'inTransaction') {
    stage(kip);
    learnOutcomes(kip);
  }
  advance(kip);
  if (kip.bounds.dlq.value) deadLetter(kip);
}

/** The phase of a stage request in which its leader stages in memory. */
export function stagingPhase({ switches }: Kip): 'sent' | 'registered' {
  return switches.stageOrder.value === 'stageFirst' ? 'sent' : 'registered';
}

function stage(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Partition, Offset } = bounds;
  const phase = stagingPhase(kip);
  const parameters = { t: Tid, n: types.TxnNumber, p: Partition };

  action('StageInMemory', parameters, ({ t, n, p }) => {
    const call = state.calls.at(t).at(n).at(p);
    const durable = switches.durablePending.value;
    const isStaged = (o: O): BoolExpr =>
      and(
        call.acks.at(o).isSome(),
        not(isBelowStart(kip, p, o)),
        bounds.restage.value === 'writesAgain' ? true : not(isStagedAlready(kip, t, n, p, o)),
      );
    const record = (o: O): Update[] => {
      const cached = state.cache.at(p).at(o);
      return [
        cached.set({
          state: 'pending',
          count: cached.count,
          owner: cached.owner,
          timer: switches.lockInPending.value === 'runs' ? cached.timer : false,
          staged: some(staging(kip, t, n, p, call.acks.at(o).value().type)),
        }),
        ...(durable ? [call.counts.at(o).set(cached.count)] : []),
        ...(bounds.dlq.value && switches.dlqOnCommit.value === 'atStage'
          ? [ifThen(call.acks.at(o).value().type.is('reject'), deadLettered(kip, p, o))]
          : []),
      ];
    };
    return {
      doc: 'The leader finds the records with their owner and stages them in its cache.',
      source: 'A8, A11a; TX_PENDING',
      weaklyFair: 'each',
      by: SPL,
      when: [call.phase.is(phase), isValidRequest(kip, t, n, p)],
      then: [
        forEach(Offset, (o) => ifThen(isStaged(o), record(o))),
        durable
          ? ifThen(
              exists(Offset, (o) => isStaged(o)),
              [
                call.phase.set('writing'),
                call.leaderEpoch.set(state.leaderEpoch.at(p)),
                call.stateEpoch.set(state.stateEpoch.at(p)),
                // Only what is staged now is written, and undone if the write fails.
                forEach(Offset, (o) => ifThen(not(isStaged(o)), call.acks.at(o).set(none))),
              ],
              phase === 'sent' ? call.phase.set('written') : answered(kip, t, n, p),
            )
          : answered(kip, t, n, p),
      ],
    };
  });

  action('StageRefused', parameters, ({ t, n, p }) => {
    const call = state.calls.at(t).at(n).at(p);
    return {
      doc: 'The leader refuses to stage: the member does not own a record, or is out of date.',
      source: 'A8; INVALID_RECORD_STATE, STALE_MEMBER_EPOCH',
      weaklyFair: 'each',
      by: SPL,
      to: t,
      when: [call.phase.is(phase), not(isValidRequest(kip, t, n, p))],
      then: [
        lockLostByRefusal(kip, t, n, p),
        switches.partialStage.value === 'perPartition'
          ? failed(kip, t, n, p, 'abortable')
          : [
              mustAbort(kip, t, n, p, 'abortable'),
              forEach(Partition, (other) =>
                ifThen(state.calls.at(t).at(n).at(other).phase.is(phase), [
                  state.calls.at(t).at(n).at(other).set(state.noCall),
                ]),
              ),
            ],
      ],
    };
  });
}

/**
 * A request of several batches is staged batch by batch and undone when one is refused: unless the
 * rollback arms their locks again, the records before that one have lost them (S12).
 */
function lockLostByRefusal(kip: Kip, t: T, n: IntExpr, p: P): Update[] {
  const { bounds, state, switches } = kip;
  if (switches.rollbackTimer.value === 'rearmed' || bounds.Offset.size === 1) return [];
  const call = state.calls.at(t).at(n).at(p);
  const passes = (o: O): BoolExpr => canStage(kip, t, n, p, o);
  return [
    forEach(bounds.Offset, (o) =>
      ifThen(
        and(
          call.acks.at(o).isSome(),
          state.cache.at(p).at(o).state.is('acquired'),
          passes(o),
          exists(bounds.Offset, (later) =>
            and(later.ordinal().gt(o.ordinal()), call.acks.at(later).isSome(), not(passes(later))),
          ),
        ),
        state.cache.at(p).at(o).timer.set(false),
      ),
    ),
  ];
}

/** What a stage request makes of a record: whose it is now, and how. */
export function staging(
  { state, switches, types }: Kip,
  t: T,
  n: IntExpr,
  p: P,
  type: EnumExpr<'accept' | 'reject'>,
): ExprOf<Types['Staged']> {
  const call = state.calls.at(t).at(n).at(p);
  const marksMember = switches.memberEpochCheck.value === 'atStageAndMarker';
  return types.Staged.of({
    tid: t,
    epoch: call.epoch,
    type,
    txn: n,
    member: marksMember ? call.member : none,
    memberEpoch: marksMember ? call.memberEpoch : 0,
  });
}

/** Whether a record is below the start offset and requests for it are skipped in silence. */
function isBelowStart({ bounds, state }: Kip, p: P, o: O): Bool {
  if (bounds.stageBelowStart.value === 'refused') return false;
  return o.ordinal().lt(state.start.at(p));
}

/** Whether a record is staged out of the same acquisition, for the same transaction and type. */
export function isStagedAlready(kip: Kip, t: T, n: IntExpr, p: P, o: O): BoolExpr {
  const { state } = kip;
  const call = state.calls.at(t).at(n).at(p);
  const cached = state.cache.at(p).at(o);
  return and(
    isStagedBy(cached, t, call.epoch),
    cached.staged.value().type.is(call.acks.at(o).value().type),
    cached.owner.is(call.member),
    call.acks
      .at(o)
      .value()
      .token.is(tokenOf(kip, acquisitionOf(kip, p, o))),
  );
}

/**
 * Whether a stage request is staged or refused (S24): each share-partition by itself, or all that the
 * transaction asks for as a whole.
 */
function isValidRequest(kip: Kip, t: T, n: IntExpr, p: P): BoolExpr {
  if (kip.switches.partialStage.value === 'perPartition') return isValid(kip, t, n, p);
  return forAll(kip.bounds.Partition, (other) =>
    implies(
      kip.state.calls.at(t).at(n).at(other).phase.is(stagingPhase(kip)),
      isValid(kip, t, n, other),
    ),
  );
}

/** Whether a record of a stage request can be staged (A8). */
function canStage(kip: Kip, t: T, n: IntExpr, p: P, o: O): BoolExpr {
  const { state, switches } = kip;
  const call = state.calls.at(t).at(n).at(p);
  const cached = state.cache.at(p).at(o);
  const ack = call.acks.at(o).value();
  const again = and(isStagedBy(cached, t, call.epoch), cached.staged.value().type.is(ack.type));
  const restage = switches.restageAfterSplMove.value;
  const ownerless = cached.owner.isNone();
  return or(
    and(
      cached.state.is('acquired'),
      cached.owner.is(call.member),
      ack.token.is(tokenOf(kip, acquisitionOf(kip, p, o))),
    ),
    isStagedAlready(kip, t, n, p, o),
    restage === 'acceptedOnMatch' ? and(again, ownerless) : false,
    restage === 'acceptedWithoutIdentity' ? and(cached.state.is('pending'), ownerless) : false,
  );
}

/** Whether every record of a stage request can be staged. */
function isValid(kip: Kip, t: T, n: IntExpr, p: P): BoolExpr {
  const call = kip.state.calls.at(t).at(n).at(p);
  return and(
    forAll(kip.bounds.Offset, (o) =>
      implies(call.acks.at(o).isSome(), or(isBelowStart(kip, p, o), canStage(kip, t, n, p, o))),
    ),
    isCurrentMember(kip, t, n, p),
  );
}

/** Whether the member epoch of a stage request is accepted (S13, S14). */
function isCurrentMember({ bounds, state, switches }: Kip, t: T, n: IntExpr, p: P): Bool {
  if (switches.memberEpochCheck.value === 'none') return true;
  const call = state.calls.at(t).at(n).at(p);
  switch (switches.memberCheckSite.value) {
    case 'localOnly':
      return false;
    case 'rpcToGc':
      return exists(bounds.Member, (m) =>
        and(call.member.isSomeOf(m), call.memberEpoch.is(state.member.at(m).epoch)),
      );
    default: {
      const { seenEpoch } = state;
      if (!seenEpoch) return true;
      return exists(bounds.Member, (m) =>
        and(call.member.isSomeOf(m), call.memberEpoch.ge(seenEpoch.at(p).at(m))),
      );
    }
  }
}

/** A staging that could not be written is undone in the cache of the leader that wrote (A11r). */
export function rolledBack(kip: Kip, t: T, n: IntExpr, p: P): Update {
  const { bounds, state, switches } = kip;
  const call = state.calls.at(t).at(n).at(p);
  return forEach(bounds.Offset, (o) => {
    const cached = state.cache.at(p).at(o);
    return ifThen(
      and(
        call.acks.at(o).isSome(),
        call.leaderEpoch.is(state.leaderEpoch.at(p)),
        isStagedBy(cached, t, call.epoch),
        cached.owner.is(call.member),
      ),
      [
        cached.set({
          state: 'acquired',
          count: cached.count,
          owner: cached.owner,
          timer: switches.rollbackTimer.value === 'rearmed' ? true : cached.timer,
          staged: none,
        }),
      ],
    );
  });
}

/** The start offset moves past finished records; staged and archiving ones block it. */
function advance(kip: Kip): void {
  const { action, bounds, state } = kip;
  const { Partition, Offset } = bounds;
  action('AdvanceStart', { p: Partition, o: Offset }, ({ p, o }) => ({
    doc: 'The leader moves the start offset past a finished record; it is persisted with the next write.',
    source: 'A19; SPSO',
    weaklyFair: 'each',
    by: SPL,
    when: [o.ordinal().is(state.start.at(p)), isTerminal(state.cache.at(p).at(o))],
    then: [state.start.at(p).increment()],
  }));
}

/** Archiving records are written to the dead-letter queue first (KIP-1191). */
function deadLetter(kip: Kip): void {
  const { action, bounds, state, types } = kip;
  const { Partition, Offset } = bounds;
  action('WriteDeadLetter', { p: Partition, o: Offset }, ({ p, o }) => {
    const cached = state.cache.at(p).at(o);
    const durable = state.durable.at(p).at(o);
    const archived = types.Durable.of({ state: 'archived', count: cached.count, staged: none });
    return {
      doc: 'The leader writes the dead-letter record, then persists the record as archived.',
      source: 'A20; KIP-1191',
      weaklyFair: 'each',
      by: SPL,
      to: 'dead-letter queue',
      when: [cached.state.is('archiving')],
      then: [
        cached.state.set('archived'),
        durable.set(combined(kip, durable, archived)),
        deadLettered(kip, p, o),
      ],
    };
  });
}

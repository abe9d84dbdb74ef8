/**
 * What every participant knows, as variables. Volatile state is lost by a crash
 * or a change of leader, durable state is not; each variable says which it is.
 */
import {
  bool,
  ifElse,
  map,
  none,
  oneOf,
  option,
  range,
  setOf,
  struct,
  type AnyType,
  type Builder,
} from 'kripke';
import { BUDGET_NAMES, type Bounds, type Budget } from './bounds.ts';
import type { Switches } from './switches.ts';

/** The types of the state, sized by the bounds. */
export function declareTypes(bounds: Bounds, switches: Switches) {
  const { Partition, Offset, Sgs, Output, Member, Tid, Instance } = bounds;
  const budget = (name: keyof Bounds['budgets']): number => bounds.budgets[name].value;

  // Each raise of an epoch has a cause with a budget: the end of a transaction, a timeout, a new
  // instance or a restart of one that crashed or was fenced by a timeout.
  const restarts =
    budget('PRODUCER_CRASHES') + budget('TXN_TIMEOUTS') + budget('MEMBER_FENCES') + Instance.size;
  const maxEpoch =
    bounds.txns.value + budget('TXN_TIMEOUTS') * bounds.timeoutBump.value + 2 * restarts - 1;
  const Epoch = range(0, maxEpoch);
  const MemberEpoch = range(
    0,
    budget('MEMBER_FENCES') + budget('REBALANCES') + budget('MEMBER_LOSSES'),
  );
  const LeaderEpoch = range(0, budget('SPL_MOVES'));
  const StateEpoch = range(0, budget('ADMIN_RESETS'));
  const CoordinatorEpoch = range(0, budget('TC_FAILOVERS'));

  /** The n-th transaction of a transactional id, from 1. History: nothing in the protocol knows it. */
  const TxnNumber = range(1, bounds.txns.value);
  /** The same, with 0 for none yet. */
  const TxnCount = range(0, bounds.txns.value);
  const Count = range(0, bounds.maxDeliveries.value);
  const AckType = oneOf('accept', 'reject');
  const Outcome = oneOf('commit', 'abort');

  const marksMember = switches.memberEpochCheck.value === 'atStageAndMarker';
  /** Who staged a record: producer id and epoch, and how. `txn` is history. */
  const Staged = struct({
    tid: Tid,
    epoch: Epoch,
    type: AckType,
    txn: TxnNumber,
    /** The member whose acknowledgement it is, where the marker checks it again (S13). */
    member: option(Member),
    memberEpoch: marksMember ? MemberEpoch : range(0, 0),
  });
  const DurableState = oneOf('available', 'acknowledged', 'archiving', 'archived', 'pending');
  const Durable = struct({ state: DurableState, count: Count, staged: option(Staged) });
  const Cached = struct({
    state: oneOf('available', 'acquired', 'acknowledged', 'archiving', 'archived', 'pending'),
    count: Count,
    owner: option(Member),
    timer: bool,
    staged: option(Staged),
  });

  /**
   * Which acquisition: a delivery count is volatile and starts anew with a reset, so that it is only
   * unique under one leader and one state epoch.
   */
  const Acquisition = struct({
    leaderEpoch: LeaderEpoch,
    stateEpoch: StateEpoch,
    count: Count,
  });
  const carriesEpochs = switches.acqToken.value === 'memberIdLeaderEpochAndDeliveryCount';
  /** What an acknowledgement carries of it (S15). */
  const Token = struct({
    leaderEpoch: carriesEpochs ? LeaderEpoch : range(0, 0),
    stateEpoch: carriesEpochs ? StateEpoch : range(0, 0),
    count: switches.acqToken.value === 'memberId' ? range(0, 0) : Count,
  });
  const Acknowledged = struct({ type: AckType, token: Token });
  const Acknowledgement = option(Acknowledged);
  const Handed = struct({ member: Member, type: AckType, token: Token });
  const Client = struct({
    state: oneOf('down', 'ready', 'inTransaction', 'abortable', 'committing', 'aborting', 'fenced'),
    epoch: Epoch,
    txn: TxnCount,
    handed: map(Partition, map(Offset, option(Handed))),
  });

  const StageCall = struct({
    phase: oneOf('none', 'sent', 'registered', 'verified', 'writing', 'written'),
    /** The instance that waits for the answer. None: a copy in the network, or its sender gave up. */
    awaited: option(Instance),
    epoch: Epoch,
    member: option(Member),
    memberEpoch: MemberEpoch,
    acks: map(Offset, Acknowledgement),
    counts: map(Offset, Count),
    leaderEpoch: LeaderEpoch,
    stateEpoch: StateEpoch,
  });
  const LateWrite = struct({
    tid: Tid,
    txn: TxnNumber,
    epoch: Epoch,
    acks: map(Offset, Acknowledgement),
    counts: map(Offset, Count),
    leaderEpoch: LeaderEpoch,
    stateEpoch: StateEpoch,
    start: range(0, Offset.size),
  });
  const Marker = struct({ epoch: Epoch, outcome: Outcome, coordinatorEpoch: CoordinatorEpoch });
  const Coordinated = struct({
    state: oneOf(
      'empty',
      'ongoing',
      'prepareCommit',
      'prepareAbort',
      'completeCommit',
      'completeAbort',
    ),
    epoch: Epoch,
    sgs: setOf(Sgs),
    outputs: setOf(Output),
  });
  return {
    Epoch,
    MemberEpoch,
    LeaderEpoch,
    StateEpoch,
    CoordinatorEpoch,
    TxnNumber,
    TxnCount,
    Count,
    AckType,
    Outcome,
    Staged,
    DurableState,
    Durable,
    Cached,
    Acquisition,
    Token,
    Acknowledgement,
    Handed,
    Client,
    StageCall,
    LateWrite,
    Marker,
    Coordinated,
  };
}
export type Types = ReturnType<typeof declareTypes>;

/**
 * The variables of the participants and of the network. What a design has no use for is not declared.
 */
export function declareVariables(
  { variable }: Builder,
  bounds: Bounds,
  switches: Switches,
  types: Types,
) {
  const { Partition, Offset, Sgs, Output, Member, Tid, Instance } = bounds;
  const { TxnNumber, Marker } = types;
  const perRecord = <T extends AnyType>(type: T) => map(Partition, map(Offset, type));

  const inTransaction = bounds.acknowledgement.value === 'inTransaction';
  const strikes = (budget: Budget): boolean =>
    bounds.budgets[budget].value > 0 && bounds.faults.value > 0;
  const needed = {
    lateWrite:
      inTransaction &&
      switches.durablePending.value &&
      (strikes('WRITE_FAILURES') || strikes('DUPLICATES')),
    lateMarker: inTransaction && (strikes('DUPLICATES') || switches.markerAck.value === 'early'),
    fence:
      inTransaction &&
      ['pidEpochMapDurable', 'pidEpochMapInMemory', 'transactionalAppend'].includes(
        switches.scFence.value,
      ),
    knownCoordinator: inTransaction && switches.coordEpochAtSc.value !== 'ignored',
    refresh:
      inTransaction && ['refreshGuarded', 'refreshUnguarded'].includes(switches.splLearn.value),
    seenEpoch:
      inTransaction &&
      switches.memberEpochCheck.value !== 'none' &&
      ['splCachedEpoch', 'heartbeatPush'].includes(switches.memberCheckSite.value),
  };

  const noCall = {
    phase: 'none',
    awaited: none,
    epoch: 0,
    member: none,
    memberEpoch: 0,
    acks: none,
    counts: 0,
    leaderEpoch: 0,
    stateEpoch: 0,
  } as const;
  const idle = { state: 'empty', epoch: 0, sgs: [], outputs: [] } as const;
  const left = {
    total: range(0, bounds.faults.value),
    ...Object.fromEntries(BUDGET_NAMES.map((name) => [name, range(0, bounds.budgets[name].value)])),
  } as Record<'total' | (typeof BUDGET_NAMES)[number], ReturnType<typeof range>>;

  return {
    noCall,

    member: variable(
      'member',
      map(
        Member,
        struct({
          up: bool,
          /** The group coordinator fenced it, which it does not know yet. */
          fenced: bool,
          epoch: types.MemberEpoch,
          /** The member epoch as the member itself knows it. */
          ownEpoch: types.MemberEpoch,
        }),
      ),
      {
        init: { up: true, fenced: false, epoch: 0, ownEpoch: 0 },
        doc: 'share consumers: whether they run, and their epoch at the group coordinator',
      },
    ),
    copies: variable('copies', map(Member, perRecord(setOf(types.Acquisition))), {
      init: [],
      doc: 'volatile, per member: the acquisitions of a record it has still to decide on',
    }),
    client: variable('client', map(Tid, map(Instance, types.Client)), {
      init: () => (instance) => ({
        state: ifElse(instance.is(Instance.first), 'ready', 'down'),
        epoch: 0,
        txn: 0,
        handed: none,
      }),
      doc: 'volatile: each instance of a producer',
    }),
    begun: variable('begun', map(Tid, types.TxnCount), {
      init: 0,
      doc: 'how many transactions were begun: a bound of the model',
    }),

    prepared:
      switches.sameTxn.value === 'twoPreparedTxns'
        ? variable('prepared', map(Tid, bool), {
            init: false,
            doc: 'durable, in the checkpoint of a job: it is going to commit this transaction (S21)',
          })
        : null,

    tc: variable('tc', map(Tid, types.Coordinated), {
      init: idle,
      doc: 'durable: the transaction log',
    }),
    owed: variable('owed', map(Tid, struct({ sgs: setOf(Sgs), outputs: setOf(Output) })), {
      init: { sgs: [], outputs: [] },
      doc: 'volatile, transaction coordinator: markers not acknowledged yet',
    }),
    tcEpoch: variable('tcEpoch', types.CoordinatorEpoch, {
      init: 0,
      doc: 'coordinator epoch of the transaction coordinator',
    }),

    cache: variable('cache', perRecord(types.Cached), {
      init: { state: 'available', count: 0, owner: none, timer: false, staged: none },
      doc: 'volatile, share-partition leader: the records in flight',
    }),
    start: variable('start', map(Partition, range(0, Offset.size)), {
      init: 0,
      doc: 'volatile, share-partition leader: the start offset (SPSO)',
    }),
    leaderEpoch: variable('leaderEpoch', map(Partition, types.LeaderEpoch), {
      init: 0,
      doc: 'durable: the leader epoch of each source partition; its leader has read the state at it',
    }),

    durable: variable('durable', perRecord(types.Durable), {
      init: { state: 'available', count: 0, staged: none },
      doc: 'durable, share coordinator: the state of each record',
    }),
    durableStart: variable('durableStart', map(Partition, range(0, Offset.size)), {
      init: 0,
      doc: 'durable, share coordinator: the start offset (SPSO)',
    }),
    stateEpoch: variable('stateEpoch', map(Partition, types.StateEpoch), {
      init: 0,
      doc: 'durable, share coordinator: raised by each initialisation',
    }),
    fence: needed.fence
      ? variable('fence', map(Sgs, map(Tid, types.Epoch)), {
          init: 0,
          doc: 'share coordinator: the least producer epoch that may stage (S2)',
        })
      : null,
    knownCoordinator: needed.knownCoordinator
      ? variable('knownCoordinator', map(Sgs, types.CoordinatorEpoch), {
          init: 0,
          doc: 'share coordinator: the highest coordinator epoch of a marker (S18)',
        })
      : null,
    scEpoch: variable('scEpoch', map(Sgs, range(0, bounds.budgets.SC_FAILOVERS.value)), {
      init: 0,
      doc: 'durable: the leader epoch of each partition of __share_group_state',
    }),

    outputEpoch: variable('outputEpoch', map(Output, map(Tid, types.Epoch)), {
      init: 0,
      doc: 'durable, output log: producer epoch',
    }),
    outputOpen: variable('outputOpen', map(Output, map(Tid, bool)), {
      init: false,
      doc: 'durable, output log: whether a transaction is open, which holds back the last stable offset',
    }),

    calls: variable('calls', map(Tid, map(TxnNumber, map(Partition, types.StageCall))), {
      init: noCall,
      doc: 'stage requests in the network or in the hands of a leader',
    }),
    lateWrite: needed.lateWrite
      ? variable('lateWrite', map(Partition, option(types.LateWrite)), {
          init: none,
          doc: 'network: a staging write, or a copy of one, that may still land',
        })
      : null,
    lateMarker: needed.lateMarker
      ? variable('lateMarker', map(Sgs, map(Tid, option(Marker))), {
          init: none,
          doc: 'network: a copy of a marker that may still arrive',
        })
      : null,

    refresh: needed.refresh
      ? variable(
          'refresh',
          map(
            Partition,
            option(
              map(Offset, struct({ asked: option(types.Staged), answer: types.DurableState })),
            ),
          ),
          {
            init: none,
            doc: 'network: what a leader that refreshes asked about, and the answer under way',
          },
        )
      : null,
    seenEpoch: needed.seenEpoch
      ? variable('seenEpoch', map(Partition, map(Member, types.MemberEpoch)), {
          init: 0,
          doc:
            'volatile, share-partition leader: the member epochs it knows. A ShareFetch carries ' +
            'none, so a design that caches them must get them from somewhere else.',
        })
      : null,

    left: variable('left', struct(left), {
      init: Object.fromEntries(
        Object.keys(left).map((name) => [
          name,
          name === 'total' ? bounds.faults.value : bounds.budgets[name as 'SPL_MOVES'].value,
        ]),
      ) as Record<keyof typeof left, number>,
      doc: 'how many faults may still strike',
    }),
  };
}
export type Variables = ReturnType<typeof declareVariables>;

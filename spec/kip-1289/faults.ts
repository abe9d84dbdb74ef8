/** Crashes, failovers, timeouts and fencing: each fault with its own budget. */
import { and, forAll, forEach, ifElse, ifThen, none, not, or } from 'kripke';
import { fault, mayHappen, type Kip } from './kip.ts';
import { DOWN, isPaired } from './producer.ts';
import {
  combined,
  forEachRecord,
  giveBack,
  isTerminal,
  livesIn,
  released,
  restored,
  type I,
  type T,
} from './records.ts';
import { stagingPhase } from './share-partition-leader.ts';
import { mustAbort } from './stage-call.ts';
import { isPrepared } from './two-transactions.ts';
import { abortByCoordinator, isPreparing, owesMarkers } from './transaction-coordinator.ts';

/** Declares the faults of the participants; those of the network are in network.ts. */
export function faults(kip: Kip): void {
  memberFaults(kip);
  producerFaults(kip);
  leaderFaults(kip);
  deadLetterFaults(kip);
  coordinatorFaults(kip);
  retention(kip);
  administration(kip);
}

function memberFaults(kip: Kip): void {
  const { action, bounds, state, switches } = kip;
  const { Member } = bounds;
  const GC = 'group coordinator';

  if (mayHappen(kip, 'MEMBER_LOSSES')) {
    action('MemberLoss', { m: Member }, ({ m }) =>
      fault(kip, 'MEMBER_LOSSES', {
        doc: 'A member crashes or leaves: its session closes and what it acquired is given back.',
        source: 'faults: member crash, leave; KIP-932 session close',
        by: m,
        when: [state.member.at(m).up],
        then: [
          state.member.at(m).up.set(false),
          forEachRecord(kip, (p, o) => {
            const cached = state.cache.at(p).at(o);
            const mine = cached.owner.isSomeOf(m);
            return [
              state.copies.at(m).at(p).at(o).set([]),
              ifThen(and(mine, cached.state.is('acquired')), giveBack(kip, p, o)),
              ...(switches.memberLossInPending.value === 'released'
                ? [
                    ifThen(
                      and(mine, cached.state.is('pending')),
                      cached.set(released(kip, cached.count)),
                    ),
                  ]
                : []),
            ];
          }),
          bounds.sharedFate.value
            ? [
                forEach(bounds.Tid, (t) =>
                  forEach(bounds.Instance, (i) => ifThen(isPaired(kip, m, t), crashed(kip, t, i))),
                ),
              ]
            : [],
        ],
      }),
    );
  }

  if (mayHappen(kip, 'MEMBER_FENCES')) {
    action('MemberFence', { m: Member }, ({ m }) =>
      fault(kip, 'MEMBER_FENCES', {
        doc: 'The group coordinator fences a member that did not heartbeat; it goes on unaware.',
        source: 'faults: member fence; KIP-932',
        by: GC,
        to: m,
        when: [state.member.at(m).up, not(state.member.at(m).fenced)],
        then: [state.member.at(m).epoch.increment(), state.member.at(m).fenced.set(true)],
      }),
    );
  }

  if (mayHappen(kip, 'REBALANCES')) {
    action('Rebalance', { m: Member }, ({ m }) =>
      fault(kip, 'REBALANCES', {
        doc: 'A rebalance raises a member epoch, which the member learns with its next heartbeat.',
        source: 'faults: member epoch raised between poll and stage',
        by: GC,
        to: m,
        when: [state.member.at(m).up, not(state.member.at(m).fenced)],
        then: [state.member.at(m).epoch.increment()],
      }),
    );
  }
}

/** A client is gone; the requests that it waited for stay in the network. */
function crashed({ bounds, state, types }: Kip, t: T, i: I) {
  return [
    state.client.at(t).at(i).set(DOWN),
    forEach(types.TxnNumber, (n) =>
      forEach(bounds.Partition, (p) =>
        ifThen(
          state.calls.at(t).at(n).at(p).awaited.isSomeOf(i),
          state.calls.at(t).at(n).at(p).awaited.set(none),
        ),
      ),
    ),
  ];
}

function producerFaults(kip: Kip): void {
  const { action, bounds, state, types } = kip;
  const { Tid, Instance, Partition } = bounds;

  if (mayHappen(kip, 'PRODUCER_CRASHES')) {
    action('ProducerCrash', { t: Tid, i: Instance }, ({ t, i }) =>
      fault(kip, 'PRODUCER_CRASHES', {
        doc: 'A producer crashes and loses everything; its requests stay in the network.',
        source: 'faults: producer crash',
        by: t,
        when: [
          state.client.at(t).at(i).state.isNot('down'),
          state.client.at(t).at(i).state.isNot('fenced'),
        ],
        then: crashed(kip, t, i),
      }),
    );
  }

  if (mayHappen(kip, 'CLIENT_GIVE_UPS') && bounds.acknowledgement.value === 'inTransaction') {
    action('GiveUp', { t: Tid, n: types.TxnNumber, p: Partition }, ({ t, n, p }) => {
      const call = state.calls.at(t).at(n).at(p);
      return fault(kip, 'CLIENT_GIVE_UPS', {
        doc: 'The producer stops waiting for a stage request, which stays under way.',
        source: 'A7: REQUEST_TIMED_OUT',
        by: t,
        when: [call.awaited.isSome()],
        then: [mustAbort(kip, t, n, p, 'abortable'), call.awaited.set(none)],
      });
    });
  }
}

function deadLetterFaults(kip: Kip): void {
  const { action, bounds, state, types } = kip;
  const { Partition, Offset } = bounds;
  if (!bounds.dlq.value || !mayHappen(kip, 'DLQ_FAILURES')) return;
  action('DeadLetterFails', { p: Partition, o: Offset }, ({ p, o }) => {
    const cached = state.cache.at(p).at(o);
    const durable = state.durable.at(p).at(o);
    return fault(kip, 'DLQ_FAILURES', {
      doc: 'The dead-letter record cannot be written; the record is archived nevertheless.',
      source: 'A20; KAFKA-20672: the dead-letter queue is best effort',
      by: 'share-partition leader',
      to: 'dead-letter queue',
      when: [cached.state.is('archiving')],
      then: [
        cached.state.set('archived'),
        durable.set(
          combined(
            kip,
            durable,
            types.Durable.of({ state: 'archived', count: cached.count, staged: none }),
          ),
        ),
      ],
    });
  });
}

function leaderFaults(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Partition, Offset } = bounds;
  const SPL = 'share-partition leader';

  if (mayHappen(kip, 'LOCK_TIMEOUTS')) {
    action('LockTimeout', { p: Partition, o: Offset }, ({ p, o }) => {
      const cached = state.cache.at(p).at(o);
      return fault(kip, 'LOCK_TIMEOUTS', {
        doc: 'An acquisition lock expires: the record goes back to the group.',
        source: 'faults: lock timeout; KIP-932',
        by: SPL,
        when: [or(cached.state.is('acquired'), cached.state.is('pending')), cached.timer],
        then: [giveBack(kip, p, o)],
      });
    });
  }

  if (mayHappen(kip, 'SPL_MOVES')) {
    action('SplMove', { p: Partition }, ({ p }) =>
      fault(kip, 'SPL_MOVES', {
        doc: 'A new leader reads the state at its leader epoch; what was only in memory is gone.',
        source: 'faults: SPL change; ReadShareGroupState',
        by: SPL,
        when: [],
        then: [
          state.leaderEpoch.at(p).increment(),
          state.start.at(p).set(state.durableStart.at(p)),
          state.refresh ? [state.refresh.at(p).set(none)] : [],
          state.seenEpoch ? [state.seenEpoch.at(p).set(0)] : [],
          forEach(Offset, (o) =>
            state.cache
              .at(p)
              .at(o)
              .set(restored(kip, state.durable.at(p).at(o))),
          ),
          // A request in the hands of the old leader is sent to the new one.
          forEach(Tid, (t) =>
            forEach(types.TxnNumber, (n) => {
              const call = state.calls.at(t).at(n).at(p);
              return ifThen(
                or(call.phase.is('registered'), call.phase.is('written')),
                call.phase.set(switches.registerBy.value === 'spl' ? 'sent' : stagingPhase(kip)),
              );
            }),
          ),
        ],
      }),
    );
  }
}

/** The log start moves past a record: whoever has not finished it never gets it again. */
function retention(kip: Kip): void {
  const { action, bounds, state, ghosts, types } = kip;
  const { Partition, Offset } = bounds;
  if (!mayHappen(kip, 'RETENTIONS')) return;

  action('LogStartMove', { p: Partition, o: Offset }, ({ p, o }) => {
    const cached = state.cache.at(p).at(o);
    const durable = state.durable.at(p).at(o);
    const archived = types.Durable.of({ state: 'archived', count: cached.count, staged: none });
    // What was finished meanwhile, which the leader does not know yet, stays as it is.
    const gone = ifElse(isTerminal(durable), durable, archived);
    return fault(kip, 'RETENTIONS', {
      doc: 'Retention deletes a record in flight: it is archived and the start offset moves past it.',
      source: 'faults: retention passes a pending record; KIP-932 log start offset',
      by: 'share-partition leader',
      when: [o.ordinal().is(state.start.at(p)), not(isTerminal(cached))],
      then: [
        cached.set(restored(kip, gone)),
        durable.set(gone),
        state.start.at(p).increment(),
        ifThen(not(isTerminal(durable)), [
          ghosts.why.at(p).at(o).set({ cause: 'retention', tid: none, txn: 0 }),
        ]),
      ],
    });
  });
}

function administration(kip: Kip): void {
  const { action, bounds, state, ghosts, switches, types } = kip;
  const { Member, Partition, Offset } = bounds;
  if (!mayHappen(kip, 'ADMIN_RESETS')) return;
  const allowed = switches.adminResetWhilePending.value === 'allowed';

  action('AdminReset', { p: Partition }, ({ p }) =>
    fault(kip, 'ADMIN_RESETS', {
      doc: "An administrator resets an empty group's offsets: the state is initialised anew.",
      source: 'faults: admin reset; InitializeShareGroupState',
      by: 'administrator',
      to: 'share coordinator',
      when: [
        forAll(Member, (m) => not(state.member.at(m).up)),
        allowed ? true : forAll(Offset, (o) => state.durable.at(p).at(o).state.isNot('pending')),
      ],
      then: [
        state.stateEpoch.at(p).increment(),
        state.start.at(p).set(0),
        state.durableStart.at(p).set(0),
        state.refresh ? [state.refresh.at(p).set(none)] : [],
        forEach(Offset, (o) => [
          state.durable.at(p).at(o).set({ state: 'available', count: 0, staged: none }),
          state.cache.at(p).at(o).set(released(kip, 0)),
          ghosts.why.at(p).at(o).set({ cause: 'open', tid: none, txn: 0 }),
          // Whoever resets asks for what was finished to be delivered again.
          forEach(bounds.Tid, (t) =>
            forEach(types.TxnNumber, (n) =>
              ifThen(ghosts.decision.at(t).at(n).isNot('none'), [
                ghosts.enlisted.at(p).at(o).at(t).at(n).set(false),
                ghosts.accepted.at(p).at(o).at(t).at(n).set(false),
                ghosts.everPending.at(p).at(o).at(t).at(n).set(false),
                ghosts.outs.at(p).at(o).at(t).at(n).set(0),
              ]),
            ),
          ),
        ]),
      ],
    }),
  );
}

function coordinatorFaults(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const TC = 'transaction coordinator';

  if (mayHappen(kip, 'SC_FAILOVERS')) {
    action('ScFailover', { k: bounds.Sgs }, ({ k }) =>
      fault(kip, 'SC_FAILOVERS', {
        doc: 'A new share coordinator replays its log; what was only in memory is gone.',
        source: 'faults: SC failover',
        by: 'share coordinator',
        when: [],
        then: [
          state.scEpoch.at(k).increment(),
          state.fence && switches.scFence.value === 'pidEpochMapInMemory'
            ? [state.fence.at(k).set(0)]
            : [],
          state.knownCoordinator && switches.coordEpochAtSc.value === 'checkedInMemory'
            ? [state.knownCoordinator.at(k).set(0)]
            : [],
          state.lateMarker && switches.markerAck.value === 'early'
            ? [state.lateMarker.at(k).set(none)]
            : [],
          // What was verified is verified again by the new one.
          switches.scFence.value === 'verifyThenAppend'
            ? forEach(bounds.Tid, (t) =>
                forEach(types.TxnNumber, (n) =>
                  forEach(bounds.Partition, (p) =>
                    ifThen(
                      and(livesIn(kip, p, k), state.calls.at(t).at(n).at(p).phase.is('verified')),
                      state.calls.at(t).at(n).at(p).phase.set('writing'),
                    ),
                  ),
                ),
              )
            : [],
        ],
      }),
    );
  }

  if (mayHappen(kip, 'TC_FAILOVERS')) {
    action(
      'TcFailover',
      fault(kip, 'TC_FAILOVERS', {
        doc: 'A new transaction coordinator replays its log and sends every open marker again.',
        source: 'faults: TC failover',
        by: TC,
        when: [],
        then: [
          state.tcEpoch.increment(),
          forEach(bounds.Tid, (t) => ifThen(isPreparing(kip, t), owesMarkers(kip, t))),
        ],
      }),
    );
  }

  if (mayHappen(kip, 'TXN_TIMEOUTS') && switches.txnTimeout.value === 'finite') {
    action('TxnTimeout', { t: bounds.Tid }, ({ t }) =>
      fault(kip, 'TXN_TIMEOUTS', {
        doc: 'A transaction times out: the coordinator fences its producer and aborts.',
        source: 'faults: transaction timeout; KAFKA-19367',
        by: TC,
        // A prepared transaction waits for its owner.
        when: [state.tc.at(t).state.is('ongoing'), not(isPrepared(kip, t))],
        then: abortByCoordinator(kip, t, bounds.timeoutBump.value),
      }),
    );
  }
}

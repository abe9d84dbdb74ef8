/**
 * The producer: one transactional id, of which several instances may run at once. A3 to A7 are one
 * step: recording a decision, extracting the acknowledgements, enlisting and stamping them are local
 * and what can go wrong between them is the loss of the client, which loses all of it.
 */
import {
  and,
  exists,
  forAll,
  forEach,
  ifElse,
  ifThen,
  none,
  not,
  or,
  some,
  type Bool,
  type BoolExpr,
} from 'kripke';
import type { Kip } from './kip.ts';
import { combined, hasStateIn, restored, tokenOf, type M, type O, type T } from './records.ts';
import { isWaiting, mayStart } from './stage-call.ts';
import {
  acknowledgingId,
  allClients,
  begin,
  isPrepared,
  isSplit,
  twoTransactions,
  writesOutputs,
} from './two-transactions.ts';
import { abortByCoordinator, accepts, join } from './transaction-coordinator.ts';

const TC = 'transaction coordinator';

/** A client that has nothing and is nothing. */
export const DOWN = { state: 'down', epoch: 0, txn: 0, handed: none } as const;

/** Whether a producer takes the records of a member. */
export function isPaired({ bounds, switches }: Kip, m: M, t: T): Bool {
  const separate = switches.decoupling.value !== 'consumerSends' && !bounds.paired.value;
  if (separate) return true;
  return m.ordinal().mod(bounds.Tid.size).is(t.ordinal().mod(bounds.Member.size));
}

/** Declares the actions of the producers. */
export function producer(kip: Kip): void {
  initialise(kip);
  process(kip);
  stage(kip);
  end(kip);
  plainAcknowledgement(kip);
}

function initialise(kip: Kip): void {
  const { action, bounds, state } = kip;
  const { Tid, Instance } = bounds;
  if (bounds.producersReturn.value) {
    action('InitProducerIdAborts', { t: Tid, i: Instance }, ({ t, i }) => {
      const tc = state.tc.at(t);
      return {
        doc: 'A new instance finds a transaction open: it is fenced and aborted.',
        source: 'A0; InitProducerId, PrepareEpochFence',
        weaklyFair: 'each',
        by: t,
        to: TC,
        when: [
          mayStart(kip, state.client.at(t).at(i)),
          tc.state.is('ongoing'),
          not(isPrepared(kip, t)),
        ],
        then: abortByCoordinator(kip, t, 1),
      };
    });

    action('InitProducerId', { t: Tid, i: Instance }, ({ t, i }) => {
      const tc = state.tc.at(t);
      return {
        doc: 'A new instance gets the next producer epoch.',
        source: 'A0; InitProducerId',
        weaklyFair: 'each',
        by: t,
        to: TC,
        when: [
          mayStart(kip, state.client.at(t).at(i)),
          tc.state.isOneOf('empty', 'completeCommit', 'completeAbort'),
          state.begun.at(t).lt(bounds.txns.value),
        ],
        then: [
          tc.set({ state: 'empty', epoch: tc.epoch.plus(1), sgs: [], outputs: [] }),
          state.client
            .at(t)
            .at(i)
            .set({ state: 'ready', epoch: tc.epoch.plus(1), txn: 0, handed: none }),
        ],
      };
    });
  }

  action('Begin', { t: Tid, i: Instance }, ({ t, i }) => ({
    doc: 'The application begins a transaction, which nobody else knows yet.',
    source: 'A0; BeginTxn',
    kind: 'environment',
    by: t,
    when: [
      writesOutputs(kip, t),
      allClients(kip, t, i, 'ready'),
      state.begun.at(t).lt(bounds.txns.value),
    ],
    then: begin(kip, t, i),
  }));
}

function process(kip: Kip): void {
  const { action, bounds, state, ghosts } = kip;
  const { Tid, Instance, Member, Partition, Offset, Output } = bounds;
  const { copies } = state;

  action(
    'Produce',
    { t: Tid, i: Instance, m: Member, p: Partition, o: Offset, q: Output },
    ({ m, p, o }) => ({ copy: copies.at(m).at(p).at(o) }),
    ({ t, i, m, p, o, q, copy }) => {
      const client = state.client.at(t).at(i);
      const { handed } = state.client.at(acknowledgingId(kip, t)).at(i);
      return {
        doc:
          'The application processes an acquired record, writes its output within the ' +
          'transaction and means to accept the record.',
        source: "A2, A2'; Produce, AddPartitionsToTxn by the output leader",
        weaklyFair: 'each',
        by: t,
        to: q,
        when: [
          writesOutputs(kip, t),
          allClients(kip, t, i, 'inTransaction'),
          isPaired(kip, m, t),
          state.member.at(m).up,
          // One decision on an offset at a time: the client hands it over before it takes the next.
          handed.at(p).at(o).isNone(),
          accepts(kip, t, client.epoch),
        ],
        then: [
          join(kip, t, client.txn, { output: q }),
          state.outputOpen.at(q).at(t).set(true),
          state.outputEpoch.at(q).at(t).set(client.epoch),
          copies.at(m).at(p).at(o).remove(copy),
          handed
            .at(p)
            .at(o)
            .set(some({ member: m, type: 'accept', token: tokenOf(kip, copy) })),
          ghosts.outs.at(p).at(o).at(t).at(client.txn).increment(),
        ],
      };
    },
  );

  if (!bounds.rejects.value) return;
  action(
    'Reject',
    { t: Tid, i: Instance, m: Member, p: Partition, o: Offset },
    ({ m, p, o }) => ({ copy: copies.at(m).at(p).at(o) }),
    ({ t, i, m, p, o, copy }) => {
      const client = state.client.at(t).at(i);
      return {
        doc: 'The application finds a record unfit: it means to reject it, without output.',
        source: 'A2',
        kind: 'environment',
        by: t,
        when: [
          client.state.is('inTransaction'),
          isPaired(kip, m, t),
          state.member.at(m).up,
          client.handed.at(p).at(o).isNone(),
        ],
        then: [
          copies.at(m).at(p).at(o).remove(copy),
          client.handed
            .at(p)
            .at(o)
            .set(some({ member: m, type: 'reject', token: tokenOf(kip, copy) })),
        ],
      };
    },
  );
}

function stage(kip: Kip): void {
  const { action, bounds, state, ghosts, switches, types } = kip;
  const { Tid, Instance, Member, Partition, Offset, Sgs } = bounds;
  if (bounds.acknowledgement.value !== 'inTransaction') return;
  const byClient = switches.registerBy.value !== 'spl';

  if (byClient) {
    action('RegisterByClient', { t: Tid, i: Instance, k: Sgs }, ({ t, i, k }) => {
      const client = state.client.at(t).at(i);
      return {
        doc: 'The client adds a state partition to its transaction before it stages.',
        source: 'S19: AddShareAcksToTxn, as KIP-98 does for partitions',
        weaklyFair: 'each',
        by: t,
        to: TC,
        when: [
          client.state.is('inTransaction'),
          not(and(state.tc.at(t).state.is('ongoing'), state.tc.at(t).sgs.has(k))),
          accepts(kip, t, client.epoch),
        ],
        then: [join(kip, t, client.txn, { sgs: k })],
      };
    });
  }

  action('SendStage', { t: Tid, i: Instance, m: Member, p: Partition }, ({ t, i, m, p }) => {
    const client = state.client.at(t).at(i);
    const call = state.calls.at(t).at(client.txn).at(p);
    const handed = client.handed.at(p);
    const isMine = (o: O): BoolExpr =>
      and(handed.at(o).isSome(), handed.at(o).value().member.is(m));
    const isRegistered = hasStateIn(kip, p, (k) =>
      and(
        state.tc.at(t).state.is('ongoing'),
        state.tc.at(t).epoch.is(client.epoch),
        state.tc.at(t).sgs.has(k),
      ),
    );
    return {
      doc: "The producer sends a member's acknowledgements to the leader of the share-partition.",
      source: 'A3 to A7; TxnShareAcknowledge',
      weaklyFair: 'each',
      by: t,
      to: 'share-partition leader',
      when: [
        client.state.is('inTransaction'),
        exists(Offset, (o) => isMine(o)),
        call.phase.is('none'),
        switches.decoupling.value === 'consumerSends' ? state.member.at(m).up : true,
        switches.registerBy.value === 'client' ? isRegistered : true,
      ],
      then: [
        call.set({
          phase: byClient ? 'registered' : 'sent',
          awaited: some(i),
          epoch: client.epoch,
          member: some(m),
          memberEpoch: state.member.at(m).ownEpoch,
          acks: (o) =>
            ifElse(
              isMine(o),
              types.Acknowledgement.of(
                some({
                  type: handed.at(o).value().type,
                  token: handed.at(o).value().token,
                }),
              ),
              none,
            ),
          counts: 0,
          leaderEpoch: 0,
          stateEpoch: 0,
        }),
        forEach(Offset, (o) =>
          ifThen(isMine(o), [
            handed.at(o).set(none),
            ghosts.enlisted.at(p).at(o).at(t).at(client.txn).set(true),
          ]),
        ),
      ],
    };
  });
}

function end(kip: Kip): void {
  const { action, bounds, state } = kip;
  const { Tid, Instance } = bounds;

  if (isSplit(kip)) twoTransactions(kip);
  else commit(kip);

  action('Abort', { t: Tid, i: Instance }, ({ t, i }) => {
    const client = state.client.at(t).at(i);
    return {
      doc: 'The application aborts, by choice or because a request failed.',
      source: 'A12; EndTxn(ABORT)',
      kind: 'environment',
      by: t,
      to: TC,
      when: [
        or(client.state.is('inTransaction'), client.state.is('abortable')),
        not(isWaiting(kip, t, i)),
      ],
      then: [client.state.set('aborting'), client.handed.set(none)],
    };
  });
}

function commit(kip: Kip): void {
  const { action, bounds, state } = kip;
  const { Tid, Instance, Partition, Offset } = bounds;

  action('Commit', { t: Tid, i: Instance }, ({ t, i }) => {
    const client = state.client.at(t).at(i);
    const nothingLeft = forAll(Partition, Offset, (p, o) => client.handed.at(p).at(o).isNone());
    return {
      doc: 'The application commits, after every request of the transaction was answered.',
      source: 'A12; EndTxn(COMMIT)',
      kind: 'environment',
      by: t,
      to: TC,
      when: [
        client.state.is('inTransaction'),
        bounds.acknowledgement.value === 'inTransaction' ? nothingLeft : true,
        not(isWaiting(kip, t, i)),
        // A transaction that nothing was sent in is not known to the coordinator.
        or(state.tc.at(t).state.is('ongoing'), state.tc.at(t).epoch.isNot(client.epoch)),
      ],
      then: [client.state.set('committing')],
    };
  });
}

/** Plain KIP-932: what an application does that processes in transactions but cannot acknowledge in them. */
function plainAcknowledgement(kip: Kip): void {
  const { action, bounds, state, ghosts, types } = kip;
  const { Tid, Instance, Member, Partition, Offset } = bounds;
  const when = bounds.acknowledgement.value;
  if (when === 'inTransaction') return;

  action(
    'PlainAck',
    { t: Tid, i: Instance, m: Member, p: Partition, o: Offset },
    ({ t, i, m, p, o }) => {
      const client = state.client.at(t).at(i);
      const cached = state.cache.at(p).at(o);
      const durable = state.durable.at(p).at(o);
      const done = types.Durable.of({ state: 'acknowledged', count: cached.count, staged: none });
      return {
        doc: 'The member accepts a record whose output is in a transaction.',
        source: 'KIP-932 ShareAcknowledge(ACCEPT)',
        weaklyFair: 'each',
        by: m,
        to: 'share-partition leader',
        when: [
          state.member.at(m).up,
          client.handed.at(p).at(o).isSome(),
          client.handed.at(p).at(o).value().member.is(m),
          client.state.is(when === 'immediate' ? 'inTransaction' : 'ready'),
          cached.state.is('acquired'),
          cached.owner.isSomeOf(m),
        ],
        then: [
          cached.set(restored(kip, done)),
          durable.set(combined(kip, durable, done)),
          client.handed.at(p).at(o).set(none),
          ghosts.why
            .at(p)
            .at(o)
            .set({ cause: 'plain', tid: some(t), txn: client.txn }),
        ],
      };
    },
  );
}

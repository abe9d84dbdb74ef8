/** The transaction coordinator: who takes part, what was decided, who has been told. */
import {
  and,
  ifElse,
  ifThen,
  max,
  not,
  or,
  type BoolExpr,
  type IntExpr,
  type Update,
} from 'kripke';
import type { Kip } from './kip.ts';
import { forEachRecord, livesIn, type I, type K, type Q, type T } from './records.ts';
import { answered, failed } from './stage-call.ts';

const TC = 'transaction coordinator';

/** Whether the coordinator takes a partition into the transaction of a producer at this epoch. */
export function accepts({ state }: Kip, t: T, epoch: IntExpr): BoolExpr {
  const tc = state.tc.at(t);
  return and(
    tc.epoch.is(epoch),
    tc.state.isOneOf('empty', 'ongoing', 'completeCommit', 'completeAbort'),
  );
}

/** Whether the transaction of a producer epoch is open, with the state partition among its participants. */
export function isOpen({ state }: Kip, t: T, epoch: IntExpr, k: K): BoolExpr {
  const tc = state.tc.at(t);
  return and(tc.state.is('ongoing'), tc.epoch.is(epoch), tc.sgs.has(k));
}

/** Whether the coordinator is telling the participants what it decided. */
export function isPreparing({ state }: Kip, t: T): BoolExpr {
  return state.tc.at(t).state.isOneOf('prepareCommit', 'prepareAbort');
}

/** Adds a participant; the first one opens the transaction. `txn` is history. */
export function join(
  { state, ghosts }: Kip,
  t: T,
  txn: IntExpr,
  participant: { readonly sgs: K } | { readonly output: Q },
): Update[] {
  const tc = state.tc.at(t);
  const isSgs = 'sgs' in participant;
  return [
    tc.state.set('ongoing'),
    ifThen(
      tc.state.is('ongoing'),
      [isSgs ? tc.sgs.add(participant.sgs) : tc.outputs.add(participant.output)],
      [
        tc.sgs.set(isSgs ? [participant.sgs] : []),
        tc.outputs.set(isSgs ? [] : [participant.output]),
      ],
    ),
    // A request of an earlier transaction that is let in by its epoch does not turn back history.
    ghosts.tcTxn.at(t).set(max(ghosts.tcTxn.at(t), txn)),
  ];
}

/** Every participant is owed a marker, also those that may have had one. */
export function owesMarkers({ state }: Kip, t: T): Update {
  const tc = state.tc.at(t);
  return state.owed.at(t).set({ sgs: tc.sgs, outputs: tc.outputs });
}

/** History: what was decided. What only matters for a commit is forgotten on an abort. */
export function decided(kip: Kip, t: T, txn: IntExpr, outcome: 'commit' | 'abort'): Update[] {
  const { ghosts } = kip;
  const decision = ghosts.decision.at(t).at(txn);
  const set = ifThen(decision.is('none'), decision.set(outcome));
  if (outcome === 'commit') return [set];
  return [
    set,
    forEachRecord(kip, (p, o) => [
      ghosts.enlisted.at(p).at(o).at(t).at(txn).set(false),
      ghosts.accepted.at(p).at(o).at(t).at(txn).set(false),
      ghosts.everPending.at(p).at(o).at(t).at(txn).set(false),
      ghosts.outs.at(p).at(o).at(t).at(txn).set(0),
    ]),
  ];
}

/** The end of a transaction by the coordinator itself: it fences the producer and aborts. */
export function abortByCoordinator(kip: Kip, t: T, raise: number): Update[] {
  const { state, ghosts } = kip;
  const tc = state.tc.at(t);
  return [
    tc.state.set('prepareAbort'),
    tc.epoch.increment(raise),
    owesMarkers(kip, t),
    ...decided(kip, t, ghosts.tcTxn.at(t), 'abort'),
  ];
}

/** By how much the end of a transaction raises the producer epoch. */
export function raiseAtEnd({ switches }: Kip): number {
  return switches.txnVersion.value - 1;
}

/** The two ways in which a client ends a transaction. */
export const ENDINGS = {
  commit: {
    name: 'Commit',
    client: 'committing',
    prepare: 'prepareCommit',
    complete: 'completeCommit',
  },
  abort: { name: 'Abort', client: 'aborting', prepare: 'prepareAbort', complete: 'completeAbort' },
} as const;
export type Ending = keyof typeof ENDINGS;

/** Whether an EndTxn can be decided. */
export function canDecide({ state }: Kip, t: T, i: I, ending: Ending): BoolExpr {
  const client = state.client.at(t).at(i);
  const tc = state.tc.at(t);
  return and(
    client.state.is(ENDINGS[ending].client),
    tc.state.is('ongoing'),
    tc.epoch.is(client.epoch),
  );
}

/** The decision of a client is made durable. */
export function decide(kip: Kip, t: T, i: I, ending: Ending): Update[] {
  const { state } = kip;
  const tc = state.tc.at(t);
  return [
    tc.state.set(ENDINGS[ending].prepare),
    tc.epoch.increment(raiseAtEnd(kip)),
    owesMarkers(kip, t),
    ...decided(kip, t, state.client.at(t).at(i).txn, ending),
  ];
}

/** Whether an EndTxn is a retry of one that was decided. */
function isRetry(kip: Kip, t: T, i: I, ending: Ending): BoolExpr {
  const { state } = kip;
  const client = state.client.at(t).at(i);
  const tc = state.tc.at(t);
  return and(
    client.state.is(ENDINGS[ending].client),
    tc.state.isOneOf(ENDINGS[ending].prepare, ENDINGS[ending].complete),
    tc.epoch.is(client.epoch.plus(raiseAtEnd(kip))),
  );
}

/** Declares the actions of the transaction coordinator. */
export function transactionCoordinator(kip: Kip): void {
  if (kip.bounds.acknowledgement.value === 'inTransaction') register(kip);
  endTxn(kip, 'commit');
  endTxn(kip, 'abort');
  refuse(kip);
  complete(kip);
}

/** The phase of a stage request in which its leader registers (S1). */
export function registrationPhase({ switches }: Kip): 'sent' | 'written' {
  return switches.stageOrder.value === 'stageFirst' ? 'written' : 'sent';
}

function register(kip: Kip): void {
  const { action, bounds, state, switches, types } = kip;
  const { Tid, Partition, Sgs } = bounds;
  if (switches.registerBy.value !== 'spl') return;
  const phase = registrationPhase(kip);
  const SPL = 'share-partition leader';

  action('Register', { t: Tid, n: types.TxnNumber, p: Partition, k: Sgs }, ({ t, n, p, k }) => {
    const call = state.calls.at(t).at(n).at(p);
    return {
      doc: "The leader adds the share-partition's state partition to the transaction.",
      source: 'A9, A10; AddPartitionsToTxn v4+',
      weaklyFair: 'each',
      by: SPL,
      to: TC,
      when: [call.phase.is(phase), livesIn(kip, p, k), accepts(kip, t, call.epoch)],
      then: [
        join(kip, t, n, { sgs: k }),
        phase === 'written' ? answered(kip, t, n, p) : [call.phase.set('registered')],
      ],
    };
  });

  action('RegisterRefused', { t: Tid, n: types.TxnNumber, p: Partition }, ({ t, n, p }) => {
    const call = state.calls.at(t).at(n).at(p);
    return {
      doc: 'The transaction coordinator knows a later epoch: the stage request fails.',
      source: 'A10; PRODUCER_FENCED, INVALID_PRODUCER_EPOCH',
      weaklyFair: 'each',
      by: TC,
      to: SPL,
      when: [call.phase.is(phase), state.tc.at(t).epoch.isNot(call.epoch)],
      then: [failed(kip, t, n, p, 'fenced')],
    };
  });
}

function endTxn(kip: Kip, ending: Ending): void {
  const { action, bounds, state } = kip;
  const { Tid, Instance } = bounds;
  const { name } = ENDINGS[ending];

  action(`Decide${name}`, { t: Tid, i: Instance }, ({ t, i }) => {
    const client = state.client.at(t).at(i);
    return {
      doc: `The decision to ${ending} is made durable; the client is answered at once.`,
      source: `A12, A13; EndTxn(${ending.toUpperCase()})`,
      weaklyFair: 'each',
      by: TC,
      to: t,
      when: [canDecide(kip, t, i, ending)],
      then: [
        decide(kip, t, i, ending),
        client.state.set('ready'),
        client.epoch.increment(raiseAtEnd(kip)),
      ],
    };
  });

  action(`Retry${name}`, { t: Tid, i: Instance }, ({ t, i }) => {
    const client = state.client.at(t).at(i);
    return {
      doc: 'A retried EndTxn finds the outcome that it asks for decided.',
      source: 'A12: retry recognised by the epoch',
      weaklyFair: 'each',
      by: t,
      to: TC,
      when: [isRetry(kip, t, i, ending)],
      then: [client.state.set('ready'), client.epoch.set(state.tc.at(t).epoch)],
    };
  });
}

function refuse(kip: Kip): void {
  const { action, bounds, state } = kip;
  const { Tid, Instance } = bounds;
  const raise = raiseAtEnd(kip);

  action('AbortOfNothing', { t: Tid, i: Instance }, ({ t, i }) => {
    const client = state.client.at(t).at(i);
    const tc = state.tc.at(t);
    return {
      doc: 'A client aborts a transaction that the coordinator never heard of.',
      source: 'A12; KIP-890: EndTxn(ABORT) raises the epoch also then',
      weaklyFair: 'each',
      by: TC,
      to: t,
      when: [
        client.state.is('aborting'),
        tc.epoch.is(client.epoch),
        tc.state.isOneOf('empty', 'completeCommit', 'completeAbort'),
        not(isRetry(kip, t, i, 'abort')),
      ],
      then: [
        tc.set({ state: 'completeAbort', epoch: tc.epoch.plus(raise), sgs: [], outputs: [] }),
        client.state.set('ready'),
        client.epoch.set(tc.epoch.plus(raise)),
        decided(kip, t, client.txn, 'abort'),
      ],
    };
  });

  action('EndTxnRefused', { t: Tid, i: Instance }, ({ t, i }) => {
    const client = state.client.at(t).at(i);
    const tc = state.tc.at(t);
    return {
      doc: 'The client is fenced, or its transaction has ended otherwise.',
      source: 'A12; PRODUCER_FENCED, INVALID_TXN_STATE',
      weaklyFair: 'each',
      by: TC,
      to: t,
      when: [
        client.state.isOneOf('committing', 'aborting'),
        or(
          tc.epoch.isNot(client.epoch),
          and(client.state.is('committing'), tc.state.isNot('ongoing')),
        ),
        not(isRetry(kip, t, i, 'commit')),
        not(isRetry(kip, t, i, 'abort')),
      ],
      then: [client.state.set('fenced')],
    };
  });
}

function complete(kip: Kip): void {
  const { action, bounds, state } = kip;

  action('Complete', { t: bounds.Tid }, ({ t }) => {
    const tc = state.tc.at(t);
    return {
      doc: 'Every participant answered its marker: the transaction is complete.',
      source: 'A18',
      weaklyFair: 'each',
      by: TC,
      when: [
        isPreparing(kip, t),
        state.owed.at(t).sgs.isEmpty(),
        state.owed.at(t).outputs.isEmpty(),
      ],
      then: [
        tc.set({
          state: ifElse(tc.state.is('prepareCommit'), 'completeCommit', 'completeAbort'),
          epoch: tc.epoch,
          sgs: [],
          outputs: [],
        }),
      ],
    };
  });
}

/**
 * S21: a job whose sink writes the outputs in one transaction and acknowledges in another, as when the
 * acknowledgements of a stream processor are a sink of their own. The first transactional id is the
 * sink's, the second that of the acknowledgements; a checkpoint commits both, one after the other.
 */
import { and, forAll, forEach, not, type Bool, type BoolExpr, type Update } from 'kripke';
import type { Kip } from './kip.ts';
import type { I, T } from './records.ts';
import { isWaiting, mayStart } from './stage-call.ts';

/** Whether outputs and acknowledgements are in transactions of their own. */
export function isSplit({ switches }: Kip): boolean {
  return switches.sameTxn.value !== 'oneTxn';
}

/** The transactional id that acknowledges what another one writes the output of. */
export function acknowledgingId(kip: Kip, t: T): T {
  return isSplit(kip) ? kip.bounds.Tid.at(1) : t;
}

/** Whether a transactional id writes outputs. */
export function writesOutputs(kip: Kip, t: T): BoolExpr {
  return isSplit(kip) ? t.is(kip.bounds.Tid.first) : and();
}

/** Whether all clients of a job are in a state: those of one transactional id, or of both. */
export function allClients(kip: Kip, t: T, i: I, state: 'ready' | 'inTransaction'): BoolExpr {
  const { bounds, state: variables } = kip;
  if (!isSplit(kip)) return variables.client.at(t).at(i).state.is(state);
  return forAll(bounds.Tid, (each) => variables.client.at(each).at(i).state.is(state));
}

/** The transactions of a job begin together. */
export function begin(kip: Kip, t: T, i: I): Update[] {
  const { bounds, state } = kip;
  const one = (each: T): Update[] => [
    state.client.at(each).at(i).state.set('inTransaction'),
    state.client.at(each).at(i).txn.set(state.begun.at(each).plus(1)),
    state.begun.at(each).increment(),
    ...(state.prepared ? [state.prepared.at(each).set(false)] : []),
  ];
  return isSplit(kip) ? [forEach(bounds.Tid, one)] : one(t);
}

/** Whether a checkpoint has prepared the transaction that a transactional id is in. */
export function isPrepared({ state }: Kip, t: T): Bool {
  return state.prepared ? state.prepared.at(t) : false;
}

/** Declares the checkpoint, and what survives it. */
export function twoTransactions(kip: Kip): void {
  const { action, bounds, state } = kip;
  const { Tid, Instance, Partition, Offset } = bounds;

  action('Checkpoint', { i: Instance }, ({ i }) => ({
    doc: 'The job takes a checkpoint, after every request was answered: it commits both transactions.',
    source: 'S21; KIP-939 prepareTransaction, where transactions are prepared',
    kind: 'environment',
    by: 'job',
    when: [
      forAll(Tid, (t) =>
        and(
          state.client.at(t).at(i).state.is('inTransaction'),
          state.tc.at(t).state.is('ongoing'),
          not(isWaiting(kip, t, i)),
        ),
      ),
      forAll(Tid, Partition, Offset, (t, p, o) =>
        state.client.at(t).at(i).handed.at(p).at(o).isNone(),
      ),
    ],
    then: [
      forEach(Tid, (t) => [
        state.client.at(t).at(i).state.set('committing'),
        ...(state.prepared ? [state.prepared.at(t).set(true)] : []),
      ]),
    ],
  }));

  const { prepared } = state;
  if (!prepared || !bounds.producersReturn.value) return;
  action('ResumePrepared', { t: Tid, i: Instance }, ({ t, i }) => {
    const tc = state.tc.at(t);
    return {
      doc: 'A job that comes back commits what its last checkpoint had prepared.',
      source: 'S21; KIP-939 initTransactions(keepPreparedTxn), completeTransaction',
      weaklyFair: 'each',
      by: t,
      to: 'transaction coordinator',
      when: [mayStart(kip, state.client.at(t).at(i)), prepared.at(t), tc.state.is('ongoing')],
      then: [
        state.client.at(t).at(i).state.set('committing'),
        state.client.at(t).at(i).epoch.set(tc.epoch),
        state.client.at(t).at(i).txn.set(state.begun.at(t)),
      ],
    };
  });
}

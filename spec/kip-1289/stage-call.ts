/** A stage request (TxnShareAcknowledge) from its sending to its answer. */
import {
  and,
  exists,
  forEach,
  ifThen,
  or,
  type BoolExpr,
  type IndexExpr,
  type IntExpr,
  type PlaceOf,
  type Update,
} from 'kripke';
import type { Kip } from './kip.ts';
import type { I, P, T } from './records.ts';
import type { Types } from './state.ts';

/** The answer is success: the client is told that its records are staged. */
export function answered(kip: Kip, t: T, n: IntExpr, p: P): Update[] {
  const { state } = kip;
  return [...told(kip, t, n, p), state.calls.at(t).at(n).at(p).set(state.noCall)];
}

/** History: what a client was told. */
export function told({ state, ghosts, bounds }: Kip, t: T, n: IntExpr, p: P): Update[] {
  const call = state.calls.at(t).at(n).at(p);
  const isUndecided = ghosts.decision.at(t).at(n).is('none');
  return [
    forEach(bounds.Offset, (o) =>
      ifThen(and(call.awaited.isSome(), call.acks.at(o).isSome(), isUndecided), [
        ghosts.accepted.at(p).at(o).at(t).at(n).set(true),
      ]),
    ),
  ];
}

/** The answer is an error. */
export function failed(kip: Kip, t: T, n: IntExpr, p: P, how: 'abortable' | 'fenced'): Update[] {
  const { state } = kip;
  return [...mustAbort(kip, t, n, p, how), state.calls.at(t).at(n).at(p).set(state.noCall)];
}

/** A client whose stage request failed must abort (S11). */
export function mustAbort(
  { state, switches }: Kip,
  t: T,
  n: IntExpr,
  p: P,
  how: 'abortable' | 'fenced',
): Update[] {
  if (switches.clientOnStageFailure.value === 'ignores') return [];
  const { awaited } = state.calls.at(t).at(n).at(p);
  const client = (i: IndexExpr<'INSTANCE'>) => state.client.at(t).at(i);
  return [
    ifThen(
      awaited.isSome(),
      ifThen(
        client(awaited.value()).state.is('inTransaction'),
        client(awaited.value()).state.set(how),
      ),
    ),
  ];
}

/** Whether a stage write of the current leader is under way. */
export function isWriting({ bounds, state, types }: Kip, p: P): BoolExpr {
  return exists(bounds.Tid, types.TxnNumber, (t, n) =>
    and(
      state.calls.at(t).at(n).at(p).phase.isOneOf('writing', 'verified'),
      state.calls.at(t).at(n).at(p).leaderEpoch.is(state.leaderEpoch.at(p)),
    ),
  );
}

/** Whether a client waits for the answer to some stage request. */
export function isWaiting({ bounds, state, types }: Kip, t: T, i: I): BoolExpr {
  return exists(types.TxnNumber, bounds.Partition, (n, p) =>
    state.calls.at(t).at(n).at(p).awaited.isSomeOf(i),
  );
}

/** Whether a client can be started: one that is down, or was fenced where nobody else takes over. */
export function mayStart({ bounds }: Kip, client: PlaceOf<Types['Client']>): BoolExpr {
  return bounds.Instance.size > 1
    ? client.state.is('down')
    : or(client.state.is('down'), client.state.is('fenced'));
}

/** The places of a small model, by what they mean: one record, one partition of each kind. */
import type { Json } from '../../../traces/plain.ts';
import type { Places } from '../hand-written.ts';

/** Whose staging of a record: the transaction `txn` of `tid` at `epoch`. */
export function staged(parts: Places = {}): Places {
  return { tid: 't1', epoch: 0, type: 'accept', txn: 1, ...parts };
}

/** A record as the leader caches it. */
export const held = {
  available: (count = 0): Places => ({ state: 'available', count, owner: null, timer: false, staged: null }), // prettier-ignore
  acquired: (owner: string, count = 1): Places => ({ state: 'acquired', count, owner, timer: true, staged: null }), // prettier-ignore
  pending: (owner: string | null, by: Places = staged(), count = 1): Places => ({ state: 'pending', count, owner, timer: false, staged: by }), // prettier-ignore
  finished: (state: string, count = 1): Places => ({ state, count, owner: null, timer: false, staged: null }), // prettier-ignore
} as const;

/** A record as the share coordinator has it. */
export const kept = {
  available: (count = 0): Places => ({ state: 'available', count, staged: null }),
  pending: (by: Places = staged(), count = 1): Places => ({ state: 'pending', count, staged: by }),
  finished: (state: string, count = 1): Places => ({ state, count, staged: null }),
} as const;

export const cached = (record: Places): Places => ({ cache: { p1: { o1: record } } });
export const durable = (record: Places): Places => ({ durable: { p1: { o1: record } } });
export const member = (parts: Places, m = 'm1'): Places => ({ member: { [m]: parts } });
export const client = (parts: Places, i = 'i1'): Places => ({ client: { t1: { [i]: parts } } });
export const call = (parts: Places): Places => ({ calls: { t1: { 1: { p1: parts } } } });
export const tc = (parts: Places): Places => ({ tc: { t1: parts } });
export const owed = (sgs: readonly string[], outputs: readonly string[]): Places => ({
  owed: { t1: { sgs, outputs } },
});
export const begun = (count: number): Places => ({ begun: { t1: count } });
export const left = (budgets: Places): Places => ({ left: budgets });

/** The acquisitions of the record that a member has still to decide on. */
export const copies = (acquisitions: readonly Places[], m = 'm1'): Places => ({
  copies: { [m]: { p1: { o1: acquisitions } } },
});
/** The first acquisition of a record. */
export const FIRST = { leaderEpoch: 0, count: 1 };
/** What an acknowledgement carries of an acquisition where only the member counts. */
export const NO_TOKEN = { leaderEpoch: 0, count: 0 };

/** A decision that a member handed to the producer. */
export const handed = (decision: Json): Places => client({ handed: { p1: { o1: decision } } });
export const ACCEPTED = { member: 'm1', type: 'accept', token: NO_TOKEN };

/** A stage request with an acknowledgement of the record. */
export const request = (phase: string, parts: Places = {}): Places =>
  call({
    phase,
    awaited: 'i1',
    member: 'm1',
    acks: { o1: { type: 'accept', token: NO_TOKEN } },
    ...parts,
  });
/** A stage request whose write is under way. */
export const writing = (parts: Places = {}): Places =>
  request('writing', { counts: { o1: 1 }, ...parts });

/** No request any more. */
export const NO_CALL: Places = call({
  phase: 'none',
  awaited: null,
  epoch: 0,
  member: null,
  memberEpoch: 0,
  acks: { o1: null },
  counts: { o1: 0 },
  leaderEpoch: 0,
  stateEpoch: 0,
});

type TxnGhost = 'enlisted' | 'accepted' | 'everPending' | 'outs';
/** History of the record in the first transaction of `t1`. */
export const history = (parts: Partial<Record<TxnGhost, boolean | number>>): Places =>
  Object.fromEntries(
    Object.entries(parts).map(([ghost, value]) => [ghost, { p1: { o1: { t1: { 1: value } } } }]),
  );
/** What history an abort forgets. */
export const FORGOTTEN = history({ enlisted: false, accepted: false, everPending: false, outs: 0 });
export const REMEMBERED = history({ enlisted: true, accepted: true, everPending: true, outs: 1 });

export const decision = (outcome: string, txn = 1): Places => ({
  decision: { t1: { [txn]: outcome } },
});
export const why = (cause: string, tid: string | null = null, txn = 0): Places => ({
  why: { p1: { o1: { cause, tid, txn } } },
});

/** What a fault costs, and that it does not strike once its budget or the common one is spent. */
export const spent = (budget: string): Places => left({ total: 0, [budget]: 0 });

export const exhausted = (budget: string): Readonly<Record<string, Places>> => ({
  'the budget of all faults is spent': left({ total: 0 }),
  'its own budget is spent': left({ [budget]: 0 }),
});

/** A staging write that is under way, and all that it can fail at. */
import { together, type Places } from '../hand-written.ts';
import { cached, call, client, durable, held, history, kept, NO_TOKEN, writing } from './places.ts';

/** Two state partitions, a change of leader and a reset: everything that a write can fail at. */
export const MOVES = {
  SGS: 2,
  PARTITION: 2,
  SPL_MOVES: 1,
  ADMIN_RESETS: 1,
  SC_FENCE: 'pidEpochMapDurable',
} as const;

export const FENCE = { fence: { k1: { t1: 1 } } };

export const NOT_WRITABLE: Readonly<Record<string, Places>> = {
  'no write is under way': call({ phase: 'registered' }),
  'a later leader has read the state': { leaderEpoch: { p1: 1 } },
  'the state was initialised anew': { stateEpoch: { p1: 1 } },
  'a marker fenced the epoch': FENCE,
};

export const elsewhere = (action: string, rest = '') => ({
  'the state of the share-partition is elsewhere': {
    instead: `${action} t1 n=1 k2 p1${rest}`,
    given: {},
  },
});

export const WRITING = together(
  cached(held.pending('m1')),
  writing(),
  client({ state: 'inTransaction', txn: 1 }),
);

export const STAGED = together(durable(kept.pending()), history({ everPending: true }));

export const LATE_WRITE: Places = {
  lateWrite: {
    p1: {
      tid: 't1',
      txn: 1,
      epoch: 0,
      acks: { o1: { type: 'accept', token: NO_TOKEN } },
      counts: { o1: 1 },
    },
  },
};

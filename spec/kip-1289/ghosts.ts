/** History that only properties read. */
import { bool, map, none, oneOf, option, range, struct, type Builder } from 'kripke';
import type { Bounds } from './bounds.ts';
import type { Types } from './state.ts';

/** Declares the ghost variables. */
export function declareGhosts({ variable }: Builder, bounds: Bounds, types: Types) {
  const { Partition, Offset, Tid } = bounds;
  const perTxn = map(Tid, map(types.TxnNumber, bool));
  return {
    decision: variable(
      'decision',
      map(Tid, map(types.TxnNumber, oneOf('none', 'commit', 'abort'))),
      { init: 'none', ghost: true, doc: 'what the transaction coordinator decided durably' },
    ),
    tcTxn: variable('tcTxn', map(Tid, types.TxnCount), {
      init: 0,
      ghost: true,
      doc: 'which transaction the transaction coordinator is in',
    }),
    enlisted: variable('enlisted', map(Partition, map(Offset, perTxn)), {
      init: false,
      ghost: true,
      doc: 'the client enlisted the record in a transaction that is not aborted',
    }),
    accepted: variable('accepted', map(Partition, map(Offset, perTxn)), {
      init: false,
      ghost: true,
      doc: 'the client was told that the record is staged, in a transaction that is not aborted',
    }),
    everPending: variable('everPending', map(Partition, map(Offset, perTxn)), {
      init: false,
      ghost: true,
      doc: 'the record was durably staged by a transaction that is not aborted',
    }),
    outs: variable(
      'outs',
      map(Partition, map(Offset, map(Tid, map(types.TxnNumber, range(0, 3))))),
      {
        init: 0,
        ghost: true,
        doc: "copies of the record's output in the logs, in transactions not aborted",
      },
    ),
    why: variable(
      'why',
      map(
        Partition,
        map(
          Offset,
          struct({
            cause: oneOf('open', 'transaction', 'plain', 'limit', 'retention'),
            tid: option(Tid),
            txn: types.TxnCount,
          }),
        ),
      ),
      {
        init: { cause: 'open', tid: none, txn: 0 },
        ghost: true,
        doc: 'how a record became terminal, and by whose transaction',
      },
    ),
    deadLetter: bounds.dlq.value
      ? variable('deadLetter', map(Partition, map(Offset, bool)), {
          init: false,
          ghost: true,
          doc: 'a dead-letter record was written',
        })
      : null,
  };
}
export type Ghosts = ReturnType<typeof declareGhosts>;

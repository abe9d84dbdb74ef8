import { and, exists, forAll, ifElse, implies, map, model, none, not, option, or } from 'kripke';
import { setOf, some, spec } from 'kripke';

/**
 * A key-value store with snapshot isolation: a transaction works on a copy of the store and commits
 * only if nobody else has committed to the keys that it wrote. After Berenson et al., 'A critique of
 * ANSI SQL isolation levels' (1995), section 4.2.
 */
export const keyValueStore = spec(
  'KeyValueStore',
  ({ constant, variable, action, invariant, reachable }) => {
    const Key = constant.ids('Key', 1);
    const Value = constant.ids('Value', 1);
    const Tx = constant.ids('Tx', 2, { doc: 'the transactions; each may run again and again' });
    const Store = map(Key, option(Value));

    const store = variable('store', Store, { init: none });
    const open = variable('open', setOf(Tx), { init: [] });
    const snapshot = variable('snapshot', map(Tx, Store), {
      init: none,
      doc: "each transaction's copy of the store, with its own changes",
    });
    const written = variable('written', map(Tx, setOf(Key)), { init: [] });
    const missed = variable('missed', map(Tx, setOf(Key)), {
      init: [],
      doc: 'keys that others have committed since the transaction opened',
    });

    action('Open', { tx: Tx }, ({ tx }) => ({
      by: tx,
      when: [not(open.has(tx))],
      then: [open.add(tx), snapshot.at(tx).set(store)],
    }));

    action('Add', { tx: Tx, key: Key, value: Value }, ({ tx, key, value }) => ({
      by: tx,
      when: [open.has(tx), snapshot.at(tx).at(key).isNone()],
      then: [snapshot.at(tx).at(key).set(some(value)), written.at(tx).add(key)],
    }));

    action('Update', { tx: Tx, key: Key, value: Value }, ({ tx, key, value }) => ({
      by: tx,
      when: [
        open.has(tx),
        snapshot.at(tx).at(key).isSome(),
        snapshot.at(tx).at(key).isNot(some(value)),
      ],
      then: [snapshot.at(tx).at(key).set(some(value)), written.at(tx).add(key)],
    }));

    action('Remove', { tx: Tx, key: Key }, ({ tx, key }) => ({
      by: tx,
      when: [open.has(tx), snapshot.at(tx).at(key).isSome()],
      then: [snapshot.at(tx).at(key).set(none), written.at(tx).add(key)],
    }));

    action('RollBack', { tx: Tx }, ({ tx }) => ({
      by: tx,
      when: [open.has(tx)],
      then: [
        open.remove(tx),
        snapshot.at(tx).set(none),
        written.at(tx).set([]),
        missed.at(tx).set([]),
      ],
    }));

    action('Commit', { tx: Tx }, ({ tx }) => ({
      doc: 'First committer wins: impossible if another one has committed to the same keys.',
      by: tx,
      when: [open.has(tx), missed.at(tx).intersect(written.at(tx)).isEmpty()],
      then: [
        store.set((key) => ifElse(written.at(tx).has(key), snapshot.at(tx).at(key), store.at(key))),
        open.remove(tx),
        missed.set((other) =>
          ifElse(and(open.has(other), other.isNot(tx)), missed.at(other).union(written.at(tx)), []),
        ),
        snapshot.at(tx).set(none),
        written.at(tx).set([]),
      ],
    }));

    invariant(
      'OpenTransactionsKnowWhatTheyMissed',
      forAll(Tx, Key, (tx, key) =>
        implies(
          and(
            open.has(tx),
            store.at(key).isNot(snapshot.at(tx).at(key)),
            not(written.at(tx).has(key)),
          ),
          missed.at(tx).has(key),
        ),
      ),
    );
    invariant(
      'ClosedTransactionsLeaveNothing',
      forAll(Tx, (tx) =>
        or(
          open.has(tx),
          and(snapshot.at(tx).is(none), written.at(tx).isEmpty(), missed.at(tx).isEmpty()),
        ),
      ),
    );
    reachable(
      'Conflict',
      exists(Tx, (tx) => not(missed.at(tx).intersect(written.at(tx)).isEmpty())),
      { doc: 'Some transaction cannot commit.' },
    );
  },
  { doc: 'A key-value store with snapshot isolation.' },
);

export const small = model(keyValueStore, { expect: 'holds' });

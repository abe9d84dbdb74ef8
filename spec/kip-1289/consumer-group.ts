/**
 * For contrast: a consumer group that commits its offsets within the transaction of its outputs
 * (sendOffsetsToTransaction, KIP-447). Nothing is acknowledged record by record: who comes next reads
 * again from the committed offset, so an abort redelivers by itself and nothing can be left pending
 * but the offset. It is a spec of its own, as it has no share-partition and no acquisition.
 */
import {
  and,
  count,
  forAll,
  forEach,
  ifElse,
  ifThen,
  implies,
  map,
  none,
  not,
  oneOf,
  option,
  range,
  some,
  spec,
  type IntExpr,
} from 'kripke';

export const consumerGroup = spec(
  'Consumer group',
  ({ constant, variable, action, invariant, reachable, terminal }) => {
    const Offset = constant.index('OFFSET', 2, { label: 'o', doc: 'records of the partition' });
    const Member = constant.index('MEMBER', 2, {
      label: 'm',
      doc: 'consumers, each with a producer of its own',
    });
    const rebalances = constant.range('REBALANCES', 0, 4, 2);
    const timeouts = constant.range('TXN_TIMEOUTS', 0, 4, 1);
    const checksGeneration = constant.bool('GENERATION_CHECK', true, {
      doc: 'KIP-447: whether offsets of a member that lost the partition are refused.',
    });
    const waitsForPending = constant.bool('WAIT_FOR_PENDING_OFFSETS', true, {
      doc: 'KIP-447: whether who comes next waits for the outcome of pending offsets.',
    });

    const End = range(0, Offset.size);
    const generation = variable('generation', range(0, rebalances.value), {
      init: 0,
      doc: 'durable, group coordinator',
    });
    const known = variable('known', map(Member, option(range(0, rebalances.value))), {
      init: (m) => ifElse(m.is(Member.first), option(range(0, rebalances.value)).of(some(0)), none),
      doc: 'volatile, member: the generation in which it was given the partition',
    });
    const position = variable('position', map(Member, End), {
      init: 0,
      doc: 'volatile, member: the next record that it processes',
    });
    const committed = variable('committed', End, { init: 0, doc: 'durable: the offset' });
    const pending = variable('pending', map(Member, option(End)), {
      init: none,
      doc: 'durable: offsets of transactions that are not decided, or of which no marker came',
    });
    const txn = variable(
      'txn',
      map(Member, oneOf('none', 'open', 'offsetsSent', 'commit', 'abort')),
      { init: 'none', doc: "the transaction of each member's producer, at the coordinator" },
    );
    const output = variable(
      'output',
      map(Offset, map(Member, oneOf('none', 'open', 'committed'))),
      {
        init: 'none',
        doc: 'durable, output log: who wrote the output of a record, and whether it is visible',
      },
    );
    const timeoutsLeft = variable('timeoutsLeft', range(0, timeouts.value), {
      init: timeouts.value,
    });
    const isOwner = (m: (typeof Member)['first']) => known.at(m).isSomeOf(generation);

    action('Rebalance', { m: Member }, ({ m }) => ({
      doc: 'The partition goes to a member, which reads on from the committed offset.',
      source: 'KIP-447; UNSTABLE_OFFSET_COMMIT while offsets are pending',
      kind: 'fault',
      when: [
        generation.lt(rebalances.value),
        txn.at(m).is('none'),
        not(isOwner(m)),
        waitsForPending.value ? forAll(Member, (other) => pending.at(other).isNone()) : true,
      ],
      then: [
        generation.increment(),
        known.at(m).set(some(generation.plus(1))),
        position.at(m).set(committed),
      ],
    }));
    action('Process', { m: Member, o: Offset }, ({ m, o }) => ({
      doc: 'A member processes the next record and writes its output in its transaction.',
      when: [
        known.at(m).isSome(),
        txn.at(m).isOneOf('none', 'open'),
        position.at(m).is(o.ordinal()),
        output.at(o).at(m).is('none'),
      ],
      then: [
        txn.at(m).set('open'),
        output.at(o).at(m).set('open'),
        position.at(m).set(o.ordinal().plus(1)),
      ],
    }));
    action('SendOffsets', { m: Member }, ({ m }) => ({
      doc: 'The offset is written, pending, with the transaction; of a member out of date it is refused.',
      source: 'TxnOffsetCommit; KIP-447',
      when: [txn.at(m).is('open'), checksGeneration.value ? isOwner(m) : true],
      then: [txn.at(m).set('offsetsSent'), pending.at(m).set(some(position.at(m)))],
    }));
    action('Commit', { m: Member }, ({ m }) => ({
      doc: 'The decision to commit is durable.',
      when: [txn.at(m).is('offsetsSent')],
      then: [txn.at(m).set('commit')],
    }));
    action('Abort', { m: Member }, ({ m }) => ({
      doc: 'A member whose offsets were refused aborts and waits for the partition.',
      when: [txn.at(m).is('open'), not(isOwner(m))],
      then: [txn.at(m).set('abort'), known.at(m).set(none)],
    }));
    action('TxnTimeout', { m: Member }, ({ m }) => ({
      doc: 'A transaction times out; its producer is fenced and starts again from the committed offset.',
      kind: 'fault',
      when: [timeoutsLeft.gt(0), txn.at(m).isOneOf('open', 'offsetsSent')],
      then: [timeoutsLeft.decrement(), txn.at(m).set('abort'), known.at(m).set(none)],
    }));
    action('Markers', { m: Member }, ({ m }) => {
      const offset: IntExpr = pending.at(m).value();
      return {
        doc: 'The markers end the transaction in the output log and at the group coordinator.',
        when: [txn.at(m).isOneOf('commit', 'abort')],
        then: [
          forEach(Offset, (o) =>
            ifThen(output.at(o).at(m).is('open'), [
              output
                .at(o)
                .at(m)
                .set(ifElse(txn.at(m).is('commit'), 'committed', 'none')),
            ]),
          ),
          ifThen(and(txn.at(m).is('commit'), pending.at(m).isSome()), committed.set(offset)),
          pending.at(m).set(none),
          txn.at(m).set('none'),
        ],
      };
    });

    invariant(
      'P2_NoLoss',
      forAll(Offset, (o) =>
        implies(
          o.ordinal().lt(committed),
          count(Member, (m) => output.at(o).at(m).is('committed')).gt(0),
        ),
      ),
      { doc: 'The output of every record below the committed offset is committed.', source: 'P2' },
    );
    invariant(
      'P4_NoDuplicateOutcome',
      forAll(Offset, (o) => count(Member, (m) => output.at(o).at(m).is('committed')).le(1)),
      { doc: 'The output of a record is committed at most once.', source: 'P4' },
    );
    reachable('W_Committed', committed.is(Offset.size), {
      doc: 'Every record is processed.',
    });
    terminal(forAll(Member, (m) => txn.at(m).is('none')));
  },
  { doc: 'Transactional offsets of a consumer group, for contrast.' },
);

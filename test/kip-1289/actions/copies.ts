import type { ActionCase } from '../action-case.ts';
import { together } from '../hand-written.ts';
import {
  cached,
  call,
  durable,
  held,
  history,
  kept,
  NO_CALL,
  owed,
  staged,
  tc,
  why,
  writing,
  exhausted,
  spent,
} from './places.ts';
import { MOVES, FENCE, NOT_WRITABLE, elsewhere, WRITING, STAGED, LATE_WRITE } from './writes.ts';

const ENDING = together(
  tc({ state: 'prepareCommit', epoch: 1, sgs: ['k1'], outputs: ['q1'] }),
  owed(['k1'], ['q1']),
  durable(kept.pending()),
);
const LATE_MARKER = {
  lateMarker: { k1: { t1: { epoch: 1, outcome: 'commit', coordinatorEpoch: 0 } } },
};
const MARKER_ARRIVED = { lateMarker: { k1: { t1: null } } };
const WRITE_ARRIVED = { lateWrite: { p1: null } };

export const copyCases: readonly ActionCase[] = [
  {
    step: 'StageDurableCopied t1 n=1 k1',
    design: MOVES,
    given: WRITING,
    then: together(STAGED, history({ accepted: true }), NO_CALL, LATE_WRITE, spent('DUPLICATES')),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageDurableCopied'),
      'a copy is under way': LATE_WRITE,
      ...exhausted('DUPLICATES'),
    },
  },
  {
    step: 'LateWriteArrives p1 k1',
    when: 'and stages what the marker had made available',
    design: MOVES,
    given: together(LATE_WRITE, durable(kept.available(1))),
    then: together(durable(kept.pending()), WRITE_ARRIVED),
    refusals: {
      'no copy is under way': WRITE_ARRIVED,
      'the state of the share-partition is elsewhere': {
        instead: 'LateWriteArrives p1 k2',
        given: {},
      },
    },
  },
  ...(
    [
      ['a marker fenced it', FENCE],
      ['the leader changed', { leaderEpoch: { p1: 1 } }],
      ['the state was initialised anew', { stateEpoch: { p1: 1 } }],
    ] as const
  ).map(([reason, places]): ActionCase => ({
    step: 'LateWriteArrives p1 k1',
    when: `and is refused, since ${reason}`,
    design: MOVES,
    given: together(LATE_WRITE, places),
    then: WRITE_ARRIVED,
  })),
  ...(
    [
      ['highestCountThenState', 'acknowledged', 1, true],
      ['highestCountThenState', 'acknowledged', 2, false],
      ['highestCountThenState', 'available', 1, true],
      ['terminalWins', 'acknowledged', 1, false],
      ['terminalWins', 'available', 1, true],
      ['logOrder', 'acknowledged', 2, true],
    ] as const
  ).map(([rule, state, count, wins]): ActionCase => ({
    step: 'LateWriteArrives p1',
    when: `by the rule ${rule} ${wins ? 'wins over' : 'loses to'} a record ${state} at count ${count}`,
    design: { MERGE_RULE: rule },
    given: together(LATE_WRITE, durable(kept.finished(state, count)), why('transaction', 't1', 1)),
    then: together(wins ? durable(kept.pending()) : {}, WRITE_ARRIVED),
  })),
  ...(
    [
      ['asWritten', 1, 0, 0],
      ['highest', 1, 0, 1],
      ['highest', 0, 1, 1],
    ] as const
  ).map(([rule, before, late, after]): ActionCase => ({
    step: 'LateWriteArrives p1',
    when: `with start offset ${late} after ${before}, by the rule ${rule}`,
    design: { START_RULE: rule, OFFSET: 2 },
    given: together(LATE_WRITE, {
      lateWrite: { p1: { start: late } },
      durableStart: { p1: before },
    }),
    then: together(durable(kept.pending()), WRITE_ARRIVED, { durableStart: { p1: after } }),
  })),
  ...(
    [
      ['available', 1, true],
      ['available', 2, false],
      ['acknowledged', 1, false],
    ] as const
  ).map(([state, count, wins]): ActionCase => ({
    step: 'LateWriteArrives p1',
    when: `by the rule countThenLogOrder ${wins ? 'wins over' : 'loses to'} a record ${state} at count ${count}`,
    design: { MERGE_RULE: 'countThenLogOrder' },
    given: together(LATE_WRITE, durable(kept.finished(state, count))),
    then: together(wins ? durable(kept.pending()) : {}, WRITE_ARRIVED),
  })),
  {
    step: 'StageRequestCopied t1 n=1 k1',
    design: MOVES,
    given: WRITING,
    then: together(
      STAGED,
      history({ accepted: true }),
      call({ phase: 'sent', awaited: null, counts: { o1: 0 } }),
      spent('DUPLICATES'),
    ),
    refusals: {
      ...NOT_WRITABLE,
      ...elsewhere('StageRequestCopied'),
      'nobody waits for the request': call({ awaited: null }),
      ...exhausted('DUPLICATES'),
    },
  },
  {
    step: 'FinalizeStagedCopied t1',
    given: ENDING,
    then: together(
      durable(kept.finished('acknowledged')),
      why('transaction', 't1', 1),
      owed([], ['q1']),
      LATE_MARKER,
      spent('DUPLICATES'),
    ),
    refusals: {
      'nothing was decided': tc({ state: 'ongoing' }),
      'the marker was answered': owed([], ['q1']),
      'a copy is under way': LATE_MARKER,
      ...exhausted('DUPLICATES'),
    },
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and finds nothing any more',
    given: together(LATE_MARKER, durable(kept.finished('acknowledged'))),
    then: MARKER_ARRIVED,
    refusals: { 'no copy is under way': MARKER_ARRIVED },
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and is the first that finds what is staged',
    given: together(LATE_MARKER, durable(kept.pending())),
    then: together(
      durable(kept.finished('acknowledged')),
      why('transaction', 't1', 1),
      MARKER_ARRIVED,
    ),
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and leaves alone what the next epoch staged',
    given: together(LATE_MARKER, durable(kept.pending(staged({ epoch: 1, txn: 2 })))),
    then: MARKER_ARRIVED,
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'from a deposed coordinator, and is ignored',
    design: { COORD_EPOCH_AT_SC: 'checkedAndStored' },
    given: together(LATE_MARKER, durable(kept.pending()), { knownCoordinator: { k1: 1 } }),
    then: MARKER_ARRIVED,
  },
  {
    step: 'LateMarkerArrives t1',
    when: 'and its coordinator epoch is kept',
    design: { COORD_EPOCH_AT_SC: 'checkedAndStored' },
    given: together({
      lateMarker: { k1: { t1: { epoch: 1, outcome: 'commit', coordinatorEpoch: 1 } } },
    }),
    then: together(MARKER_ARRIVED, { knownCoordinator: { k1: 1 } }),
  },
  {
    step: 'RefreshReadStale p1',
    design: { SPL_LEARN: 'refreshGuarded', ZOMBIE_SC_READ: 'staleAllowed', STALE_READS: 1 },
    given: together(cached(held.pending('m1')), durable(kept.pending())),
    then: together(
      { refresh: { p1: { o1: { asked: staged(), answer: 'available' } } } },
      spent('STALE_READS'),
    ),
    refusals: {
      'a read is under way': {
        refresh: { p1: { o1: { asked: staged(), answer: 'pending' } } },
      },
      'no record is staged': cached(held.acquired('m1')),
      'a write is under way': writing(),
      ...exhausted('STALE_READS'),
    },
  },
];

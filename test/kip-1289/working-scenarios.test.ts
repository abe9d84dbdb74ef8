import { describe, expect, test } from 'vitest';
import { onlyFaults, RECOMMENDED, type Choice } from '../../spec/kip-1289/designs.ts';
import { Behaviour, type StepText } from './behaviour.ts';
import { aborted, completed, decided, learnt, processed, staged } from './scenarios.ts';

/** One member, one producer: what a failover in the middle is tried on. */
const ALONE: Choice = { ...RECOMMENDED, MEMBER: 1, TID: 1 };

/** The behaviour, which must violate nothing. */
function sound(design: Choice, ...steps: readonly StepText[]): Behaviour {
  const behaviour = new Behaviour(design).take(...steps);
  expect(behaviour.violations).toEqual([]);
  return behaviour;
}

const cacheOf = (behaviour: Behaviour, p = 'p1'): string => behaviour.at('cache', p, 'o1', 'state');
const durableOf = (b: Behaviour, p = 'p1'): string => b.at('durable', p, 'o1', 'state');
const coordinator = (behaviour: Behaviour): string => behaviour.at('tc', 't1', 'state');

describe('a transaction over two share-partitions and two state partitions', () => {
  const design = { ...ALONE, PARTITION: 2, SGS: 2 };
  const both: readonly StepText[] = [
    'Begin t1',
    ...['p1', 'p2'].flatMap((p) => [`Acquire m1 ${p}`, `Produce t1 ${p}`, `SendStage t1 ${p}`]),
    ...['p1', 'p2'].flatMap((p) => [`Register t1 n=1 ${p}`, `StageInMemory t1 n=1 ${p}`, `StageDurable t1 n=1 ${p}`]), // prettier-ignore
  ];

  test('is committed in both or in none: both records are acknowledged', () => {
    const behaviour = sound(design, ...both, ...decided());
    expect([durableOf(behaviour, 'p1'), durableOf(behaviour, 'p2')]).toEqual([
      'pending',
      'pending',
    ]);
    behaviour.take('FinalizeStaged t1 k2');
    expect(behaviour.refuses('Complete t1')).toBe(true);
    behaviour.take('FinalizeStaged t1 k1', 'WriteOutputMarker t1', 'Complete t1');
    expect([durableOf(behaviour, 'p1'), durableOf(behaviour, 'p2')]).toEqual([
      'acknowledged',
      'acknowledged',
    ]);
    expect(behaviour.violations).toEqual([]);
    expect(coordinator(behaviour)).toBe('completeCommit');
  });

  test('is aborted in both', () => {
    const end = [
      'FinalizeStaged t1 k1',
      'FinalizeStaged t1 k2',
      'WriteOutputMarker t1',
      'Complete t1',
    ];
    const behaviour = sound(design, ...both, ...aborted(), ...end);
    expect([durableOf(behaviour, 'p1'), durableOf(behaviour, 'p2')]).toEqual(['available', 'available']); // prettier-ignore
  });

  test('is committed while a share coordinator fails over between the two markers', () => {
    const behaviour = sound(design, ...both, ...decided(), 'FinalizeStaged t1 k1', 'ScFailover k2');
    behaviour.take('FinalizeStaged t1 k2', 'WriteOutputMarker t1', 'Complete t1');
    expect(behaviour.violations).toEqual([]);
    expect([durableOf(behaviour, 'p1'), durableOf(behaviour, 'p2')]).toEqual([
      'acknowledged',
      'acknowledged',
    ]);
  });
});

describe('after an abort', () => {
  test('the record is delivered again, and committed by another member', () => {
    const behaviour = sound(
      RECOMMENDED,
      ...[...processed(), ...staged(), ...aborted(), ...completed(), ...learnt],
    );
    expect(behaviour.at('cache', 'p1', 'o1')).toContain('state: available, count: 1');
    behaviour.take(...processed(2), ...staged(2), ...decided(2), ...completed(2), ...learnt);
    expect(behaviour.violations).toEqual([]);
    expect(cacheOf(behaviour)).toBe('acknowledged');
    expect(behaviour.at('outs', 'p1', 'o1', 't1', '1')).toBe('0');
    expect(behaviour.at('outs', 'p1', 'o1', 't2', '1')).toBe('1');
  });

  test('by a timeout, the producer is fenced, starts anew and commits the record', () => {
    const behaviour = sound(
      RECOMMENDED,
      ...[...processed(), ...staged(), 'TxnTimeout t1', ...completed(), ...learnt],
      ...['Commit t1', 'EndTxnRefused t1', 'InitProducerId t1'],
      ...['Acquire m1', 'Begin t1', 'Produce t1', 'SendStage t1', ...staged(1, 2), ...decided()],
      ...[...completed(), ...learnt],
    );
    expect(cacheOf(behaviour)).toBe('acknowledged');
  });
});

/** A record from its acquisition to its acknowledgement, and a fault between any two of the steps. */
describe('with a failover in the middle of a transaction', () => {
  const steps: readonly StepText[] = [
    ...[...processed(), ...staged(), ...decided(), ...completed(), ...learnt, 'AdvanceStart'],
  ];
  const places = steps.map((step, position) => ({ position, before: step }));
  const at = (position: number, fault: StepText): Behaviour =>
    sound(ALONE, ...steps.slice(0, position), fault);

  test.each(places)('of the transaction coordinator before $before, it commits', ({ position }) => {
    const behaviour = at(position, 'TcFailover').take(
      ...resent(position),
      ...steps.slice(position),
    );
    expect(behaviour.violations).toEqual([]);
    expect(cacheOf(behaviour)).toBe('acknowledged');

    // Markers that were answered before are sent again, and find nothing to do.
    function resent(from: number): readonly StepText[] {
      const sent = steps.slice(0, from);
      if (sent.includes('Complete t1')) return [];
      return ['FinalizeStaged t1', 'WriteOutputMarker t1'].filter((step) => sent.includes(step));
    }
  });

  test.each(places)('of the share coordinator before $before, it commits', ({ position }) => {
    const behaviour = at(position, 'ScFailover').take(...steps.slice(position));
    expect(behaviour.violations).toEqual([]);
    expect(cacheOf(behaviour)).toBe('acknowledged');
  });

  const written = steps.indexOf('StageDurable t1 n=1');
  const registered = steps.indexOf('Register t1 n=1');
  const acquired = steps.indexOf('Acquire m1');
  const finalized = steps.indexOf('FinalizeStaged t1');

  test.each(places.slice(written + 1))(
    'of the leader before $before, after the staging is durable, it commits',
    ({ position }) => {
      const rest = steps
        .slice(position)
        // A leader that reads the state after the marker has nothing to refresh.
        .filter((step) => position <= finalized || !learnt.includes(step))
        .filter((step) => step !== 'AdvanceStart' || position <= steps.indexOf(step));
      const behaviour = at(position, 'SplMove').take(...rest);
      expect(behaviour.violations).toEqual([]);
      expect([cacheOf(behaviour), durableOf(behaviour)]).toEqual(['acknowledged', 'acknowledged']);
    },
  );

  test.each(places.slice(acquired + 1, written + 1))(
    'of the leader before $before, before the staging is durable, it aborts and the record comes back',
    ({ position }) => {
      const behaviour = at(position, 'SplMove');
      const unsent = steps
        .slice(position, registered)
        .filter((step) => !step.startsWith('Acquire'));
      const refusal = position === written ? ['StageWriteRefused t1'] : ['Register t1', 'StageRefused t1']; // prettier-ignore
      behaviour.take(...unsent, ...refusal);
      expect(behaviour.refuses('Commit t1')).toBe(true);
      behaviour.take(...aborted(), ...completed());
      expect(behaviour.violations).toEqual([]);
      expect([cacheOf(behaviour), durableOf(behaviour)]).toEqual(['available', 'available']);
      expect(behaviour.refuses('Acquire m1')).toBe(false);
    },
  );
});

describe('a zombie', () => {
  const TWO = { ...RECOMMENDED, INSTANCE: 2, MEMBER: 1, TID: 1 };
  const superseded: readonly StepText[] = [
    ...['Begin i1', 'Acquire m1', 'Produce i1', 'SendStage i1', 'Register n=1'],
    ...['InitProducerIdAborts i2', 'FinalizeStaged', 'WriteOutputMarker', 'Complete'],
    ...['InitProducerId i2'],
  ];

  test('instance of a producer cannot stage: the fence refuses its write', () => {
    const behaviour = sound(TWO, ...superseded, 'StageInMemory n=1');
    expect(behaviour.refuses('StageDurable n=1')).toBe(true);
    behaviour.take('StageWriteRefused n=1');
    expect([cacheOf(behaviour), durableOf(behaviour)]).toEqual(['acquired', 'available']);
    expect(behaviour.at('client', 't1', 'i1', 'state')).toBe('abortable');
  });

  test('instance of a producer cannot register, produce or commit', () => {
    const early = superseded.filter((step) => step !== 'Register n=1' && step !== 'FinalizeStaged');
    const behaviour = sound(TWO, ...early);
    expect(behaviour.refuses('Register n=1')).toBe(true);
    behaviour.take('RegisterRefused n=1');
    expect(behaviour.at('client', 't1', 'i1', 'state')).toBe('fenced');
    expect(behaviour.refuses('Produce i1')).toBe(true);
    expect(behaviour.refuses('Commit i1')).toBe(true);
  });

  test('instance of a producer has its commit refused, if it was superseded before the decision', () => {
    const behaviour = sound(
      TWO,
      ...['Begin i1', 'Acquire m1', 'Produce i1', 'SendStage i1', ...staged(), 'Commit i1'],
      'InitProducerIdAborts i2',
    );
    expect(behaviour.refuses('DecideCommit i1')).toBe(true);
    behaviour.take('EndTxnRefused i1', ...completed(), ...learnt);
    expect(behaviour.violations).toEqual([]);
    expect(behaviour.at('client', 't1', 'i1', 'state')).toBe('fenced');
    expect(cacheOf(behaviour)).toBe('available');
  });

  test('share-partition leader has its write refused: it carries an old leader epoch', () => {
    const behaviour = sound(ALONE, ...processed(), 'Register t1', 'StageInMemory t1', 'SplMove');
    expect(behaviour.refuses('StageDurable t1')).toBe(true);
    behaviour.take('StageWriteRefused t1');
    expect([cacheOf(behaviour), durableOf(behaviour)]).toEqual(['available', 'available']);
  });

  test('transaction coordinator’s marker changes nothing that the next transaction staged', () => {
    const design = { ...ALONE, ...onlyFaults({ DUPLICATES: 1, TC_FAILOVERS: 1 }) };
    const behaviour = sound(
      design,
      ...[...processed(), ...staged(), ...aborted(), 'FinalizeStagedCopied t1', 'TcFailover'],
      ...[...completed(), ...learnt],
      ...['Acquire m1', 'Begin t1', 'Produce t1', 'SendStage t1', ...staged(1, 2)],
    );
    behaviour.take('LateMarkerArrives t1');
    expect(behaviour.violations).toEqual([]);
    expect(durableOf(behaviour)).toBe('pending');
  });

  test('member cannot stage what was given to another', () => {
    const behaviour = sound(
      RECOMMENDED,
      ...processed(),
      'LockTimeout',
      'Acquire m2',
      'Register t1',
    );
    expect(behaviour.refuses('StageInMemory t1')).toBe(true);
    behaviour.take('StageRefused t1');
    expect(behaviour.refuses('Commit t1')).toBe(true);
    expect(behaviour.at('cache', 'p1', 'o1', 'owner')).toBe('some(m2)');
  });
});

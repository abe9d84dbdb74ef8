/**
 * Classical models with known results: state counts, depths and traces that TLC found for its own
 * specs of the same systems. A checker that agrees with all of them counts as TLC does.
 */
import { alternatingBit } from '../../spec/examples/alternating-bit.ts';
import { barrier } from '../../spec/examples/barrier.ts';
import { chameneos } from '../../spec/examples/chameneos.ts';
import { chandyMisra } from '../../spec/examples/chandy-misra.ts';
import { dieHard } from '../../spec/examples/die-hard.ts';
import { diningPhilosophers } from '../../spec/examples/dining-philosophers.ts';
import { ewd840 } from '../../spec/examples/ewd840.ts';
import { keyValueStore } from '../../spec/examples/key-value-store.ts';
import { missionariesAndCannibals } from '../../spec/examples/missionaries-and-cannibals.ts';
import { peterson } from '../../spec/examples/peterson.ts';
import { readersWriters } from '../../spec/examples/readers-writers.ts';
import { terminationDetection } from '../../spec/examples/termination-detection.ts';
import { towersOfHanoi } from '../../spec/examples/towers-of-hanoi.ts';
import { transactionCommit } from '../../spec/examples/transaction-commit.ts';
import { twoPhaseCommit } from '../../spec/examples/two-phase-commit.ts';
import type { ModelOptions } from '../../spec/language/model.ts';
import type { Spec } from '../../spec/language/spec.ts';

export type Constants = NonNullable<ModelOptions['constants']>;

/** A model without a violation: all counts are determined. */
export interface CompleteSearch {
  readonly verdict: 'holds';
  /** Initial states and every successor. */
  readonly generated: number;
  readonly distinct: number;
  /** Levels, the initial states being the first. */
  readonly depth: number;
}

/** A model with a violation: counts depend on the order of exploration, the shortest trace does not. */
export interface Counterexample {
  readonly verdict: 'violated' | 'deadlock';
  readonly property: string | null;
  /** States of the shortest trace. */
  readonly states: number;
}

export interface OracleCase {
  readonly title: string;
  readonly spec: Spec;
  readonly options: ModelOptions;
  readonly expected: CompleteSearch | Counterexample;
}

type Counts = readonly [generated: number, distinct: number, depth: number];

function complete(
  spec: Spec,
  constants: Constants,
  [generated, distinct, depth]: Counts,
  options: ModelOptions = {},
): OracleCase {
  return row(spec, { ...options, constants }, { verdict: 'holds', generated, distinct, depth });
}

function violated(spec: Spec, constants: Constants, property: string, states: number): OracleCase {
  const expected = { verdict: 'violated', property, states } as const;
  return row(spec, { constants, properties: [property] }, expected);
}

function deadlocks(spec: Spec, constants: Constants, states: number): OracleCase {
  return row(spec, { constants }, { verdict: 'deadlock', property: null, states });
}

function row(spec: Spec, options: ModelOptions, expected: OracleCase['expected']): OracleCase {
  const constants = Object.entries(options.constants ?? {}).map(([name, v]) => ` ${name}=${v}`);
  const symmetry = options.symmetry === undefined ? '' : ` symmetric in ${options.symmetry}`;
  return { title: `${spec.name}${constants.join('')}${symmetry}`, spec, options, expected };
}

const consistent: ModelOptions = { properties: ['Consistent'] };
const symmetric: ModelOptions = { ...consistent, symmetry: ['RM'] };
const noDeadlockCheck: ModelOptions = { deadlock: false };

export const cases: readonly OracleCase[] = [
  violated(dieHard, { Big: 5, Small: 3, Goal: 4 }, 'NeverMeasured', 7),
  violated(missionariesAndCannibals, { Each: 3 }, 'SomebodyStays', 12),
  violated(towersOfHanoi, { Disc: 5, Tower: 3 }, 'NeverSolved', 32),

  complete(transactionCommit, { RM: 3 }, [94, 34, 7], noDeadlockCheck),
  complete(transactionCommit, { RM: 4 }, [357, 96, 9], noDeadlockCheck),
  complete(transactionCommit, { RM: 5 }, [1_296, 274, 11], noDeadlockCheck),
  complete(transactionCommit, { RM: 6 }, [4_567, 792, 13], noDeadlockCheck),
  complete(transactionCommit, { RM: 7 }, [15_758, 2_314, 15], noDeadlockCheck),
  complete(transactionCommit, { RM: 8 }, [53_513, 6_816, 17], noDeadlockCheck),

  complete(twoPhaseCommit, { RM: 3 }, [1_146, 288, 11], consistent),
  complete(twoPhaseCommit, { RM: 4 }, [8_258, 1_568, 14], consistent),
  complete(twoPhaseCommit, { RM: 5 }, [58_146, 8_832, 17], consistent),
  complete(twoPhaseCommit, { RM: 6 }, [402_306, 50_816, 20], consistent),
  complete(twoPhaseCommit, { RM: 7 }, [2_744_706, 296_448, 23], consistent),
  complete(twoPhaseCommit, { RM: 8 }, [18_507_778, 1_745_408, 26], consistent),
  complete(twoPhaseCommit, { RM: 9 }, [123_558_402, 10_340_352, 29], consistent),
  complete(twoPhaseCommit, { RM: 3 }, [318, 80, 11], symmetric),
  complete(twoPhaseCommit, { RM: 4 }, [869, 166, 14], symmetric),
  complete(twoPhaseCommit, { RM: 5 }, [2_048, 314, 17], symmetric),
  complete(twoPhaseCommit, { RM: 6 }, [4_328, 553, 20], symmetric),
  complete(twoPhaseCommit, { RM: 7 }, [8_410, 920, 23], symmetric),
  complete(twoPhaseCommit, { RM: 8 }, [15_287, 1_461, 26], symmetric),
  violated(twoPhaseCommit, { RM: 3 }, 'NeverCommitted', 8),

  complete(diningPhilosophers, { Seat: 3 }, [23, 12, 4]),
  complete(diningPhilosophers, { Seat: 5 }, [220, 70, 6]),
  complete(diningPhilosophers, { Seat: 8 }, [4_993, 985, 9]),
  complete(diningPhilosophers, { Seat: 12 }, [256_105, 33_461, 13]),
  complete(diningPhilosophers, { Seat: 14 }, [1_744_831, 195_025, 15]),
  complete(diningPhilosophers, { Seat: 16 }, [11_639_233, 1_136_689, 17]),
  complete(diningPhilosophers, { Seat: 18 }, [76_403_975, 6_625_109, 19]),
  deadlocks(diningPhilosophers, { Seat: 3, LeftHanded: false }, 4),
  deadlocks(diningPhilosophers, { Seat: 5, LeftHanded: false }, 6),
  deadlocks(diningPhilosophers, { Seat: 8, LeftHanded: false }, 9),

  complete(ewd840, { Node: 3 }, [2_001, 302, 9], noDeadlockCheck),
  complete(ewd840, { Node: 4 }, [15_986, 1_566, 12], noDeadlockCheck),
  complete(ewd840, { Node: 5 }, [114_211, 7_742, 15], noDeadlockCheck),
  complete(ewd840, { Node: 6 }, [750_020, 36_990, 18], noDeadlockCheck),
  complete(ewd840, { Node: 7 }, [4_615_557, 172_286, 21], noDeadlockCheck),

  complete(terminationDetection, { Node: 4, MaxPending: 3 }, [53_271, 4_097, 14]),
  complete(chameneos, { Creature: 4, Meetings: 4 }, [104_697, 34_534, 13]),
  complete(readersWriters, { Actor: 3 }, [59_674, 21_527, 13]),

  complete(keyValueStore, { Key: 1, Value: 1, Tx: 2 }, [481, 96, 12]),
  complete(keyValueStore, { Key: 2, Value: 1, Tx: 2 }, [25_681, 3_600, 17]),
  complete(keyValueStore, { Key: 2, Value: 2, Tx: 2 }, [314_965, 28_305, 17]),
  complete(keyValueStore, { Key: 1, Value: 1, Tx: 3 }, [6_721, 896, 15]),
  complete(keyValueStore, { Key: 1, Value: 2, Tx: 3 }, [34_579, 3_345, 15]),
  complete(keyValueStore, { Key: 2, Value: 1, Tx: 3 }, [2_209_009, 209_440, 24]),

  complete(barrier, { Process: 6 }, [194, 64, 7]),
  complete(peterson, {}, [77, 42, 11]),
  complete(alternatingBit, { Data: 2, Longest: 2 }, [1_392, 240, 10]),
  complete(chandyMisra, { Philosopher: 5 }, [336, 67, 29]),
];

/**
 * The recommended design in the sizes M, M2 and L, and in size S under any two faults:
 * `kripke check spec/kip-1289/large.ts --model medium`. M comes in three parts, which together have
 * two records, two producers with a zombie each, and two faults: all of it at once is beyond an
 * exhaustive search. So is L: `--timeout` or `--max-states` bound what is seen of it.
 */
import { model } from 'kripke';
import { NO_FAULTS, onlyFaults, RECOMMENDED } from './designs.ts';
import { transactionalAcknowledgements } from './kip-1289.ts';

const FAULTS_OF_M = { TXN_TIMEOUTS: 1, LOCK_TIMEOUTS: 1, SPL_MOVES: 1, DUPLICATES: 1 } as const;

export const smallTwoFaults = model(transactionalAcknowledgements, {
  constants: { ...RECOMMENDED, FAULTS: 2 },
  expect: 'holds',
  doc: 'S with any two faults of all kinds.',
});
export const medium = model(transactionalAcknowledgements, {
  constants: { ...RECOMMENDED, ...NO_FAULTS, ...FAULTS_OF_M, OFFSET: 2, INSTANCE: 2, TID: 1 },
  expect: 'holds',
  doc: 'M: two records, two members, one producer with a zombie, one fault.',
});
export const mediumTwoFaults = model(transactionalAcknowledgements, {
  constants: {
    ...RECOMMENDED,
    ...NO_FAULTS,
    ...FAULTS_OF_M,
    OFFSET: 2,
    INSTANCE: 2,
    MEMBER: 1,
    TID: 1,
    FAULTS: 2,
  },
  expect: 'holds',
  doc: 'M: two records, one member, one producer with a zombie, two faults.',
});
export const mediumTwoProducers = model(transactionalAcknowledgements, {
  constants: { ...RECOMMENDED, ...NO_FAULTS, ...FAULTS_OF_M, INSTANCE: 2 },
  expect: 'holds',
  doc: 'M: one record, two members, two producers with a zombie each, one fault.',
});
export const mediumTwoPartitions = model(transactionalAcknowledgements, {
  constants: {
    ...RECOMMENDED,
    ...onlyFaults({ SC_FAILOVERS: 1, TC_FAILOVERS: 1, TXN_TIMEOUTS: 1 }),
    PARTITION: 2,
    SGS: 2,
    INSTANCE: 2,
    TID: 1,
    FAULTS: 2,
  },
  expect: 'holds',
  doc: 'M2: two source partitions with their state in two partitions, for agreement; two faults.',
});
export const large = model(transactionalAcknowledgements, {
  constants: {
    ...RECOMMENDED,
    PARTITION: 2,
    OFFSET: 2,
    SGS: 2,
    OUTPUT: 2,
    MEMBER: 3,
    INSTANCE: 2,
    FAULTS: 2,
  },
  doc: 'L: two partitions of everything and three members; too large to be searched to the end.',
});

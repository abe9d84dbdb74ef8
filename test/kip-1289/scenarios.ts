/** The steps of which scenarios are made, in the words of the model's actions. */
import type { StepText } from './behaviour.ts';

/** A member takes the record, and its producer writes the output and sends the stage request. */
export function processed(n: 1 | 2 = 1, record = ''): readonly StepText[] {
  return [
    `Acquire m${n}${record}`,
    `Begin t${n}`,
    `Produce t${n} m${n}${record}`,
    `SendStage t${n} m${n}${partitionOf(record)}`,
  ];
}

/** ` p2 o1` as ` p2`. */
const partitionOf = (record: string): string => record.split(' ').slice(0, 2).join(' ');

/** The stage request is registered, staged and written. */
export function staged(n: 1 | 2 = 1, txn = 1): readonly StepText[] {
  return [`Register t${n} n=${txn}`, `StageInMemory t${n} n=${txn}`, `StageDurable t${n} n=${txn}`];
}

/** Commit, to the durable decision. */
export const decided = (n: 1 | 2 = 1): readonly StepText[] => [
  `Commit t${n}`,
  `DecideCommit t${n}`,
];

/** Abort, to the durable decision. */
export const aborted = (n: 1 | 2 = 1): readonly StepText[] => [`Abort t${n}`, `DecideAbort t${n}`];

/** Both markers and the end of the transaction. */
export const completed = (n: 1 | 2 = 1): readonly StepText[] => [
  `FinalizeStaged t${n}`,
  `WriteOutputMarker t${n}`,
  `Complete t${n}`,
];

/** The leader reads what became of a staged record. */
export const learnt: readonly StepText[] = ['RefreshRead', 'RefreshApply'];

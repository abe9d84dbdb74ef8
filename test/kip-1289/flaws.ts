import { onlyFaults, RECOMMENDED, type Choice } from '../../spec/kip-1289/designs.ts';
import type { ConstantValue } from '../../spec/language/tree.ts';
import type { StepText } from './behaviour.ts';
import { decided, processed, staged } from './scenarios.ts';

/** A flaw that docs/kip-1289.md tells of, with its shortest counterexample. */
export interface Flaw {
  /** The name of its region in the page, and of the file with its full trace. */
  readonly id: string;
  /** The row of the verdict table that shows it. */
  readonly switch: string;
  readonly value: ConstantValue;
  /** What else the row sets. */
  readonly with?: Choice;
  readonly steps: readonly StepText[];
  /** The property that the last step violates; null where it leads to a state in which nothing goes on. */
  readonly property: string | null;
}

/** The design of a flaw: the recommended one, but for what the flaw is about. */
export function designOf(flaw: Flaw): Choice {
  return { ...RECOMMENDED, [flaw.switch]: flaw.value, ...flaw.with };
}

export const FLAWS: readonly Flaw[] = [
  {
    id: 'orphan',
    switch: 'SC_FENCE',
    value: 'none',
    steps: [
      ...[...processed(), 'Register t1', 'TxnTimeout t1', 'FinalizeStaged t1'],
      ...['StageInMemory t1', 'StageDurable t1'],
    ],
    property: 'P8_NoOrphanPending',
  },
];
void [onlyFaults, decided, staged];

/** Named combinations of switches, and the properties that are checked of them. */
import type { ConstantValue } from 'kripke';

export type Choice = Readonly<Record<string, ConstantValue>>;

/** The latest design (D) is what every switch defaults to. */
export const LATEST: Choice = {};

/**
 * The combination that was recommended for the latest design: the state partition is registered
 * first, staging is durable and fenced by a durable producer epoch, leaders learn outcomes by a
 * guarded refresh, and a rolled back staging arms its lock again.
 */
export const FIRST_RECOMMENDED: Choice = {
  SC_FENCE: 'pidEpochMapDurable',
  SPL_LEARN: 'refreshGuarded',
  ROLLBACK_TIMER: 'rearmed',
};

/** The same with what the model found missing (REF): every safety property holds of it. */
export const RECOMMENDED: Choice = {
  ...FIRST_RECOMMENDED,
  ACQ_TOKEN: 'memberIdLeaderEpochAndDeliveryCount',
  STAGE_BELOW_START: 'refused',
  MERGE_RULE: 'countThenLogOrder',
  RESTAGE: 'waitsForWrite',
  START_RULE: 'highest',
};

/** Budgets of no fault at all, to be set for those that a scenario is about. */
export const NO_FAULTS: Choice = Object.fromEntries(
  [
    'LOCK_TIMEOUTS',
    'TXN_TIMEOUTS',
    'SPL_MOVES',
    'SC_FAILOVERS',
    'TC_FAILOVERS',
    'MEMBER_LOSSES',
    'MEMBER_FENCES',
    'REBALANCES',
    'PRODUCER_CRASHES',
    'CLIENT_GIVE_UPS',
    'WRITE_FAILURES',
    'DUPLICATES',
    'LOST_RESPONSES',
    'ADMIN_RESETS',
    'RETENTIONS',
    'DLQ_FAILURES',
    'STALE_READS',
  ].map((name) => [name, 0]),
);

/** A model's budgets: only the named faults, each so often, and all of them in one behaviour. */
export function onlyFaults(budgets: Readonly<Record<string, number>>): Choice {
  const total = Object.values(budgets).reduce((sum, budget) => sum + budget, 0);
  return { ...NO_FAULTS, ...budgets, FAULTS: total };
}

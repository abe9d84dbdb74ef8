import type { ChalkInstance } from 'chalk';
import type { CheckResult } from '../../checker/result.ts';
import { count } from '../figures.ts';
import { renderTable, type Cell } from '../table.ts';

/**
 * Names of the actions that were never taken: whatever a property says about them holds of nothing.
 * After a counterexample the rest was not explored, and none is named.
 */
export function neverTaken(result: CheckResult): readonly string[] {
  if (!isExplored(result)) return [];
  return result.actions.filter(({ taken }) => taken === 0).map(({ name }) => name);
}

/** How often each action was taken, and how many states it was the first to lead to. */
export function renderCoverage(result: CheckResult, colors: ChalkInstance): string {
  if (!isExplored(result) || result.actions.length === 0) return '';
  const head = ['action', 'taken', 'new states', ''].map((text) => ({ text, paint: colors.dim }));
  const rows = result.actions.map(({ name, taken, distinct }): readonly Cell[] => [
    { text: name },
    { text: count(taken) },
    { text: count(distinct) },
    { text: taken === 0 ? 'never taken: the spec may be vacuous here' : '', paint: colors.yellow },
  ]);
  return `\n${renderTable([head, ...rows], [false, true, true, false], '    ')}`;
}

function isExplored({ verdict }: CheckResult): boolean {
  return verdict === 'holds' || verdict === 'unreachable' || verdict === 'inconclusive';
}

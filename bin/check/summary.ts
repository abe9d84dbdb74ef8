import type { ChalkInstance } from 'chalk';
import { showExpectation } from '../../checker/expectation.ts';
import { exitCodes } from '../exit-code.ts';
import { count, counted, duration } from '../figures.ts';
import { renderTable, type Cell } from '../table.ts';
import type { CheckedModel } from './checked-model.ts';
import { markOf } from './verdict-block.ts';

/** One line a model, and how many came out as they should. `wanted`: how many were to be checked. */
export function renderSummary(
  checked: readonly CheckedModel[],
  wanted: number,
  colors: ChalkInstance,
): string {
  const titles = ['', 'model', 'verdict', 'expected', 'distinct', 'depth', 'time'];
  const head = titles.map((text) => ({ text, paint: colors.dim }));
  const rows = checked.map(({ prepared, result, exitCode }): readonly Cell[] => [
    { text: '·', paint: () => markOf(exitCode, colors) },
    { text: result.model },
    { text: shortVerdict(result.verdict, result.property) },
    { text: prepared.expect === null ? '' : showExpectation(prepared.expect) },
    { text: count(result.distinct) },
    { text: String(result.depth) },
    { text: duration(result.seconds) },
  ]);
  const right = [false, false, false, false, true, true, true];
  const good = checked.filter(({ exitCode }) => exitCode === exitCodes.ok).length;
  const table = renderTable([head, ...rows], right, '');
  return `${table}${good} of ${counted(wanted, 'model')} passed\n`;
}

function shortVerdict(verdict: string, property: string | null): string {
  return property === null ? verdict : `${property} ${verdict}`;
}

import type { ChalkInstance } from 'chalk';
import { constantsText } from '../../traces/constants-text.ts';
import { wrapProse } from '../../traces/wrap.ts';
import { comparison } from '../check/judgement.ts';
import { markOf, verdictWords } from '../check/verdict-block.ts';
import { count, counted, duration, rate } from '../figures.ts';
import { renderTable, type Cell } from '../table.ts';
import type { SimulatedModel } from './run.ts';

interface Look {
  readonly colors: ChalkInstance;
  /** Columns of the terminal. */
  readonly width: number;
  /** The verdict only, without tables. */
  readonly quiet: boolean;
}

const INDENT = '    ';
const LABEL = 13;

/** What a simulation found and what it saw, as a person reads it. The trace comes after it. */
export function renderSimulation(one: SimulatedModel, { colors, width, quiet }: Look): string {
  const title = renderTitle(one, colors);
  if (quiet) return `${title}\n`;
  const facts = factsOf(one).flatMap(([label, text]) =>
    wrapProse(text, width - INDENT.length - LABEL).map(
      (line, i) => `${INDENT}${colors.dim((i === 0 ? label : '').padEnd(LABEL))}${line}`,
    ),
  );
  return `${[title, ...facts].join('\n')}\n${renderActions(one, colors)}\n`;
}

function renderTitle(
  { prepared, result, exitCode }: SimulatedModel,
  colors: ChalkInstance,
): string {
  const name = colors.bold(`${prepared.tree.name} / ${result.model}`);
  const nothing = `nothing wrong on ${counted(result.walks, 'random walk')}, which proves nothing`;
  const cut = { timeout: ', then the time was up', interrupted: ', then interrupted' };
  const words =
    result.verdict === 'inconclusive'
      ? `${nothing}${result.stopped === null ? '' : cut[result.stopped]}`
      : verdictWords({ prepared, result });
  const compared = result.verdict === 'inconclusive' ? '' : comparison(result, prepared.expect);
  return `${markOf(exitCode, colors)} ${name}: ${words}${compared === '' ? '' : `, ${compared}`}`;
}

function factsOf({ prepared, result }: SimulatedModel): readonly (readonly [string, string])[] {
  const { walks, steps, longest, endings, found, seconds, distinct, seed, depth, workers } = result;
  const constants = constantsText(prepared.checked.constants, 60);
  const ended = [
    [endings.depth, `at the depth of ${count(depth)}`],
    [endings.terminal, 'where nothing need happen any more'],
    [endings.stuttering, 'where every step changes nothing'],
    [endings.constraint, 'outside the constraint'],
  ] as const;
  const ends = ended
    .filter(([times]) => times > 0)
    .map(([times, where]) => `${count(times)} ${where}`);
  const seen = Object.entries(result.witnesses).map(([name, after]) => `${name} after ${after}`);
  return [
    ...(constants === '' ? [] : [['constants', constants] as const]),
    [
      'walks',
      `${count(walks)} with seed ${seed}, of ${count(Math.round(steps / Math.max(1, walks)))} steps on average and ${count(longest)} at most`,
    ],
    ...(ends.length === 0 ? [] : [['ended', ends.join(', ')] as const]),
    ['states', `about ${count(distinct)} distinct`],
    ...(seen.length === 0 ? [] : [['reached', seen.join(', ')] as const]),
    ...(found === null || result.trace === null
      ? []
      : [
          [
            'found by',
            `walk ${found.run} after ${counted(found.steps, 'step')}, told in ${count(result.trace.steps.length - 1)}`,
          ] as const,
        ]),
    ['time', `${duration(seconds)}, ${rate(steps, seconds)} steps, ${counted(workers, 'worker')}`],
  ];
}

/** How often each action was taken; none if something was found, for then the walks were cut short. */
function renderActions({ result }: SimulatedModel, colors: ChalkInstance): string {
  if (result.found !== null || result.actions.length === 0) return '';
  const head = ['action', 'taken', ''].map((text) => ({ text, paint: colors.dim }));
  const rows = result.actions.map(({ name, taken }): readonly Cell[] => [
    { text: name },
    { text: count(taken) },
    { text: taken === 0 ? 'never taken' : '', paint: colors.yellow },
  ]);
  return `\n${renderTable([head, ...rows], [false, true, false], INDENT)}`;
}

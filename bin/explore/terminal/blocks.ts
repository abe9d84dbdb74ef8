import { changedAs, type ExploreView, type PathStep } from '../view.ts';
import { columnsFor, renderRows } from '../../../traces/rows.ts';
import type { Style } from '../../../traces/style.ts';
import { renderExplanation } from '../../../traces/text-ending.ts';
import { wrap, wrapProse } from '../../../traces/wrap.ts';

/** How the blocks are laid out. */
export interface BlockLook {
  readonly style: Style;
  readonly width: number;
}

const INDENT = 4;

/** `Leases / small: Member = 2` and where on the path one stands. */
export function headBlock(view: ExploreView, { style, width }: BlockLook): readonly string[] {
  const { position, path } = view;
  const last = path.length - 1;
  const where = last === position ? `step ${position}` : `step ${position} of ${last}`;
  const constants = view.constants === '' ? '' : `: ${view.constants}`;
  const title = wrap(`${view.spec} / ${view.model}${constants}`, width - where.length - 2);
  const gap = ' '.repeat(Math.max(2, width - title[0]!.length - where.length));
  return [style.quiet(`${title[0]}${gap}${where}`), ...title.slice(1).map(style.quiet)];
}

/** The last step: who did what, and what it is. */
export function stepBlock(view: ExploreView, { style, width }: BlockLook): readonly string[] {
  const step = view.path[view.position]!;
  const actors = actorsOf(step);
  const title = step.kind === 'fault' ? `FAULT  ${step.title}` : step.title;
  const paint = step.kind === 'fault' ? style.fault : style.heading;
  const gap = width - INDENT - title.length - actors.length;
  const beside = actors !== '' && gap >= 2;
  const about = [step.doc, step.source === null ? null : `[${step.source}]`];
  const text = about.filter((part) => part !== null).join(' ');
  const initial =
    step.kind === null && view.initialStates > 1
      ? [`    ${style.quiet(`one of ${view.initialStates} initial states: init N`)}`]
      : [];
  return [
    `${style.quiet(String(step.number).padEnd(INDENT))}${paint(title)}${beside ? ' '.repeat(gap) + style.quiet(actors) : ''}`,
    ...(text === ''
      ? []
      : wrapProse(text, width - INDENT).map((line) => `    ${style.quiet(line)}`)),
    ...initial,
  ];
}

function actorsOf({ by, to }: PathStep): string {
  return to === null ? (by ?? '') : `${by ?? '?'} → ${to}`;
}

/** What the last step changed; of an initial state, or with `full`, every place. */
export function stateBlock(
  view: ExploreView,
  full: boolean,
  { style, width }: BlockLook,
): readonly string[] {
  const whole = full || view.position === 0;
  const rows = whole ? view.state.map(changedAs(view.changes)) : view.changes;
  const columns = columnsFor(
    rows.map(({ path }) => path),
    INDENT,
    width,
  );
  if (rows.length === 0) return [`    ${style.quiet('(nothing changes)')}`];
  return renderRows(rows, columns, style);
}

/** The watched expressions with their values. */
export function watchBlock(view: ExploreView, { style, width }: BlockLook): readonly string[] {
  if (view.watches.length === 0) return [];
  const rows = view.watches.map(({ expression, value, before, error }, i) => ({
    path: `${i + 1} ${expression}`,
    entries: [
      before === null
        ? { sign: '=' as const, text: error ? `(no value: ${value})` : value }
        : { sign: '→' as const, text: value, before },
    ],
  }));
  const columns = columnsFor(
    rows.map(({ path }) => path),
    INDENT,
    width,
  );
  return [style.heading('Watched'), ...renderRows(rows, columns, style)];
}

/** The properties with their values here; of violated ones, why. */
export function propertyBlock(view: ExploreView, { style, width }: BlockLook): readonly string[] {
  if (view.properties.length === 0) return [];
  const list = view.properties
    .filter(({ violated, outcome }) => !violated && outcome !== null)
    .map(({ name, outcome }) => `${name} ${outcome}`);
  const violated = view.properties.filter((property) => property.violated);
  return [
    style.heading('Properties'),
    ...violated.flatMap(({ name, kind, explanation }) => [
      `    ${style.bad(`${name} is violated`)} ${style.quiet(`(${kind})`)}`,
      ...renderExplanation(explanation!, width - 2, style).map((line) => `  ${line}`),
    ]),
    ...(list.length === 0
      ? []
      : wrap(list.join(', '), width - INDENT).map((line) => `    ${style.quiet(line)}`)),
  ];
}

/** What can happen here, by action; `chosen` is the number of the marked one. */
export function choiceBlock(
  view: ExploreView,
  { style, width }: BlockLook,
  chosen: number | null = null,
  filter = '',
): readonly ChoiceLine[] {
  if (view.groups.length === 0) {
    const text = view.deadlock
      ? style.bad('Deadlock: no action is enabled')
      : style.heading('No action is enabled: the spec may end here');
    return [{ text, number: null }];
  }
  const lines: ChoiceLine[] = [{ text: style.heading('Enabled'), number: null }];
  for (const { action, kind, doc, choices } of view.groups) {
    const shown = choices.filter((choice) => matches(choice.title, filter));
    if (shown.length === 0) continue;
    const label = kind === 'step' ? action : `${action} (${kind})`;
    const about = doc === null ? '' : `  ${doc}`;
    const room = Math.max(0, width - 2 - label.length);
    const cut = about.length > room ? `${about.slice(0, Math.max(0, room - 1))}…` : about;
    const paint = kind === 'fault' ? style.fault : (text: string): string => text;
    lines.push({ text: `  ${paint(label)}${style.quiet(room < 12 ? '' : cut)}`, number: null });
    for (const { number, title, error, taken, changes } of shown) {
      const mark = number === chosen ? style.heading('>') : ' ';
      const note =
        error !== null
          ? style.bad(` spec error: ${error}`)
          : style.quiet(
              `${changes === 0 ? ' (changes nothing)' : ''}${taken ? ' (taken before)' : ''}`,
            );
      const name = number === chosen ? style.heading(title) : paint(title);
      lines.push({ text: `${mark}${String(number).padStart(4)}  ${name}${note}`, number });
    }
  }
  if (lines.length === 1)
    lines.push({ text: style.quiet(`    none with '${filter}'`), number: null });
  return lines;
}

/** A line of what can happen; `number` of the choice on it, if any. */
export interface ChoiceLine {
  readonly text: string;
  readonly number: number | null;
}

export function matches(title: string, filter: string): boolean {
  return title.toLowerCase().includes(filter.toLowerCase());
}

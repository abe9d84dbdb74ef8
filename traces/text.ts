import type { ActionNode } from '../spec/language/tree.ts';
import { explainEnding } from './ending.ts';
import type { TraceReport } from './report.ts';
import { changeRow, columnsFor, renderRows, roomIn, valueRows } from './rows.ts';
import type { Columns } from './rows.ts';
import { storyOf } from './story.ts';
import type { Story, StoryStep } from './story.ts';
import { plainStyle } from './style.ts';
import type { Style } from './style.ts';
import { renderEnding } from './text-ending.ts';
import { renderHeader } from './text-header.ts';
import { wrapProse } from './wrap.ts';

export interface TextOptions {
  /** Colours; default none. */
  readonly style?: Style;
  /** Columns of the terminal; default 80. */
  readonly width?: number;
  /** Every variable at every step, not only what changed. */
  readonly full?: boolean;
}

/** Where a step's changes begin. */
const INDENT = 4;

/**
 * The trace as a person reads it: what went wrong, who takes part, each step with what it changed,
 * and at the end which part of the property is false. Ends with a line break.
 */
export function renderText(report: TraceReport, options: TextOptions = {}): string {
  const { style = plainStyle, width = 80, full = false } = options;
  const story = storyOf(report);
  const columns = columnsFor(pathsOf(story, full, width), INDENT, width);
  const introduced = new Set<ActionNode>();
  const steps = story.steps.map((step) => [
    ...renderHead(step, width, style),
    ...introduce(step.action, introduced, width, style),
    ...renderBody(story, step, columns, style, full),
  ]);
  const blocks = [
    renderHeader(report, story, width, style),
    ...steps,
    renderEnding(report, explainEnding(report), width, style),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function* pathsOf(story: Story, full: boolean, width: number): Iterable<string> {
  // The widest room there can be decides what is broken up, so that it does not depend on itself.
  const room = width - INDENT;
  for (const { number, changes } of story.steps) {
    if (full || number === 0) {
      for (const row of stateRows(story, number, room)) yield row.path;
    } else {
      for (const change of changes) yield change.path;
    }
  }
}

function stateRows(story: Story, number: number, room: number): ReturnType<typeof valueRows> {
  const { state } = story.report.trace.steps[number]!;
  return story.report.spec.variables.flatMap((v) =>
    valueRows(v.name, v.type, state.get(v.name)!, room),
  );
}

/** `3  RMPrepare(rm: rm1)` and, at the right edge, who acts. */
function renderHead(step: StoryStep, width: number, style: Style): readonly string[] {
  const number = String(step.number).padEnd(INDENT - 1);
  if (step.action === null) return [`${style.quiet(number)} ${style.heading('Initially')}`];
  const fault = step.action.kind === 'fault';
  const mark = fault ? 'FAULT  ' : '';
  const actors = step.to === null ? step.by : `${step.by ?? '?'} → ${step.to}`;
  const title = `${fault ? style.fault(`${mark}${step.title}`) : style.heading(step.title)}`;
  const head = `${style.quiet(number)} ${title}`;
  if (actors === null) return [head];
  const used = INDENT + mark.length + step.title.length;
  const gap = width - used - actors.length;
  if (gap >= 2) return [`${head}${' '.repeat(gap)}${style.quiet(actors)}`];
  return [head, `${' '.repeat(Math.max(INDENT, width - actors.length))}${style.quiet(actors)}`];
}

/** What an action is, the first time that it is taken. */
function introduce(
  action: ActionNode | null,
  introduced: Set<ActionNode>,
  width: number,
  style: Style,
): readonly string[] {
  if (action === null || introduced.has(action)) return [];
  introduced.add(action);
  const words = [action.doc, action.source === null ? null : `[${action.source}]`];
  const text = words.filter((part) => part !== null).join(' ');
  if (text === '') return [];
  return wrapProse(text, width - INDENT).map((line) => ' '.repeat(INDENT) + style.quiet(line));
}

function renderBody(
  story: Story,
  step: StoryStep,
  columns: Columns,
  style: Style,
  full: boolean,
): readonly string[] {
  const room = roomIn(columns);
  if (step.number === 0) return renderRows(stateRows(story, 0, room), columns, style);
  const changes = step.changes.map((change) => changeRow(change, room));
  if (!full) {
    if (changes.length === 0) return [`${' '.repeat(INDENT)}${style.quiet('(nothing changes)')}`];
    return renderRows(changes, columns, style);
  }
  const changed = new Set(step.changes.map((change) => change.variable));
  const { state } = story.report.trace.steps[step.number]!;
  return story.report.spec.variables.flatMap((v) => {
    const own = step.changes.filter((c) => c.variable === v.name).map((c) => changeRow(c, room));
    const rows = changed.has(v.name) ? own : valueRows(v.name, v.type, state.get(v.name)!, room);
    return renderRows(rows, columns, style);
  });
}

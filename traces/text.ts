import type { ActionNode } from '../spec/language/tree.ts';
import { explainEnding } from './ending.ts';
import type { TraceReport } from './report.ts';
import { changeRow, columnsFor, renderRows, roomIn, valueRows } from './rows.ts';
import type { Columns, Row } from './rows.ts';
import { storyOf } from './story.ts';
import type { Story, StoryStep } from './story.ts';
import { plainStyle } from './style.ts';
import type { Style } from './style.ts';
import { renderEnding } from './text-ending.ts';
import { renderHeader } from './text-header.ts';
import { wrap, wrapProse } from './wrap.ts';

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
    renderHeader(report, story, width, style, full),
    ...steps,
    renderEnding(report, explainEnding(report), width, style),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function* pathsOf(story: Story, full: boolean, width: number): Iterable<string> {
  // The widest room there can be decides what is broken up, so that it does not depend on itself.
  const room = width - INDENT;
  for (const { number, changes } of story.steps) {
    const rows = full
      ? stateRows(story, number, room)
      : number === 0
        ? initialRows(story, room).shown
        : [];
    yield* rows.map((row) => row.path);
    yield* changes.map((change) => change.path);
  }
}

/** An initial state of up to so many rows is shown whole. */
const FEW_ROWS = 20;

/** Of a large initial state, the rows of places that change later; the reader meets no others. */
function initialRows(story: Story, room: number): { shown: readonly Row[]; hidden: number } {
  const rows = stateRows(story, 0, room);
  const paths = story.steps.flatMap(({ changes }) => changes.map(({ path }) => path));
  if (rows.length <= FEW_ROWS || paths.length === 0) return { shown: rows, hidden: 0 };
  const shown = rows.filter((row) => paths.some((path) => areNested(row.path, path)));
  return { shown, hidden: rows.length - shown.length };
}

/** Whether one path leads to a part of the other's place; `[*]` stands for every key. */
function areNested(path: string, other: string): boolean {
  const [a, b] = [path, other].map((text) => text.split(/(?=[.[])/));
  return a!.slice(0, b!.length).every((part, i) => part === '[*]' || part === b![i]);
}

function stateRows(story: Story, number: number, room: number): readonly Row[] {
  const { state } = story.report.trace.steps[number]!;
  return story.report.spec.variables.flatMap((v) =>
    valueRows(v.name, v.type, state.get(v.name)!, room),
  );
}

/** `3  RMPrepare(rm: rm1)` and, at the right edge, who acts. */
function renderHead(step: StoryStep, width: number, style: Style): readonly string[] {
  const number = style.quiet(String(step.number).padEnd(INDENT - 1));
  if (step.action === null) return [`${number} ${style.heading('Initially')}`];
  const fault = step.action.kind === 'fault';
  const title = fault ? `FAULT  ${step.title}` : step.title;
  const lines = wrap(title, width - INDENT);
  const painted = lines.map(fault ? style.fault : style.heading);
  const head = [`${number} ${painted[0]}`, ...painted.slice(1).map((l) => ' '.repeat(INDENT) + l)];
  const actors = step.to === null ? step.by : `${step.by ?? '?'} → ${step.to}`;
  if (actors === null) return head;
  const gap = width - INDENT - lines.at(-1)!.length - actors.length;
  if (gap >= 2) return [...head.slice(0, -1), head.at(-1)! + ' '.repeat(gap) + style.quiet(actors)];
  return [...head, ' '.repeat(Math.max(INDENT, width - actors.length)) + style.quiet(actors)];
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
  const quietly = (text: string): string => `${' '.repeat(INDENT)}${style.quiet(text)}`;
  const state = (): readonly string[] =>
    renderRows(stateRows(story, step.number, room), columns, style);
  if (step.number === 0 && !full) {
    const { shown, hidden } = initialRows(story, room);
    const rest = `(${hidden} more that never change here: --full)`;
    return [...renderRows(shown, columns, style), ...(hidden === 0 ? [] : [quietly(rest)])];
  }
  if (step.number === 0) return state();
  const changes = step.changes.map((change) => changeRow(change, room));
  return [
    ...(changes.length === 0 ? [quietly('(nothing changes)')] : []),
    ...renderRows(changes, columns, style),
    ...(full ? [quietly('--'), ...state()] : []),
  ];
}

import { explainEnding } from './ending.ts';
import type { Change } from './diff.ts';
import type { TraceReport } from './report.ts';
import { changeRow, valueRows } from './rows.ts';
import type { Row } from './rows.ts';
import { storyOf } from './story.ts';
import type { Story, StoryStep } from './story.ts';
import { headline } from './text-header.ts';

/** A line of a note longer than this is cut: the diagram shows the course, the text trace the values. */
const NOTE_WIDTH = 60;

/**
 * The trace as a Mermaid sequence diagram: participants as lanes, an action of one at another as an
 * arrow, faults and changes as notes. Actions that name nobody stand over all lanes.
 */
export function renderMermaid(report: TraceReport): string {
  const story = storyOf(report);
  const lanes = new Map(story.participants.map((p, i) => [p.name, `p${i}`]));
  if (lanes.size === 0) lanes.set(report.spec.name, 'p0');
  const ids = [...lanes.values()];
  const all = ids.length === 1 ? ids[0]! : `${ids[0]},${ids.at(-1)}`;
  const lines = [
    'sequenceDiagram',
    `  title ${escape(headline(report))}`,
    ...Array.from(lanes, ([name, id]) => `  participant ${id} as ${escape(name)}`),
    ...story.steps.flatMap((step) => renderStep(story, step, lanes, all)),
    ...renderLoop(report, all),
    `  Note over ${all}: ${note(endingLines(report))}`,
  ];
  return `${lines.join('\n')}\n`;
}

function renderStep(
  story: Story,
  step: StoryStep,
  lanes: ReadonlyMap<string, string>,
  all: string,
): readonly string[] {
  if (step.action === null) {
    const { state } = story.report.trace.steps[0]!;
    const rows = story.report.spec.variables.flatMap((v) =>
      valueRows(v.name, v.type, state.get(v.name)!, NOTE_WIDTH - 20),
    );
    return [`  Note over ${all}: ${note(['Initially', ...rows.map(rowText)])}`];
  }
  const title = `${step.number}. ${step.title}`;
  const [by, to] = [step.by, step.to].map((name) => (name === null ? null : lanes.get(name)!));
  const changes = step.changes.map((change: Change) => rowText(changeRow(change, NOTE_WIDTH)));
  const place = by ?? to ?? null;
  const beside = place === null ? `over ${all}` : `right of ${to ?? place}`;
  if (step.action.kind === 'fault') {
    const over = place === null ? all : by && to && by !== to ? `${by},${to}` : place;
    return [
      '  rect rgb(255, 228, 214)',
      `  Note over ${over}: ${note([`FAULT ${title}`, ...changes])}`,
      '  end',
    ];
  }
  if (place === null) return [`  Note over ${all}: ${note([title, ...changes])}`];
  const from = by ?? place;
  return [
    `  ${from}->>${to ?? from}: ${escape(title)}`,
    ...(changes.length === 0 ? [] : [`  Note ${beside}: ${note(changes)}`]),
  ];
}

function renderLoop(report: TraceReport, all: string): readonly string[] {
  if (report.loop === null) return [];
  return [`  Note over ${all}: ${escape(`and from here on step ${report.loop} again`)}`];
}

function endingLines(report: TraceReport): readonly string[] {
  const ending = explainEnding(report);
  const lines = [headline(report)];
  if (ending.kind === 'property' && ending.explanation !== null) {
    const { text, because } = ending.explanation;
    return [...lines, text, ...(because === null ? [] : [because])];
  }
  return lines;
}

function rowText({ path, entries }: Row): string {
  const texts = entries.map(({ sign, text, before }) =>
    sign === '→' ? `: ${before} → ${text}` : sign === '=' ? `: ${text}` : ` ${sign} ${text}`,
  );
  return `${path}${texts.join(',')}`;
}

function note(lines: readonly string[]): string {
  return lines
    .map((line) => (line.length > NOTE_WIDTH ? `${line.slice(0, NOTE_WIDTH - 1)}…` : line))
    .map(escape)
    .join('<br/>');
}

/** `#` and `;` mean something to Mermaid, `<` and `&` to the browser that shows the diagram. */
function escape(text: string): string {
  return text.replace(/[#;<>&"]/g, (c) => `#${c.charCodeAt(0)};`).replace(/\s+/g, ' ');
}

import type { PropertyNode } from '../spec/language/tree.ts';
import { constantsText } from './constants-text.ts';
import { propertyOf } from './report.ts';
import type { TraceReport } from './report.ts';
import { titleOf } from './story.ts';
import type { Participant, Story } from './story.ts';
import type { Style } from './style.ts';
import { wrap, wrapProse } from './wrap.ts';

const KINDS: Readonly<Record<PropertyNode['kind'], string>> = {
  invariant: 'Invariant',
  stepInvariant: 'Step invariant',
  reachable: 'Witness',
  eventually: 'Liveness property',
  alwaysEventually: 'Liveness property',
  eventuallyAlways: 'Liveness property',
  leadsTo: 'Liveness property',
};

/** `Invariant Consistent`. */
export function propertyTitle(property: PropertyNode): string {
  return `${KINDS[property.kind]} ${property.name}`;
}

/** What the trace is about, in one sentence. */
export function headline(report: TraceReport): string {
  const { specError } = report;
  if (specError !== null) {
    const action = report.spec.actions.find((a) => a.name === specError.instance?.action);
    const where = action ? titleOf(action, specError.instance!) : specError.where;
    const kind = specError.kind.replaceAll('-', ' ');
    return `Spec error: ${kind}${where === null ? '' : ` in ${where}`}`;
  }
  if (report.verdict === 'deadlock') return 'Deadlock: a state in which no action is enabled';
  const property = propertyOf(report);
  if (property === null) return `A behaviour of ${report.spec.name}`;
  if (property.kind === 'reachable') return `${propertyTitle(property)} is reached`;
  return `${propertyTitle(property)} is violated`;
}

const LABEL = 14;

/** The head of a text trace: what it shows, of which spec and model, how long, who takes part. */
export function renderHeader(
  report: TraceReport,
  story: Story,
  width: number,
  style: Style,
  full: boolean,
): readonly string[] {
  const property = propertyOf(report);
  const good = property?.kind === 'reachable' && report.specError === null;
  const doc = property?.doc ?? null;
  return [
    ...wrap(headline(report), width).map(good ? style.good : style.bad),
    ...(doc === null ? [] : wrapProse(doc, width - 2).map((line) => `  ${line}`)),
    '',
    ...headerFields(report, story, full).flatMap(([label, text]) =>
      wrap(text, width - LABEL).map(
        (line, i) => style.quiet((i === 0 ? label : '').padEnd(LABEL)) + line,
      ),
    ),
  ];
}

/** What stands under the headline: label and text of each line. `full`: every constant. */
export function headerFields(
  report: TraceReport,
  story: Story,
  full: boolean,
): readonly [string, string][] {
  const { spec, file } = report;
  const source = propertyOf(report)?.source ?? null;
  return [
    ...(source === null ? [] : [['Source', source] as [string, string]]),
    ['Spec', file === null ? spec.name : `${spec.name} (${file})`],
    ['Model', modelText(report, full)],
    ['Length', lengthText(story)],
    ...legend(story.participants),
  ];
}

/** With more constants than this many characters, the reader sees those that matter. */
const CONSTANTS_ROOM = 200;

function modelText({ spec, model }: TraceReport, full: boolean): string {
  const constants = constantsText(spec.constants, full ? Infinity : CONSTANTS_ROOM);
  return constants === '' ? model : `${model}: ${constants}`;
}

function lengthText(story: Story): string {
  const taken = story.steps.length - 1;
  const faults = story.steps.filter((step) => step.action?.kind === 'fault').length;
  const counted = (count: number, noun: string): string =>
    `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
  const withFaults =
    faults === 0
      ? ''
      : `, ${faults === 1 ? '1 of them a fault' : `${faults.toLocaleString('en-US')} of them faults`}`;
  const { loop } = story.report;
  const again = loop === null ? '' : `; after the last, step ${loop} again`;
  return `${counted(story.steps.length, 'state')} (${counted(taken, 'step')}${withFaults})${again}`;
}

/** `r1, r2 (RM), TM`. */
function legend(participants: readonly Participant[]): readonly [string, string][] {
  if (participants.length === 0) return [];
  const kinds = new Map<string | null, string[]>();
  for (const p of participants) kinds.set(p.kind, [...(kinds.get(p.kind) ?? []), p.name]);
  const text = Array.from(kinds, ([kind, names]) => names.join(', ') + (kind ? ` (${kind})` : ''));
  return [['Participants', text.join(', ')]];
}

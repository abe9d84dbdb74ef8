import type { Ending, Waiting } from './ending.ts';
import type { Explanation } from './explain.ts';
import type { TraceReport } from './report.ts';
import { propertyTitle } from './text-header.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

const LIVENESS = {
  eventually: 'eventually',
  alwaysEventually: 'again and again',
  eventuallyAlways: 'in the end for good',
  leadsTo: 'leads to',
} as const;

/** The end of a text trace: which part of the property is false, or what a deadlock waits for. */
export function renderEnding(
  report: TraceReport,
  ending: Ending,
  width: number,
  style: Style,
): readonly string[] {
  const title = wrap(endingTitle(report, ending), width).map(style.heading);
  switch (ending.kind) {
    case 'property':
      if (ending.explanation === null) return title;
      return [...title, '', ...renderExplanation(ending.explanation, width, style)];
    case 'liveness':
      if (ending.failure === null) return title;
      return [...title, '', ...renderExplanation(ending.failure.explanation, width, style)];
    case 'deadlock':
      return [...title, '', ...ending.waiting.flatMap((w) => renderWaiting(w, width, style))];
    case 'spec-error': {
      const { error, expression, values } = ending;
      const labelled = (label: string, text: string): readonly string[] =>
        wrap(text, width - 14).map(
          (line, i) => `  ${style.quiet((i === 0 ? label : '').padEnd(12))}${line}`,
        );
      return [
        ...title,
        '',
        ...labelled('Expression', expression),
        ...values.flatMap(({ text, value }) => labelled('with', `${text}: ${value}`)),
        ...labelled('Problem', error.message),
      ];
    }
    case 'none':
      return title;
  }
}

/** What the end shows, in one sentence. */
export function endingTitle(report: TraceReport, ending: Ending): string {
  const last = report.trace.steps.length - 1;
  switch (ending.kind) {
    case 'property': {
      const { property, explanation } = ending;
      const name = propertyTitle(property);
      if (explanation === null) return `${name} speaks of steps, and there is none.`;
      const outcome =
        explanation.outcome === 'error' ? 'cannot be evaluated' : `is ${explanation.outcome}`;
      if (property.kind === 'stepInvariant') return `${name} ${outcome} over step ${last}:`;
      return `${name} ${outcome} ${last === 0 ? 'initially' : `after step ${last}`}:`;
    }
    case 'liveness': {
      const name = propertyTitle(ending.property);
      if (ending.failure === null) return `${name} holds of this behaviour.`;
      return `${name} (${LIVENESS[ending.property.kind]}) is false: ${ending.failure.sentence}:`;
    }
    case 'deadlock':
      return `No action is enabled after step ${last}. What each of them waits for:`;
    case 'spec-error':
      return `After step ${last}, ${ending.title ?? ending.error.where ?? 'the spec'} is a spec error:`;
    case 'none':
      return 'The behaviour ends here.';
  }
}

/** Blanks before the outcome, and how wide the outcome stands. */
const MARGIN = 2;
const OUTCOME = 7;

/** An explanation as an indented tree, each line led by what that part came to. */
export function renderExplanation(
  explanation: Explanation,
  width: number,
  style: Style,
  depth = 0,
): readonly string[] {
  const indent = MARGIN + OUTCOME + 2 * depth;
  const room = Math.max(24, width - indent);
  const { outcome, text, head, because, parts } = explanation;
  const beside = ' '.repeat(indent);
  const told = tellValues(explanation, room);
  const paint = outcome === 'true' ? style.good : style.bad;
  // The property itself is shown whole, unless it is very long; of its parts, only what fits a line.
  const whole = text.length <= (depth === 0 ? 3 : 1) * room || parts.length === 0;
  const note = (line: string): string[] =>
    wrap(line, room - 2).map((l) => `${beside}  ${style.quiet(l)}`);
  return [
    ...wrap(whole ? text : `${head}:`, room).map((line, i) =>
      i === 0
        ? ' '.repeat(MARGIN) +
          paint(outcome.padEnd(OUTCOME)) +
          ' '.repeat(2 * depth) +
          line +
          style.quiet(told.inline)
        : beside + line,
    ),
    ...(because === null ? [] : note(because)),
    ...told.below.flatMap(note),
    ...parts.flatMap((part) => renderExplanation(part, width, style, depth + 1)),
  ];
}

/** The one value that makes `x = a` false stands beside it; other values stand below. */
function tellValues(
  { text, values }: Explanation,
  room: number,
): { inline: string; below: readonly string[] } {
  const [first, ...others] = values;
  const inline = ` (it is ${first?.value})`;
  const fits = first !== undefined && others.length === 0 && text.startsWith(`${first.text} `);
  if (fits && text.length + inline.length <= room) return { inline, below: [] };
  return { inline: '', below: values.map(({ text: name, value }) => `${name}: ${value}`) };
}

function renderWaiting(waiting: Waiting, width: number, style: Style): readonly string[] {
  const { title, obstacle, note } = waiting;
  if (obstacle === null) return [`  ${style.path(title)} ${note ?? ''}`];
  return [`  ${style.path(title)}`, ...renderExplanation(obstacle, width, style, 1)];
}

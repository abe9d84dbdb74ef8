import type { Ending, Waiting } from './ending.ts';
import type { Explanation } from './explain.ts';
import type { TraceReport } from './report.ts';
import { propertyTitle } from './text-header.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

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
    case 'deadlock':
      return [...title, '', ...ending.waiting.flatMap((w) => renderWaiting(w, width, style))];
    case 'spec-error': {
      const { error, values } = ending;
      const labelled = (label: string, text: string): readonly string[] =>
        wrap(text, width - 14).map(
          (line, i) => `  ${style.quiet((i === 0 ? label : '').padEnd(12))}${line}`,
        );
      return [
        ...title,
        '',
        ...labelled('Expression', error.expression),
        ...values.flatMap(({ text, value }) => labelled('with', `${text}: ${value}`)),
        ...labelled('Problem', `${error.message} (${error.kind})`),
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
      if (explanation === null) return `${name} does not hold of this behaviour.`;
      const outcome =
        explanation.outcome === 'error' ? 'cannot be evaluated' : `is ${explanation.outcome}`;
      if (property.kind === 'stepInvariant') return `${name} ${outcome} over step ${last}:`;
      return `${name} ${outcome} ${last === 0 ? 'initially' : `after step ${last}`}:`;
    }
    case 'deadlock':
      return `No action is enabled after step ${last}. What each of them waits for:`;
    case 'spec-error':
      return `After step ${last}, ${ending.title ?? ending.error.where ?? 'the spec'} has no meaning:`;
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
  const { outcome, text, head, because, values, parts } = explanation;
  const paint = outcome === 'true' ? style.good : style.bad;
  const whole = text.length <= room || parts.length === 0;
  const beside = ' '.repeat(indent);
  const note = (line: string): string[] =>
    wrap(line, room - 2).map((l) => `${beside}  ${style.quiet(l)}`);
  return [
    ...wrap(whole ? text : `${head}:`, room).map((line, i) =>
      i === 0
        ? ' '.repeat(MARGIN) + paint(outcome.padEnd(OUTCOME)) + ' '.repeat(2 * depth) + line
        : beside + line,
    ),
    ...(because === null ? [] : note(because)),
    ...values.flatMap(({ text: name, value }) => note(`${name}: ${value}`)),
    ...parts.flatMap((part) => renderExplanation(part, width, style, depth + 1)),
  ];
}

function renderWaiting(waiting: Waiting, width: number, style: Style): readonly string[] {
  const { title, obstacle } = waiting;
  if (obstacle === null)
    return [`  ${style.path(title)}  ${style.quiet('there are no values for its parameters')}`];
  return [`  ${style.path(title)}`, ...renderExplanation(obstacle, width, style, 1)];
}

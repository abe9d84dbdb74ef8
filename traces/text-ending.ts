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
  const last = report.trace.steps.length - 1;
  const title = (text: string): readonly string[] => wrap(text, width).map(style.heading);
  switch (ending.kind) {
    case 'property': {
      const { property, explanation } = ending;
      const name = propertyTitle(property);
      if (explanation === null) return title(`${name} does not hold of this behaviour.`);
      const when =
        property.kind === 'stepInvariant'
          ? `over step ${last}`
          : last === 0
            ? 'initially'
            : `after step ${last}`;
      const how =
        explanation.outcome === 'error' ? 'cannot be evaluated' : `is ${explanation.outcome}`;
      return [
        ...title(`${name} ${how} ${when}:`),
        '',
        ...renderExplanation(explanation, width, style),
      ];
    }
    case 'deadlock':
      return [
        ...title(`No action is enabled after step ${last}. What each of them waits for:`),
        '',
        ...ending.waiting.flatMap((waiting) => renderWaiting(waiting, width, style)),
      ];
    case 'spec-error': {
      const { error, title: instance } = ending;
      const where = instance ?? error.where ?? 'the initial states';
      const labelled = (label: string, text: string): readonly string[] =>
        wrap(text, width - 14).map(
          (line, i) => `  ${style.quiet((i === 0 ? label : '').padEnd(12))}${line}`,
        );
      return [
        ...title(`After step ${last}, ${where} has no meaning:`),
        '',
        ...labelled('Expression', error.expression),
        ...labelled('Problem', `${error.message} (${error.kind})`),
        ...ending.values.flatMap(({ text, value }) => labelled('Value', `${text}: ${value}`)),
      ];
    }
    case 'none':
      return title('The behaviour ends here.');
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

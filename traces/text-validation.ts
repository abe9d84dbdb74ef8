import { changeRow, columnsFor, renderRows, roomIn } from './rows.ts';
import { titleOf } from './story.ts';
import { plainStyle } from './style.ts';
import type { TextOptions } from './text.ts';
import { renderExplanation } from './text-ending.ts';
import type { TraceReport } from './report.ts';
import type { Validation } from './validate.ts';
import { wrap } from './wrap.ts';

/** What became of a saved trace, as text: one line where all is well, else what differs and why. */
export function renderValidation(
  report: TraceReport,
  validation: Validation,
  { style = plainStyle, width = 80 }: TextOptions = {},
): string {
  const heading = (text: string): readonly string[] => wrap(text, width).map(style.heading);
  switch (validation.outcome) {
    case 'confirmed':
      return `${heading('The trace is a behaviour of the spec, and it shows what it says.').join('\n')}\n`;
    case 'refuted':
      return `${heading(`The trace is a behaviour of the spec, but ${validation.sentence}.`).join('\n')}\n`;
    case 'divergent':
      break;
  }
  const { step, kind, message, conjuncts, differences } = validation;
  const instance = report.trace.steps[step]?.instance ?? null;
  const action = report.spec.actions.find((a) => a.name === instance?.action);
  const title = instance && action ? titleOf(action, instance) : '';
  const columns = columnsFor(
    differences.map((change) => change.path),
    4,
    width,
  );
  const rows = differences.map((change) => changeRow(change, roomIn(columns)));
  const where = step === 0 ? 'at its first state' : `at step ${step}, ${title}`;
  return [
    ...heading(`The trace is not a behaviour of the spec: it diverges ${where}.`),
    ...(kind === 'other-state'
      ? [
          '',
          '  By the spec the step leads to → the trace says:',
          ...renderRows(rows, columns, style),
        ]
      : wrap(message, width - 2).map((line) => `  ${line}`)),
    ...(conjuncts.length === 0 ? [] : ['', 'Its guard after the step before:', '']),
    ...conjuncts.flatMap((conjunct) => renderExplanation(conjunct, width, style)),
    '',
  ].join('\n');
}

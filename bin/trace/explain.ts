import { explainAction, renderActionExplanation } from '../../traces/explain-action.ts';
import { styleOf } from '../../traces/style.ts';
import type { Arguments } from '../arguments.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import { parseBinding } from '../option-values.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { openTrace } from './open-trace.ts';

/** Says why an action could or could not be taken after a step of a saved trace. */
export async function runExplainCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const file = args.text('file')!;
  const { report } = await openTrace(file, args.text('spec'));
  const { steps } = report.trace;
  const last = steps.length - 1;
  const number = args.parsed('step', (flag, text) => parseStep(flag, text, last)) ?? last;
  const action = args.text('action');
  if (action === undefined) {
    const names = report.spec.actions.map(({ name }) => name).join(', ');
    throw new UsageError('no action is named', `--action is one of ${names}.`);
  }
  const given = Object.fromEntries(
    args.texts('param').map((text) => parseBinding('--param', text)),
  );
  const explanation = explainAction(report.spec, steps[number]!.state, action, given);
  const look = { style: styleOf(terminal.outColors), width: terminal.width };
  terminal.out(renderActionExplanation(explanation, number, look));
  return exitCodes.ok;
}

function parseStep(flag: string, text: string, last: number): number {
  const step = /^\d+$/.test(text) ? Number(text) : NaN;
  if (step <= last) return step;
  throw new UsageError(
    `${flag} ${text}: the trace has no such step`,
    `Its steps are 0 to ${last}.`,
  );
}

import { renderValidation } from '../../traces/text-validation.ts';
import { styleOf } from '../../traces/style.ts';
import { validateTrace } from '../../traces/validate.ts';
import type { Arguments } from '../arguments.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { traceWriter } from '../trace-writer.ts';
import { UsageError } from '../usage-error.ts';
import { openTrace } from './open-trace.ts';

/**
 * Says whether a saved trace still is a behaviour of its spec, and shows it again. The exit code is 0
 * if it is one; with `--expect-violation` only if it also still shows what it was saved for.
 */
export async function runTraceCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const file = args.text('file');
  if (file === undefined) throw new UsageError('no trace is named', 'As in: kripke trace FILE.');
  const traces = traceWriter(args, terminal);
  const { report, specChanged } = await openTrace(file, args.text('spec'));
  const validation = validateTrace(report);
  const [say, colors] = traces.claimsOutput
    ? [terminal.err, terminal.errColors]
    : [terminal.out, terminal.outColors];
  say(renderValidation(report, validation, { style: styleOf(colors), width: terminal.width }));
  if (specChanged) say('The spec has changed since the trace was saved.\n');
  if (!traces.claimsOutput) say('\n');
  await traces.write(report, { amongSeveral: false, printed: true });
  const good = args.flag('expect-violation')
    ? validation.outcome === 'confirmed'
    : validation.outcome !== 'divergent';
  return good ? exitCodes.ok : exitCodes.violated;
}

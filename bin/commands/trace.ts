import type { Command } from '../command.ts';
import { traceOptions } from '../trace-writer.ts';

/** `kripke trace`: a saved counterexample, held against the spec as it is now and shown again. */
export const trace: Command = {
  name: 'trace',
  usage: 'trace <file> [spec]',
  summary: 'Show a saved trace again, and say whether the spec still behaves so',
  positionals: {
    file: { type: 'string', desc: 'A trace saved with --output FILE.json' },
    spec: { type: 'string', desc: 'The spec file; default: the one that the trace was saved from' },
  },
  options: {
    'expect-violation': {
      type: 'boolean',
      desc: 'Exit with 0 only if the trace still shows the violation that it was saved for',
    },
    ...traceOptions,
  },
  examples: [
    ['$0 trace lost.json', 'replay it and print it'],
    ['$0 trace lost.json --output lost.html', 'as a page to step through'],
    ['$0 trace lost.json --expect-violation', 'as a regression test'],
  ],
  async run(args, terminal) {
    const { runTraceCommand } = await import('../trace/show.ts');
    return runTraceCommand(args, terminal);
  },
};

import type { Command } from '../command.ts';

/** `kripke explain`: why an action was not enabled at a step of a trace. */
export const explain: Command = {
  name: 'explain',
  usage: 'explain <file> [spec]',
  summary: 'Say why an action could or could not be taken at a step of a saved trace',
  positionals: {
    file: { type: 'string', desc: 'A trace saved with --output FILE.json' },
    spec: { type: 'string', desc: 'The spec file; default: the one that the trace was saved from' },
  },
  options: {
    step: { type: 'string', requiresArg: true, desc: 'After which step; default: the last' },
    action: { type: 'string', requiresArg: true, desc: 'Which action' },
    param: {
      type: 'string',
      requiresArg: true,
      desc: 'A value of one of its parameters, as in rm=r1 (repeatable)',
    },
  },
  examples: [['$0 explain lost.json --step 4 --action Commit --param m=m1', 'one instance of it']],
  async run(args, terminal) {
    const { runExplainCommand } = await import('../trace/explain.ts');
    return runExplainCommand(args, terminal);
  },
};

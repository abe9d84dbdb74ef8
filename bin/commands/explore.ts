import { oneModelOptions, specPositional } from '../choose-model.ts';
import type { Command } from '../command.ts';

/** `kripke explore`: walk through the states of a spec, in the terminal or in a browser. */
export const explore: Command = {
  name: 'explore',
  usage: 'explore [spec]',
  summary: 'Step through the states of a spec, in the terminal or in a browser',
  positionals: specPositional,
  options: {
    ...oneModelOptions,
    trace: { type: 'string', requiresArg: true, desc: 'Begin at a step of this saved trace' },
    step: { type: 'string', requiresArg: true, desc: 'Which step of the trace; default: the last' },
    watch: {
      type: 'string',
      requiresArg: true,
      desc: 'Show the value of this expression in every state (repeatable)',
    },
    'run-states': {
      type: 'string',
      requiresArg: true,
      desc: 'How many states a run to a condition looks at; default 20k',
    },
    web: { type: 'boolean', desc: 'In a browser, through a server that only this machine reaches' },
    port: { type: 'string', requiresArg: true, desc: 'The port of --web; default: a free one' },
    open: {
      type: 'boolean',
      desc: 'Open the browser with --web; --no-open: only print the address',
    },
  },
  examples: [
    ['$0 explore two-phase.ts', 'keys choose, go back, watch and search; ? lists them'],
    ["$0 explore --watch 'record[o1].state' --trace lost.json --step 4", 'from a saved trace on'],
    ['$0 explore --model small --web', 'the same in a browser'],
    ["echo 'run not Consistent' | $0 explore two-phase.ts", 'one command a line, for scripts'],
  ],
  async run(args, terminal) {
    const { runExploreCommand } = await import('../explore/run.ts');
    return runExploreCommand(args, terminal);
  },
};

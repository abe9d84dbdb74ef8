import { constantOption, specPositional } from '../choose-model.ts';
import type { Command } from '../command.ts';
import { traceOptions } from '../trace-writer.ts';

/** `kripke simulate`: random walks, where the state space is too large to visit all of it. */
export const simulate: Command = {
  name: 'simulate',
  usage: 'simulate [spec]',
  summary: 'Take random walks through the models of a spec and judge every property on the way',
  positionals: specPositional,
  options: {
    model: {
      type: 'string',
      requiresArg: true,
      desc: 'Simulate this model only (repeatable); else every model of the file',
    },
    ...constantOption,
    property: {
      type: 'string',
      requiresArg: true,
      desc: 'Judge this property only (repeatable)',
    },
    seed: {
      type: 'string',
      requiresArg: true,
      desc: 'The same seed gives the same walks; default 1',
    },
    runs: { type: 'string', requiresArg: true, desc: 'Walks at most, as in 10k; default 1000' },
    depth: { type: 'string', requiresArg: true, desc: 'Steps of a walk at most; default 100' },
    weight: {
      type: 'string',
      requiresArg: true,
      desc: 'How often actions of a kind (step, fault, environment) are chosen, relative to others, as in fault=0.2 (repeatable); default 1',
    },
    shrink: { type: 'boolean', desc: 'Shorten what is found (the default); --no-shrink: do not' },
    workers: { type: 'string', requiresArg: true, desc: 'Threads; default: one a core' },
    timeout: {
      type: 'string',
      requiresArg: true,
      desc: 'Stop after this time, as in 90, 5m or 1h',
    },
    deadlock: {
      type: 'boolean',
      desc: 'Report states without successors, whatever the model says; --no-deadlock: never',
    },
    ...traceOptions,
    trace: { type: 'boolean', desc: 'Print the traces; --no-trace: verdicts only' },
    json: { type: 'boolean', desc: 'Print one JSON document instead of text' },
    quiet: { type: 'boolean', desc: 'No progress and no tables' },
  },
  examples: [
    ['$0 simulate spec.ts --model large', 'a thousand walks of up to 100 steps'],
    ['$0 simulate spec.ts --runs 1M --depth 40 --seed 7', 'a million others, shorter'],
    ['$0 simulate spec.ts --weight fault=0.1', 'with one fault for ten other actions'],
    ['$0 simulate spec.ts --runs 1G --timeout 10m', 'as many as ten minutes allow'],
  ],
  async run(args, terminal) {
    const { runSimulateCommand } = await import('../simulate/run.ts');
    return runSimulateCommand(args, terminal);
  },
};

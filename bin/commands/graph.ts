import { oneModelOptions, specPositional } from '../choose-model.ts';
import type { Command } from '../command.ts';
import { graphFormats } from '../graph/formats.ts';

/** `kripke graph`: the reachable graph as a picture or for a program that draws. */
export const graph: Command = {
  name: 'graph',
  usage: 'graph [spec]',
  summary: 'Draw the graph of reachable states, or as many of them as can be looked at',
  positionals: specPositional,
  options: {
    ...oneModelOptions,
    'max-states': {
      type: 'string',
      requiresArg: true,
      desc: 'Draw no more states; default 500',
    },
    'max-depth': { type: 'string', requiresArg: true, desc: 'Draw no more levels' },
    'color-by': {
      type: 'string',
      requiresArg: true,
      desc: "Colour states by the value of an expression, as in 'record[o1].state'",
    },
    view: {
      type: 'string',
      requiresArg: true,
      desc: 'Make one node of all states with the same value of an expression',
    },
    format: {
      type: 'string',
      requiresArg: true,
      choices: graphFormats,
      desc: "The form of the graph; default: what the output's name ends in, else dot",
    },
    output: { type: 'string', requiresArg: true, desc: 'Save it in this file' },
  },
  examples: [
    ['$0 graph spec.ts --output graph.svg', 'a picture for the browser'],
    ["$0 graph spec.ts --view 'tmState' --color-by 'tmState'", 'one node for each tmState, as DOT'],
    ['$0 graph spec.ts --max-depth 4 --format graphml', 'four levels, for yEd or Gephi'],
  ],
  async run(args, terminal) {
    const { runGraphCommand } = await import('../graph/run.ts');
    return runGraphCommand(args, terminal);
  },
};

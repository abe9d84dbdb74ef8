import { traceOptions } from '../trace-writer.ts';
import { engineNames, storeNames } from '../../checker/engine.ts';
import { constantOption, specPositional } from '../choose-model.ts';
import type { Command } from '../command.ts';

/** `kripke check`: explores every reachable state and judges every property. */
export const check: Command = {
  name: 'check',
  usage: 'check [spec]',
  summary: 'Check the models of a spec: explore every reachable state, judge every property',
  positionals: specPositional,
  options: {
    model: {
      type: 'string',
      requiresArg: true,
      desc: 'Check this model only (repeatable); else every model of the file',
    },
    ...constantOption,
    property: {
      type: 'string',
      requiresArg: true,
      desc: 'Judge this property only (repeatable)',
    },
    workers: { type: 'string', requiresArg: true, desc: 'Threads; default: one a core' },
    'max-states': {
      type: 'string',
      requiresArg: true,
      desc: 'Stop after this many distinct states, as in 500k',
    },
    'max-depth': { type: 'string', requiresArg: true, desc: 'Stop after this many levels' },
    'max-memory': { type: 'string', requiresArg: true, desc: 'Stop at this much, as in 4G' },
    timeout: {
      type: 'string',
      requiresArg: true,
      desc: 'Stop after this time, as in 90, 5m or 1h',
    },
    store: {
      type: 'string',
      requiresArg: true,
      choices: storeNames,
      desc: 'Keep whole states, or 64 bits of each to check what memory cannot hold',
    },
    engine: {
      type: 'string',
      requiresArg: true,
      choices: engineNames,
      desc: 'Generated code, or the slow interpreter to compare with; default: compiled',
    },
    deadlock: {
      type: 'boolean',
      desc: 'Report states without successors, whatever the model says; --no-deadlock: never',
    },
    'print-code': {
      type: 'string',
      requiresArg: true,
      desc: 'Check nothing: print the code generated for this action',
    },
    ...traceOptions,
    trace: { type: 'boolean', desc: 'Print the traces; --no-trace: verdicts only' },
    traces: {
      type: 'string',
      requiresArg: true,
      desc: 'Up to so many counterexamples to a violated property, with different sets of actions',
    },
    json: { type: 'boolean', desc: 'Print one JSON document instead of text' },
    quiet: { type: 'boolean', desc: 'No progress and no tables' },
  },
  examples: [
    ['$0 check', 'check the spec that package.json names'],
    ['$0 check spec.ts --model small', 'check one model'],
    ['$0 check spec.ts --constant RM=4', 'with another value of a constant'],
    ['$0 check spec.ts --timeout 5m --json', 'at most five minutes; the result as JSON'],
  ],
  async run(args, terminal) {
    const { runCheckCommand } = await import('../check/run.ts');
    return runCheckCommand(args, terminal);
  },
};

import { oneModelOptions, specPositional } from '../choose-model.ts';
import type { Command } from '../command.ts';

/** `kripke export`: a spec for another checker. */
export const exportCommand: Command = {
  name: 'export',
  usage: 'export [spec]',
  summary: 'Write a model as TLA+, for TLC to give a second opinion',
  positionals: specPositional,
  options: {
    ...oneModelOptions,
    property: {
      type: 'string',
      requiresArg: true,
      desc: 'Export this property only (repeatable)',
    },
    deadlock: { type: 'boolean', desc: 'Let TLC look for deadlocks; --no-deadlock: never' },
    output: { type: 'string', requiresArg: true, desc: 'The folder to write to; default: here' },
  },
  examples: [['$0 export spec.ts --model small --output tla', 'tla/Name.tla and tla/Name.cfg']],
  async run(args, terminal) {
    const { runExportCommand } = await import('../export/run.ts');
    return runExportCommand(args, terminal);
  },
};

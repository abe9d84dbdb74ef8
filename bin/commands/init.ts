import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';

/** `kripke init`: writes a first spec to start from. */
export const init: Command = {
  name: 'init',
  usage: 'init [folder]',
  summary: 'Write a small spec with comments, and the settings that run it',
  positionals: {
    folder: { type: 'string', desc: 'Where to; default: the working directory' },
  },
  options: {},
  examples: [['$0 init my-protocol', 'in a new folder']],
  async run(args, terminal) {
    const { writeProject } = await import('../init/write-project.ts');
    const { packageVersion } = await import('../package-version.ts');
    const folder = args.text('folder') ?? '.';
    const { written, kept } = await writeProject(folder, packageVersion());
    for (const file of written) terminal.out(`${terminal.outColors.green('wrote')} ${file}\n`);
    for (const { file, advice } of kept) terminal.out(`kept  ${file}: ${advice}\n`);
    const enter = folder === '.' ? '' : `cd ${folder} && `;
    terminal.out(`\nNow: ${enter}npm install && npx kripke check\n`);
    return exitCodes.ok;
  },
};

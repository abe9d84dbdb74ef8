import { createInterface } from 'node:readline';
import { styleOf } from '../../../traces/style.ts';
import { exitCodes, type ExitCode } from '../../exit-code.ts';
import type { Terminal } from '../../terminal.ts';
import { perform } from '../commands.ts';
import type { Exploration } from '../exploration.ts';
import { viewOf } from '../view.ts';
import {
  choiceBlock,
  headBlock,
  propertyBlock,
  stateBlock,
  stepBlock,
  watchBlock,
} from './blocks.ts';

/**
 * One command a line from standard input, for scripts: shows where one stands at the start and after
 * each command that changes it. The first line that cannot be done ends it, for what follows was meant
 * for another state.
 *
 * @throws what `perform` throws
 */
export async function runLines(
  exploration: Exploration,
  terminal: Terminal,
  maxStates: number,
): Promise<ExitCode> {
  const look = { style: styleOf(terminal.outColors), width: terminal.width };
  const show = (): void => terminal.out(`${standing(exploration, look).join('\n')}\n\n`);
  show();
  const lines = createInterface({ input: process.stdin, terminal: false });
  for await (const line of lines) {
    // A remark, or a blank line between groups of commands.
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const { changed, text, quit } = await perform(exploration, line, { ...look, maxStates });
    if (quit) break;
    if (text !== null) terminal.out(`${text}\n\n`);
    if (changed) show();
  }
  lines.close();
  return exitCodes.ok;
}

/** Where one stands, as lines of text. */
function standing(exploration: Exploration, look: Parameters<typeof headBlock>[1]): string[] {
  const view = viewOf(exploration, look.width - 30);
  const blocks = [
    headBlock(view, look),
    [...stepBlock(view, look), ...stateBlock(view, false, look)],
    watchBlock(view, look),
    propertyBlock(view, look),
    choiceBlock(view, look).map(({ text }) => text),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, i) => (i === 0 ? block : ['', ...block]));
}

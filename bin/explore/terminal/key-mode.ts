import { emitKeypressEvents } from 'node:readline';
import { styleOf } from '../../../traces/style.ts';
import { exitCodes, type ExitCode } from '../../exit-code.ts';
import type { Terminal } from '../../terminal.ts';
import type { Exploration } from '../exploration.ts';
import { Screen, type Key } from './screen.ts';

const ESC = '\u001b[';
/** The terminal's second screen, so that what was there before comes back at the end. */
const ENTER = `${ESC}?1049h${ESC}?25l`;
const LEAVE = `${ESC}?25h${ESC}?1049l`;

/** Explores with keys, on the whole of a terminal, until the user ends it. */
export async function runKeys(
  exploration: Exploration,
  terminal: Terminal,
  maxStates: number,
): Promise<ExitCode> {
  const screen = new Screen(exploration, styleOf(terminal.outColors), maxStates);
  const { stdin, stdout } = process;
  const draw = (): void => {
    const { columns = 80, rows = 24 } = stdout;
    const lines = screen.render({ columns, rows }).map((line) => `${line}${ESC}K`);
    terminal.out(`${ESC}H${lines.join('\r\n')}`);
  };
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  terminal.out(ENTER);
  draw();
  stdout.on('resize', draw);
  try {
    return await new Promise<ExitCode>((resolve, reject) => {
      // Keys are done one after the other, but the one that stops a search comes at once.
      let turn = Promise.resolve();
      stdin.on('keypress', (sequence: string | undefined, key: Key) => {
        if (key.ctrl === true && key.name === 'c') return resolve(exitCodes.interrupted);
        if (key.ctrl === true && key.name === 'd') return resolve(exitCodes.ok);
        const done = async (): Promise<void> => {
          const pressed = screen.press({ ...key, sequence: sequence ?? key.sequence });
          if (screen.isSearching) draw();
          if (await pressed) resolve(exitCodes.ok);
          else draw();
        };
        if (screen.isSearching) void done().catch(reject);
        else turn = turn.then(() => done()).catch(reject);
      });
      stdin.on('end', () => resolve(exitCodes.ok));
    });
  } finally {
    stdout.off('resize', draw);
    stdin.setRawMode(false);
    stdin.pause();
    terminal.out(LEAVE);
  }
}

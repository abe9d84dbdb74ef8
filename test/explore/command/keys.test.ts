import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kripkeFile } from '../../bin/kripke.ts';
import { endless } from '../../bin/specs.ts';
import { folderWith } from '../../folder.ts';
import { hasty, start } from './asked.ts';

/** Runs a command on a pseudo-terminal. */
const script = '/usr/bin/script';
const installed = existsSync(script);
if (!installed) console.warn(`Keys are not tried on a pseudo-terminal: there is no ${script}.`);

/**
 * Types on a terminal: each text as soon as the screen shows what it is to follow. Resolves to the
 * exit code and to everything that was written.
 */
async function typed(
  dialogue: readonly (readonly [after: string, keys: string])[],
  args = 'hasty.ts',
) {
  const cwd = folderWith({ 'hasty.ts': hasty, 'endless.ts': endless });
  const call = `stty rows 40 cols 80; ${process.execPath} ${kripkeFile} explore ${args}`;
  const { child, ended } = start(script, ['-qec', call, '/dev/null'], cwd);
  let shown = '';
  let next = 0;
  child.stdout!.on('data', (part: Buffer) => {
    shown += part.toString();
    const step = dialogue[next];
    if (step === undefined || !shown.includes(step[0])) return;
    next++;
    shown = '';
    child.stdin!.write(step[1]);
  });
  const run = await ended;
  return { code: run.code, written: run.stdout, answered: next };
}

test.skipIf(!installed)('chooses, watches, runs and ends with keys', async () => {
  const { code, written, answered } = await typed([
    ['q end', '\u001b[B\r'],
    ['Commit(r2)', '\u001b[D'],
    ['step 0 of 1', 'wstate[r1]\r'],
    ['Watched', 'rnot Consistent\r'],
    ['Consistent is violated', 'q'],
  ]);
  expect(answered).toBe(5);
  expect(code).toBe(0);
  // The screen that was there before comes back.
  expect(written.startsWith('\u001b[?1049h')).toBe(true);
  expect(written.trimEnd().endsWith('\u001b[?1049l')).toBe(true);
});

test.skipIf(!installed)('ends with 130 on Ctrl-C, and leaves the terminal as it was', async () => {
  const { code, written } = await typed([['q end', '\u0003']]);
  expect(code).toBe(130);
  expect(written).toContain('\u001b[?1049l');
});

test.skipIf(!installed)('stops a search on Escape', async () => {
  const dialogue = [
    ['q end', 'rfalse\r'],
    ['Esc stops it', '\u001b'],
    ['Stopped after', 'q'],
  ] as const;
  const { code, answered } = await typed(dialogue, 'endless.ts --run-states 100M');
  expect({ code, answered }).toEqual({ code: 0, answered: 3 });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';
import { counter } from './specs.ts';

test('writes a model as a TLA+ module and its configuration', async () => {
  const cwd = folderWith({ 'counter.ts': counter });
  const call = ['export', 'counter.ts', '--model', 'stuck', '--output', 'out/tla'];
  const { code, stdout, stderr } = await kripke(call, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('wrote out/tla/Counter.tla\nwrote out/tla/Counter.cfg\n');
  expect(readFileSync(join(cwd, 'out/tla/Counter.tla'), 'utf8')).toMatch(/^-+ MODULE Counter -+\n/);
  expect(readFileSync(join(cwd, 'out/tla/Counter.cfg'), 'utf8')).toContain('INVARIANT');
});

test('asks which model where there are several', async () => {
  const cwd = folderWith({ 'counter.ts': counter });
  const { code, stderr } = await kripke(['export', 'counter.ts'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'kripke: counter.ts has several models: good, high, stuck, skips, plain\n' +
      '  Name one of them with --model.\n',
  );
});

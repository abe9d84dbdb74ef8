import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { kripke } from './kripke.ts';

const cwd = tmpdir();

test('lists its commands with --help', async () => {
  const { code, stdout, stderr } = await kripke(['--help'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^kripke <command>\n/);
  expect(stdout).toMatch(/kripke check \[spec\] +Check the models/);
  expect(stdout).toMatch(/kripke init \[folder\]/);
});

test('explains each option of check, with examples', async () => {
  const { code, stdout } = await kripke(['check', '--help'], { cwd });
  expect(code).toBe(0);
  for (const option of ['model', 'constant', 'property', 'workers', 'max-states', 'max-depth']) {
    expect(stdout).toMatch(new RegExp(`--${option} +[A-Z]`));
  }
  expect(stdout).toContain('kripke check spec.ts --constant RM=4');
});

test('prints its version', async () => {
  expect((await kripke(['--version'], { cwd })).stdout).toBe(`${manifest.version}\n`);
});

test('names its commands when none is given', async () => {
  const { code, stderr } = await kripke([], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^kripke: no command is given\n {2}The commands are check, /);
});

test('prints a completion script', async () => {
  const { code, stdout } = await kripke(['completion'], { cwd, env: { SHELL: '/bin/bash' } });
  expect(code).toBe(0);
  expect(stdout).toContain(
    'complete -o bashdefault -o default -F _kripke_yargs_completions kripke',
  );
});

test('completes commands, options and formats', async () => {
  const complete = async (...words: string[]) => {
    const { stdout } = await kripke(['--get-yargs-completions', 'kripke', ...words], { cwd });
    return stdout.trimEnd().split('\n');
  };
  expect(await complete('ch')).toContain('check');
  expect(await complete('check', '--max-')).toContain('--max-states');
  expect(await complete('check', '--format', '')).toEqual(
    expect.arrayContaining(['text', 'json', 'html']),
  );
});

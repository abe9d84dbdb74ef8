import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke } from './kripke.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const page = read('docs/commands.md');
const examples = [...page.matchAll(/^\$ npx kripke (.*)$/gm)].map(([, call]) => call!);

/** What would wait for a person or a browser, or a network port. */
const INTERACTIVE = /^explore .*--web/;

test('the examples of the page run, in their order, in one folder', async () => {
  const cwd = folderWith({ 'spec.ts': read('spec/examples/die-hard.ts') });
  await kripke(['check', 'spec.ts', '--model', 'puzzle', '--output', 'trace.json'], { cwd });
  const failed: string[] = [];
  for (const call of examples.filter((text) => !INTERACTIVE.test(text))) {
    const { code, stderr } = await kripke(call.split(' '), { cwd });
    if (code !== 0) failed.push(`${call}: ${code} ${stderr}`);
  }
  expect(failed).toEqual([]);
  expect(examples.length).toBeGreaterThan(12);
});

test('the page has a heading for every command, and only for those', async () => {
  const { stdout } = await kripke(['--help'], { cwd: folderWith({}) });
  const listed = [...stdout.matchAll(/^ {2}kripke (\w+)/gm)].map(([, name]) => name!);
  const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!);
  expect(headings.toSorted()).toEqual(listed.toSorted());
});

test('every option that the page names is one', async () => {
  const named = new Set([...page.matchAll(/--[a-z][a-z-]*/g)].map(([name]) => name));
  const commands = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!);
  const helps = await Promise.all(
    commands.map((name) => kripke([name, '--help'], { cwd: process.cwd() })),
  );
  const known = helps.map(({ stdout }) => stdout).join('\n');
  expect([...named].filter((name) => !known.includes(name.replace('--no-', '--')))).toEqual([]);
});

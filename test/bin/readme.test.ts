import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../folder.ts';
import { kripke, type Run } from './kripke.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** A fenced block of the README. */
interface Block {
  readonly language: string;
  readonly text: string;
}
const blocks: readonly Block[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language, text]) => ({ language: language!, text: text! }),
);
const consoles = blocks.filter(({ language }) => language === 'console');

/** What a transcript shows that differs from run to run. */
function withoutFigures(text: string): string {
  return text
    .replace(/^( {4}time +).*$/gm, '$1…')
    .replaceAll(/^ +$/gm, '')
    .trimEnd();
}

/** The command and the output of a transcript. */
function transcript({ text }: Block): { args: readonly string[]; output: string } {
  const [first, ...rest] = text.split('\n');
  expect(first).toMatch(/^\$ npx kripke /);
  return { args: first!.split(' ').slice(3), output: rest.join('\n') };
}

async function run(args: readonly string[], cwd: string): Promise<Run & { shown: string }> {
  const result = await kripke([...args], { cwd });
  return { ...result, shown: withoutFigures(result.stdout) };
}

test('the counterexample at the top is what the command prints', async () => {
  const { args, output } = transcript(consoles[0]!);
  const { shown, code } = await run(args, root);
  expect(shown).toBe(withoutFigures(output));
  expect(code).toBe(0);
});

describe('the tutorial', () => {
  const isTutorial = ({ language, text }: Block): boolean =>
    text.includes('counter') && (language === 'ts' || language === 'console');
  const [whole, first, broken, second, fragment] = blocks.filter(isTutorial);

  test('checks the first spec', async () => {
    const { args, output } = transcript(first!);
    const { shown, code } = await run(args, folderWith({ 'counter.ts': whole!.text }));
    expect(shown).toBe(withoutFigures(output));
    expect(code).toBe(0);
  });

  test('finds the lost update in the second, which is expected once the model says so', async () => {
    const cwd = folderWith({ 'counter.ts': broken!.text });
    const { args, output } = transcript(second!);
    const { shown, code } = await run(args, cwd);
    expect(shown).toBe(withoutFigures(output));
    expect(code).toBe(1);
    const expecting = broken!.text.replace(/^export const two = .*$/m, fragment!.text);
    expect(expecting).not.toBe(broken!.text);
    writeFileSync(join(cwd, 'counter.ts'), expecting);
    expect(await run(args, cwd)).toMatchObject({ code: 0 });
  });

  test('takes other constants from the command line', async () => {
    const cwd = folderWith({ 'counter.ts': whole!.text });
    const said = /`npx (kripke check counter\.ts --constant Process=\d+)`/.exec(readme)![1]!;
    const { code, shown } = await run(said.split(' ').slice(1), cwd);
    expect(code).toBe(0);
    expect(shown).toContain('Process = 6');
  });
});

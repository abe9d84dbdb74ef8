import { expect, test } from 'vitest';
import { Screen, type Key } from '../../bin/explore/terminal/screen.ts';
import { plainStyle } from '../../traces/style.ts';
import { hastyCommit } from '../traces/specs.ts';
import { explorationOf } from './subject.ts';

const size = { columns: 80, rows: 40 };

/** A screen, and a way to type on it. */
function screenOf(rows = size.rows) {
  const exploration = explorationOf(hastyCommit);
  const screen = new Screen(exploration, plainStyle, 1000);
  screen.render({ ...size, rows });
  const press = async (...keys: readonly (string | Key)[]): Promise<boolean> => {
    let ended = false;
    for (const key of keys)
      ended = await screen.press(typeof key === 'string' ? { sequence: key, name: key } : key);
    return ended;
  };
  const type = (text: string): Promise<boolean> => press(...text, { name: 'return' });
  const text = (): string => screen.render({ ...size, rows }).join('\n');
  return { exploration, press, type, text };
}

test('marks a choice with the arrows and takes it with Enter', async () => {
  const { press, text } = screenOf();
  expect(text()).toContain('>   1  Prepare(r1)');
  await press({ name: 'down' }, { name: 'down' }, { name: 'up' });
  expect(text()).toContain('>   2  Prepare(r2)');
  await press({ name: 'return' });
  expect(text()).toContain('1   Prepare(r2)');
  expect(text()).toContain('rmState[r2]  working → prepared');
});

test('goes back and forward', async () => {
  const { exploration, press } = screenOf();
  await press({ name: 'return' }, { name: 'return' }, { name: 'left' });
  expect(exploration.position).toBe(1);
  await press('f');
  expect(exploration.position).toBe(2);
  await press({ name: 'home' });
  expect(exploration.position).toBe(0);
  await press({ name: 'end' });
  expect(exploration.position).toBe(2);
});

test('takes a choice by a number that is typed', async () => {
  const { type, text } = screenOf();
  await type('4');
  expect(text()).toContain('FAULT  GiveUp(r2)');
});

test('watches an expression, and shows a mistake with a mark under its place', async () => {
  const { press, type, text } = screenOf();
  await type('wsize(msgs)');
  expect(text()).toMatch(/Watched\n +1 size\(msgs\) +0/);
  await type('wsize(mgs)');
  expect(text()).toContain("there is no variable or value 'mgs'\n\n  size(mgs)\n       ^\n");
  await press({ name: 'return' });
  expect(text()).toContain('Watched');
});

test('runs to a condition and shows why the property is violated', async () => {
  const { type, text } = screenOf();
  await type('rnot Consistent');
  expect(text()).toContain('Consistent is violated');
  expect(text()).toContain('fails for a = r2, b = r1');
  expect(text()).toContain('It holds after 4 steps.');
});

test('shows only the choices that contain what is searched for', async () => {
  const { press, text } = screenOf();
  await press('/', 'g', 'i', 'v', 'e', { name: 'return' });
  expect(text()).not.toContain('Prepare(r1)');
  expect(text()).toContain('>   3  GiveUp(r1)');
  await press({ name: 'escape', sequence: '\u001b' });
  expect(text()).toContain('Prepare(r1)');
});

test('recalls earlier lines, and edits in the middle of one', async () => {
  const { exploration, press, type } = screenOf();
  await type('wsize(msgs)');
  await press(':', { name: 'up' }, { name: 'left' }, { name: 'backspace' }, 's', {
    name: 'return',
  });
  expect(exploration.watches.map(({ text }) => text)).toEqual(['size(msgs)']);
});

test('lists its keys on ?, until a key is pressed', async () => {
  const { press, text } = screenOf();
  await press('?');
  expect(text()).toContain('run to the next state in which a condition holds');
  await press('x');
  expect(text()).toContain('Enabled');
});

test('scrolls so that the marked choice is in view, on a small terminal', async () => {
  const { press, text } = screenOf(10);
  expect(text().split('\n')).toHaveLength(10);
  for (let i = 0; i < 4; i++) await press({ name: 'down' });
  expect(text()).toContain('>   5  Wait');
  await press({ name: 'pageup' }, { name: 'pageup' }, { name: 'pageup' });
  expect(text()).toContain('HastyCommit / default');
});

test('ends on q', async () => {
  const { press } = screenOf();
  expect(await press('j')).toBe(false);
  expect(await press('q')).toBe(true);
});

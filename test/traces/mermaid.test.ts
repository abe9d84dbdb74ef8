import { describe, expect, test } from 'vitest';
import { range, spec } from '../../spec/language/index.ts';
import { renderMermaid } from '../../traces/mermaid.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit } from './specs.ts';

const split = ['Prepare(r1)', 'Decide', 'Wait', 'GiveUp(r2)', 'Obey(r1)'];
const report = behaviour(hastyCommit, split, { property: 'Consistent' });

test('the trace is a sequence diagram', async () => {
  await expect(renderMermaid(report)).toMatchFileSnapshot('golden/trace.mmd');
});

describe('the diagram', () => {
  const lines = renderMermaid(report).split('\n');

  test('has a lane for each participant', () => {
    expect(lines.filter((line) => line.includes('participant'))).toEqual([
      '  participant p0 as r1',
      '  participant p1 as r2',
      '  participant p2 as TM',
    ]);
  });
  test('draws an action at another as an arrow', () => {
    expect(lines).toContain('  p0->>p2: 1. Prepare(r1)');
    expect(lines).toContain('  p2->>p2: 2. Decide');
  });
  test('tells faults, and what nobody does, as notes', () => {
    expect(lines.some((line) => line.startsWith('  Note over p1: FAULT 4. GiveUp(r2)'))).toBe(true);
    expect(lines).toContain('  Note over p0,p2: 3. Wait');
  });
  test('says at which step an infinite behaviour repeats', () => {
    const cycle = behaviour(hastyCommit, ['Wait', 'Wait'], { property: 'Decided', loop: 1 });
    expect(renderMermaid(cycle)).toContain('and from here on step 1 again');
  });
});

test('without participants everything stands over one lane', () => {
  const counter = spec('Counter', (s) => {
    const n = s.variable('n', range(0, 2), { init: 0 });
    s.action('Up', { then: [n.increment()] });
  });
  const text = renderMermaid(behaviour(counter, ['Up']));
  expect(text).toContain('  participant p0 as Counter\n');
  expect(text).toContain('  Note over p0: 1. Up<br/>n: 0 → 1\n');
});

test('signs that mean something to Mermaid or the browser are written as entities', () => {
  const odd = { ...report, spec: { ...report.spec, name: 'A;B#<C>' }, property: null };
  expect(renderMermaid(odd)).toContain('title A behaviour of A#59;B#35;#60;C#62;');
});

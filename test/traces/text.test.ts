import { stripVTControlCharacters } from 'node:util';
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { styleOf } from '../../traces/style.ts';
import { renderText } from '../../traces/text.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases, manyPlaces } from './specs.ts';

const split = ['Prepare(r1)', 'Decide', 'GiveUp(r2)', 'Obey(r1)'];
const twice = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m2, r1)', 'Finish', 'Finish'];
const inconsistent = behaviour(hastyCommit, split, { property: 'Consistent' });

/** Whole transcripts, to be read as prose: what a user sees, to the character. */
describe('the transcript of', () => {
  const golden = (name: string): string => `golden/${name}.txt`;

  test('a violated invariant', async () => {
    await expect(renderText(inconsistent)).toMatchFileSnapshot(golden('invariant'));
  });

  test('a violated invariant with the whole state at each step', async () => {
    const text = renderText(inconsistent, { full: true });
    await expect(text).toMatchFileSnapshot(golden('full'));
  });

  test('records, queues and bags that change', async () => {
    const report = behaviour(leases, twice, { property: 'OnceOnly' });
    await expect(renderText(report)).toMatchFileSnapshot(golden('records'));
  });

  test('the same in 50 columns', async () => {
    const report = behaviour(leases, twice, { property: 'OnceOnly' });
    await expect(renderText(report, { width: 50 })).toMatchFileSnapshot(golden('narrow'));
  });

  test('a counted invariant', async () => {
    const report = behaviour(leases, ['Acquire(m1, r1)', 'Acquire(m1, r2)'], {
      property: 'OneAtATime',
    });
    await expect(renderText(report)).toMatchFileSnapshot(golden('count'));
  });

  test('a violated step invariant', async () => {
    const report = behaviour(leases, ['Acquire(m1, r1)', 'Finish', 'Failover'], {
      property: 'DoneIsForever',
    });
    await expect(renderText(report)).toMatchFileSnapshot(golden('step-invariant'));
  });

  test('a deadlock', async () => {
    const report = behaviour(leases, ['Crash(m1)', 'Crash(m2)'], { verdict: 'deadlock' });
    await expect(renderText(report)).toMatchFileSnapshot(golden('deadlock'));
  });

  test('a spec error', async () => {
    const steps = ['Acquire(m1, r1)', 'Expire(r1)', 'Acquire(m1, r1)', 'Expire(r1)'];
    const report = behaviour(leases, [...steps, 'Acquire(m2, r1)', 'Acquire(m2, r2)'], {
      constants: { limit: 3 },
    });
    await expect(renderText(report)).toMatchFileSnapshot(golden('spec-error'));
  });

  test('a witness', async () => {
    const steps = ['Prepare(r1)', 'Prepare(r2)', 'Decide', 'Obey(r1)', 'Obey(r2)'];
    const report = behaviour(hastyCommit, steps, { verdict: 'holds', property: 'AllCommit' });
    await expect(renderText(report)).toMatchFileSnapshot(golden('witness'));
  });

  test('a fair cycle', async () => {
    const steps = ['Prepare(r1)', 'Decide', 'Wait', 'Wait'];
    const report = behaviour(hastyCommit, steps, { property: 'Answered', loop: 3 });
    await expect(renderText(report)).toMatchFileSnapshot(golden('cycle'));
  });
});

test('an initial state that breaks an invariant is called initial', () => {
  const text = renderText(behaviour(hastyCommit, [], { property: 'AllCommit', verdict: 'holds' }));
  expect(text).toContain('1 state (0 steps)');
  expect(text).toContain('is false initially:');
});

test('colours add nothing but colours', () => {
  const colourful = renderText(inconsistent, { style: styleOf(new Chalk({ level: 1 })) });
  expect(colourful).not.toBe(renderText(inconsistent));
  expect(stripVTControlCharacters(colourful)).toBe(renderText(inconsistent));
});

test('no line is longer than the terminal is wide', () => {
  const report = behaviour(leases, twice, { property: 'OnceOnly' });
  for (const width of [40, 60, 80, 120]) {
    for (const full of [false, true]) {
      const lines = renderText(report, { width, full }).split('\n');
      expect(lines.filter((line) => line.length > width)).toEqual([]);
    }
  }
});

describe('of a large state', () => {
  const report = behaviour(manyPlaces, ['Fill(p2)'], {
    property: 'OneFull',
    constants: { SWITCH_3: true },
  });
  const initially = (text: string): string => text.slice(text.indexOf('Initially'));

  test('the places that change are shown, and of the constants those that are not as declared', async () => {
    const text = renderText(report);
    await expect(text).toMatchFileSnapshot('golden/large.txt');
    expect(text).toContain('SWITCH_3 = true; others as declared');
    expect(initially(text)).not.toContain('rows[p3]');
  });

  test('everything is shown on request', () => {
    const text = renderText(report, { full: true });
    expect(text).toContain('SWITCH_19 = false');
    expect(initially(text)).toContain('rows[p3]');
  });

  test('everything is shown if no step was taken', () => {
    expect(renderText(behaviour(manyPlaces, [], { property: 'Untouched' }))).toContain('rows[p3]');
  });
});

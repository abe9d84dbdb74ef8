import { expect, test } from 'vitest';
import { perform } from '../../bin/explore/commands.ts';
import { viewOf } from '../../bin/explore/view.ts';
import { range, spec } from '../../spec/language/index.ts';
import { renderJson, readTrace } from '../../traces/json.ts';
import { parseTrace } from '../../traces/saved-trace.ts';
import { validateTrace } from '../../traces/validate.ts';
import { hastyCommit, leases } from '../traces/specs.ts';
import { explorationOf, titlesOf } from './subject.ts';

const look = { width: 80 };

test('offers what is enabled, in the order of the spec', () => {
  const exploration = explorationOf(hastyCommit);
  expect(exploration.choices.map(({ number, title }) => `${number} ${title}`)).toEqual([
    '1 Prepare(r1)',
    '2 Prepare(r2)',
    '3 GiveUp(r1)',
    '4 GiveUp(r2)',
    '5 Wait',
  ]);
});

test('takes a choice by number, by title and by an action that has only one', () => {
  const exploration = explorationOf(hastyCommit);
  exploration.take('1');
  exploration.take('Decide');
  exploration.take('GiveUp( r2 )');
  expect(titlesOf(exploration)).toEqual(['Prepare(r1)', 'Decide', 'GiveUp(r2)']);
});

test.each([
  ['9', 'there is no choice 9'],
  ['Decide', "'Decide' is not enabled here"],
  ['Prepare', 'Prepare can be taken in 2 ways'],
])('refuses to take %s', (which, message) => {
  const exploration = explorationOf(hastyCommit);
  expect(() => exploration.take(which)).toThrow(message);
  expect(exploration.position).toBe(0);
});

test('keeps the path when going back, until another choice is taken', () => {
  const exploration = explorationOf(hastyCommit);
  for (const title of ['Prepare(r1)', 'Decide', 'Obey(r1)']) exploration.take(title);
  exploration.back(2);
  expect(exploration.position).toBe(1);
  exploration.forward();
  exploration.back();
  exploration.take('Decide');
  expect(exploration.path).toHaveLength(4);
  exploration.back();
  exploration.take('Prepare(r2)');
  expect(exploration.path).toHaveLength(3);
  expect(() => exploration.forward()).toThrow('this is the end of the path');
  exploration.goTo(0);
  expect(() => exploration.back()).toThrow('this is the beginning of the path');
  expect(() => exploration.goTo(3)).toThrow('the path has no step 3');
});

test('runs the shortest way to a state in which a condition holds, always the same one', async () => {
  for (let i = 0; i < 2; i++) {
    const exploration = explorationOf(hastyCommit);
    const outcome = await exploration.run('not Consistent');
    expect(outcome.kind).toBe('found');
    expect(titlesOf(exploration)).toEqual(['Prepare(r1)', 'Decide', 'GiveUp(r2)', 'Obey(r1)']);
  }
});

test('runs to the next state, though the condition holds here already', async () => {
  const exploration = explorationOf(hastyCommit);
  await exploration.run('true');
  expect(exploration.position).toBe(1);
});

test('goes nowhere when no state is found, and says how much was seen', async () => {
  const exploration = explorationOf(hastyCommit);
  const nowhere = await exploration.run('rmState[r1] = working and rmState[r1] = aborted');
  expect(nowhere).toMatchObject({ kind: 'nowhere', bounded: false });
  expect(nowhere.states).toBeGreaterThan(10);
  expect(await exploration.run('tmState = aborted', { maxStates: 5 })).toMatchObject({
    kind: 'limit',
    states: 5,
  });
  const { signal } = { signal: AbortSignal.abort() };
  expect(await exploration.run('tmState = aborted', { signal })).toMatchObject({ kind: 'stopped' });
  expect(exploration.position).toBe(0);
});

test('shows the values of watched expressions, and what they were before', () => {
  const exploration = explorationOf(leases);
  exploration.watch('records[r1].state');
  exploration.watch('head(inbox).member');
  exploration.take('Acquire(m1, r1)');
  expect(viewOf(exploration, 40).watches).toEqual([
    { expression: 'records[r1].state', value: 'ACQUIRED', error: false, before: 'AVAILABLE' },
    { expression: 'head(inbox).member', value: 'm1', error: false, before: 'inbox is empty' },
  ]);
  exploration.unwatch('1');
  exploration.back();
  expect(viewOf(exploration, 40).watches).toEqual([
    { expression: 'head(inbox).member', value: 'inbox is empty', error: true, before: null },
  ]);
  expect(() => exploration.unwatch('2')).toThrow("there is no watched expression '2'");
});

test('says which properties hold, and why one is violated', async () => {
  const exploration = explorationOf(hastyCommit);
  const outcomes = (): Record<string, unknown> =>
    Object.fromEntries(exploration.properties.map(({ name, outcome }) => [name, outcome]));
  expect(outcomes()).toMatchObject({ Consistent: 'true', AllCommit: 'false', Answered: null });
  expect(exploration.properties.some(({ violated }) => violated)).toBe(false);
  await exploration.run('not Consistent');
  const [violated] = exploration.properties.filter((property) => property.violated);
  expect(violated!.name).toBe('Consistent');
  expect(violated!.explanation!.because).toBe('fails for a = r2, b = r1');
});

test('judges a step invariant by the last step', () => {
  const exploration = explorationOf(leases);
  const done = (): unknown =>
    exploration.properties.find(({ name }) => name === 'DoneIsForever')!.outcome;
  expect(done()).toBe(null);
  for (const title of ['Acquire(m1, r1)', 'Finish']) exploration.take(title);
  expect(done()).toBe('true');
  exploration.take('Failover');
  expect(done()).toBe('false');
  const [violated] = exploration.properties.filter((property) => property.violated);
  expect(violated!.explanation).toMatchObject({ outcome: 'false', because: 'fails for r = r1' });
  expect(exploration.report()).toMatchObject({ verdict: 'violated', property: 'DoneIsForever' });
});

test('saves the path as a trace that is read back and confirmed', async () => {
  const exploration = explorationOf(hastyCommit);
  await exploration.run('not Consistent');
  exploration.take('Wait');
  exploration.back();
  const saved = parseTrace(renderJson(exploration.report()));
  const { report } = readTrace(saved, exploration.spec);
  expect(report.trace.steps).toHaveLength(5);
  expect(report.property).toBe('Consistent');
  expect(validateTrace(report)).toEqual({ outcome: 'confirmed' });
});

/** From 2 on, one action cannot be taken without an error and the guard of another has none. */
const faulty = spec('Faulty', (s) => {
  const n = s.variable('n', range(0, 3), { init: 0 });
  s.action('Jump', { when: [n.ge(2)], then: [n.set(n.plus(2))] });
  s.action('Up', { when: [n.lt(3)], then: [n.set(n.plus(1))] });
  s.constraint('Small', n.le(2));
});

test('tells a spec error at the instance that has it, and offers the others', () => {
  const exploration = explorationOf(faulty);
  exploration.take('Up');
  exploration.take('Up');
  const [jump, up] = exploration.choices;
  expect(jump!.error).toContain('4 is outside 0..3');
  expect(up!.title).toBe('Up');
  expect(() => exploration.take('1')).toThrow('Jump is a spec error here');
});

test('does not run beyond the constraints', async () => {
  const exploration = explorationOf(faulty);
  const outcome = await exploration.run('n = 0');
  expect(outcome).toMatchObject({ kind: 'nowhere', bounded: true });
});

test('says that a state is a deadlock, unless it may be the last', () => {
  const exploration = explorationOf(leases);
  for (const title of ['Crash(m1)', 'Crash(m2)']) exploration.take(title);
  expect(exploration.isDeadlock).toBe(true);
  expect(exploration.report().verdict).toBe('deadlock');
});

test.each([
  ['tke 1', "there is no command 'tke'", "Did you mean 'take'?"],
  ['back x', "'x' is not a number from 1", ''],
  ['go', 'the path has no step NaN', 'Its steps are 0 to 0.'],
  ['watch rmStat[r1]', "there is no variable or value 'rmStat'", /Did you mean 'rmState'\?$/],
  ['run size(msgs)', 'this is neither true nor false', /A condition is needed here\.$/],
  ['why Decid', /has no action 'Decid'/, ''],
  ['save', 'no file is named', 'As in: save path.json.'],
  ['save /no/such/folder/x.json', '/no/such/folder/x.json: cannot be written (ENOENT)', ''],
  ['init 2', 'there is no initial state 2', 'They are 1 to 1.'],
])('a line that cannot be done: %s', async (line, message, hint) => {
  const exploration = explorationOf(hastyCommit);
  const error: unknown = await perform(exploration, line, look).catch((e: unknown) => e);
  const told = error as { message: string; hint: string };
  expect(told.message).toMatch(message instanceof RegExp ? message : new RegExp(escaped(message)));
  expect(told.hint).toMatch(hint instanceof RegExp ? hint : new RegExp(escaped(hint)));
});

function escaped(text: string): string {
  return `^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}

test('explains why an action cannot be taken', async () => {
  const { text } = await perform(explorationOf(hastyCommit), 'why Decide', look);
  expect(text).toContain('After step 0, Decide is not enabled');
});

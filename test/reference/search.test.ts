import { describe, expect, test } from 'vitest';
import { NoInitialState } from '../../checker/reference/spec-error.ts';
import { replay } from '../../checker/reference/replay.ts';
import type { SearchOutcome } from '../../checker/engine.ts';
import type { Progress } from '../../checker/result.ts';
import type { ExprNode, SpecTree } from '../../spec/language/tree.ts';
import {
  action,
  BOOL,
  BOOM,
  compare,
  declare,
  equal,
  FALSE,
  IDS,
  int,
  over,
  range,
  searched,
  tree,
  TRUE,
  variable,
} from './build.ts';
import { below, dieHard, graph, isNot, k, nextOf, property } from './specs.ts';

/** The numbers along a trace of a graph. */
const path = ({ trace }: SearchOutcome): unknown[] =>
  trace!.steps.map((step) => step.state.get('k'));
const taken = ({ trace }: SearchOutcome): unknown[] => trace!.steps.slice(1).map((step) => step.instance!.action); // prettier-ignore
const QUIET = { deadlock: false };

describe('counts', () => {
  test('are of kept states, of all computed ones, and of levels', async () => {
    // 0 → 1, 2; 1 → 3; 2 → 3, 0; 3 → 3
    const edges: [number, number][] = [[0, 1], [0, 2], [1, 3], [2, 3], [2, 0], [3, 3]]; // prettier-ignore
    expect(await searched(graph(edges))).toMatchObject({
      verdict: 'holds',
      distinct: 4,
      generated: 7,
      depth: 3,
      levels: [1, 2, 1],
      coveredDepth: 3,
      stopped: null,
      trace: null,
      store: 'reference',
      workers: 1,
    });
  });

  test('include every initial state', async () => {
    const any = tree({
      variables: [{ ...declare('k', range(0, 4), int(0)), init: { kind: 'any' } }],
      initially: [compare('lt', variable('k', range(0, 4)), int(3))],
    });
    const { distinct, generated, levels } = await searched(any, QUIET);
    expect({ distinct, generated, levels }).toEqual({ distinct: 3, generated: 3, levels: [3] });
  });

  test('credit a new state to the last action of the spec that leads there from the level before', async () => {
    // 3 is found first from 1, by a3; but a4 leads there too, from 2, and stands after a3.
    const edges: [number, number][] = [[0, 1], [0, 2], [1, 3], [2, 3], [3, 3]]; // prettier-ignore
    const { actions } = await searched(graph(edges));
    expect(actions.map(({ taken: times, distinct }) => [times, distinct])).toEqual([
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
  });

  test('of the jugs are those that are known of the puzzle', async () => {
    const all = await searched({ ...dieHard(), properties: [] });
    expect(all).toMatchObject({ verdict: 'holds', distinct: 16, generated: 97 });
    const solved = await searched(dieHard());
    expect(solved).toMatchObject({ verdict: 'violated', property: 'NotSolved' });
    expect(solved.trace!.steps.length).toBe(7);
  });
});

describe('invariants', () => {
  test('are checked on initial states', async () => {
    const found = await searched(graph([[0, 0]], { properties: [property('invariant', 'I', isNot(k, 0))] })); // prettier-ignore
    expect(found).toMatchObject({ verdict: 'violated', property: 'I', depth: 1, generated: 1 });
    expect(path(found)).toEqual([0]);
  });

  test('give the shortest counterexample, though a longer one is found on the way', async () => {
    const edges: [number, number][] = [[0, 1], [1, 2], [2, 9], [0, 5], [5, 9], [9, 9]]; // prettier-ignore
    const found = await searched(graph(edges, { properties: [property('invariant', 'I', isNot(k, 9))] })); // prettier-ignore
    expect(path(found)).toEqual([0, 5, 9]);
    expect(taken(found)).toEqual(['a4', 'a5']);
  });

  test('of one state are told in their order; the level is finished', async () => {
    const edges: [number, number][] = [[0, 7], [0, 5], [0, 6], [5, 5], [6, 6], [7, 7]]; // prettier-ignore
    const properties = [
      property('invariant', 'A', isNot(k, 6)),
      property('invariant', 'B', below(5)),
      property('invariant', 'C', below(5)),
    ];
    const found = await searched(graph(edges, { properties }));
    // 5 is the least violating state of its level, B the first property that it violates.
    expect(found).toMatchObject({ property: 'B', distinct: 4, generated: 4, levels: [1, 3] });
    expect(path(found)).toEqual([0, 5]);
  });

  test('go back by the least predecessors and the first instance', async () => {
    const edges: [number, number][] = [[0, 4], [0, 2], [0, 3], [4, 9], [3, 9], [3, 9], [2, 2]]; // prettier-ignore
    const found = await searched(graph(edges, { properties: [property('invariant', 'I', isNot(k, 9))] })); // prettier-ignore
    expect(path(found)).toEqual([0, 3, 9]);
    expect(taken(found)).toEqual(['a3', 'a5']);
  });
});

describe('step invariants', () => {
  const grows = property('stepInvariant', 'Grows', compare('lt', k, nextOf(k)));

  test('are checked of every step, also of one to a known state', async () => {
    const found = await searched(graph([[0, 1], [1, 2], [2, 1]], { properties: [grows] })); // prettier-ignore
    expect(found).toMatchObject({ verdict: 'violated', property: 'Grows' });
    expect(path(found)).toEqual([0, 1, 2, 1]);
  });

  test('of one state are told after its invariants, whatever their order', async () => {
    const properties = [property('stepInvariant', 'S', FALSE), property('invariant', 'I', isNot(k, 1))]; // prettier-ignore
    expect((await searched(graph([[0, 1]], { properties }))).property).toBe('I'); // prettier-ignore
  });

  test('hold of a step that changes nothing, without being evaluated', async () => {
    const boom = property('stepInvariant', 'Boom', BOOM);
    expect((await searched(graph([[0, 0]], { properties: [grows, boom] }))).verdict).toBe('holds');
  });

  test('are checked of steps out of the constraint', async () => {
    const shrinks = property('stepInvariant', 'Never9', isNot(nextOf(k), 9));
    const constraints = [{ name: 'Small', body: below(9) }];
    const found = await searched(graph([[0, 9]], { properties: [shrinks], constraints }));
    expect(path(found)).toEqual([0, 9]);
  });
});

describe('a deadlock', () => {
  test('is a state without successors', async () => {
    const found = await searched(graph([[0, 1], [0, 2], [2, 2]])); // prettier-ignore
    expect(found).toMatchObject({ verdict: 'deadlock', property: null });
    expect(path(found)).toEqual([0, 1]);
  });

  test('is none where some terminal predicate holds', async () => {
    const spec = graph([[0, 1], [0, 2]]); // prettier-ignore
    const terminal = [equal(k, int(1)), equal(k, int(2))];
    expect((await searched({ ...spec, terminal })).verdict).toBe('holds');
    const found = await searched({ ...spec, terminal: terminal.slice(0, 1) });
    expect(path(found)).toEqual([0, 2]);
  });

  test('is not looked for when switched off', async () => {
    expect((await searched(graph([[0, 1]]), QUIET)).verdict).toBe('holds');
  });

  test('is none where the only successor is the state itself or lies outside the constraint', async () => {
    const constraints = [{ name: 'Small', body: below(1) }];
    expect((await searched(graph([[0, 1]], { constraints }))).verdict).toBe('holds');
    expect((await searched(graph([[0, 0]]))).verdict).toBe('holds');
  });

  test('comes before a violation one step further', async () => {
    const properties = [property('invariant', 'I', isNot(k, 9))];
    // Both show while the second level is expanded; the deadlock's behaviour is shorter.
    const found = await searched(graph([[0, 1], [0, 2], [1, 9]], { properties })); // prettier-ignore
    expect(found.verdict).toBe('deadlock');
    expect(path(found)).toEqual([0, 2]);
  });
});

describe('witnesses', () => {
  const witness = (name: string, value: number) => property('reachable', name, equal(k, int(value))); // prettier-ignore
  const chain: [number, number][] = [[0, 1], [1, 2], [2, 2]]; // prettier-ignore

  test('are told with the level on which they first show', async () => {
    const properties = [witness('Start', 0), witness('End', 2)];
    const { verdict, witnesses } = await searched(graph(chain, { properties }));
    expect({ verdict, witnesses }).toEqual({ verdict: 'holds', witnesses: { Start: 1, End: 3 } });
  });

  test('that never show make the spec fail, the first of them named', async () => {
    const properties = [witness('End', 2), witness('Nine', 9), witness('Ten', 10)];
    expect(await searched(graph(chain, { properties }))).toMatchObject({
      verdict: 'unreachable',
      property: 'Nine',
      trace: null,
      witnesses: { End: 3 },
      stopped: null,
    });
  });

  test('that did not show within a limit leave it open', async () => {
    const properties = [witness('End', 2)];
    const found = await searched(graph(chain, { properties }), { maxDepth: 2 });
    expect(found).toMatchObject({ verdict: 'inconclusive', stopped: 'max-depth', witnesses: {} });
  });

  test('may have the names of what every object has', async () => {
    const properties = [witness('constructor', 9), witness('toString', 2)];
    const found = await searched(graph(chain, { properties }));
    expect(found).toMatchObject({ verdict: 'unreachable', property: 'constructor' });
    expect(Object.keys(found.witnesses)).toEqual(['toString']);
  });
});

describe('a constraint', () => {
  const chain: [number, number][] = [[0, 1], [1, 2], [2, 3], [1, 3], [3, 3]]; // prettier-ignore
  const constraints = [
    { name: 'Below9', body: below(9) },
    { name: 'Below2', body: below(2) },
  ];

  test('keeps states outside from being kept and expanded, but they are generated', async () => {
    const found = await searched(graph(chain, { constraints }));
    expect(found).toMatchObject({
      verdict: 'holds',
      distinct: 2,
      generated: 4,
      depth: 2,
      levels: [1, 1],
    });
    expect(found.bounds).toEqual(['Below9', 'Below2']);
    expect(found.actions.map((one) => [one.taken, one.distinct])).toEqual([
      [1, 1],
      [1, 0],
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  test('does not hide violations and witnesses just outside', async () => {
    const inside = property('invariant', 'I', isNot(k, 2));
    const found = await searched(graph(chain, { constraints, properties: [inside] }));
    expect(found.verdict).toBe('violated');
    expect(path(found)).toEqual([0, 1, 2]);
    const seen = property('reachable', 'Two', equal(k, int(2)));
    const { verdict, witnesses } = await searched(graph(chain, { constraints, properties: [seen] })); // prettier-ignore
    expect({ verdict, witnesses }).toEqual({ verdict: 'holds', witnesses: { Two: 3 } });
  });

  test('holds for initial states too', async () => {
    const none = [{ name: 'Nothing', body: FALSE }];
    const invariant = property('invariant', 'I', isNot(k, 0));
    const empty = await searched(graph(chain, { constraints: none }));
    expect(empty).toMatchObject({ distinct: 0, generated: 1, depth: 0, levels: [] });
    const found = await searched(graph(chain, { constraints: none, properties: [invariant] }));
    expect(path(found)).toEqual([0]);
  });

  test('that cuts nothing is no bound', async () => {
    const found = await searched(graph(chain, { constraints: [{ name: 'Wide', body: below(9) }] }));
    expect(found.bounds).toEqual([]);
  });
});

describe('a spec error', () => {
  const failAt = (value: number): ExprNode => ({
    op: 'implies',
    type: BOOL,
    left: equal(k, int(value)),
    right: BOOM,
  });

  const atOnly = (value: number): ExprNode => ({
    op: 'and',
    type: BOOL,
    args: [equal(k, int(value)), BOOM],
  });

  test('in an action is told with a behaviour that leads to the state where it happens', async () => {
    const spec = graph([[0, 1], [1, 2], [2, 0]]); // prettier-ignore
    const bad = action('Bad', { parameters: [over(1, IDS)], guards: [failAt(2), FALSE] });
    const found = await searched({ ...spec, actions: [...spec.actions, bad] });
    expect(found).toMatchObject({
      verdict: 'spec-error',
      property: null,
      specError: { kind: 'wrong-case', where: null, message: 'none is none' },
    });
    expect(found.specError!.instance!.parameters.toJS()).toEqual({ x1: 0 });
    expect(path(found)).toEqual([0, 1, 2]);
  });

  test('in an invariant, a witness or a constraint is told with that name', async () => {
    const wheres: [Partial<SpecTree>, string][] = [
      [{ properties: [property('invariant', 'I', failAt(1))] }, 'invariant I'],
      [{ properties: [property('reachable', 'W', atOnly(1))] }, 'reachable W'],
      [{ constraints: [{ name: 'C', body: failAt(1) }] }, 'constraint C'],
    ];
    for (const [parts, where] of wheres) {
      const found = await searched(graph([[0, 1], [1, 1]], parts)); // prettier-ignore
      expect(found).toMatchObject({ verdict: 'spec-error', specError: { where, instance: null } });
      expect(path(found)).toEqual([0, 1]);
    }
    const stuck = await searched(graph([[0, 1]], { terminal: [failAt(1)] })); // prettier-ignore
    expect(stuck).toMatchObject({ verdict: 'spec-error', specError: { where: 'terminal' } });
    expect(path(stuck)).toEqual([0, 1]);
  });

  test('in a step invariant belongs to the step: the behaviour ends where it starts', async () => {
    const properties = [property('stepInvariant', 'S', failAt(1))];
    const found = await searched(graph([[0, 1], [1, 2], [1, 3]], { properties })); // prettier-ignore
    expect(found).toMatchObject({ verdict: 'spec-error', specError: { where: 'stepInvariant S' } });
    expect(path(found)).toEqual([0, 1]);
    expect(found.generated).toBe(3);
  });

  test('in a witness that showed on an earlier level is not met', async () => {
    const properties = [property('reachable', 'W', failAt(1))];
    const found = await searched(graph([[0, 1]], { properties }), QUIET);
    expect(found).toMatchObject({ verdict: 'holds', witnesses: { W: 1 } });
  });

  test('in a constraint keeps the state from being kept and judged', async () => {
    const constraints = [{ name: 'C', body: failAt(1) }];
    const properties = [property('invariant', 'I', isNot(k, 1))];
    const found = await searched(graph([[0, 1]], { constraints, properties }));
    expect(found).toMatchObject({ verdict: 'spec-error', distinct: 1, generated: 2 });
  });

  test('in the initial states has no behaviour', async () => {
    const found = await searched(graph([[0, 0]], { initially: [BOOM] }));
    expect(found).toMatchObject({
      verdict: 'spec-error',
      trace: null,
      specError: { where: 'initial states' },
    });
  });

  test('counts the successors before it', async () => {
    const spec = graph([[0, 1], [0, 2]]); // prettier-ignore
    const bad = action('Bad', { guards: [BOOM] });
    const found = await searched({ ...spec, actions: [spec.actions[0]!, bad, spec.actions[1]!] });
    expect(found).toMatchObject({ verdict: 'spec-error', generated: 2, distinct: 2 });
  });

  test('gives way to a violation of an earlier property in the same state', async () => {
    const properties = [property('invariant', 'A', isNot(k, 1)), property('invariant', 'B', failAt(1))]; // prettier-ignore
    expect((await searched(graph([[0, 1]], { properties }))).property).toBe('A'); // prettier-ignore
    const reversed = await searched(graph([[0, 1]], { properties: properties.toReversed() })); // prettier-ignore
    expect(reversed).toMatchObject({ verdict: 'spec-error', specError: { where: 'invariant B' } });
  });
});

describe('limits', () => {
  const line = graph(Array.from({ length: 19 }, (_, i): [number, number] => [i, i + 1]));

  test('of states: no more are kept, and what was covered is told', async () => {
    const found = await searched(line, { ...QUIET, maxStates: 5 });
    expect(found).toMatchObject({
      verdict: 'inconclusive',
      stopped: 'max-states',
      distinct: 5,
      coveredDepth: 4,
    });
  });

  test('that are just enough do not stop the search', async () => {
    const found = await searched(line, { ...QUIET, maxStates: 20, maxDepth: 21 });
    expect(found).toMatchObject({ verdict: 'holds', stopped: null, distinct: 20 });
  });

  test('of states hold among the initial ones', async () => {
    const any = { ...line.variables[0]!, init: { kind: 'any' } } as const;
    const found = await searched({ ...line, variables: [any] }, { ...QUIET, maxStates: 3 });
    expect(found).toMatchObject({ stopped: 'max-states', distinct: 3, coveredDepth: 0 });
  });

  test('of levels: the last is not expanded', async () => {
    const found = await searched(line, { ...QUIET, maxDepth: 4 });
    expect(found).toMatchObject({
      verdict: 'inconclusive',
      stopped: 'max-depth',
      depth: 4,
      generated: 4,
      coveredDepth: 3,
    });
  });

  test('a violation found before a limit is told', async () => {
    const properties = [property('invariant', 'I', isNot(k, 3))];
    const found = await searched({ ...line, properties }, { ...QUIET, maxDepth: 4 });
    expect(found).toMatchObject({ verdict: 'violated', stopped: null });
  });

  test('of time and memory, and an interrupt, stop it before the next state', async () => {
    const slow = { ...QUIET, timeoutSeconds: 1e-9 };
    expect(await searched(line, slow)).toMatchObject({ stopped: 'timeout', coveredDepth: 0 });
    expect((await searched(line, { ...QUIET, maxMemoryBytes: 1 })).stopped).toBe('max-memory');
    const signal = AbortSignal.abort();
    expect((await searched(line, { ...QUIET, signal })).stopped).toBe('interrupted');
  });

  test('an interrupt is heard while the search runs, and progress is told', async () => {
    const digit = range(0, 9);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const wide = tree({
      variables: names.map((name) => declare(name, digit, int(0, digit))),
      actions: names.map((name) => {
        const target = variable(name, digit);
        const sum: ExprNode = { op: 'add', type: range(1, 10), left: target, right: int(1) };
        const cyclic: ExprNode = { op: 'mod', type: digit, left: sum, right: int(10) };
        return action(`Turn-${name}`, { updates: [{ op: 'assign', target, value: cyclic }] });
      }),
    });
    const abort = new AbortController();
    const told: Progress[] = [];
    const onProgress = (progress: Progress): void => {
      told.push(progress);
      if (told.length === 2) abort.abort();
    };
    const found = await searched(wide, { signal: abort.signal, onProgress });
    expect(found).toMatchObject({ verdict: 'inconclusive', stopped: 'interrupted' });
    expect(found.distinct).toBeLessThan(100_000);
    expect(told[1]!.distinct).toBeGreaterThan(told[0]!.distinct);
    expect(told[1]!.seconds).toBeGreaterThan(told[0]!.seconds);
    expect(told[1]!.memoryBytes).toBeGreaterThan(0);
  });
});

test('a spec without initial states is refused, since everything would hold of it', async () => {
  const spec = graph([[0, 0]], { initially: [FALSE] });
  await expect(searched(spec)).rejects.toThrow(NoInitialState);
});

test('what a search over states cannot decide is listed', async () => {
  const base = { doc: null, source: null, body: TRUE };
  const found = await searched(
    graph([[0, 0]], {
      properties: [
        { ...base, kind: 'eventually', name: 'E' },
        property('invariant', 'I', TRUE),
        { ...base, kind: 'leadsTo', name: 'L', from: TRUE },
      ],
    }),
  );
  expect(found).toMatchObject({ verdict: 'holds', unchecked: ['E', 'L'] });
});

test('counterexamples replay', async () => {
  const spec = dieHard();
  expect(replay(spec, (await searched(spec)).trace!)).toBe(null);
});

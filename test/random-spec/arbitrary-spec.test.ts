import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { environment, type Env } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { instances } from '../../checker/reference/instances.ts';
import { belongsTo } from '../../checker/reference/membership.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { applyUpdates } from '../../checker/reference/updates.ts';
import type { State } from '../../checker/reference/value.ts';
import type { ExprNode, SpecTree, UpdateNode } from '../../spec/language/tree.ts';
import { bindersOf, expressionsOfSpec, visit } from '../../spec/language/walk.ts';
import { arbitrarySpec } from './arbitrary-spec.ts';
import { partsOf } from './types.ts';
import { typingMistakes } from './well-typed.ts';

const SEED = 20260;
const samples = fc.sample(arbitrarySpec({ liveness: true }), { numRuns: 600, seed: SEED });

/** Every operation of the language, by a record that does not compile when one is missing. */
const OPERATIONS = Object.keys({
  literal: 0, constant: 0, variable: 0, bound: 0, next: 0, convert: 0, not: 0, and: 0, or: 0,
  implies: 0, eq: 0, ne: 0, lt: 0, le: 0, gt: 0, ge: 0, add: 0, sub: 0, mul: 0, div: 0, mod: 0,
  min: 0, max: 0, negate: 0, if: 0, let: 0, forAll: 0, exists: 0, count: 0, choose: 0, filter: 0,
  mapSet: 0, sum: 0, minOf: 0, maxOf: 0, elements: 0, union: 0, intersect: 0, minus: 0, subset: 0,
  has: 0, size: 0, withElement: 0, withoutElement: 0, some: 0, none: 0, isSome: 0, unwrap: 0,
  struct: 0, field: 0, withField: 0, inject: 0, isTag: 0, payload: 0, match: 0, mapOf: 0, at: 0,
  withEntry: 0, head: 0, last: 0, tail: 0, front: 0, append: 0, removeAt: 0, elementAt: 0,
  indices: 0, setOf: 0, countInBag: 0, withInBag: 0, withoutInBag: 0, ordinal: 0, successor: 0,
  predecessor: 0,
} satisfies Record<ExprNode['op'], 0>); // prettier-ignore

const nodesOf = (tree: SpecTree): ExprNode[] => {
  const nodes: ExprNode[] = [];
  for (const { node } of expressionsOfSpec(tree)) visit(node, (inner) => nodes.push(inner));
  return nodes;
};

const updatesIn = (updates: readonly UpdateNode[]): UpdateNode[] =>
  updates.flatMap((update) => {
    if (update.op === 'ifUpdate') return [update, ...updatesIn([...update.then, ...update.else])];
    return update.op === 'forEach' ? [update, ...updatesIn(update.body)] : [update];
  });

/** How often each name occurs, for those that must occur. */
function tally(expected: readonly string[], found: Iterable<string>): Record<string, number> {
  const counts = Object.fromEntries(expected.map((name) => [name, 0]));
  for (const name of found) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function expectEach(expected: readonly string[], found: Iterable<string>, least: number): void {
  const rare = Object.entries(tally(expected, found)).filter(([, count]) => count < least);
  expect(rare).toEqual([]);
}

describe('what random specs consist of', () => {
  test('they keep the typing rule of the language', () => {
    expect(samples.flatMap(typingMistakes)).toEqual([]);
  });

  test('bound names are unique within a spec and used only where they are bound', () => {
    for (const tree of samples) {
      const nodes = nodesOf(tree);
      const parameters = tree.actions.flatMap((action) => action.parameters);
      const loops = tree.actions
        .flatMap((action) => updatesIn(action.updates))
        .flatMap((update) => (update.op === 'forEach' ? [update.binder] : []));
      const ids = [...nodes.flatMap(bindersOf), ...parameters, ...loops].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const node of nodes) if (node.op === 'bound') expect(ids).toContain(node.id);
    }
  });

  test('every operation occurs', () => {
    expectEach(
      OPERATIONS,
      samples.flatMap((tree) => nodesOf(tree).map((node) => node.op)),
      15,
    );
  });

  test('every kind of type occurs as the type of a variable or a part of one', () => {
    const kinds = ['bool', 'range', 'enum', 'ids', 'index', 'unit', 'option', 'struct', 'union']; // prettier-ignore
    const found = samples
      .flatMap((tree) => tree.variables)
      .flatMap(({ type }) => partsOf(type).map(({ kind }) => kind));
    expectEach([...kinds, 'map', 'set', 'sequence', 'bag'], found, 30);
  });

  test('every kind of update, property and initial choice occurs', () => {
    const updates = samples.flatMap((tree) => tree.actions.flatMap((a) => updatesIn(a.updates)));
    expectEach(
      ['assign', 'addElement', 'removeElement', 'ifUpdate', 'forEach'],
      updates.map(({ op }) => op),
      30,
    );
    expectEach(
      ['invariant', 'stepInvariant', 'reachable', 'eventually', 'alwaysEventually', 'eventuallyAlways', 'leadsTo'], // prettier-ignore
      samples.flatMap((tree) => tree.properties.map(({ kind }) => kind)),
      20,
    );
    expectEach(
      ['value', 'in', 'any'],
      samples.flatMap((tree) => tree.variables.map(({ init }) => init.kind)),
      30,
    );
  });

  test('parameters range over types and over sets of the state; constraints and terminal states occur', () => {
    const parameters = samples.flatMap((tree) => tree.actions.flatMap((a) => a.parameters));
    expect(parameters.filter(({ domain }) => domain === null).length).toBeGreaterThan(50);
    expect(parameters.filter(({ domain }) => domain !== null).length).toBeGreaterThan(50);
    expect(samples.filter((tree) => tree.constraints.length > 0).length).toBeGreaterThan(30);
    expect(samples.filter((tree) => tree.terminal.length > 0).length).toBeGreaterThan(30);
    expect(samples.filter((tree) => tree.initially.length > 0).length).toBeGreaterThan(30);
  });
});

describe('what random specs do', () => {
  test('every operation is evaluated, and gives a value of its type', () => {
    const evaluated: string[] = [];
    const strays: string[] = [];
    const observe: Env['observe'] = (node, value) => {
      evaluated.push(node.op);
      if (!belongsTo(node.type, value)) strays.push(`${node.op}: ${String(value)}`);
    };
    for (const tree of samples)
      for (const state of someStates(tree)) evaluateAll(tree, state, observe);
    expect(strays).toEqual([]);
    expectEach(OPERATIONS, evaluated, 10);
  });

  test('each kind of spec error happens', () => {
    const kinds: string[] = [];
    for (const tree of samples)
      for (const state of someStates(tree)) kinds.push(...evaluateAll(tree, state, () => {}));
    expectEach(
      ['out-of-range', 'index-out-of-bounds', 'empty-sequence', 'division-by-zero', 'colliding-updates', 'no-such-value', 'wrong-case'], // prettier-ignore
      kinds,
      1,
    );
  });

  test('a failing spec shrinks to a small one', () => {
    const hasAppend = (tree: SpecTree): boolean => nodesOf(tree).some(({ op }) => op === 'append');
    const outcome = fc.check(
      fc.property(arbitrarySpec(), (tree) => !hasAppend(tree)),
      { seed: SEED, numRuns: 200 },
    );
    const [smallest] = outcome.counterexample!;
    expect(hasAppend(smallest)).toBe(true);
    expect(smallest.variables.length).toBe(1);
    expect(smallest.actions.length + smallest.properties.length).toBeLessThanOrEqual(1);
    expect(nodesOf(smallest).length).toBeLessThanOrEqual(25);
  });
});

/** Some initial states and what follows from them; none where those are spec errors. */
function someStates(tree: SpecTree): State[] {
  const states: State[] = [];
  attempt(() => {
    for (const state of initialStates(tree)) {
      states.push(state);
      if (states.length === 3) return;
    }
  });
  for (const state of states.slice()) {
    for (const action of tree.actions)
      attempt(() => {
        for (const { env } of instances(action, environment(state)))
          if (states.length < 5) attempt(() => states.push(applyUpdates(action.updates, env)));
      });
  }
  return states;
}

/** Evaluates everything that a state is asked for; returns the kinds of the spec errors. */
function evaluateAll(tree: SpecTree, state: State, observe: NonNullable<Env['observe']>): string[] {
  const kinds: (string | null)[] = [];
  const env: Env = { ...environment(state, state), observe };
  const predicates = [...tree.properties, ...tree.constraints].map(({ body }) => body);
  for (const body of [...predicates, ...tree.terminal, ...tree.initially])
    kinds.push(attempt(() => evaluate(body, env)));
  for (const action of tree.actions) {
    const failure = attempt(() => {
      for (const bound of instances(action, env)) {
        for (const guard of action.guards) kinds.push(attempt(() => evaluate(guard, bound.env)));
        kinds.push(attempt(() => applyUpdates(action.updates, bound.env)));
      }
    });
    kinds.push(failure);
  }
  return kinds.filter((kind) => kind !== null);
}

function attempt(body: () => unknown): string | null {
  try {
    body();
    return null;
  } catch (error) {
    if (error instanceof SpecError) return error.kind;
    throw error;
  }
}

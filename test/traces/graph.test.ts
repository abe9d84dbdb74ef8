import { describe, expect, test } from 'vitest';
import { range, spec as makeSpec } from '../../spec/language/index.ts';
import type { ExprNode } from '../../spec/language/tree.ts';
import { renderDot } from '../../traces/graph/dot.ts';
import { renderGraphml } from '../../traces/graph/graphml.ts';
import { stateGraph } from '../../traces/graph/state-graph.ts';
import { renderSvg } from '../../traces/graph/svg.ts';
import { hastyCommit, leases } from './specs.ts';

const spec = hastyCommit.instantiate();
const tmState: ExprNode = {
  op: 'variable',
  name: 'tmState',
  type: spec.variables.find((v) => v.name === 'tmState')!.type,
};

describe('the graph of all reachable states', () => {
  const graph = stateGraph(spec);

  test('has each state once and each pair of neighbours once', () => {
    // Each manager is working, aborted, prepared or committed; before the decision none is committed.
    expect(graph.nodes.length).toBe(9 + 12);
    expect(new Set(graph.nodes.map(({ label }) => label.join())).size).toBe(graph.nodes.length);
    expect(new Set(graph.edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(
      graph.edges.length,
    );
    expect(graph.complete).toBe(true);
  });

  test('marks initial states and those that break an invariant', () => {
    expect(graph.nodes.filter(({ initial }) => initial).map(({ id }) => id)).toEqual([0]);
    expect(graph.nodes.filter(({ broken }) => broken.length > 0)).toHaveLength(2);
  });

  test('names the instance of each step, and marks faults', () => {
    const fromStart = graph.edges.filter(({ from }) => from === 0);
    expect(fromStart.map(({ labels, kind }) => [labels.join(), kind])).toEqual([
      ['Prepare(r1)', 'step'],
      ['Prepare(r2)', 'step'],
      ['GiveUp(r1)', 'fault'],
      ['GiveUp(r2)', 'fault'],
      ['Wait', 'environment'],
    ]);
  });
});

test('a bound leaves states out and says so', () => {
  const graph = stateGraph(spec, { maxStates: 5 });
  expect(graph.nodes).toHaveLength(5);
  expect(graph.complete).toBe(false);
  expect(graph.nodes.some(({ open }) => open)).toBe(true);
  expect(graph.edges.every(({ to }) => to < 5)).toBe(true);
});

test('a view makes one node of the states that it does not tell apart', () => {
  const graph = stateGraph(spec, { view: tmState });
  expect(graph.nodes.map(({ label, states }) => [label, states])).toEqual([
    [['init'], 9],
    [['committed'], 12],
  ]);
  const decision = graph.edges.find(({ from, to }) => from === 0 && to === 1)!;
  expect(decision.labels).toEqual(['Decide']);
});

test('a colour is that of the value; states of one node that differ in it have none', () => {
  const colourful = stateGraph(spec, { colour: tmState });
  expect(colourful.colours).toEqual(['init', 'committed']);
  expect(colourful.nodes[0]!.colour).toBe(0);
  const one: ExprNode = { op: 'literal', type: { kind: 'bool' }, value: true };
  const collapsed = stateGraph(spec, { colour: tmState, view: one });
  expect(collapsed.nodes.map(({ colour }) => colour)).toEqual([null]);
});

test('deadlocks are marked, terminal states are not', () => {
  const graph = stateGraph(leases.instantiate({ Record: 1, limit: 1 }), { maxStates: 2000 });
  const isDead = graph.nodes.filter(({ deadlock }) => deadlock);
  expect(isDead.length).toBeGreaterThan(0);
  expect(isDead.every(({ label }) => !label.join().includes('state: DONE'))).toBe(true);
});

test('a spec error ends a path, not the graph', () => {
  const counter = makeSpec('Counter', (s) => {
    const n = s.variable('n', range(0, 2), { init: 0 });
    s.action('Up', { then: [n.increment()] });
  });
  const graph = stateGraph(counter.instantiate());
  expect(graph.nodes.map(({ label, open }) => [label.join(), open])).toEqual([
    ['n = 0', false],
    ['n = 1', false],
    ['n = 2', true],
  ]);
  expect(graph.complete).toBe(false);
});

test('an expression without a value in some states shows the error as its value', () => {
  const tree = leases.instantiate();
  const records = tree.variables[1]!;
  const head: ExprNode = {
    op: 'isTag',
    type: { kind: 'bool' },
    tag: 'none',
    arg: {
      op: 'head',
      type: { kind: 'union', cases: [] },
      sequence: { op: 'variable', name: records.name, type: records.type },
    },
  };
  const graph = stateGraph(tree, { colour: head, maxStates: 1 });
  expect(graph.colours).toEqual(['error: inbox is empty']);
});

describe('the drawing', () => {
  const graph = stateGraph(spec, { maxStates: 6, colour: tmState });

  test('in DOT', async () => {
    await expect(renderDot(graph)).toMatchFileSnapshot('golden/graph.dot');
  });
  test('in GraphML', async () => {
    await expect(renderGraphml(graph)).toMatchFileSnapshot('golden/graph.graphml');
  });
  test('in SVG has every node, every edge and the legend, and nothing outside the picture', () => {
    const svg = renderSvg(graph);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
    expect(svg.match(/<rect [^>]*rx="6"/g)).toHaveLength(graph.nodes.length);
    const isLoop = ({ from, to }: { from: number; to: number }): boolean => from === to;
    expect(svg.match(/marker-end=/g)).toHaveLength(graph.edges.filter((e) => !isLoop(e)).length);
    expect(svg.match(/>↺ Wait</g)).toHaveLength(graph.edges.filter(isLoop).length);
    expect(svg.match(/<rect [^>]*rx="3"/g)).toHaveLength(1);
    const number = (text: string): number => Number(text);
    const xs = Array.from(svg.matchAll(/<(?:rect|text) x="(-?[\d.]+)"/g), (m) => number(m[1]!));
    const ys = Array.from(svg.matchAll(/<(?:rect|text) x="[^"]*" y="(-?[\d.]+)"/g), (m) =>
      number(m[1]!),
    );
    expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs)).toBeLessThan(width!);
    expect(Math.max(...ys)).toBeLessThan(height!);
  });
  test('of one state without steps', () => {
    const alone = stateGraph(leases.instantiate(), { maxStates: 1 });
    expect(renderSvg(alone)).toContain('</svg>');
    expect(renderDot(alone)).toContain('dashed');
  });
});

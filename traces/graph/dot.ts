import { BAD_COLOUR, FAULT_COLOUR, fillOf } from './palette.ts';
import type { GraphEdge, GraphNode, StateGraph } from './state-graph.ts';

/**
 * The graph in the DOT language of Graphviz. Initial states have a thick border, states that break
 * an invariant or deadlock a red one, states whose successors are not all shown a dashed one.
 */
export function renderDot(graph: StateGraph): string {
  const legend = graph.colours.map(
    (value, i) =>
      `  legend${i} [shape=plaintext, label=${quote(value)}, style=filled, fillcolor=${quote(fillOf(i))}];`,
  );
  return [
    `digraph ${quote(graph.spec)} {`,
    '  node [shape=box, style="filled,rounded", fontname="monospace", fontsize=10];',
    '  edge [fontname="monospace", fontsize=9];',
    ...graph.nodes.map((node) => `  ${node.id} [${nodeAttributes(node)}];`),
    ...graph.edges.map((edge) => `  ${edge.from} -> ${edge.to} [${edgeAttributes(edge)}];`),
    ...(legend.length === 0 ? [] : ['  subgraph cluster_legend {', ...legend, '  }']),
    '}',
    '',
  ].join('\n');
}

function nodeAttributes(node: GraphNode): string {
  const lines = node.states === 1 ? node.label : [...node.label, `${node.states} states`];
  const bad = node.deadlock || node.broken.length > 0;
  const attributes: Record<string, string> = {
    // \l ends a line that is set flush left.
    label: quoteLines([...lines, ...remarks(node)]),
    fillcolor: quote(fillOf(node.colour)),
    penwidth: node.initial ? '2.5' : '1',
    ...(bad ? { color: quote(BAD_COLOUR) } : {}),
    ...(node.open ? { style: quote('filled,rounded,dashed') } : {}),
  };
  return Object.entries(attributes)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** What is wrong with a node, in words. */
export function remarks(node: GraphNode): readonly string[] {
  return [
    ...(node.deadlock ? ['deadlock'] : []),
    ...node.broken.map((property) => `${property} is false`),
  ];
}

function edgeAttributes(edge: GraphEdge): string {
  const fault = edge.kind === 'fault' ? `, color="${FAULT_COLOUR}", style=dashed` : '';
  return `label=${quote(edge.labels.join(', '))}${fault}`;
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function quoteLines(lines: readonly string[]): string {
  return `"${lines.map((line) => `${line.replace(/[\\"]/g, '\\$&')}\\l`).join('')}"`;
}

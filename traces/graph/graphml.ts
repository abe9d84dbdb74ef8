import { escapeHtml } from '../html.ts';
import { fillOf } from './palette.ts';
import type { StateGraph } from './state-graph.ts';

/** The attributes of nodes and edges, with their GraphML types. */
const KEYS = [
  ['label', 'node', 'string'],
  ['initial', 'node', 'boolean'],
  ['deadlock', 'node', 'boolean'],
  ['broken', 'node', 'string'],
  ['open', 'node', 'boolean'],
  ['states', 'node', 'int'],
  ['value', 'node', 'string'],
  ['colour', 'node', 'string'],
  ['actions', 'edge', 'string'],
  ['kind', 'edge', 'string'],
] as const;

/** The graph as GraphML, which yEd, Gephi and the common graph libraries read. */
export function renderGraphml(graph: StateGraph): string {
  const data = (key: (typeof KEYS)[number][0], value: string | number | boolean): string =>
    `      <data key="${key}">${escapeHtml(String(value))}</data>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...KEYS.map(
      ([name, owner, type]) =>
        `  <key id="${name}" for="${owner}" attr.name="${name}" attr.type="${type}"/>`,
    ),
    `  <graph id="${escapeHtml(graph.spec)}" edgedefault="directed">`,
    ...graph.nodes.flatMap((node) => [
      `    <node id="n${node.id}">`,
      data('label', node.label.join('\n')),
      data('initial', node.initial),
      data('deadlock', node.deadlock),
      data('broken', node.broken.join(', ')),
      data('open', node.open),
      data('states', node.states),
      ...(node.colour === null ? [] : [data('value', graph.colours[node.colour]!)]),
      data('colour', fillOf(node.colour)),
      '    </node>',
    ]),
    ...graph.edges.flatMap((edge, i) => [
      `    <edge id="e${i}" source="n${edge.from}" target="n${edge.to}">`,
      data('actions', edge.labels.join(', ')),
      data('kind', edge.kind),
      '    </edge>',
    ]),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

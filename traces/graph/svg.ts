import { Graph, layout } from '@dagrejs/dagre';
import { escapeHtml } from '../html.ts';
import { remarks } from './dot.ts';
import { BAD_COLOUR, FAULT_COLOUR, fillOf } from './palette.ts';
import type { GraphEdge, GraphNode, StateGraph } from './state-graph.ts';

/** Of the monospaced font, in pixels. */
const FONT = 12;
const CHARACTER = 7.3;
const LINE = 16;
const PADDING = 8;
/** A longer label is cut in the picture; the tooltip has all of it. */
const LONGEST_LINE = 48;
const MOST_EDGE_LABELS = 3;
const LEGEND_ROW = 22;
/** A graph with at most so many edges is ranked with the shortest edges. */
const FINELY_RANKED = 150;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The graph as SVG, laid out in layers from the initial states down, without an external program.
 * A step that leads back to its own state stands inside the node.
 */
export function renderSvg(graph: StateGraph): string {
  const picture = new Graph({ multigraph: true });
  const edges = graph.edges.filter(({ from, to }) => from !== to);
  const loops = new Map(graph.edges.filter((e) => e.from === e.to).map((e) => [e.from, e]));
  const nodes = graph.nodes.map((node) => ({ node, lines: nodeLines(node, loops.get(node.id)) }));
  // The better ranking takes minutes for a thousand states; the simple one takes seconds.
  const ranker = edges.length <= FINELY_RANKED ? 'network-simplex' : 'longest-path';
  picture.setGraph({ rankdir: 'TB', nodesep: 30, ranksep: 45, marginx: 20, marginy: 20, ranker });
  for (const { node, lines } of nodes) picture.setNode(String(node.id), sizeOf(lines));
  edges.forEach((edge, i) => {
    const size = { ...sizeOf(edgeLines(edge)), labelpos: 'c' as const };
    picture.setEdge(String(edge.from), String(edge.to), size, String(i));
  });
  layout(picture);
  const { width = 0, height = 0 } = picture.graph() as { width?: number; height?: number };
  const legendHeight = graph.colours.length * LEGEND_ROW;
  const size = [Math.max(width, 240), height + legendHeight].map(Math.ceil);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size.join(' ')}" font-family="monospace" font-size="${FONT}">`,
    `<title>${escapeHtml(`States of ${graph.spec}${graph.complete ? '' : ' (not all of them)'}`)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    '<defs>',
    arrowHead('arrow', '#444444'),
    arrowHead('arrow-fault', FAULT_COLOUR),
    '</defs>',
    ...edges.map((edge, i) => {
      const placed: unknown = picture.edge(String(edge.from), String(edge.to), String(i));
      return drawEdge(edge, placed as Point & { readonly points: readonly Point[] });
    }),
    ...nodes.map(({ node, lines }) => {
      const placed: unknown = picture.node(String(node.id));
      return drawNode(node, lines, placed as Box);
    }),
    ...graph.colours.map((value, i) => drawLegend(value, i, height + i * LEGEND_ROW)),
    '</svg>',
    '',
  ].join('\n');
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

function sizeOf(lines: readonly (string | NodeLine)[]): { width: number; height: number } {
  const lengths = lines.map((line) => (typeof line === 'string' ? line : line.text).length);
  const longest = Math.max(0, ...lengths);
  return {
    width: longest * CHARACTER + 2 * PADDING,
    height: lines.length * LINE + PADDING,
  };
}

interface NodeLine {
  readonly text: string;
  readonly colour: string;
}

function nodeLines(node: GraphNode, loop: GraphEdge | undefined): readonly NodeLine[] {
  const count = node.states === 1 ? [] : [`${node.states} states`];
  const plain = [...node.label, ...count].map((text) => ({ text, colour: '#000000' }));
  const bad = remarks(node).map((text) => ({ text, colour: BAD_COLOUR }));
  const colour = loop?.kind === 'fault' ? FAULT_COLOUR : '#444444';
  const again = loop === undefined ? [] : [{ text: `↺ ${edgeLines(loop).join(', ')}`, colour }];
  return [...plain, ...bad, ...again].map((line) => ({ ...line, text: cut(line.text) }));
}

function edgeLines({ labels }: GraphEdge): readonly string[] {
  const more = labels.length - MOST_EDGE_LABELS;
  return [...labels.slice(0, MOST_EDGE_LABELS), ...(more > 0 ? [`and ${more} more`] : [])].map(cut);
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}

function drawNode(
  node: GraphNode,
  lines: readonly NodeLine[],
  { x, y, width, height }: Box,
): string {
  const bad = node.deadlock || node.broken.length > 0;
  const stroke = bad ? BAD_COLOUR : '#444444';
  const dashes = node.open ? ' stroke-dasharray="5 3"' : '';
  const left = round(x - width / 2);
  const top = y - height / 2;
  return [
    `<g><title>${escapeHtml([...node.label, ...remarks(node)].join('\n'))}</title>`,
    `<rect x="${left}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="6" fill="${fillOf(node.colour)}" stroke="${stroke}" stroke-width="${node.initial ? 2.5 : 1}"${dashes}/>`,
    ...lines.map(({ text, colour }, i) => {
      const base = round(top + PADDING / 2 + (i + 0.75) * LINE);
      return `<text x="${round(left + PADDING)}" y="${base}" fill="${colour}">${escapeHtml(text)}</text>`;
    }),
    '</g>',
  ].join('');
}

function drawEdge(
  edge: GraphEdge,
  { x, y, points }: Point & { readonly points: readonly Point[] },
): string {
  const fault = edge.kind === 'fault';
  const colour = fault ? FAULT_COLOUR : '#444444';
  const lines = edgeLines(edge);
  const top = y - (lines.length * LINE) / 2;
  return [
    `<g><title>${escapeHtml(edge.labels.join('\n'))}</title>`,
    `<path d="${smooth(points)}" fill="none" stroke="${colour}"${fault ? ' stroke-dasharray="5 3"' : ''} marker-end="url(#arrow${fault ? '-fault' : ''})"/>`,
    ...lines.map(
      (line, i) =>
        // A white rim keeps the label legible where it crosses an edge.
        `<text x="${round(x)}" y="${round(top + (i + 0.75) * LINE)}" text-anchor="middle" fill="${colour}" stroke="#ffffff" stroke-width="3" paint-order="stroke">${escapeHtml(line)}</text>`,
    ),
    '</g>',
  ].join('');
}

/** A curve through the middles of the segments, with the layout's points as control points. */
function smooth(points: readonly Point[]): string {
  const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
  const [first, ...rest] = points;
  const last = rest.at(-1)!;
  if (rest.length === 1) return `M${at(first!)}L${at(last)}`;
  const curves = rest.slice(0, -1).map((control, i) => {
    const next = rest[i + 1]!;
    const end =
      i === rest.length - 2 ? last : { x: (control.x + next.x) / 2, y: (control.y + next.y) / 2 };
    return `Q${at(control)} ${at(end)}`;
  });
  return `M${at(first!)}${curves.join('')}`;
}

function drawLegend(value: string, index: number, y: number): string {
  return `<g><rect x="20" y="${round(y)}" width="14" height="14" rx="3" fill="${fillOf(index)}" stroke="#444444"/><text x="42" y="${round(y + 12)}">${escapeHtml(value)}</text></g>`;
}

function arrowHead(id: string, colour: string): string {
  return `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 1L9 5L0 9z" fill="${colour}"/></marker>`;
}

const round = (n: number): number => Math.round(n * 10) / 10;

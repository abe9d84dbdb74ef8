import { Graph, layout } from '@dagrejs/dagre';
import { Map } from 'immutable';
import type { State } from '../../../checker/reference/value.ts';
import type { ActionKind } from '../../../spec/language/tree.ts';
import { choicesIn } from '../choices.ts';
import type { Exploration } from '../exploration.ts';
import type { ExploreView } from '../view.ts';

/** The states around the present one, laid out: where one came from, and where one can go. */
export interface Neighbourhood {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Next states that are not drawn, for there are too many. */
  readonly hidden: number;
}
export interface PlacedNode extends Box {
  readonly label: string;
  readonly role: 'here' | 'path' | 'next';
  /** Of a next state: how many steps lead from it to states that are not drawn. */
  readonly others: number;
  /** The command that goes there; null for the present state. */
  readonly command: string | null;
}
export interface PlacedEdge {
  readonly title: string;
  readonly kind: ActionKind;
  readonly points: readonly Point[];
  /** Where its label stands. */
  readonly x: number;
  readonly y: number;
}
interface Point {
  readonly x: number;
  readonly y: number;
}
interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Steps of the path before the present state that are drawn. */
const BEHIND = 1;
const MOST_NEXT = 14;

const HEIGHT = 26;
const CHARACTER = 7.2;
const LONGEST_LABEL = 19;

interface Node {
  readonly label: string;
  readonly role: PlacedNode['role'];
  readonly command: string | null;
  readonly others: number;
}
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly titles: string[];
  readonly kind: ActionKind;
}

/** Draws the last steps of the path, the present state, and the states that can follow it. */
export function neighbourhood(exploration: Exploration, view: ExploreView): Neighbourhood {
  const drawing = new Drawing();
  const { path, position } = exploration;
  const first = Math.max(0, position - BEHIND);
  for (let step = first; step <= position; step++) {
    const here = step === position;
    const known = drawing.node(
      path[step]!.state,
      `step ${step}`,
      here ? 'here' : 'path',
      here ? null : `go ${step}`,
      here,
    );
    if (step === first) continue;
    const { title, kind } = view.path[step]!;
    drawing.edge(drawing.idOf(path[step - 1]!.state), known, title, kind ?? 'step');
  }
  const here = drawing.idOf(exploration.state);
  const choices = exploration.choices.filter(({ state }) => state !== null);
  // The layout puts the last ones on top: the list begins with the first.
  for (const { number, state, title, action } of choices.slice(0, MOST_NEXT).reverse()) {
    const known = drawing.node(state!, String(number), 'next', `take ${number}`);
    drawing.edge(here, known, title, action.kind);
  }
  const next = choices.slice(0, MOST_NEXT).map(({ state }) => state!);
  connect(
    exploration,
    drawing,
    next.filter((state) => drawing.roleOf(state) === 'next'),
  );
  return { ...drawing.placed(), hidden: Math.max(0, choices.length - MOST_NEXT) };
}

/** Steps from the next states to states that are drawn; the others are counted. */
function connect({ spec }: Exploration, drawing: Drawing, states: readonly State[]): void {
  for (const state of states) {
    let others = 0;
    for (const { state: to, title, action } of choicesIn(spec, state)) {
      if (to === null) continue;
      if (drawing.has(to)) drawing.edge(drawing.idOf(state), drawing.idOf(to), title, action.kind);
      else others++;
    }
    drawing.noteOthers(drawing.idOf(state), others);
  }
}

/** Nodes by state and the edges between them. */
class Drawing {
  #ids = Map<State, number>();
  readonly #nodes: Node[] = [];
  readonly #edges: Edge[] = [];

  has(state: State): boolean {
    return this.#ids.has(state);
  }

  idOf(state: State): number {
    return this.#ids.get(state)!;
  }

  roleOf(state: State): Node['role'] {
    return this.#nodes[this.idOf(state)]!.role;
  }

  /** Says how many steps lead from a node to states that are not drawn. */
  noteOthers(id: number, others: number): void {
    this.#nodes[id] = { ...this.#nodes[id]!, others };
  }

  /** The node of a state, which keeps its first label unless `rename` is set. */
  node(
    state: State,
    label: string,
    role: Node['role'],
    command: string | null,
    rename = false,
  ): number {
    const known = this.#ids.get(state);
    if (known !== undefined) {
      if (rename) this.#nodes[known] = { label, role, command, others: 0 };
      return known;
    }
    const id = this.#nodes.length;
    this.#ids = this.#ids.set(state, id);
    this.#nodes.push({ label, role, command, others: 0 });
    return id;
  }

  edge(from: number, to: number, title: string, kind: ActionKind): void {
    const known = this.#edges.find((e) => e.from === from && e.to === to && e.kind === kind);
    if (known === undefined) this.#edges.push({ from, to, titles: [title], kind });
    else if (!known.titles.includes(title)) known.titles.push(title);
  }

  placed(): Omit<Neighbourhood, 'hidden'> {
    const picture = new Graph({ multigraph: true });
    picture.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 6, marginx: 2, marginy: 12 });
    this.#nodes.forEach(({ label }, id) => {
      picture.setNode(String(id), { width: Math.max(34, widthOf(label)), height: HEIGHT });
    });
    // A step back to its own state has no line that could be drawn between two places.
    const edges = this.#edges.filter(({ from, to }) => from !== to);
    edges.forEach(({ from, to, titles }, i) => {
      const label = { width: widthOf(edgeLabel(titles)), height: 16, labelpos: 'c' as const };
      picture.setEdge(String(from), String(to), label, String(i));
    });
    layout(picture);
    const { width = 0, height = 0 } = picture.graph() as { width?: number; height?: number };
    return {
      width: Math.ceil(width),
      height: Math.ceil(height),
      nodes: this.#nodes.map((node, id) => {
        const box: unknown = picture.node(String(id));
        const { x, y, width: w, height: h } = box as Box;
        return { ...node, x, y, width: w, height: h };
      }),
      edges: edges.map(({ from, to, titles, kind }, i) => {
        const line: unknown = picture.edge(String(from), String(to), String(i));
        const { x, y, points } = line as Point & { readonly points: readonly Point[] };
        return { title: edgeLabel(titles), kind, points, x, y };
      }),
    };
  }
}

function edgeLabel(titles: readonly string[]): string {
  const more = titles.length > 1 ? ` +${titles.length - 1}` : '';
  const first = titles[0]!;
  const room = LONGEST_LABEL - more.length;
  return (first.length > room ? `${first.slice(0, room - 1)}…` : first) + more;
}

function widthOf(label: string): number {
  return label.length * CHARACTER + 10;
}

import { environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { holdsIn, isSafety } from '../../checker/reference/properties.ts';
import { showValue } from '../../checker/reference/show-value.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import type { State } from '../../checker/reference/value.ts';
import type { ActionKind, ExprNode, SpecTree } from '../../spec/language/tree.ts';
import type { GraphNode, StateGraph } from './state-graph.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface EdgeUnderWay {
  readonly from: number;
  readonly to: number;
  readonly labels: Set<string>;
  readonly kinds: Set<ActionKind>;
}

/** Collects states into nodes: one for each state, or for each value of the view. */
export class GraphBuilder {
  readonly #spec: SpecTree;
  readonly #colour: ExprNode | null;
  readonly #view: ExprNode | null;
  readonly #nodes: Writable<GraphNode>[] = [];
  readonly #edges = new Map<string, EdgeUnderWay>();
  readonly #colours = new Map<string, number>();
  readonly #byView = new Map<string, number>();
  #complete = true;

  constructor(spec: SpecTree, colour: ExprNode | null, view: ExprNode | null) {
    this.#spec = spec;
    this.#colour = colour;
    this.#view = view;
  }

  /** Adds a state; returns the node that stands for it. */
  add(state: State, initial: boolean): number {
    const broken = this.#brokenIn(state);
    const colour = this.#colour === null ? null : this.#colourIndex(textOf(this.#colour, state));
    const view = this.#view === null ? null : textOf(this.#view, state);
    const known = view === null ? undefined : this.#byView.get(view);
    if (known !== undefined) {
      const node = this.#nodes[known]!;
      node.states++;
      node.initial ||= initial;
      node.broken = [...new Set([...node.broken, ...broken])];
      // No colour is the true one of states that differ.
      if (node.colour !== colour) node.colour = null;
      return known;
    }
    const id = this.#nodes.length;
    const label = view === null ? this.#describe(state) : [view];
    this.#nodes.push({
      id,
      label,
      initial,
      broken,
      colour,
      deadlock: false,
      open: false,
      states: 1,
    });
    if (view !== null) this.#byView.set(view, id);
    return id;
  }

  connect(from: number, to: number, kind: ActionKind, action: string, title: string): void {
    const key = `${from} ${to}`;
    const edge = this.#edges.get(key) ?? { from, to, labels: new Set(), kinds: new Set() };
    edge.labels.add(this.#view === null ? title : action);
    edge.kinds.add(kind);
    this.#edges.set(key, edge);
  }

  markDeadlock(node: number): void {
    this.#nodes[node]!.deadlock = true;
  }

  /** Not every successor of the node is shown. */
  leaveOpen(node: number): void {
    this.#nodes[node]!.open = true;
    this.#complete = false;
  }

  /** Not every initial state is shown. */
  leaveOut(): void {
    this.#complete = false;
  }

  graph(): StateGraph {
    return {
      spec: this.#spec.name,
      nodes: this.#nodes,
      edges: Array.from(this.#edges.values(), ({ from, to, labels, kinds }) => ({
        from,
        to,
        labels: [...labels],
        kind: kinds.size === 1 ? [...kinds][0]! : 'step',
      })),
      colours: [...this.#colours.keys()],
      complete: this.#complete,
    };
  }

  #brokenIn(state: State): readonly string[] {
    return this.#spec.properties
      .filter(isSafety)
      .filter((p) => p.kind === 'invariant' && !holds(() => holdsIn(p, state)))
      .map((p) => p.name);
  }

  #describe(state: State): readonly string[] {
    return this.#spec.variables.map((v) => `${v.name} = ${showValue(v.type, state.get(v.name)!)}`);
  }

  #colourIndex(text: string): number {
    const index = this.#colours.get(text) ?? this.#colours.size;
    this.#colours.set(text, index);
    return index;
  }
}

/** An invariant without a meaning in a state does not hold there. */
function holds(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (error) {
    if (error instanceof SpecError) return false;
    throw error;
  }
}

function textOf(node: ExprNode, state: State): string {
  try {
    return showValue(node.type, evaluate(node, environment(state)));
  } catch (error) {
    if (error instanceof SpecError) return `error: ${error.message}`;
    throw error;
  }
}

import { Map as ImmutableMap } from 'immutable';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { firstBrokenConstraint, isTerminal } from '../../checker/reference/properties.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { steps } from '../../checker/reference/steps.ts';
import type { State } from '../../checker/reference/value.ts';
import type { ActionKind, ExprNode, SpecTree } from '../../spec/language/tree.ts';
import { titleOf } from '../story.ts';
import { GraphBuilder } from './graph-builder.ts';

/** What part of the reachable graph is drawn, and how. Expressions read the state's variables. */
export interface GraphOptions {
  /** The graph is explored breadth-first up to so many states; default 500. */
  readonly maxStates?: number;
  /** Levels to explore, the initial states being level 1; default: no limit. */
  readonly maxDepth?: number;
  /** States with different values of it get different colours. */
  readonly colour?: ExprNode | null;
  /** States with the same value of it become one node, which is labelled with that value. */
  readonly view?: ExprNode | null;
}

/** The reachable graph, as text that each renderer lays out in its own way. */
export interface StateGraph {
  readonly spec: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Values of the colouring expression, in order of first appearance; empty without one. */
  readonly colours: readonly string[];
  /** False if states beyond those shown are reachable. */
  readonly complete: boolean;
}
export interface GraphNode {
  readonly id: number;
  /** One line a variable, or the value of the view. */
  readonly label: readonly string[];
  readonly initial: boolean;
  /** In some state of the node no action is enabled, though it is not terminal. */
  readonly deadlock: boolean;
  /** Invariants that are false in some state of the node. */
  readonly broken: readonly string[];
  /** Not all its successors are shown. */
  readonly open: boolean;
  /** States that the node stands for. */
  readonly states: number;
  /** Index into `colours`; null without a colouring expression, or where its states differ in it. */
  readonly colour: number | null;
}
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  /** The instances, or under a view the actions, that lead from one to the other. */
  readonly labels: readonly string[];
  /** The kind of the actions; `step` where they differ. */
  readonly kind: ActionKind;
}

/** Explores the spec in the interpreter and collects what is to be drawn. */
export function stateGraph(spec: SpecTree, options: GraphOptions = {}): StateGraph {
  const { maxStates = 500, maxDepth = Infinity, colour = null, view = null } = options;
  const builder = new GraphBuilder(spec, colour, view);
  const known = ImmutableMap<State, number>().asMutable();
  const queue: { readonly state: State; readonly node: number; readonly level: number }[] = [];
  /** The node of a state; null if it is beyond the bound. */
  const visit = (state: State, level: number): number | null => {
    const seen = known.get(state);
    if (seen !== undefined) return seen;
    if (known.size >= maxStates || level > maxDepth) return null;
    const node = builder.add(state, level === 1);
    known.set(state, node);
    queue.push({ state, node, level });
    return node;
  };
  for (const state of initialStates(spec)) {
    if (visit(state, 1) !== null) continue;
    builder.leaveOut();
    break;
  }
  // The queue grows while it is walked: breadth-first.
  for (const { state, node, level } of queue) {
    if (firstBrokenConstraint(spec, state) !== null) builder.leaveOpen(node);
    else expand(spec, state, node, builder, (next) => visit(next, level + 1));
  }
  return builder.graph();
}

function expand(
  spec: SpecTree,
  state: State,
  node: number,
  builder: GraphBuilder,
  visit: (state: State) => number | null,
): void {
  let stuck = true;
  try {
    for (const { instance, state: next } of steps(spec, state)) {
      stuck = false;
      const to = visit(next);
      const action = spec.actions.find((a) => a.name === instance.action)!;
      if (to === null) builder.leaveOpen(node);
      else builder.connect(node, to, action.kind, action.name, titleOf(action, instance));
    }
    if (stuck && !isTerminal(spec, state)) builder.markDeadlock(node);
  } catch (error) {
    // What a faulty spec can do is still worth seeing; a check reports the error.
    if (!(error instanceof SpecError)) throw error;
    builder.leaveOpen(node);
  }
}

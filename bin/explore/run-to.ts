import { setImmediate as nextTurn } from 'node:timers/promises';
import { Set } from 'immutable';
import { environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { firstBrokenConstraint } from '../../checker/reference/properties.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import type { State } from '../../checker/reference/value.ts';
import type { TraceStep } from '../../checker/result.ts';
import type { ExprNode, SpecTree } from '../../spec/language/tree.ts';
import { choicesIn } from './choices.ts';

/** How a search for a state ended. */
export type RunOutcome =
  /** The steps that lead there, without the state that it began in. */
  | { readonly kind: 'found'; readonly steps: readonly TraceStep[]; readonly states: number }
  /** Every state that can be reached was seen; `bounded`: but for those behind a constraint. */
  | { readonly kind: 'nowhere'; readonly states: number; readonly bounded: boolean }
  | { readonly kind: 'limit'; readonly states: number; readonly depth: number }
  | { readonly kind: 'stopped'; readonly states: number; readonly depth: number };

export interface RunLimits {
  /** Distinct states to look at. */
  readonly maxStates: number;
  readonly signal?: AbortSignal | undefined;
}

/** How long the search may keep the event loop to itself, in milliseconds. */
const TURN = 50;

interface Visit {
  readonly step: TraceStep;
  readonly parent: Visit | null;
}

/**
 * The shortest way from a state to a next one in which the condition holds, by breadth-first search;
 * among the shortest the first in canonical order, so that the same question has the same answer.
 * A state in which the condition is a spec error does not satisfy it.
 */
export async function runTo(
  spec: SpecTree,
  from: State,
  condition: ExprNode,
  { maxStates, signal }: RunLimits,
): Promise<RunOutcome> {
  const seen = Set<State>([from]).asMutable();
  let level: Visit[] = [{ step: { instance: null, state: from }, parent: null }];
  let bounded = false;
  let turnStarted = performance.now();
  for (let depth = 0; level.length > 0; depth++) {
    const next: Visit[] = [];
    for (const visit of level) {
      if (performance.now() - turnStarted > TURN) {
        await nextTurn();
        turnStarted = performance.now();
      }
      if (signal?.aborted) return { kind: 'stopped', states: seen.size, depth };
      for (const { instance, state } of choicesIn(spec, visit.step.state)) {
        if (state === null) continue;
        const reached = { step: { instance, state }, parent: visit };
        // The state that the search began in counts when it is come back to.
        if (holds(condition, state))
          return { kind: 'found', steps: stepsTo(reached), states: seen.size };
        if (seen.has(state)) continue;
        if (seen.size >= maxStates) return { kind: 'limit', states: seen.size, depth };
        seen.add(state);
        if (isOutside(spec, state)) bounded = true;
        else next.push(reached);
      }
    }
    level = next;
  }
  return { kind: 'nowhere', states: seen.size, bounded };
}

function stepsTo(last: Visit): TraceStep[] {
  const steps: TraceStep[] = [];
  for (let visit = last; visit.parent !== null; visit = visit.parent) steps.unshift(visit.step);
  return steps;
}

function holds(condition: ExprNode, state: State): boolean {
  return withoutError(() => evaluate(condition, environment(state)) === true);
}

function isOutside(spec: SpecTree, state: State): boolean {
  return withoutError(() => firstBrokenConstraint(spec, state) !== null);
}

function withoutError(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (error) {
    if (error instanceof SpecError) return false;
    throw error;
  }
}

import type { VariableDeclaration } from '../../spec/language/tree.ts';
import type { SpecErrorReport, Trace, TraceStep, Verdict } from '../result.ts';
import { compareStates } from './order.ts';
import type { Instance, State } from './value.ts';

/** A state as a search came upon it: by which step, and so by which shortest behaviour. */
export interface Visit {
  readonly state: State;
  /** The step that led here; null for an initial state. */
  readonly instance: Instance | null;
  readonly predecessor: Visit | null;
  readonly level: number;
}

/** Something wrong at the end of a behaviour. */
export interface Finding {
  readonly verdict: Extract<Verdict, 'violated' | 'deadlock' | 'spec-error'>;
  readonly property: string | null;
  readonly specError: SpecErrorReport | null;
  readonly last: Visit;
  /** Among findings at one state: invariants in order, then step invariants, then errors. */
  readonly order: number;
}

/**
 * Which finding is told: that with the shortest behaviour, then with the least last state, then the
 * first in order. `earlier` stays where these do not decide; since states are expanded in
 * canonical order, its behaviour is then the canonical one. So what is told does not depend on the
 * order of exploration.
 */
export function preferred(
  variables: readonly VariableDeclaration[],
  earlier: Finding | null,
  later: Finding,
): Finding {
  if (earlier === null) return later;
  const order =
    earlier.last.level - later.last.level ||
    compareStates(variables, earlier.last.state, later.last.state) ||
    earlier.order - later.order;
  return order <= 0 ? earlier : later;
}

/** The behaviour that leads to a visit. */
export function traceTo(last: Visit): Trace {
  const steps: TraceStep[] = [];
  for (let visit: Visit | null = last; visit !== null; visit = visit.predecessor)
    steps.unshift({ instance: visit.instance, state: visit.state });
  return { steps };
}

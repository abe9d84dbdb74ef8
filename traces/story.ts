import { bind, environment } from '../checker/reference/environment.ts';
import type { Env } from '../checker/reference/environment.ts';
import { compareValues } from '../checker/reference/order.ts';
import { evaluate } from '../checker/reference/evaluate.ts';
import { showInstance, showValue } from '../checker/reference/show-value.ts';
import { SpecError } from '../checker/reference/spec-error.ts';
import type { Instance, SomeValue, State, Value } from '../checker/reference/value.ts';
import type { ActionNode, ExprNode, TypeNode } from '../spec/language/tree.ts';
import { diffStates } from './diff.ts';
import type { Change } from './diff.ts';
import type { TraceReport } from './report.ts';

/** A trace as it is told: who does what, and what that changes. */
export interface Story {
  readonly report: TraceReport;
  readonly steps: readonly StoryStep[];
  /** Everybody who acts or is acted on, those of one kind together. */
  readonly participants: readonly Participant[];
}
export interface StoryStep {
  /** The number of actions taken before the step's state; 0 is the initial state. */
  readonly number: number;
  /** null for the initial state. */
  readonly action: ActionNode | null;
  /** `RMPrepare(rm1)`. */
  readonly title: string;
  /** Names of participants. */
  readonly by: string | null;
  readonly to: string | null;
  readonly changes: readonly Change[];
}
export interface Participant {
  readonly name: string;
  /** The type whose value it is: `RM`; null for one that actions name directly. */
  readonly kind: string | null;
}

export function storyOf(report: TraceReport): Story {
  const { spec, trace } = report;
  const seen = new Participants();
  const steps = trace.steps.map(({ instance, state }, number): StoryStep => {
    if (instance === null)
      return { number, action: null, title: 'Initially', by: null, to: null, changes: [] };
    const before = trace.steps[number - 1]!.state;
    const action = spec.actions.find((a) => a.name === instance.action)!;
    return {
      number,
      action,
      title: titleOf(action, instance),
      by: seen.note(actor(action.by, action, instance, before)),
      to: seen.note(actor(action.to, action, instance, before)),
      changes: diffStates(spec.variables, before, state),
    };
  });
  return { report, steps, participants: seen.all() };
}

/** The instance as text, without empty parentheses. */
export function titleOf(action: ActionNode, instance: Instance): string {
  return action.parameters.length === 0 ? action.name : showInstance(action, instance);
}

type Actor = string | { readonly type: TypeNode; readonly value: Value };

function actor(
  who: string | ExprNode | null,
  action: ActionNode,
  instance: Instance,
  before: State,
): Actor | null {
  if (who === null || typeof who === 'string') return who;
  const env = action.parameters.reduce(
    (inner, p) => bind(inner, p.id, instance.parameters.get(p.name)!),
    environment(before),
  );
  const value = valueOf(who, env);
  if (value === undefined) return null;
  if (who.type.kind !== 'option') return { type: who.type, value };
  return value === null ? null : { type: who.type.of, value: (value as SomeValue).value };
}

/** The value, or undefined where a step that cannot happen gives the expression no meaning. */
function valueOf(node: ExprNode, env: Env): Value | undefined {
  try {
    return evaluate(node, env);
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}

/** Collects participants as they first appear, then lists each kind in its own order. */
class Participants {
  private readonly kinds = new Map<string | null, { name: string; actor: Actor }[]>();

  note(who: Actor | null): string | null {
    if (who === null) return null;
    const fixed = typeof who === 'string';
    const name = fixed ? who : showValue(who.type, who.value);
    const kind = fixed ? null : kindOf(who.type);
    const known = this.kinds.get(kind) ?? [];
    if (!known.some((one) => one.name === name))
      this.kinds.set(kind, [...known, { name, actor: who }]);
    return name;
  }

  all(): readonly Participant[] {
    return [...this.kinds].flatMap(([kind, members]) =>
      [...members]
        .sort(({ actor: a }, { actor: b }) =>
          typeof a === 'string' || typeof b === 'string'
            ? 0
            : compareValues(a.type, a.value, b.value),
        )
        .map(({ name }) => ({ name, kind })),
    );
  }
}

function kindOf(type: TypeNode): string | null {
  return type.kind === 'ids' || type.kind === 'index' ? type.name : null;
}

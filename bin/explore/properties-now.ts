import { environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import type { State } from '../../checker/reference/value.ts';
import type { PropertyKind, PropertyNode } from '../../spec/language/tree.ts';
import { explain, type Explanation } from '../../traces/explain.ts';

/** What a property says of where one stands. */
export interface PropertyNow {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly doc: string | null;
  /** `null` for one that no single state or step decides. */
  readonly outcome: 'true' | 'false' | 'error' | null;
  /** Whether this is a violation, and not only a condition that does not hold yet. */
  readonly violated: boolean;
  /** Which part decides, of a violated one. */
  readonly explanation: Explanation | null;
}

/**
 * The properties in a state that was reached from `before`. Of those about whole behaviours the value
 * of their condition in this state is given: `leadsTo` has two, and none is given.
 */
export function propertiesNow(
  properties: readonly PropertyNode[],
  before: State | null,
  state: State,
): readonly PropertyNow[] {
  return properties.map((property): PropertyNow => {
    const { name, kind, doc } = property;
    const outcome = outcomeOf(property, before, state);
    const isSafety = kind === 'invariant' || kind === 'stepInvariant';
    const violated = isSafety && (outcome === 'false' || outcome === 'error');
    const env = environment(kind === 'stepInvariant' ? before! : state, state);
    const explanation = violated ? explain(property.body, env) : null;
    return { name, kind, doc, outcome, violated, explanation };
  });
}

function outcomeOf(
  { kind, body }: PropertyNode,
  before: State | null,
  state: State,
): PropertyNow['outcome'] {
  if (kind === 'leadsTo') return null;
  if (kind === 'stepInvariant') {
    // A step that changes nothing always satisfies it.
    if (before === null) return null;
    if (before.equals(state)) return 'true';
  }
  const env = kind === 'stepInvariant' ? environment(before!, state) : environment(state);
  try {
    return evaluate(body, env) === true ? 'true' : 'false';
  } catch (error) {
    if (error instanceof SpecError) return 'error';
    throw error;
  }
}

import { Map } from 'immutable';
import { enabledByAction } from '../checker/reference/steps.ts';
import type { State, Value } from '../checker/reference/value.ts';
import { UserError } from '../checker/user-error.ts';
import type { ActionNode, SpecTree, TypeNode } from '../spec/language/tree.ts';
import type { Explanation } from './explain.ts';
import { attempts, explainConjuncts, isEnabled, MOST_ATTEMPTS, nearest } from './guards.ts';
import type { Attempt } from './guards.ts';
import { decodeValue, MalformedTrace } from './plain.ts';
import type { Json } from './plain.ts';
import { renderExplanation } from './text-ending.ts';
import { titleOf } from './story.ts';
import { plainStyle } from './style.ts';
import type { TextOptions } from './text.ts';
import { wrap } from './wrap.ts';

/** Why an action could or could not be taken in a state. Plain data. */
export interface ActionExplanation {
  readonly action: string;
  /** How many instances were looked at, with the given parameters. */
  readonly instances: number;
  /** Whether the action has more instances than were looked at. */
  readonly cutOff: boolean;
  /** Those that are enabled. */
  readonly enabled: readonly string[];
  /** Those that are nearest to being enabled, the nearest first. */
  readonly nearest: readonly InstanceExplanation[];
  /** What else is enabled in the state: instances by action. */
  readonly others: readonly { readonly action: string; readonly instances: readonly string[] }[];
}
export interface InstanceExplanation {
  readonly title: string;
  /** The guard's conjuncts in order. One behind a false one may not make sense: outcome `error`. */
  readonly conjuncts: readonly Explanation[];
}

/** A question about an action or parameter that the spec does not have, or a value out of its type. */
export class UnknownInstance extends UserError {
  override readonly name = 'UnknownInstance';
}

/** Instances shown when none is asked for in particular. */
const SHOWN = 3;

/**
 * Explains why an action is enabled or not in a state. `given` narrows its parameters, as text:
 * labels, enumeration values, integers, truth values; JSON as in a saved trace for other types.
 * @throws UnknownInstance
 */
export function explainAction(
  spec: SpecTree,
  state: State,
  name: string,
  given: Readonly<Record<string, string>> = {},
): ActionExplanation {
  const action = spec.actions.find((a) => a.name === name);
  if (action === undefined) {
    const known = spec.actions.map((a) => a.name).join(', ');
    throw new UnknownInstance(`spec ${spec.name} has no action '${name}'; it has ${known}`);
  }
  const all = [...attempts(action, state, readParameters(action, given))];
  const shown = (attempt: Attempt): InstanceExplanation => ({
    title: titleOf(action, attempt.instance),
    conjuncts: explainConjuncts(attempt),
  });
  const others = enabledByAction(spec, state).remove(name);
  return {
    action: name,
    instances: all.length,
    cutOff: all.length === MOST_ATTEMPTS,
    enabled: all.filter(isEnabled).map(({ instance }) => titleOf(action, instance)),
    nearest: nearest(all, SHOWN).map(shown),
    others: spec.actions
      .filter((other) => others.has(other.name))
      .map((other) => ({
        action: other.name,
        instances: others.get(other.name)!.map((instance) => titleOf(other, instance)),
      })),
  };
}

function readParameters(
  action: ActionNode,
  given: Readonly<Record<string, string>>,
): Map<string, Value> {
  return Map(
    Object.entries(given).map(([name, text]) => {
      const parameter = action.parameters.find((p) => p.name === name);
      if (parameter === undefined) {
        const known = action.parameters.map((p) => p.name).join(', ') || 'none';
        throw new UnknownInstance(
          `action ${action.name} has no parameter '${name}'; it has ${known}`,
        );
      }
      return [name, readValue(parameter.type, text, name)];
    }),
  );
}

function readValue(type: TypeNode, text: string, name: string): Value {
  const isName = type.kind === 'ids' || type.kind === 'index' || type.kind === 'enum';
  try {
    return decodeValue(type, isName ? text : (JSON.parse(text) as Json), name);
  } catch (error) {
    if (error instanceof MalformedTrace) throw new UnknownInstance(error.message);
    if (error instanceof SyntaxError)
      throw new UnknownInstance(`${name}: '${text}' is not a value (JSON is expected)`);
    throw error;
  }
}

/** The explanation as text; `step` is the number of the step after which it was asked. */
export function renderActionExplanation(
  explanation: ActionExplanation,
  step: number,
  { style = plainStyle, width = 80 }: TextOptions = {},
): string {
  const { action, instances, enabled, nearest: near, others, cutOff } = explanation;
  const para = (text: string): readonly string[] => wrap(text, width);
  const verdict =
    enabled.length > 0
      ? `After step ${step}, ${action} is enabled: ${enabled.join(', ')}`
      : instances === 0
        ? `After step ${step}, ${action} has no instance: its parameters have nothing to choose from`
        : instances === 1
          ? `After step ${step}, ${near[0]!.title} is not enabled:`
          : `After step ${step}, none of the ${instances} instances of ${action} is enabled. The nearest:`;
  return [
    ...para(verdict).map(style.heading),
    ...(cutOff ? para(`Only the first ${instances} instances were looked at.`) : []),
    ...(enabled.length > 0 && near.length > 0 ? ['', 'Nearest of the others:'] : []),
    ...near.flatMap(({ title, conjuncts }) => [
      '',
      ...(instances === 1 ? [] : [`  ${style.path(title)}`]),
      ...conjuncts.flatMap((conjunct) => renderExplanation(conjunct, width, style)),
    ]),
    '',
    ...(others.length === 0
      ? ['No other action is enabled.']
      : [
          'Enabled instead:',
          ...others.flatMap((other) => para(other.instances.join(', ')).map((line) => `  ${line}`)),
        ]),
    '',
  ].join('\n');
}

import { environment } from '../../checker/reference/environment.ts';
import { firstFalseGuard, instances } from '../../checker/reference/instances.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { apply } from '../../checker/reference/steps.ts';
import type { Instance, State } from '../../checker/reference/value.ts';
import type { ActionNode, SpecTree } from '../../spec/language/tree.ts';
import { titleOf } from '../../traces/story.ts';

/** An enabled instance in a state, and where it leads. */
export interface Choice {
  /** From 1, in the order of the spec. */
  readonly number: number;
  readonly action: ActionNode;
  /** The instance; of one whose guard fails, as far as its parameters are known. */
  readonly instance: Instance;
  /** `RMPrepare(rm1)`. */
  readonly title: string;
  /** The state after it; null where taking it is a spec error. */
  readonly state: State | null;
  /** What is wrong with the spec here; null if nothing is. */
  readonly error: string | null;
}

/**
 * What can happen in a state: actions in the order of the spec, parameters in canonical order. A spec
 * error does not hide what else can happen: it is told at the instance that has it.
 */
export function choicesIn(spec: SpecTree, state: State): readonly Choice[] {
  const choices: Choice[] = [];
  const add = (choice: Omit<Choice, 'number'>): void => {
    choices.push({ number: choices.length + 1, ...choice });
  };
  for (const action of spec.actions) {
    const failed = (error: SpecError, instance: Instance): void =>
      add({
        action,
        instance,
        title: titleOf(action, instance),
        state: null,
        error: `${error.message}, in ${error.expression}`,
      });
    const unknown = { action: action.name, parameters: environment(state).state.clear() };
    guarded(
      () => {
        for (const bound of instances(action, environment(state))) {
          const { instance } = bound;
          const title = titleOf(action, instance);
          guarded(
            () => {
              if (firstFalseGuard(bound) !== null) return;
              add({ action, instance, title, state: apply(bound), error: null });
            },
            (error) => failed(error, instance),
          );
        }
      },
      // The domain of a parameter fails: which instances there would be is not known.
      (error) => failed(error, error.context.instance ?? unknown),
    );
  }
  return choices;
}

function guarded(body: () => void, failed: (error: SpecError) => void): void {
  try {
    body();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    failed(error);
  }
}

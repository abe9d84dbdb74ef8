import { initialStates } from '../../checker/reference/initial-states.ts';
import { apply, successors } from '../../checker/reference/steps.ts';
import { bindInstance } from '../../checker/reference/instances.ts';
import { showInstance } from '../../checker/reference/show-value.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import type { State } from '../../checker/reference/value.ts';
import type { TraceStep, Verdict } from '../../checker/result.ts';
import type { ConstantValue, Spec, SpecTree } from '../../spec/language/index.ts';
import type { TraceReport } from '../../traces/report.ts';

/** What a test wants the trace to be about. */
export interface Subject {
  readonly verdict?: Verdict;
  readonly property?: string | null;
  readonly model?: string;
  readonly file?: string | null;
  readonly constants?: Readonly<Record<string, ConstantValue>>;
  readonly loop?: number | null;
}

/**
 * The behaviour of a spec that takes these instances, each written as it is shown: `Prepare(rm1)`.
 * An instance that is a spec error ends it.
 */
export function behaviour(
  spec: Spec,
  instances: readonly string[],
  subject: Subject = {},
): TraceReport {
  const tree = spec.instantiate(subject.constants);
  const [first] = initialStates(tree);
  const steps: TraceStep[] = [{ instance: null, state: first! }];
  let specError: TraceReport['specError'] = null;
  for (const title of instances) {
    try {
      steps.push(take(tree, steps.at(-1)!.state, title));
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      specError = error.report();
    }
  }
  return {
    spec: tree,
    file: subject.file === undefined ? 'specs.ts' : subject.file,
    model: subject.model ?? 'small',
    verdict: specError === null ? (subject.verdict ?? 'violated') : 'spec-error',
    property: subject.property ?? null,
    specError,
    trace: { steps },
    loop: subject.loop ?? null,
  };
}

function take(tree: SpecTree, state: State, title: string): TraceStep {
  const shown = (instance: TraceStep['instance']): string => {
    const action = tree.actions.find((a) => a.name === instance!.action)!;
    return action.parameters.length === 0 ? action.name : showInstance(action, instance!);
  };
  const all = successors(tree, state);
  const step = all.find(({ instance }) => shown(instance) === title);
  if (step === undefined) {
    const enabled = all.map(({ instance }) => shown(instance)).join(' ');
    throw new Error(`${title} is not enabled; enabled are: ${enabled}`);
  }
  return step;
}

/** A state after an instance, whether it is enabled or not: for traces that are not behaviours. */
export function force(tree: SpecTree, state: State, instance: TraceStep['instance']): TraceStep {
  return { instance, state: apply(bindInstance(tree, instance!, state)!) };
}

import type { Map } from 'immutable';
import { holdsIn, holdsOfStep, isSafety } from '../../checker/reference/properties.ts';
import { showInstance, showValue } from '../../checker/reference/show-value.ts';
import { apply } from '../../checker/reference/steps.ts';
import { bindInstance } from '../../checker/reference/instances.ts';
import type { Instance, State, Value } from '../../checker/reference/value.ts';
import type { Trace, TraceStep } from '../../checker/result.ts';
import type { ActionNode, SpecTree } from '../../spec/language/tree.ts';
import type { Choice } from '../../spec/kip-1289/designs.ts';
import { transactionalAcknowledgements } from '../../spec/kip-1289/kip-1289.ts';
import { showExpr } from '../../spec/language/show.ts';
import { attempts, isEnabled, nearest, type Attempt } from '../../traces/guards.ts';
import { stateOf, type Places } from './hand-written.ts';

const trees: globalThis.Map<string, SpecTree> = new globalThis.Map();

/** The spec of a design. */
export function specOf(design: Choice = {}): SpecTree {
  const key = JSON.stringify(design);
  const tree = trees.get(key) ?? transactionalAcknowledgements.examine(design).tree;
  trees.set(key, tree);
  return tree;
}

/**
 * A step as tests write it: an action, then labels of its parameters and, where a parameter has
 * none, `name=value` or `name.field=value`: `Register t1 n=1`. What is left out must follow from the
 * state.
 */
export type StepText = string;

/** The action of a step, and every instance that fits what the step says. */
export function attemptsAt(tree: SpecTree, state: State, step: StepText): readonly Attempt[] {
  const [name, ...words] = step.split(' ');
  const action = tree.actions.find((candidate) => candidate.name === name);
  if (action === undefined) {
    const names = tree.actions.map((candidate) => candidate.name);
    throw new Error(`there is no action ${name}, only ${names.join(', ')}`);
  }
  const said = words.map((word) => (word.includes('=') ? word : labelled(action, word)));
  return [...attempts(action, state)].filter(({ instance }) =>
    said.every((word) => isSaidOf(word, action, instance.parameters)),
  );
}

function isSaidOf(word: string, action: ActionNode, parameters: Instance['parameters']): boolean {
  const [path, text] = word.split('=') as [string, string];
  const [name, field] = path.split('.') as [string, string?];
  const { type } = action.parameters.find((parameter) => parameter.name === name)!;
  const value = parameters.get(name)!;
  if (field === undefined) return showValue(type, value) === text;
  const inner = type.kind === 'struct' && type.fields.find((one) => one.name === field);
  if (!inner) throw new Error(`${action.name} has no parameter ${path}`);
  return showValue(inner.type, (value as Map<Value, Value>).get(field)!) === text;
}

/** `m1` as `m=m1`, for the parameter that has such a label. */
function labelled(action: ActionNode, label: string): string {
  const owner = action.parameters.find(
    ({ type }) => type.kind === 'index' && type.labels.includes(label),
  );
  if (owner === undefined) throw new Error(`${action.name} has no parameter ${label}`);
  return `${owner.name}=${label}`;
}

/** Takes the one enabled instance that a step fits. Throws, with the guard's false part, if there is not one. */
export function take(tree: SpecTree, state: State, step: StepText): TraceStep {
  const all = attemptsAt(tree, state, step);
  const enabled = all.filter(isEnabled);
  const titles = enabled.map(({ action, instance }) => showInstance(action, instance));
  if (enabled.length > 1) throw new Error(`${step} could be ${titles.join(' or ')}`);
  const [chosen] = enabled;
  if (chosen === undefined) throw new Error(`${step} is refused: ${whyNot(all)}`);
  const bound = bindInstance(tree, chosen.instance, state)!;
  return { instance: chosen.instance, state: apply(bound) };
}

function whyNot(all: readonly Attempt[]): string {
  const [closest] = nearest(all, 1);
  if (closest === undefined) return 'no such instance';
  return closest.conjuncts
    .filter((_, i) => closest.outcomes[i] !== 'true')
    .map((conjunct) => showExpr(conjunct))
    .join('; ');
}

/** A behaviour that a test walks through, from the initial state or from a state written by hand. */
export class Behaviour {
  readonly tree: SpecTree;
  readonly steps: TraceStep[];
  /** Of each step taken, the properties that it or the state after it violates. */
  readonly violated: (readonly string[])[] = [];

  constructor(design: Choice = {}, places: Places = {}) {
    this.tree = specOf(design);
    this.steps = [{ instance: null, state: stateOf(this.tree, places) }];
  }

  get state(): State {
    return this.steps.at(-1)!.state;
  }

  /** The properties violated on the way, each once, in the order in which that shows. */
  get violations(): readonly string[] {
    return [...new Set(this.violated.flat())];
  }

  get trace(): Trace {
    return { steps: this.steps };
  }

  /** Takes the steps, one after the other. */
  take(...steps: readonly StepText[]): this {
    for (const step of steps) {
      const before = this.state;
      const next = take(this.tree, before, step);
      this.steps.push(next);
      this.violated.push(violated(this.tree, before, next.state));
    }
    return this;
  }

  /** Whether a step is refused. */
  refuses(step: StepText): boolean {
    return !attemptsAt(this.tree, this.state, step).some(isEnabled);
  }

  /** The value of a place, as text: `at('cache', 'p1', 'o1', 'state')`. */
  at(variable: string, ...path: readonly string[]): string {
    let type = this.tree.variables.find(({ name }) => name === variable)!.type;
    let value: Value = this.state.get(variable)!;
    for (const name of path) {
      const inner = value as { get(key: Value): Value };
      if (type.kind === 'struct') {
        type = type.fields.find((field) => field.name === name)!.type;
        value = inner.get(name);
      } else if (type.kind === 'map') {
        const { key } = type;
        value = inner.get(key.kind === 'index' ? key.labels.indexOf(name) : Number(name));
        type = type.value;
      } else throw new Error(`${variable} has no ${path.join('.')}`);
    }
    return showValue(type, value);
  }
}

/** The safety properties, but for witnesses, that a step or the state after it violates. */
export function violated(tree: SpecTree, before: State, after: State): string[] {
  return tree.properties
    .filter(isSafety)
    .filter((property) =>
      property.kind === 'stepInvariant'
        ? !holdsOfStep(property, before, after)
        : property.kind === 'invariant' && !holdsIn(property, after),
    )
    .map(({ name }) => name);
}

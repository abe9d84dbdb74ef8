import { environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { isTerminal } from '../../checker/reference/properties.ts';
import { showValue } from '../../checker/reference/show-value.ts';
import { NoInitialState, SpecError } from '../../checker/reference/spec-error.ts';
import type { State } from '../../checker/reference/value.ts';
import type { TraceStep } from '../../checker/result.ts';
import { UserError } from '../../checker/user-error.ts';
import { didYouMean } from '../../spec/language/mistakes.ts';
import type { ExprNode, PropertyNode, SpecTree } from '../../spec/language/tree.ts';
import type { TraceReport } from '../../traces/report.ts';
import { parseCondition, parseWatch } from '../../traces/watch/watch.ts';
import { choicesIn, type Choice } from './choices.ts';
import { propertiesNow, type PropertyNow } from './properties-now.ts';
import { runTo, type RunLimits, type RunOutcome } from './run-to.ts';

/** A spec to walk about in, with the names that a saved trace gives it. */
export interface Subject {
  readonly spec: SpecTree;
  readonly file: string | null;
  readonly model: string;
  /** Those that are shown. */
  readonly properties: readonly PropertyNode[];
}

/** An expression that is looked at in every state. */
export interface Watch {
  readonly text: string;
  readonly node: ExprNode;
}

/** The value of a watched expression; `error` where it has none. */
export interface WatchValue {
  readonly text: string;
  readonly error: boolean;
}

/** Of a spec with more initial states only so many are offered. */
const MOST_INITIAL_STATES = 1000;
/** States that a search looks at, unless told otherwise. */
export const DEFAULT_RUN_STATES = 20_000;

/**
 * A walk through the states of a spec: the path taken, the place on it where one stands, and the
 * watched expressions. Going back keeps the path, so that one can go forward again; another choice
 * replaces what was ahead.
 */
export class Exploration {
  readonly subject: Subject;
  /** The first initial states, in canonical order; at most `MOST_INITIAL_STATES`. */
  readonly initial: readonly State[];
  #path: readonly TraceStep[];
  #position = 0;
  #watches: readonly Watch[] = [];
  #choices: readonly Choice[] | null = null;

  /** @throws {NoInitialState} for a spec that cannot begin, and {SpecError} for a faulty one. */
  constructor(subject: Subject) {
    this.subject = subject;
    const initial: State[] = [];
    for (const state of initialStates(subject.spec)) {
      initial.push(state);
      if (initial.length === MOST_INITIAL_STATES) break;
    }
    if (initial.length === 0) throw new NoInitialState(subject.spec.name);
    this.initial = initial;
    this.#path = [{ instance: null, state: initial[0]! }];
  }

  get spec(): SpecTree {
    return this.subject.spec;
  }
  /** From the initial state; what lies beyond `position` was left by going back. */
  get path(): readonly TraceStep[] {
    return this.#path;
  }
  /** The number of steps taken to where one stands. */
  get position(): number {
    return this.#position;
  }
  get state(): State {
    return this.#path[this.#position]!.state;
  }
  /** The state before the last step; null at the beginning. */
  get before(): State | null {
    return this.#path[this.#position - 1]?.state ?? null;
  }
  get watches(): readonly Watch[] {
    return this.#watches;
  }

  /** What can happen here. */
  get choices(): readonly Choice[] {
    return (this.#choices ??= choicesIn(this.spec, this.state));
  }
  /** Whether nothing can happen here, though the spec does not say that it may end so. */
  get isDeadlock(): boolean {
    if (this.choices.length > 0) return false;
    try {
      return !isTerminal(this.spec, this.state);
    } catch (error) {
      if (error instanceof SpecError) return true;
      throw error;
    }
  }
  get properties(): readonly PropertyNow[] {
    return propertiesNow(this.subject.properties, this.before, this.state);
  }

  // ---------------------------------------------------------------- moving

  /** Takes a choice by its number, or by its title, or by an action that has only one. @throws {UserError} */
  take(which: string): void {
    const { instance, state, title, error } = this.#choice(which);
    if (state === null)
      throw new UserError(`${title} is a spec error here: ${error}`, 'It leads to no state.');
    const ahead = this.#path[this.#position + 1];
    const same =
      ahead?.instance?.action === instance.action &&
      ahead.instance.parameters.equals(instance.parameters) &&
      ahead.state.equals(state);
    if (!same) this.#path = [...this.#path.slice(0, this.#position + 1), { instance, state }];
    this.#moveTo(this.#position + 1);
  }

  #choice(which: string): Choice {
    const all = this.choices;
    if (all.length === 0) throw new UserError('no action is enabled here', 'Go back: back.');
    if (/^\d+$/.test(which)) {
      const choice = all[Number(which) - 1];
      if (choice !== undefined) return choice;
      throw new UserError(`there is no choice ${which}`, `They are 1 to ${all.length}.`);
    }
    const wanted = which.replace(/\s+/g, '');
    const exact = all.find(({ title }) => title.replace(/\s+/g, '') === wanted);
    if (exact !== undefined) return exact;
    const ofAction = all.filter(({ action }) => action.name === wanted);
    if (ofAction.length === 1) return ofAction[0]!;
    if (ofAction.length > 1) {
      const titles = ofAction.map(({ number, title }) => `${number} ${title}`).join(', ');
      throw new UserError(`${wanted} can be taken in ${ofAction.length} ways`, titles);
    }
    const names = all.map(({ title }) => title);
    throw new UserError(
      `${which === '' ? 'nothing' : `'${which}'`} is not enabled here`,
      didYouMean(which, names) || 'Type list to see what is.',
    );
  }

  /** Goes back by so many steps, at most to the beginning. */
  back(count = 1): void {
    if (this.#position === 0) throw new UserError('this is the beginning of the path');
    this.#moveTo(Math.max(0, this.#position - count));
  }

  /** Goes forward on the path that was taken before, at most to its end. */
  forward(count = 1): void {
    const last = this.#path.length - 1;
    if (this.#position === last)
      throw new UserError('this is the end of the path', 'Take a choice to go on.');
    this.#moveTo(Math.min(last, this.#position + count));
  }

  /** Goes to a step of the path. @throws {UserError} */
  goTo(step: number): void {
    const last = this.#path.length - 1;
    if (!Number.isInteger(step) || step < 0 || step > last)
      throw new UserError(`the path has no step ${step}`, `Its steps are 0 to ${last}.`);
    this.#moveTo(step);
  }

  /** Begins anew in an initial state, by its number from 1. @throws {UserError} */
  begin(number: number): void {
    const state = this.initial[number - 1];
    if (state === undefined)
      throw new UserError(
        `there is no initial state ${number}`,
        `They are 1 to ${this.initial.length}.`,
      );
    this.follow([{ instance: null, state }], 0);
  }

  /** Puts a path in place of the present one. */
  follow(path: readonly TraceStep[], position: number): void {
    this.#path = path;
    this.#moveTo(position);
  }

  /** Goes on to the next state in which a condition holds, if there is one. @throws {UserError} */
  async run(text: string, limits: Partial<RunLimits> = {}): Promise<RunOutcome> {
    const condition = parseCondition(text, this.spec);
    const outcome = await runTo(this.spec, this.state, condition, {
      maxStates: limits.maxStates ?? DEFAULT_RUN_STATES,
      signal: limits.signal,
    });
    if (outcome.kind === 'found') {
      const path = [...this.#path.slice(0, this.#position + 1), ...outcome.steps];
      this.follow(path, path.length - 1);
    }
    return outcome;
  }

  #moveTo(position: number): void {
    this.#position = position;
    this.#choices = null;
  }

  // ---------------------------------------------------------------- looking

  /** Watches an expression from now on. @throws {WatchMistake} */
  watch(text: string): void {
    if (this.#watches.some((watch) => watch.text === text)) return;
    this.#watches = [...this.#watches, { text, node: parseWatch(text, this.spec) }];
  }

  /** Watches an expression no more, by its number from 1 or its text. @throws {UserError} */
  unwatch(which: string): void {
    const index = /^\d+$/.test(which)
      ? Number(which) - 1
      : this.#watches.findIndex(({ text }) => text === which);
    if (this.#watches[index] === undefined) {
      const count = this.#watches.length;
      const hint = count === 0 ? 'Nothing is watched.' : `They are 1 to ${count}.`;
      throw new UserError(`there is no watched expression '${which}'`, hint);
    }
    this.#watches = this.#watches.filter((_, i) => i !== index);
  }

  /** The value of an expression here. @throws {WatchMistake} */
  valueOf(text: string): WatchValue {
    return watchValue(parseWatch(text, this.spec), this.state);
  }

  /** The path up to here, as a trace that `kripke trace` reads and confirms. */
  report(): TraceReport {
    const steps = this.#path.slice(0, this.#position + 1);
    const violated = this.properties.find((property) => property.violated);
    const isError = violated?.outcome === 'error';
    const shown = violated !== undefined && !isError ? violated.name : null;
    const verdict = shown !== null ? 'violated' : this.isDeadlock ? 'deadlock' : 'inconclusive';
    const { spec, file, model } = this.subject;
    return {
      spec,
      file,
      model,
      verdict,
      property: shown,
      specError: null,
      trace: { steps },
      loop: null,
    };
  }
}

/** The value of a watched expression in a state, or what is wrong with it there. */
export function watchValue(node: ExprNode, state: State): WatchValue {
  try {
    return { text: showValue(node.type, evaluate(node, environment(state))), error: false };
  } catch (error) {
    if (error instanceof SpecError) return { text: error.message, error: true };
    throw error;
  }
}

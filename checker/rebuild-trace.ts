import { is } from 'immutable';
import type { SpecTree } from '../spec/language/tree.ts';
import type { Compiled } from './compile/compile.ts';
import { initialStates } from './reference/initial-states.ts';
import {
  firstBrokenConstraint,
  holdsIn,
  holdsOfStep,
  isSafety,
  isTerminal,
} from './reference/properties.ts';
import { SpecError } from './reference/spec-error.ts';
import { steps } from './reference/steps.ts';
import { representative, type Representative } from './reference/symmetry.ts';
import type { State } from './reference/value.ts';
import type { SpecErrorReport, Trace, TraceStep } from './result.ts';
import type { Counterexample, Path } from './search/outcome.ts';

/**
 * Rebuilds what a person reads from what a kernel found: the actions between packed states, the
 * words of a spec error. It does so with the reference interpreter, and thereby checks that each
 * step of a printed trace is one of the spec.
 */
export class Rebuilder {
  readonly #tree: SpecTree;
  readonly #compiled: Compiled;
  readonly #representative: Representative;

  /** `symmetry`: the scalarsets by which the kernel identifies states. */
  constructor(tree: SpecTree, compiled: Compiled, symmetry: readonly string[]) {
    this.#tree = tree;
    this.#compiled = compiled;
    this.#representative = representative(tree, symmetry);
  }

  /**
   * The behaviour through the given packed states, each step with its least instance.
   *
   * @throws {EngineDisagreement} if it is none.
   */
  trace(path: Path): Trace | null {
    if (path === null) return null;
    const told: TraceStep[] = [];
    for (const packed of path) {
      const wanted = this.#compiled.decode(packed, 0);
      const before = told.at(-1);
      told.push(before === undefined ? this.#initial(wanted) : this.#step(before.state, wanted));
    }
    return { steps: told };
  }

  #initial(wanted: State): TraceStep {
    for (const state of initialStates(this.#tree)) {
      if (this.#sameState(state, wanted)) return { instance: null, state };
    }
    throw new EngineDisagreement('an initial state');
  }

  #step(from: State, wanted: State): TraceStep {
    for (const step of this.#possibleSteps(from)) {
      if (this.#sameState(step.state, wanted)) return step;
    }
    throw new EngineDisagreement('a step');
  }

  /** The steps from a state up to the first that is a spec error: later ones are not searched either. */
  *#possibleSteps(from: State): Generator<TraceStep> {
    try {
      yield* steps(this.#tree, from);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
    }
  }

  /** With symmetry the path holds representatives; the behaviour told is a real one. */
  #sameState(state: State, wanted: State): boolean {
    return is(state, wanted) || is(this.#representative(state), this.#representative(wanted));
  }

  /** The spec error of a finding, at the end of its trace. */
  specError(fault: Fault, trace: Trace | null): SpecErrorReport {
    const site = this.#compiled.program.sites[fault.site]!;
    const told = this.#raise(fault.during, trace);
    if (told !== null) return told;
    return {
      kind: site.kind,
      instance: null,
      where: site.where,
      expression: site.expression,
      message: 'the search met it in a state that cannot be told',
    };
  }

  /** Lets the interpreter meet the error, which knows the values that take part. */
  #raise(during: 'initial' | 'state' | 'step', trace: Trace | null): SpecErrorReport | null {
    try {
      if (during === 'initial') for (const state of initialStates(this.#tree)) void state;
      const last = trace?.steps.at(-1)?.state;
      if (last === undefined) return null;
      if (during === 'state') this.#judge(last);
      else this.#judgeSteps(last);
    } catch (error) {
      if (error instanceof SpecError) return error.report();
      throw error;
    }
    return null;
  }

  #judge(state: State): void {
    for (const property of this.#tree.properties) {
      if (isSafety(property) && property.kind !== 'stepInvariant') holdsIn(property, state);
    }
    firstBrokenConstraint(this.#tree, state);
  }

  #judgeSteps(state: State): void {
    let moves = 0;
    for (const step of steps(this.#tree, state)) {
      moves++;
      for (const property of this.#tree.properties) {
        if (property.kind === 'stepInvariant') holdsOfStep(property, state, step.state);
      }
    }
    if (moves === 0) isTerminal(this.#tree, state);
  }
}

type Fault = Pick<Counterexample & { kind: 'fault' }, 'site' | 'during'>;

/** The compiled code and the interpreter give different behaviours: a defect of the checker itself. */
export class EngineDisagreement extends Error {
  constructor(what: string) {
    super(
      `the compiled engine found ${what} that the reference interpreter does not: ` +
        'a defect of kripke. Run again with --engine reference, and please report it',
    );
    this.name = 'EngineDisagreement';
  }
}

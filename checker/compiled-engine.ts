import { is } from 'immutable';
import type { SpecTree } from '../spec/language/tree.ts';
import { compile, type Compiled } from './compile/compile.ts';
import type { Engine, SearchOptions, SearchOutcome } from './engine.ts';
import { initialStates } from './reference/initial-states.ts';
import {
  firstBrokenConstraint,
  holdsIn,
  holdsOfStep,
  isSafety,
  isTerminal,
} from './reference/properties.ts';
import { NoInitialState, SpecError } from './reference/spec-error.ts';
import { steps } from './reference/steps.ts';
import { representative, type Representative } from './reference/symmetry.ts';
import type { State } from './reference/value.ts';
import type { SpecErrorReport, Trace, TraceStep } from './result.ts';
import { explore } from './search/explore.ts';
import type { Counterexample, ExploreOutcome, Path } from './search/outcome.ts';

/**
 * The compiled engine: searches with generated code over packed states, then rebuilds what a person
 * reads (the actions of a counterexample, the words of a spec error) with the reference interpreter,
 * which also checks thereby that each step of a printed trace is one of the spec.
 *
 * @throws {NoInitialState}
 * @throws {LayoutError} for a state or value too large to be packed.
 */
export const searchCompiled: Engine = async (tree, options) => {
  const compiled = compile(tree, { symmetry: options.symmetry ?? [] });
  const outcome = await explore(compiled.program, {
    workers: options.workers,
    maxStates: options.maxStates,
    maxDepth: options.maxDepth,
    maxMemoryBytes: options.maxMemoryBytes,
    timeoutSeconds: options.timeoutSeconds,
    store: options.store,
    checkDeadlock: options.deadlock,
    signal: options.signal,
    onProgress: options.onProgress,
    // Of the shortest traces, the one with the fewest faults is the easiest to follow.
    costs: tree.actions.map(({ kind }) => (kind === 'fault' ? 1 : 0)),
  });
  if (outcome.generated === 0 && outcome.verdict === 'holds') throw new NoInitialState(tree.name);
  return new Rebuilding(tree, options, compiled, outcome).result();
};

/** Turns the outcome of a search over packed states into that of a check. */
class Rebuilding {
  readonly #tree: SpecTree;
  readonly #options: SearchOptions;
  readonly #compiled: Compiled;
  readonly #outcome: ExploreOutcome;
  readonly #representative: Representative;

  constructor(tree: SpecTree, options: SearchOptions, compiled: Compiled, outcome: ExploreOutcome) {
    this.#tree = tree;
    this.#options = options;
    this.#compiled = compiled;
    this.#outcome = outcome;
    this.#representative = representative(tree, options.symmetry ?? []);
  }

  result(): SearchOutcome {
    const { program } = this.#compiled;
    const found = this.#outcome;
    const { counterexample } = found;
    const trace = counterexample === null ? null : this.#trace(counterexample.path);
    return {
      verdict: found.verdict,
      property: this.#property(),
      generated: found.generated,
      distinct: found.distinct,
      depth: found.depth,
      levels: found.levels,
      actions: program.actions.map((name, i) => ({
        name,
        taken: found.taken[i]!,
        distinct: found.credited[i]!,
      })),
      stopped: found.stopped,
      coveredDepth: found.coveredDepth,
      witnesses: Object.fromEntries(
        program.witnesses.flatMap((name, i) => {
          const level = found.witnesses[i] ?? null;
          return level === null ? [] : [[name, level]];
        }),
      ),
      unchecked: this.#tree.properties.filter((p) => !isSafety(p)).map(({ name }) => name),
      specError: counterexample?.kind === 'fault' ? this.#specError(counterexample, trace) : null,
      trace,
      workers: this.#options.workers,
      seconds: found.seconds,
      peakMemoryBytes: found.peakMemoryBytes,
      store: this.#options.store,
      missProbability: found.missProbability,
      bounds: found.isCut ? this.#tree.constraints.map(({ name }) => name) : [],
    };
  }

  /** The name of the violated property, or of the first witness not reached. */
  #property(): string | null {
    const { program } = this.#compiled;
    const { counterexample, unreached, verdict } = this.#outcome;
    if (verdict === 'unreachable') return program.witnesses[unreached[0]!]!;
    if (counterexample?.kind === 'invariant') return program.invariants[counterexample.property]!;
    if (counterexample?.kind === 'stepInvariant') {
      return program.stepInvariants[counterexample.property]!;
    }
    return null;
  }

  /** The behaviour through the given packed states, each step with its least instance. */
  #trace(path: Path): Trace | null {
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

  #specError(fault: Counterexample & { kind: 'fault' }, trace: Trace | null): SpecErrorReport {
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

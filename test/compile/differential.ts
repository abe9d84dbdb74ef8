import { is } from 'immutable';
import { expect } from 'vitest';
import { compile, type Compiled } from '../../checker/compile/compile.ts';
import type { Program } from '../../checker/compile/program.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import {
  firstBrokenConstraint,
  holdsIn,
  holdsOfStep,
  isSafety,
  isTerminal,
} from '../../checker/reference/properties.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { steps } from '../../checker/reference/steps.ts';
import type { State } from '../../checker/reference/value.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import { boot, Fault } from './driver.ts';

/** What an evaluation came to: its result, or the spec error that ended it. */
type Outcome = readonly [result: unknown, error: string | null];

/** A successor as words, with its action. */
type Successors = { readonly made: string[]; readonly broken: string[] };

/** How a spec is packed, other than usual: bits to a word, successors in a batch. */
export interface Packing {
  readonly wordBits?: number;
  readonly batch?: number;
}

/**
 * Compares kernel and interpreter on a spec: its initial states, and of up to `most` reachable
 * states the successors of each action in order, every property's value, constraint, terminal and
 * every spec error. Returns how many states were compared.
 */
export function compareEngines(tree: SpecTree, most: number, packing: Packing = {}): number {
  const compiled = compile(tree, packing);
  const { program } = compiled;
  const machine = new Machine(program);

  const initial: State[] = [];
  const expectedInitial = ofReference(() => {
    for (const state of initialStates(tree)) {
      initial.push(state);
      if (initial.length > 50_000) throw new Error('too many initial states to compare');
    }
    return null;
  });
  const actualInitial = machine.outcome(() => machine.initial());
  expect(actualInitial[1], 'spec error of the initial states').toBe(expectedInitial[1]);
  if (expectedInitial[1] !== null) return 0;
  expect(actualInitial[0]).toEqual(initial.map((state) => wordsOf(compiled, state)));

  const seen = new Set<string>();
  const queue: State[] = [];
  const discover = (state: State): void => {
    const key = wordsOf(compiled, state);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(state);
  };
  initial.forEach(discover);
  let compared = 0;
  for (const state of queue) {
    if (++compared > most) break;
    compareState(tree, compiled, machine, state, discover);
  }
  return Math.min(compared, queue.length);
}

function compareState(
  tree: SpecTree,
  compiled: Compiled,
  machine: Machine,
  state: State,
  discover: (state: State) => void,
): void {
  const packed = compiled.encode(state);
  expect(is(compiled.decode(packed, 0), state), 'a state survives packing').toBe(true);
  machine.load(packed);
  const named = (kind: string): typeof safety => safety.filter((p) => p.kind === kind);
  const safety = tree.properties.filter(isSafety);

  const expected: Successors = { made: [], broken: [] };
  const [, expectedError] = ofReference(() => {
    for (const step of steps(tree, state)) {
      const index = expected.made.length;
      expected.made.push(`${step.instance.action} ${wordsOf(compiled, step.state)}`);
      const next = step.state;
      discover(next);
      const broken = named('stepInvariant').findIndex((p) => !holdsOfStep(p, state, next));
      if (broken >= 0) expected.broken.push(`${broken} at ${index}`);
    }
  });
  const [actual, actualError] = machine.outcome(() => machine.expand());
  const context = `successors of ${state.toString()}`;
  expect(actualError, `spec error: ${context}`).toBe(expectedError);
  if (actualError === null) expect(actual, context).toEqual(expected);
  else expect(machine.partial(), context).toEqual(expected.made);

  const invariants = named('invariant');
  const compare = (what: string, reference: () => unknown, kernel: () => unknown): void =>
    expect(machine.outcome(kernel), `${what} in ${state.toString()}`).toEqual(
      ofReference(reference),
    );
  compare(
    'first broken invariant',
    () => 1 + invariants.findIndex((p) => !holdsIn(p, state)),
    () => machine.kernel.violated(0),
  );
  named('reachable').forEach((property, i) =>
    compare(
      `witness ${property.name}`,
      () => holdsIn(property, state),
      () => machine.kernel.witnessed(0, i),
    ),
  );
  compare(
    'constraints',
    () => firstBrokenConstraint(tree, state) === null,
    () => machine.kernel.within(0),
  );
  compare(
    'terminal',
    () => isTerminal(tree, state),
    () => machine.kernel.terminal(0),
  );
}

function wordsOf(compiled: Compiled, state: State): string {
  return compiled.encode(state).join();
}

function ofReference(body: () => unknown): Outcome {
  try {
    return [body(), null];
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const { instance, where } = error.context;
    const place = where ?? `action ${instance!.action}`;
    return [null, `${error.kind} in ${place}: ${error.expression}`];
  }
}

/** A kernel whose successors and step violations are collected. */
class Machine {
  readonly kernel;
  readonly #program: Program;
  readonly #heap: Int32Array;
  #made: string[] = [];
  #broken: string[] = [];
  #before = 0;
  /** Successors of an earlier state that the batch still holds: as many as can be, by turns. */
  #held = 0;
  #expanded = 0;

  constructor(program: Program) {
    this.#program = program;
    const { kernel, heap } = boot(
      program,
      (_, count) => this.#collect(count),
      (stepInvariant, index) =>
        this.#broken.push(`${stepInvariant} at ${this.#made.length + index - this.#held}`),
    );
    this.kernel = kernel;
    this.#heap = heap;
    // Nothing may rely on memory being zero, or on words that are not its own.
    const first = program.batch.states;
    heap.fill(0x5a5a5a5a, first, first + program.batch.capacity * program.words);
  }

  load(packed: Int32Array): void {
    this.#heap.set(packed, 0);
  }

  initial(): string[] {
    this.#made = [];
    this.#collect(this.kernel.initial(0));
    return this.#made.map((one) => one.slice(one.indexOf(' ') + 1));
  }

  expand(): Successors {
    this.#made = [];
    this.#broken = [];
    this.#before = this.kernel.generated();
    this.#held = this.#expanded++ % this.#program.batch.capacity;
    this.#collect(this.kernel.expand(this.#held));
    return { made: this.#made, broken: this.#broken };
  }

  /** The successors made before a spec error. */
  partial(): string[] {
    const pending = this.kernel.generated() - this.#before - this.#made.length;
    this.#collect(this.#held + pending);
    return this.#made;
  }

  outcome(body: () => unknown): Outcome {
    try {
      return [body(), null];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { kind, where, expression } = this.#program.sites[error.site]!;
      return [null, `${kind} in ${where}: ${expression}`];
    }
  }

  #collect(count: number): void {
    const { batch, words, actions } = this.#program;
    for (let i = this.#held; i < count; i++) {
      const at = batch.states + i * words;
      const action = actions[this.#heap[batch.actions + i]!];
      this.#made.push(`${action} ${this.#heap.subarray(at, at + words).join()}`);
    }
    this.#held = 0;
  }
}

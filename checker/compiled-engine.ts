import type { SpecTree } from '../spec/language/tree.ts';
import { compile, type Compiled } from './compile/compile.ts';
import type { Engine, SearchOptions, SearchOutcome } from './engine.ts';
import { Rebuilder } from './rebuild-trace.ts';
import { isSafety } from './reference/properties.ts';
import { NoInitialState } from './reference/spec-error.ts';
import { explore } from './search/explore.ts';
import type { ExploreOutcome } from './search/outcome.ts';

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
  readonly #rebuilder: Rebuilder;

  constructor(tree: SpecTree, options: SearchOptions, compiled: Compiled, outcome: ExploreOutcome) {
    this.#tree = tree;
    this.#options = options;
    this.#compiled = compiled;
    this.#outcome = outcome;
    this.#rebuilder = new Rebuilder(tree, compiled, options.symmetry ?? []);
  }

  result(): SearchOutcome {
    const { program } = this.#compiled;
    const found = this.#outcome;
    const { counterexample } = found;
    const trace = counterexample === null ? null : this.#rebuilder.trace(counterexample.path);
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
      specError:
        counterexample?.kind === 'fault' ? this.#rebuilder.specError(counterexample, trace) : null,
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
}

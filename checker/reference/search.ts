import { Map as ImmutableMap } from 'immutable';
import type { SpecTree } from '../../spec/language/tree.ts';
import type { SearchOptions, SearchOutcome } from '../engine.ts';
import type { StopReason, Verdict } from '../result.ts';
import { preferred, traceTo, type Finding, type Visit } from './finding.ts';
import { initialStates } from './initial-states.ts';
import { compareStates } from './order.ts';
import { Pace } from './pace.ts';
import {
  firstBrokenConstraint,
  holdsIn,
  holdsOfStep,
  isSafety,
  isTerminal,
  type SafetyProperty,
} from './properties.ts';
import { NoInitialState, SpecError } from './spec-error.ts';
import { steps } from './steps.ts';
import { representative, type Representative } from './symmetry.ts';
import type { State } from './value.ts';

/**
 * The breadth-first search of a spec, straight from the meaning of its tree. Each level is expanded in
 * canonical order, so the first step found to a state is its canonical one, and everything in the
 * outcome follows from the spec alone. A level in which something wrong shows is still finished.
 *
 * With symmetry, of states that differ by a renaming only the first is kept; traces are of those, so
 * they are behaviours as they stand. Counts are then of kept states, as TLC's with a symmetry set.
 *
 * Counts after a spec error: a state's successors before the one that failed are counted.
 *
 * @throws {NoInitialState}
 */
export async function search(tree: SpecTree, options: SearchOptions): Promise<SearchOutcome> {
  return new Search(tree, options).run();
}

class Search {
  readonly #tree: SpecTree;
  readonly #options: SearchOptions;
  readonly #pace: Pace;
  readonly #representative: Representative;

  readonly #properties: Record<'invariants' | 'stepInvariants' | 'witnesses', SafetyProperty[]>;

  /** Every kept state, by its representative. */
  readonly #visited = ImmutableMap<State, Visit>().asMutable();
  /** For kept states of the level that is being found: the last action that leads there. */
  readonly #credited = new Map<Visit, number>();
  /** Kept states of the level that is being found. */
  #found: Visit[] = [];

  readonly #levels: number[] = [];
  readonly #taken: number[];
  readonly #distinct: number[];
  /** By name of the witness: the level on which it first showed. */
  readonly #witnesses: Record<string, number> = Object.create(null);
  #isCut = false;
  #generated = 0;
  #coveredDepth = 0;
  #finding: Finding | null = null;
  #stopped: StopReason | null = null;

  constructor(tree: SpecTree, options: SearchOptions) {
    this.#tree = tree;
    this.#options = options;
    this.#pace = new Pace(options);
    this.#representative = representative(tree, options.symmetry ?? []);
    const safety = tree.properties.filter(isSafety);
    this.#properties = {
      invariants: safety.filter(({ kind }) => kind === 'invariant'),
      stepInvariants: safety.filter(({ kind }) => kind === 'stepInvariant'),
      witnesses: safety.filter(({ kind }) => kind === 'reachable'),
    };
    this.#taken = tree.actions.map(() => 0);
    this.#distinct = tree.actions.map(() => 0);
  }

  async run(): Promise<SearchOutcome> {
    try {
      await this.#initial();
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return { ...this.#outcome('spec-error'), specError: error.report() };
    }
    let level = this.#closeLevel();
    while (level.length > 0 && this.#finding === null && this.#stopped === null) {
      if (this.#levels.length === this.#options.maxDepth) {
        this.#stopped = 'max-depth';
      } else {
        await this.#expandLevel(level);
        level = this.#closeLevel();
      }
    }
    return this.#judge();
  }

  async #initial(): Promise<void> {
    for (const state of initialStates(this.#tree)) {
      this.#generated++;
      this.#examine({ state, instance: null, predecessor: null, level: 1 }, null);
      if (await this.#mustStop(0)) return;
    }
    if (this.#generated === 0) throw new NoInitialState(this.#tree.name);
  }

  /** Expands a level, or as much of it as the limits allow: then it is not a covered one. */
  async #expandLevel(level: readonly Visit[]): Promise<void> {
    for (const [i, visit] of level.entries()) {
      this.#expand(visit);
      if (await this.#mustStop(level.length - i - 1)) return;
    }
    this.#coveredDepth++;
  }

  #expand(visit: Visit): void {
    let moves = 0;
    try {
      for (const { instance, state } of steps(this.#tree, visit.state)) {
        const action = this.#tree.actions.findIndex(({ name }) => name === instance.action);
        moves++;
        this.#generated++;
        this.#taken[action]!++;
        this.#examine({ state, instance, predecessor: visit, level: visit.level + 1 }, action);
        if (this.#stopped !== null) return;
      }
      if (moves === 0 && this.#options.deadlock && !isTerminal(this.#tree, visit.state))
        this.#report({
          verdict: 'deadlock',
          property: null,
          specError: null,
          last: visit,
          order: 0,
        });
    } catch (error) {
      this.#reportError(error, visit);
    }
  }

  /**
   * Takes a state that was generated: judges the step and, if the state is new, the state; keeps it
   * if it is within bounds. Throws the spec error of a step invariant, which belongs to the step.
   */
  #examine(visit: Visit, action: number | null): void {
    this.#judgeStep(visit);
    const key = this.#representative(visit.state);
    const kept = this.#visited.get(key, null);
    if (kept !== null) return this.#credit(kept, visit, action);
    const within = this.#isWithin(visit);
    if (within !== null) this.#judgeState(visit);
    if (within !== true) return;
    if (this.#visited.size === this.#options.maxStates) {
      this.#stopped = 'max-states';
      return;
    }
    this.#visited.set(key, visit);
    this.#found.push(visit);
    this.#credit(visit, visit, action);
  }

  /** Notes that an action leads to a kept state, if it does so from the level before. */
  #credit(kept: Visit, visit: Visit, action: number | null): void {
    if (action === null || kept.level !== visit.level) return;
    this.#credited.set(kept, Math.max(this.#credited.get(kept) ?? action, action));
  }

  /** Step invariants, of every step. */
  #judgeStep(last: Visit): void {
    if (last.predecessor === null) return;
    for (const [i, property] of this.#properties.stepInvariants.entries())
      if (!holdsOfStep(property, last.predecessor.state, last.state))
        this.#reportViolation(property, last, this.#properties.invariants.length + i);
  }

  /** Whether a state satisfies the constraints; null if that is a spec error. */
  #isWithin(last: Visit): boolean | null {
    try {
      const broken = firstBrokenConstraint(this.#tree, last.state);
      if (broken !== null) this.#isCut = true;
      return broken === null;
    } catch (error) {
      this.#reportError(error, last);
      return null;
    }
  }

  /** Invariants up to the first that is false, then witnesses that did not show on an earlier level. */
  #judgeState(last: Visit): void {
    const { invariants, witnesses } = this.#properties;
    try {
      const broken = invariants.findIndex((invariant) => !holdsIn(invariant, last.state));
      if (broken >= 0) this.#reportViolation(invariants[broken]!, last, broken);
      for (const witness of witnesses) {
        const { [witness.name]: shown = last.level } = this.#witnesses;
        if (shown === last.level && holdsIn(witness, last.state))
          this.#witnesses[witness.name] = last.level;
      }
    } catch (error) {
      this.#reportError(error, last);
    }
  }

  #reportViolation({ name: property }: SafetyProperty, last: Visit, order: number): void {
    this.#report({ verdict: 'violated', property, specError: null, last, order });
  }

  #reportError(error: unknown, last: Visit): void {
    if (!(error instanceof SpecError)) throw error;
    const order = this.#tree.properties.length;
    const specError = error.report();
    this.#report({ verdict: 'spec-error', property: null, specError, last, order });
  }

  #report(finding: Finding): void {
    this.#finding = preferred(this.#tree.variables, this.#finding, finding);
  }

  /** Ends the level that was being found; returns its states in canonical order. */
  #closeLevel(): Visit[] {
    const level = this.#found.sort((a, b) => compareStates(this.#tree.variables, a.state, b.state));
    if (level.length > 0) this.#levels.push(level.length);
    for (const action of this.#credited.values()) this.#distinct[action]!++;
    this.#found = [];
    this.#credited.clear();
    return level;
  }

  async #mustStop(queue: number): Promise<boolean> {
    this.#stopped ??= await this.#pace.tick(() => ({
      distinct: this.#visited.size,
      generated: this.#generated,
      depth: this.#levels.length,
      queue: queue + this.#found.length,
    }));
    return this.#stopped !== null;
  }

  #judge(): SearchOutcome {
    if (this.#finding !== null) {
      const { verdict, property, specError, last } = this.#finding;
      return { ...this.#outcome(verdict), property, specError, trace: traceTo(last) };
    }
    if (this.#stopped !== null) return { ...this.#outcome('inconclusive'), stopped: this.#stopped };
    const missing = this.#properties.witnesses.find(
      ({ name }) => this.#witnesses[name] === undefined,
    );
    if (missing !== undefined) return { ...this.#outcome('unreachable'), property: missing.name };
    return this.#outcome('holds');
  }

  #outcome(verdict: Verdict): SearchOutcome {
    return {
      verdict,
      property: null,
      generated: this.#generated,
      distinct: this.#visited.size,
      depth: this.#levels.length,
      levels: this.#levels,
      actions: this.#tree.actions.map(({ name }, i) => ({
        name,
        taken: this.#taken[i]!,
        distinct: this.#distinct[i]!,
      })),
      stopped: null,
      coveredDepth: this.#coveredDepth,
      witnesses: { ...this.#witnesses },
      unchecked: this.#tree.properties.filter((p) => !isSafety(p)).map(({ name }) => name),
      specError: null,
      trace: null,
      workers: 1,
      seconds: this.#pace.seconds,
      peakMemoryBytes: this.#pace.peakMemoryBytes,
      store: 'reference',
      missProbability: null,
      bounds: this.#isCut ? this.#tree.constraints.map(({ name }) => name) : [],
    };
  }
}

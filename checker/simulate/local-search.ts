import type { Program } from '../compile/program.ts';
import { buildKernel, KernelFault } from '../search/expander.ts';
import type { PackedState } from '../search/outcome.ts';
import type { Finding } from './walk.ts';

/** What a search from one state of a walk found, nearest first. */
export interface Nearby {
  /** States from the start to where the same is wrong, as in `Finding`; null if it was not met. */
  readonly wrong: readonly PackedState[] | null;
  /** For a state that was met, the states from the start to it; null for others. */
  pathTo(state: PackedState): readonly PackedState[] | null;
}

/**
 * Small breadth-first searches that look for one kind of finding. The program judges nothing but the
 * property that the finding is about; it keeps states as text, and so is for thousands of them.
 */
export class LocalSearch {
  readonly #program: Program;
  readonly #finding: Finding;
  readonly #heap: Int32Array;
  readonly #kernel;
  #batch: PackedState[] = [];
  #broken: PackedState | null = null;
  #flushed = 0;

  constructor(program: Program, finding: Finding) {
    this.#program = program;
    this.#finding = finding;
    this.#heap = new Int32Array(program.heapWords);
    this.#kernel = buildKernel(program, this.#heap, {
      flush: (count) => this.#collect(count),
      stepViolation: (_, index) => (this.#broken ??= this.#at(index)),
      fault: (site) => new KernelFault(site),
    });
  }

  /** Looks at states up to `depth` steps from the start, and at no more than `maxStates`. */
  from(start: PackedState, depth: number, maxStates: number): Nearby {
    const states: PackedState[] = [start];
    const parents = [-1];
    const index = new Map([[start.join(), 0]]);
    const path = (last: number): PackedState[] => {
      const found: PackedState[] = [];
      for (let i = last; i >= 0; i = parents[i]!) found.unshift(states[i]!);
      return found;
    };
    let wrong: PackedState[] | null = null;
    let levelEnd = 1;
    for (let next = 0, level = 0; next < states.length && wrong === null; next++) {
      if (next === levelEnd) {
        level++;
        levelEnd = states.length;
      }
      if (level >= depth || states.length >= maxStates) break;
      const end = this.#expand(states[next]!);
      if (end !== null) {
        wrong = [...path(next), ...end];
        break;
      }
      for (const state of this.#batch) {
        const key = state.join();
        if (index.has(key)) continue;
        if (this.#isWrong(state)) {
          wrong = [...path(next), state];
          break;
        }
        if (!this.#isWithin(state)) continue;
        index.set(key, states.length);
        states.push(state);
        parents.push(next);
      }
    }
    return {
      wrong,
      pathTo(state) {
        const found = index.get(state.join());
        return found === undefined ? null : path(found);
      },
    };
  }

  /** The states after this one in a path that ends here; null where none does. */
  #expand(state: PackedState): PackedState[] | null {
    this.#heap.set(state, 0);
    this.#batch = [];
    this.#broken = null;
    try {
      this.#collect(this.#kernel.expand(0));
      if (this.#finding.kind === 'deadlock' && this.#batch.length === 0) {
        return this.#kernel.terminal(0) ? null : [];
      }
    } catch (error) {
      this.#collect(this.#kernel.generated() - this.#flushed);
      if (this.#isFinding(error, 'step')) return [];
    }
    return this.#broken === null || this.#finding.kind !== 'stepInvariant' ? null : [this.#broken];
  }

  #isWrong(state: PackedState): boolean {
    const address = this.#program.batch.states;
    this.#heap.set(state, address);
    try {
      return this.#kernel.violated(address) !== 0 && this.#finding.kind === 'invariant';
    } catch (error) {
      return this.#isFinding(error, 'state');
    }
  }

  #isWithin(state: PackedState): boolean {
    const address = this.#program.batch.states;
    this.#heap.set(state, address);
    try {
      return this.#kernel.within(address);
    } catch (error) {
      if (error instanceof KernelFault) return false;
      throw error;
    }
  }

  #isFinding(error: unknown, during: 'state' | 'step'): boolean {
    if (!(error instanceof KernelFault)) throw error;
    const finding = this.#finding;
    return finding.kind === 'fault' && finding.during === during && finding.site === error.site;
  }

  #at(position: number): PackedState {
    const from = this.#program.batch.states + position * this.#program.words;
    return this.#heap.slice(from, from + this.#program.words);
  }

  #collect(count: number): void {
    for (let i = 0; i < count; i++) this.#batch.push(this.#at(i));
    this.#flushed += count;
  }
}

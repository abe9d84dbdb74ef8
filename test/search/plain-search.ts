import type { Kernel, Program } from '../../checker/compile/program.ts';
import type { Verdict } from '../../checker/result.ts';

/** What a search must find, as a plain search over sets of strings finds it. */
export interface Expected {
  readonly verdict: Verdict;
  readonly generated: number;
  readonly distinct: number;
  readonly depth: number;
  readonly levels: readonly number[];
  readonly taken: readonly number[];
  readonly credited: readonly number[];
  readonly witnesses: readonly (number | null)[];
  /** Kind, index (of property or site), and the states of the trace as text. */
  readonly counterexample: { kind: string; index: number; path: string[] } | null;
}

interface Found {
  readonly kind: string;
  readonly index: number;
  readonly length: number;
  readonly state: Int32Array;
  readonly before: Int32Array | null;
}

const PREFERENCE = ['invariant', 'stepInvariant', 'state', 'deadlock', 'step', 'initial'];

class Raised {
  readonly site: number;
  constructor(site: number) {
    this.site = site;
  }
}

/**
 * A breadth-first search written for clarity: one state at a time, levels as maps from text, all
 * candidates for the counterexample in a list. It shares nothing with the engine but the program.
 */
export class PlainSearch {
  readonly #program: Program;
  readonly #heap: Int32Array;
  readonly #kernel: Kernel;
  readonly #checkDeadlock: boolean;
  readonly #seen = new Set<string>();
  readonly #levels: Map<string, { state: Int32Array; credit: number }>[] = [];
  readonly #found: Found[] = [];
  readonly #witnesses: (number | null)[];
  #batch: { state: Int32Array; action: number }[] = [];
  #taken = 0;

  constructor(program: Program, checkDeadlock: boolean) {
    this.#program = program;
    this.#checkDeadlock = checkDeadlock;
    this.#heap = new Int32Array(program.heapWords);
    this.#witnesses = program.witnesses.map(() => null);
    const make = new Function('H', 'hooks', program.code) as (...given: unknown[]) => Kernel;
    this.#kernel = make(this.#heap, {
      flush: (count: number) => this.#takeOut(count),
      stepViolation: (index: number, position: number) => {
        this.#found.push({
          kind: 'stepInvariant',
          index,
          length: this.#levels.length + 1,
          state: this.#batchState(position),
          before: this.#current(),
        });
      },
      fault: (site: number) => new Raised(site),
    });
  }

  run(): Expected {
    this.#catching('initial', 0, null, () => this.#takeOut(this.#kernel.initial(0)));
    this.#keep(this.#batch, true);
    for (let depth = 1; ; depth++) {
      const level = this.#levels[depth - 1];
      if (level === undefined || this.#found.length > 0) break;
      this.#expandLevel([...level.values()].map(({ state }) => state));
    }
    return this.#result();
  }

  #expandLevel(states: readonly Int32Array[]): void {
    const depth = this.#levels.length;
    const all: { state: Int32Array; action: number }[] = [];
    for (const state of states) {
      this.#heap.set(state, 0);
      this.#batch = [];
      this.#catching('step', depth, state, () => {
        this.#takeOut(this.#kernel.expand(0));
        if (this.#batch.length > 0 || !this.#checkDeadlock || this.#kernel.terminal(0)) return;
        this.#found.push({ kind: 'deadlock', index: 0, length: depth, state, before: null });
      });
      all.push(...this.#batch);
    }
    this.#keep(all, false);
  }

  #keep(successors: readonly { state: Int32Array; action: number }[], initial: boolean): void {
    const built = this.#levels.length + 1;
    const fresh = new Map<string, { state: Int32Array; credit: number }>();
    for (const { state, action } of successors) {
      const text = state.join();
      const known = fresh.get(text);
      if (known !== undefined && !initial) known.credit = Math.max(known.credit, action);
      if (known !== undefined || this.#seen.has(text)) continue;
      this.#heap.set(state, this.#program.batch.states);
      const address = this.#program.batch.states;
      let within = true;
      this.#catching('state', built, state, () => {
        within = !this.#program.hasConstraint;
        within ||= this.#kernel.within(address);
      });
      if (within) fresh.set(text, { state, credit: initial ? -1 : action });
      if (within || this.#withinIsSound(state)) this.#judge(state, address, built);
    }
    for (const text of fresh.keys()) this.#seen.add(text);
    if (fresh.size > 0) this.#levels.push(fresh);
  }

  /** Whether the constraint could be evaluated: a state with a spec error there is not judged. */
  #withinIsSound(state: Int32Array): boolean {
    return !this.#found.some((found) => found.kind === 'state' && found.state === state);
  }

  #judge(state: Int32Array, address: number, built: number): void {
    this.#catching('state', built, state, () => {
      const broken = this.#kernel.violated(address);
      if (broken > 0) {
        const index = broken - 1;
        this.#found.push({ kind: 'invariant', index, length: built, state, before: null });
      }
      this.#witnesses.forEach((seen, index) => {
        if (seen === null && this.#kernel.witnessed(address, index)) this.#witnesses[index] = built;
      });
    });
  }

  #catching(kind: string, length: number, state: Int32Array | null, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof Raised)) throw error;
      const found = state ?? new Int32Array(this.#program.words);
      this.#found.push({ kind, index: error.site, length, state: found, before: null });
      if (kind !== 'state') this.#takeOut(this.#kernel.generated() - this.#taken);
    }
  }

  #takeOut(count: number): void {
    this.#taken += count;
    for (let position = 0; position < count; position++) {
      const action = this.#heap[this.#program.batch.actions + position]!;
      this.#batch.push({ state: this.#batchState(position), action });
    }
  }

  #batchState(position: number): Int32Array {
    const { batch, words } = this.#program;
    return this.#heap.slice(batch.states + position * words, batch.states + (position + 1) * words);
  }

  #current(): Int32Array {
    return this.#heap.slice(0, this.#program.words);
  }

  #result(): Expected {
    const found = [...this.#found].sort(
      (a, b) =>
        a.length - b.length ||
        compare(a.state, b.state) ||
        PREFERENCE.indexOf(a.kind) - PREFERENCE.indexOf(b.kind) ||
        a.index - b.index ||
        compare(a.before ?? a.state, b.before ?? b.state),
    )[0];
    const unreached = this.#witnesses.some((seen) => seen === null);
    const levels = this.#levels.map((level) => level.size);
    const states = this.#levels.flatMap((level) => [...level.values()]);
    return {
      verdict: found === undefined ? (unreached ? 'unreachable' : 'holds') : verdictOf(found.kind),
      generated: this.#kernel.generated(),
      distinct: this.#seen.size,
      depth: levels.length,
      levels,
      taken: [...this.#kernel.taken],
      credited: this.#program.actions.map(
        (_, action) => states.filter(({ credit }) => credit === action).length,
      ),
      witnesses: this.#witnesses,
      counterexample:
        found === undefined
          ? null
          : { kind: found.kind, index: found.index, path: this.#path(found) },
    };
  }

  #path(found: Found): string[] {
    if (found.length === 0) return [];
    const path = [found.state];
    if (found.before !== null) path.unshift(found.before);
    while (path.length < found.length) {
      const target = path[0]!.join();
      const level = [...this.#levels[found.length - path.length - 1]!.values()];
      const before = level
        .map(({ state }) => state)
        .filter((state) => this.#successorsOf(state).includes(target))
        .sort(compare)[0];
      if (before === undefined) throw new Error('no predecessor');
      path.unshift(before);
    }
    return path.map((state) => state.join());
  }

  #successorsOf(state: Int32Array): string[] {
    this.#heap.set(state, 0);
    this.#batch = [];
    this.#catching('step', 0, state, () => this.#takeOut(this.#kernel.expand(0)));
    return this.#batch.map((successor) => successor.state.join());
  }
}

function verdictOf(kind: string): Verdict {
  if (kind === 'deadlock') return 'deadlock';
  return kind === 'invariant' || kind === 'stepInvariant' ? 'violated' : 'spec-error';
}

function compare(a: Int32Array, b: Int32Array): number {
  for (let index = 0; index < a.length; index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return 0;
}

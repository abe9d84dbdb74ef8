import type { Program } from '../compile/program.ts';
import { buildKernel, KernelFault, siteOf } from '../search/expander.ts';
import type { PackedState } from '../search/outcome.ts';
import type { DistinctEstimate } from './distinct-estimate.ts';
import { Random } from './random.ts';

/** What is wrong at the end of a walk. `path` ends as that of a `Counterexample` does. */
export type Finding = { readonly path: readonly PackedState[] } & (
  | { readonly kind: 'invariant' | 'stepInvariant'; readonly property: number }
  | { readonly kind: 'deadlock' }
  | {
      readonly kind: 'fault';
      readonly site: number;
      readonly during: 'initial' | 'state' | 'step';
    }
);

/**
 * Why a walk ended: it reached the depth that was asked for; a state without successors that may be
 * one; a state from which every step leads back to itself; a state outside the constraint; a finding;
 * or there was no initial state.
 */
export const endings = [
  'depth',
  'terminal',
  'stuttering',
  'constraint',
  'finding',
  'nowhere',
] as const;
export type WalkEnding = (typeof endings)[number];

export interface WalkOptions {
  /** Steps of a walk, at most. */
  readonly depth: number;
  readonly seed: number;
  /** How often an enabled action is chosen, relative to the others: one weight for each action. */
  readonly weights: readonly number[];
  readonly checkDeadlock: boolean;
}

/** What walks note on their way. */
export interface Notes {
  /** How often each action was taken. */
  readonly taken: Float64Array;
  readonly distinct: DistinctEstimate;
  /** For each witness the least number of steps after which it was seen, or -1. */
  readonly witnesses: Int32Array;
}

export interface Walk {
  readonly ending: WalkEnding;
  readonly steps: number;
  readonly finding: Finding | null;
}

/**
 * Random walks over the states of a program. From each state one of the enabled actions is chosen by
 * weight, then one of its successors, each as likely; a step that changes nothing is never chosen.
 * Where every step changes nothing, the walk is over. What is judged is each state on the way and
 * every step from it.
 */
export class Walker {
  readonly #program: Program;
  readonly #options: WalkOptions;
  readonly #notes: Notes;
  readonly #heap: Int32Array;
  readonly #kernel;
  /** Successors of the state in work, and their actions. */
  #states = new Int32Array(1024);
  #actions = new Int32Array(256);
  #count = 0;
  /** Where a successor is loaded to be judged. */
  readonly #judged: number;
  #stepBroken: { property: number; position: number } | null = null;
  #flushed = 0;
  #initial: PackedState[] | null = null;

  readonly #stop: Int32Array;

  /** `stop`: a word that is not 0 once the simulation is over. */
  constructor(program: Program, options: WalkOptions, notes: Notes, stop: Int32Array) {
    this.#program = program;
    this.#stop = stop;
    this.#options = options;
    this.#notes = notes;
    this.#heap = new Int32Array(program.heapWords);
    this.#judged = program.batch.states;
    this.#kernel = buildKernel(program, this.#heap, {
      flush: (count) => this.#collect(count),
      stepViolation: (property, index) => {
        this.#stepBroken ??= { property, position: this.#count + index };
      },
      fault: (site) => new KernelFault(site),
    });
  }

  /** Takes walk number `run`; null if the simulation is over before it is. */
  walk(run: number): Walk | null {
    const random = new Random(this.#options.seed, run);
    const initial = this.#initialStates();
    if (!Array.isArray(initial)) return { ending: 'finding', steps: 0, finding: initial };
    if (initial.length === 0) return { ending: 'nowhere', steps: 0, finding: null };
    let state = initial[random.below(initial.length)]!;
    const path = [state];
    const end = (ending: WalkEnding, finding: Finding | null = null): Walk => {
      return { ending, steps: path.length - 1, finding };
    };
    for (;;) {
      if (Atomics.load(this.#stop, 0) !== 0) return null;
      const wrong = this.#judge(state, path);
      if (wrong !== null) return end('finding', wrong);
      if (!this.#kernel.within(this.#judged)) return end('constraint');
      if (path.length > this.#options.depth) return end('depth');
      const broken = this.#expand(state, path);
      if (broken !== null) return end('finding', broken);
      if (this.#count === 0) return end('terminal');
      const next = this.#choose(state, random);
      if (next === null) return end('stuttering');
      state = next;
      path.push(state);
    }
  }

  #initialStates(): PackedState[] | (Finding & { kind: 'fault' }) {
    if (this.#initial !== null) return this.#initial;
    this.#count = 0;
    try {
      this.#collect(this.#kernel.initial(0));
    } catch (error) {
      return { kind: 'fault', site: siteOf(error), during: 'initial', path: [] };
    }
    this.#initial = Array.from({ length: this.#count }, (_, i) => this.#successor(i));
    return this.#initial;
  }

  /** Judges a state for the first time that this walk meets it, and notes it. */
  #judge(state: PackedState, path: readonly PackedState[]): Finding | null {
    const address = this.#judged;
    this.#heap.set(state, address);
    try {
      this.#note(state, path.length - 1);
      const broken = this.#kernel.violated(address);
      if (broken > 0) return { kind: 'invariant', property: broken - 1, path: [...path] };
      this.#kernel.within(address);
    } catch (error) {
      return { kind: 'fault', site: siteOf(error), during: 'state', path: [...path] };
    }
    return null;
  }

  #note(state: PackedState, steps: number): void {
    const { distinct, witnesses } = this.#notes;
    distinct.add(hash(state, 0x9747b28c), hash(state, 0x3c6ef372));
    for (let i = 0; i < witnesses.length; i++) {
      const seen = witnesses[i]!;
      if (seen >= 0 && seen <= steps) continue;
      if (this.#kernel.witnessed(this.#judged, i)) witnesses[i] = steps;
    }
  }

  /** Fills in the successors; what is wrong with a step, or with there being none. */
  #expand(state: PackedState, path: readonly PackedState[]): Finding | null {
    this.#heap.set(state, 0);
    this.#count = 0;
    this.#stepBroken = null;
    try {
      this.#collect(this.#kernel.expand(0));
      if (this.#count === 0 && this.#options.checkDeadlock && !this.#kernel.terminal(0)) {
        return { kind: 'deadlock', path: [...path] };
      }
    } catch (error) {
      const site = siteOf(error);
      this.#collect(this.#kernel.generated() - this.#flushed);
      return this.#brokenStep(path) ?? { kind: 'fault', site, during: 'step', path: [...path] };
    }
    return this.#brokenStep(path);
  }

  #brokenStep(path: readonly PackedState[]): Finding | null {
    if (this.#stepBroken === null) return null;
    const { property, position } = this.#stepBroken;
    return { kind: 'stepInvariant', property, path: [...path, this.#successor(position)] };
  }

  /** One of the successors that differ from the state; null if there is none. */
  #choose(state: PackedState, random: Random): PackedState | null {
    const { weights } = this.#options;
    // The successors of one action stand together, actions in order of declaration.
    const actions: { action: number; positions: number[] }[] = [];
    for (let i = 0; i < this.#count; i++) {
      if (this.#isSame(state, i)) continue;
      const action = this.#actions[i]!;
      if (actions.at(-1)?.action !== action) actions.push({ action, positions: [] });
      actions.at(-1)!.positions.push(i);
    }
    const total = actions.reduce((sum, { action }) => sum + weights[action]!, 0);
    if (total === 0) return null;
    let left = random.fraction() * total;
    const chosen = actions.find(({ action }) => (left -= weights[action]!) < 0) ?? actions.at(-1)!;
    this.#notes.taken[chosen.action]!++;
    return this.#successor(chosen.positions[random.below(chosen.positions.length)]!);
  }

  #isSame(state: PackedState, position: number): boolean {
    const { words } = this.#program;
    const from = position * words;
    for (let i = 0; i < words; i++) if (this.#states[from + i] !== state[i]) return false;
    return true;
  }

  #successor(position: number): PackedState {
    const { words } = this.#program;
    return this.#states.slice(position * words, (position + 1) * words);
  }

  /** Takes successors out of the batch. */
  #collect(count: number): void {
    const { batch, words } = this.#program;
    const total = this.#count + count;
    if (total * words > this.#states.length) this.#states = grown(this.#states, total * words);
    if (total > this.#actions.length) this.#actions = grown(this.#actions, total);
    const { states, actions } = batch;
    this.#states.set(this.#heap.subarray(states, states + count * words), this.#count * words);
    this.#actions.set(this.#heap.subarray(actions, actions + count), this.#count);
    this.#count = total;
    this.#flushed += count;
  }
}

function grown(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

/** As the store's hash: MurmurHash3's constants, a word at a time. */
function hash(state: PackedState, seed: number): number {
  let h = seed | 0;
  for (const word of state) {
    h = Math.imul(h ^ word, 0xcc9e2d51);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

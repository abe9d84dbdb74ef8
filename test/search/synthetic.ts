import type { FaultSite, Program } from '../../checker/compile/program.ts';

/**
 * A program whose states are integers 0 .. 2^24-1, written as fragments of JavaScript over `v`.
 * `fault(i)` raises spec error i.
 */
export interface Graph {
  /** Statements that call `put(action, target)`. */
  readonly successors: string;
  /** Statements that call `put(0, state)`; default: the state 0. */
  readonly initial?: string;
  readonly actions?: number;
  /** Expressions over `v`. */
  readonly invariants?: readonly string[];
  readonly witnesses?: readonly string[];
  readonly within?: string;
  readonly terminal?: string;
  /** Expressions over `v` and the target `t`. */
  readonly stepInvariants?: readonly string[];
  readonly faults?: number;
  /** Words of a state; default 1. The integer stands in the last; the others follow from it. */
  readonly words?: number;
  readonly capacity?: number;
  /** Word of the credit field; default the last. */
  readonly creditWord?: number;
}

/** Credit fields of three bits allow this many actions. */
const MOST_ACTIONS = 8;

export function synthetic(graph: Graph): Program {
  const words = graph.words ?? 1;
  const capacity = graph.capacity ?? 64;
  const actionCount = graph.actions ?? 1;
  if (actionCount > MOST_ACTIONS) throw new Error(`at most ${MOST_ACTIONS} actions`);
  const creditWord = graph.creditWord ?? words - 1;
  const states = words;
  const actions = states + capacity * words;
  const names = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const cases = (texts: readonly string[]): string =>
    texts.map((text, index) => `if (index === ${index}) return ${text};`).join(' ');
  const code = `'use strict';
const taken = new Float64Array(${actionCount});
let initialStates = 0, count = 0, v = 0, initially = false;
function fault(site) { throw hooks.fault(site); }
function read(address) { return H[address + ${words - 1}] & 0xffffff; }
function put(action, t) {
  const p = ${states} + count * ${words};
  for (let j = 0; j < ${words - 1}; j++) {
    // The high half of the words is the same for most states, the first words are too.
    H[p + j] = j < ${words} / 2 ? (t & 3) << 3 : (Math.imul(t + j, 0x9e3779b1) >>> 4) & 0x0ffffff8;
  }
  H[p + ${words - 1}] = t;
  H[${actions} + count] = action;
  if (initially) initialStates++; else taken[action]++;
  ${(graph.stepInvariants ?? []).map((text, index) => `if (!initially && !(${text})) hooks.stepViolation(${index}, count);`).join('\n  ')}
  if (++count === ${capacity}) { hooks.flush(count); count = 0; }
}
return {
  initial(from) { count = from; initially = true; ${graph.initial ?? 'put(0, 0);'} initially = false; return count; },
  expand(from) { count = from; v = read(0); ${graph.successors} return count; },
  generated: () => taken.reduce((sum, n) => sum + n, initialStates),
  taken,
  violated(address) {
    const v = read(address);
    ${(graph.invariants ?? []).map((text, index) => `if (!(${text})) return ${index + 1};`).join(' ')}
    return 0;
  },
  witnessed(address, index) { const v = read(address); ${cases(graph.witnesses ?? [])} return false; },
  within(address) { const v = read(address); return ${graph.within ?? 'true'}; },
  terminal(address) { const v = read(address); return ${graph.terminal ?? 'false'}; },
};`;
  const sites: FaultSite[] = names('expression ', graph.faults ?? 0).map((expression) => ({
    kind: 'out-of-range',
    where: 'somewhere',
    expression,
  }));
  return {
    words,
    // Bits 0-2 of the derived words are free, and 27-29 of the last.
    credit: { word: creditWord, shift: creditWord === words - 1 ? 27 : 0, bits: 3 },
    heapWords: actions + capacity,
    batch: { states, actions, capacity },
    code,
    actions: names('action', actionCount),
    invariants: names('invariant', graph.invariants?.length ?? 0),
    stepInvariants: names('stepInvariant', graph.stepInvariants?.length ?? 0),
    witnesses: names('witness', graph.witnesses?.length ?? 0),
    hasConstraint: graph.within !== undefined,
    sites,
  };
}

/** The integer of a packed state. */
export function valueOf(state: Int32Array): number {
  return state.at(-1)! & 0xffffff;
}

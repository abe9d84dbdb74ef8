import type { Program } from '../../checker/compile/program.ts';

const ACTIONS = [
  'TMRcvPrepared',
  'TMCommit',
  'TMAbort',
  'RMPrepare',
  'RMChooseToAbort',
  'RMRcvCommitMsg',
  'RMRcvAbortMsg',
];

/** Known results: resource managers, generated, distinct, depth. */
export const TWO_PHASE_COUNTS = [
  [3, 1146, 288, 11],
  [4, 8258, 1568, 14],
  [5, 58146, 8832, 17],
  [6, 402306, 50816, 20],
  [7, 2744706, 296448, 23],
  [8, 18507778, 1745408, 26],
  [9, 123558402, 10340352, 29],
] as const;

export interface TwoPhaseOptions {
  readonly capacity?: number;
  /** Unused words before the state's own: the same graph with larger states. */
  readonly padding?: number;
  /** The invariant, over `rm` (2 bits each: working, prepared, committed, aborted) and `tm`. */
  readonly invariant?: string;
  readonly witnesses?: readonly string[];
  readonly leaveOut?: string;
}

/**
 * Two-phase commit (Gray and Lamport) as a program written by hand. `rm` has two bits for each
 * resource manager, `prep` one bit each; `tm` is 0 initial, 1 committed, 2 aborted; `msgs` has a bit
 * for each Prepared message, then Commit and Abort.
 */
export function twoPhase(n: number, options: TwoPhaseOptions = {}): Program {
  const capacity = options.capacity ?? 256;
  const padding = options.padding ?? 0;
  const one = 4 * n + 4 + 3 <= 31;
  const own = one ? 1 : 2;
  const words = padding + own;
  const [a, b] = [padding, padding + 1];
  const states = words + 1;
  const actions = states + capacity * words;
  const all = 2 ** n - 1;
  const load = (at: string): string =>
    one
      ? `const w = H[${at} + ${a}]; const rm = w & ${4 ** n - 1}, prep = (w >>> ${2 * n}) & ${all},
        tm = (w >>> ${3 * n}) & 3, msgs = (w >>> ${3 * n + 2}) & ${2 ** (n + 2) - 1};`
      : `const v = H[${at} + ${a}], w = H[${at} + ${b}]; const rm = v & ${4 ** n - 1}, prep = v >>> ${2 * n},
        tm = w & 3, msgs = w >>> 2;`;
  const store = one
    ? `H[p + ${a}] = rm | prep << ${2 * n} | tm << ${3 * n} | msgs << ${3 * n + 2};`
    : `H[p + ${a}] = rm | prep << ${2 * n}; H[p + ${b}] = tm | msgs << 2;`;
  const pad = Array.from({ length: padding }, (_, i) => `H[p + ${i}] = ${i * 77 + 5};`).join(' ');
  const invariant =
    options.invariant ??
    // no aborted (11) together with committed (10)
    `((rm & rm >>> 1 & ${'0x15555555'}) === 0 || (~rm & rm >>> 1 & 0x15555555) === 0)`;
  const witnesses = options.witnesses ?? [];
  const skip = (name: string, text: string): string => (options.leaveOut === name ? '' : text);
  const code = `'use strict';
let made = 0;
const taken = new Float64Array(${ACTIONS.length});
function put(count, action, rm, prep, tm, msgs) {
  if (count === ${capacity}) { hooks.flush(count); count = 0; }
  const p = ${states} + count * ${words};
  ${pad}
  ${store}
  H[${actions} + count] = action;
  made++; taken[action]++;
  return count + 1;
}
return {
  initial(count) { count = put(count, 0, 0, 0, 0, 0); taken[0]--; return count; },
  expand(count) {
    ${load('0')}
    if (tm === 0) {
      ${skip('TMRcvPrepared', `for (let i = 0; i < ${n}; i++) if (msgs >>> i & 1) count = put(count, 0, rm, prep | 1 << i, tm, msgs);`)}
      if (prep === ${all}) count = put(count, 1, rm, prep, 1, msgs | ${1 << n});
      count = put(count, 2, rm, prep, 2, msgs | ${2 << n});
    }
    for (let i = 0; i < ${n}; i++) {
      const at = rm >>> 2 * i & 3, rest = rm & ~(3 << 2 * i);
      if (at === 0) {
        count = put(count, 3, rest | 1 << 2 * i, prep, tm, msgs | 1 << i);
        count = put(count, 4, rest | 3 << 2 * i, prep, tm, msgs);
      }
    }
    if (msgs & ${1 << n}) for (let i = 0; i < ${n}; i++) count = put(count, 5, rm & ~(3 << 2 * i) | 2 << 2 * i, prep, tm, msgs);
    if (msgs & ${2 << n}) for (let i = 0; i < ${n}; i++) count = put(count, 6, rm | 3 << 2 * i, prep, tm, msgs);
    return count;
  },
  generated: () => made,
  taken,
  violated(at) { ${load('at')} return ${invariant} ? 0 : 1; },
  witnessed(at, index) { ${load('at')} ${witnesses.map((text, i) => `if (index === ${i}) return ${text};`).join(' ')} return false; },
  within: () => true,
  terminal: () => false,
};`;
  return {
    words,
    credit: { word: words - 1, shift: 28, bits: 3 },
    heapWords: actions + capacity,
    batch: { states, actions, capacity },
    code,
    actions: ACTIONS,
    invariants: ['Consistent'],
    stepInvariants: [],
    witnesses: witnesses.map((_, i) => `witness${i}`),
    hasConstraint: false,
    sites: [],
  };
}

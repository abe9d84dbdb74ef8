import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Program } from '../../checker/compile/program.ts';
import { Expander } from '../../checker/search/expander.ts';
import { explore } from '../../checker/search/explore.ts';
import type { ExploreOptions, Tuning } from '../../checker/search/outcome.ts';
import { setUp, tuningOf } from '../../checker/search/setup.ts';
import { storeText } from '../../checker/store/store.ts';
import { comparable, expected } from './compare.ts';
import type { Expected } from './plain-search.ts';
import { randomGraph } from './random-graph.ts';
import { synthetic } from './synthetic.ts';
import { twoPhase } from './two-phase.ts';

/**
 * Engines that are broken on purpose, each in one place: the checks that the engine passes must find
 * every one of them out. The list is kept in docs/engine.md too.
 */
type Rewrite = readonly [pattern: string, replacement: string];

/** Tables that grow all the time, in regions, pieces of a few states, and hardly any memory of them. */
const STRAINED: Partial<Tuning> = { tableSize: 6, regions: 2, piece: 3, recent: 1 };
const RACY: Partial<Tuning> = { ...STRAINED, crewLevel: 0, soloLevel: 0 };

/** Holds the window of a race open: what goes wrong once in a million times goes wrong soon. */
const PAUSE = 'for (let d = 0; d < 3000; d++) sink ^= Atomics.load(C, 0);';

/** What the engine is tried on, and what it must find there. */
const BATTERY: readonly { program: Program; wanted: Expected }[] = [
  twoPhase(4, { capacity: 64 }),
  twoPhase(3, { capacity: 64, padding: 2 }),
  ...fc.sample(randomGraph(), { numRuns: 25, seed: 1289 }).map((graph) => synthetic(graph)),
].map((program) => ({ program, wanted: expected(program, true) }));

/** Whether the checks notice nothing. */
async function survives(
  options: Partial<ExploreOptions>,
  mutate: (program: Program) => Program = (program) => program,
): Promise<boolean> {
  for (const { program, wanted } of BATTERY) {
    try {
      const settings = { workers: 1, checkDeadlock: true, timeoutSeconds: 20, ...options };
      const outcome = await explore(mutate(program), settings);
      if (!isDeepStrictEqual(comparable(outcome), wanted)) return false;
    } catch {
      return false;
    }
  }
  return true;
}

const INLINE: Partial<Tuning> = STRAINED;
const INDEXED: Partial<Tuning> = { ...STRAINED, indexed: true };
const COLLIDING: Partial<Tuning> = { ...STRAINED, regions: 0, hash: 'colliding' };

const STORES: [mutant: string, tuning: Partial<Tuning>, rewrite: Rewrite][] = [
  [
    'drops a state whose slot is taken',
    INLINE,
    [
      's = (s & ~regionMask) | ((s + 1) & regionMask);\n      if (s === start) {',
      'break;\n      if (s === start) {',
    ],
  ],
  [
    'drops a state whose slot is taken (ids)',
    INDEXED,
    ['s = (s + 1) & idMask;\n      if (s === start) {', 'break;\n      if (s === start) {'],
  ],
  [
    'takes states of equal hash for one',
    { ...COLLIDING, indexed: true },
    ['function equal(a, p) {', 'function equal(a, p) {\n  return true;'],
  ],
  [
    'compares the first word only',
    { ...COLLIDING, indexed: true },
    [
      '[a + 1] !== (H[p + 1] | 0x80000000)) return false;',
      '[a + 1] !== 0) && false) return false;',
    ],
  ],
  [
    'probes beyond the region of the table',
    INLINE,
    [
      's = (s & ~regionMask) | ((s + 1) & regionMask);\n      if (s === start)',
      's = (s + 1) & (2 ** C[4] - 1);\n      if (s === start)',
    ],
  ],
  [
    'leaves a region where it was when the table grows',
    INLINE,
    ['region = bottom + share;', 'region = bottom + share + 1;'],
  ],
  [
    'leaves a piece of the arena out when the table grows',
    INDEXED,
    ['lo = 1 + share * 4096;', 'lo = 9 + share * 4096;'],
  ],
  [
    'looks up in the old table after it has grown',
    INLINE,
    ['function resume() {', 'function resume() {\n  return place();'],
  ],
  [
    'forgets what was pending when the table grew',
    { ...INLINE, regions: 4 },
    [
      'position = id; freshCount = f; reached = k; return false;',
      'position = id; freshCount = f; reached = k; return true;',
    ],
  ],
  [
    "keeps the first credit instead of the last action's",
    INLINE,
    ['credited[(~w >>>', 'return; credited[(~w >>>'],
  ],
  [
    'remembers a state whatever it is credited to',
    INLINE,
    ['(recent[r] & 0x', 'true || (recent[r] & 0x'],
  ],
  [
    'writes a new state over the one before',
    INLINE,
    ['if (++id === end) id = hooks.turn();', 'if (id + 1 === end) id = hooks.turn();'],
  ],
  ['does not see that a state has no successor', INLINE, ['hooks.idle();', '']],
];

describe('an engine is found out that', () => {
  afterEach(() => vi.restoreAllMocks());

  it('none, as it is', async () => {
    for (const tuning of [INLINE, INDEXED, COLLIDING, { ...COLLIDING, indexed: true }])
      expect(await survives({ tuning })).toBe(true);
    expect(await survives({ tuning: RACY, workers: 3 })).toBe(true);
  });

  it.each(STORES)('%s', async (_, tuning, rewrite) => {
    expect(changesSomeText(tuning, rewrite), 'the pattern is in no text').toBe(true);
    expect(await survives({ tuning: { ...tuning, rewrite } })).toBe(false);
  });

  it('publishes an id before the words of its state', async () => {
    const tuning = { ...RACY, indexed: true };
    const text = textOf(twoPhase(5, { capacity: 64 }), tuning, true);
    const [whole, write, publish] =
      /if \(!written\) \{\s*(.*?)\s*written = true;\s*\}\s*(v = Atomics.*?;)\s*if \(v === 0\) \{/s.exec(
        text,
      )!;
    const rewrite: Rewrite = [whole, `${publish} if (v === 0) { ${PAUSE} ${write}`];
    expect(await survivesRaces({ ...tuning, rewrite })).toBe(false);
  });

  it('fills an empty slot without a compare-and-swap', async () => {
    const rewrite: Rewrite = ['x0 = Atomics.compareExchange(T, q, 0, w0);', `${PAUSE} T[q] = w0;`];
    expect(changesSomeText(RACY, rewrite, true)).toBe(true);
    expect(await survivesRaces({ ...RACY, rewrite })).toBe(false);
  });

  it('loses the last pieces of a level', async () => {
    const { claim } = Expander.prototype;
    let pieces = 0;
    vi.spyOn(Expander.prototype, 'claim').mockImplementation(function (this: Expander) {
      const piece = claim.call(this);
      return piece !== null && ++pieces % 4 === 0 ? null : piece;
    });
    expect(await survives({ tuning: INLINE })).toBe(false);
  });

  it('keeps successors back when a level ends', async () => {
    const { finishLevel } = Expander.prototype;
    let levels = 0;
    vi.spyOn(Expander.prototype, 'finishLevel').mockImplementation(function (this: Expander) {
      if (++levels % 3 !== 0) finishLevel.call(this);
    });
    expect(await survives({ tuning: INLINE })).toBe(false);
  });

  it('does not judge invariants in initial states', async () => {
    expect(
      await survives(
        {},
        rewritten(/violated\(address\) \{/, '$& if (taken.every((n) => n === 0)) return 0;'),
      ),
    ).toBe(false);
  });

  it('forgets to give a full batch away', async () => {
    expect(await survives({}, rewritten(/hooks\.flush\(count\);/, ''))).toBe(false);
  });

  it('does not evaluate the constraint', async () => {
    expect(await survives({}, (program) => ({ ...program, hasConstraint: false }))).toBe(false);
  });

  it('overlooks violations of step invariants', async () => {
    expect(await survives({}, rewritten(/hooks\.stepViolation\(/g, 'void ('))).toBe(false);
  });
});

/** Whether a rewrite applies to the store's text of some program of the battery. */
function changesSomeText(tuning: Partial<Tuning>, rewrite: Rewrite, shared = false): boolean {
  return BATTERY.some(({ program }) => textOf(program, tuning, shared).includes(rewrite[0]));
}

function textOf(program: Program, tuning: Partial<Tuning>, shared: boolean): string {
  const options = { workers: 1, checkDeadlock: true, tuning, maxMemoryBytes: 2 ** 31 };
  const { shape } = setUp(program, options, tuningOf(program, options));
  return storeText({ ...shape, shared });
}

/** As `survives`, with three threads, again and again. */
async function survivesRaces(tuning: Partial<Tuning>): Promise<boolean> {
  const program = twoPhase(5, { capacity: 64 });
  const wanted = comparable(await explore(program, { workers: 1, checkDeadlock: true }));
  for (let time = 0; time < 40; time++) {
    try {
      const options = { workers: 3, checkDeadlock: true, timeoutSeconds: 10, tuning };
      if (!isDeepStrictEqual(comparable(await explore(program, options)), wanted)) return false;
    } catch {
      return false;
    }
  }
  return true;
}

function rewritten(pattern: RegExp, replacement: string): (program: Program) => Program {
  return (program) => ({ ...program, code: program.code.replace(pattern, replacement) });
}

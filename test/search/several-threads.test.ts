import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../checker/search/explore.ts';
import type { ExploreOptions, Tuning } from '../../checker/search/outcome.ts';
import { comparable, expected, expectSame } from './compare.ts';
import { randomGraph } from './random-graph.ts';
import { synthetic } from './synthetic.ts';
import { TWO_PHASE_COUNTS, twoPhase } from './two-phase.ts';

/**
 * Workers from the first level on, a table that must grow all the time, pieces of a few states, no
 * level left to one thread: what can race, races.
 */
const RACY: Partial<Tuning> = { crewLevel: 0, soloLevel: 0, tableSize: 2, piece: 3, regions: 0 };

const STORES: [name: string, tuning: Partial<Tuning>, store: 'exact' | 'fingerprint'][] = [
  ['inline', {}, 'exact'],
  ['indexed', { indexed: true }, 'exact'],
  ['fingerprint', {}, 'fingerprint'],
];
const WORKERS = [2, 3, 8];

function options(workers: number, tuning: Partial<Tuning>): ExploreOptions {
  return { workers, checkDeadlock: true, tuning };
}

describe.each(STORES)('several threads with the %s store', (_, kind, store) => {
  it.each(WORKERS)('count two-phase commit as one thread does: %i workers', async (workers) => {
    const [n, generated, distinct, depth] = TWO_PHASE_COUNTS[3];
    const program = twoPhase(n, { capacity: 64 });
    const alone = await explore(program, { ...options(1, kind), store });
    for (const tuning of [{ ...RACY, regions: 1, tableSize: 10 }, { crewLevel: 0 }]) {
      const outcome = await explore(program, {
        ...options(workers, { ...kind, ...tuning }),
        store,
      });
      expect(outcome).toMatchObject({ verdict: 'holds', generated, distinct, depth });
      expect(comparable(outcome)).toEqual(comparable(alone));
    }
  });

  it.each(WORKERS)('find the same shortest trace every time: %i workers', async (workers) => {
    const program = twoPhase(5, { invariant: 'tm !== 1 || rm !== 682', capacity: 64 });
    const wanted = expected(program, true);
    expect(wanted.verdict).toBe('violated');
    for (let time = 0; time < 2; time++) {
      const outcome = await explore(program, { ...options(workers, { ...kind, ...RACY }), store });
      expect(comparable(outcome)).toEqual(wanted);
    }
  });

  it('agree with a plain search on random graphs', async () => {
    const property = fc.asyncProperty(
      randomGraph(),
      fc.constantFrom(...WORKERS),
      fc.boolean(),
      async (graph, workers, solo) => {
        const program = synthetic(graph);
        const tuning = { ...kind, ...RACY, ...(solo ? { soloLevel: 40 } : {}) };
        expectSame(await explore(program, { ...options(workers, tuning), store }), program);
      },
    );
    await fc.assert(property, { numRuns: 5, endOnFailure: true });
  });
});

describe('several threads', () => {
  it.each(['inline', 'indexed'])('take states with equal hashes apart (%s)', async (kind) => {
    const program = twoPhase(5, { capacity: 64 });
    const tuning = { ...RACY, hash: 'colliding', indexed: kind === 'indexed' } as const;
    expectSame(await explore(program, options(3, tuning)), program);
  });

  it.each([7, 11, 20])('count states of %i words and more', async (padding) => {
    const program = twoPhase(6, { padding, capacity: 64 });
    const outcome = await explore(program, options(3, RACY));
    expect(outcome).toMatchObject({ distinct: 50816, generated: 402306 });
  });

  it('take over in the middle of a search, when a level is large enough', async () => {
    const [n, generated, distinct, depth] = TWO_PHASE_COUNTS[4];
    const outcome = await explore(twoPhase(n), options(2, { crewLevel: 1000 }));
    expect(outcome).toMatchObject({ verdict: 'holds', generated, distinct, depth });
  });

  it('are sent home when the search ends before they are ready', async () => {
    const outcome = await explore(twoPhase(4), options(2, { crewLevel: 1 }));
    expect(outcome).toMatchObject({ verdict: 'holds', distinct: 1568 });
  });

  it('look back together over wide levels', async () => {
    // Every state of level 2 leads to every state of level 3.
    const program = synthetic({
      successors: `if (v === 0) for (let i = 1; i <= 30000; i++) put(0, i);
        else if (v <= 30000) put(0, 30001 + v % 7); else put(0, 40000);`,
      invariants: ['v !== 40000'],
    });
    const outcome = await explore(program, options(2, { crewLevel: 0 }));
    expect(outcome.counterexample!.path!.map((state) => state[0])).toEqual([0, 7, 30001, 40000]);
  });
});

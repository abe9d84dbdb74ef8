import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../checker/search/explore.ts';
import type { ExploreOptions, Tuning } from '../../checker/search/outcome.ts';
import { expectSame } from './compare.ts';
import { randomGraph } from './random-graph.ts';
import { synthetic, valueOf } from './synthetic.ts';
import { TWO_PHASE_COUNTS, twoPhase } from './two-phase.ts';

const ONE: ExploreOptions = { workers: 1, checkDeadlock: true };

/** Tables that must grow and pieces that must be turned all the time. */
const TINY: Partial<Tuning> = { tableSize: 2, piece: 1, regions: 0 };

const STORES: [name: string, tuning: Partial<Tuning>, store: 'exact' | 'fingerprint'][] = [
  ['inline', {}, 'exact'],
  ['indexed', { indexed: true }, 'exact'],
  ['fingerprint', {}, 'fingerprint'],
];

describe.each(STORES)('one thread with the %s store', (_, kind, store) => {
  it.each(TWO_PHASE_COUNTS.slice(0, 5))(
    'counts two-phase commit with %i resource managers',
    async (n, generated, distinct, depth) => {
      const outcome = await explore(twoPhase(n), { ...ONE, store, tuning: kind });
      expect(outcome).toMatchObject({ verdict: 'holds', generated, distinct, depth });
      expect(outcome.levels.reduce((a, b) => a + b)).toBe(distinct);
      expect(outcome.taken.reduce((a, b) => a + b)).toBe(generated - 1);
      expect(outcome.credited.reduce((a, b) => a + b)).toBe(distinct - 1);
    },
  );

  it('counts the same when the table and the pieces of work are as small as can be', async () => {
    const [n, generated, distinct, depth] = TWO_PHASE_COUNTS[2];
    const tuning = { ...kind, ...TINY };
    const outcome = await explore(twoPhase(n, { capacity: 64 }), { ...ONE, store, tuning });
    expect(outcome).toMatchObject({ verdict: 'holds', generated, distinct, depth });
  });

  it('counts states of many words that differ in the last ones only', async () => {
    const program = twoPhase(5, { padding: 11 });
    const outcome = await explore(program, { ...ONE, store, tuning: kind });
    expect(outcome).toMatchObject({ distinct: 8832, generated: 58146 });
  });
});

describe('one thread', () => {
  it.each(['inline', 'indexed'])('takes states with equal hashes apart (%s)', async (kind) => {
    const program = twoPhase(4);
    const tuning = { ...TINY, hash: 'colliding', indexed: kind === 'indexed' } as const;
    expectSame(await explore(program, { ...ONE, tuning }), program);
  });

  it('agrees with a plain search on random graphs', async () => {
    const property = fc.asyncProperty(
      randomGraph(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      async (graph, checkDeadlock, tiny, indexed) => {
        const program = synthetic(graph);
        const tuning = { ...(tiny ? TINY : {}), indexed };
        const outcome = await explore(program, { workers: 1, checkDeadlock, tuning });
        expectSame(outcome, program, checkDeadlock);
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });

  it('agrees with a plain search on random graphs when it keeps fingerprints', async () => {
    const property = fc.asyncProperty(randomGraph(), fc.boolean(), async (graph, tiny) => {
      const program = synthetic(graph);
      const options = { ...ONE, store: 'fingerprint', tuning: tiny ? TINY : {} } as const;
      expectSame(await explore(program, options), program);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('searches a graph of one state', async () => {
    const program = synthetic({ successors: 'put(0, 0);' });
    const outcome = await explore(program, ONE);
    expect(outcome).toMatchObject({ verdict: 'holds', distinct: 1, generated: 2, depth: 1 });
  });

  it('finds nothing where there is no initial state', async () => {
    const program = synthetic({ initial: '', successors: 'put(0, 0);' });
    const outcome = await explore(program, ONE);
    expect(outcome).toMatchObject({ verdict: 'holds', distinct: 0, generated: 0, depth: 0 });
    expect(outcome.levels).toEqual([]);
  });

  it('takes more successors of one state than a batch holds', async () => {
    const program = synthetic({
      successors: 'if (v === 0) for (let i = 1; i <= 10000; i++) put(0, i % 7000); else put(0, v);',
    });
    const outcome = await explore(program, { ...ONE, tuning: TINY });
    expect(outcome).toMatchObject({ distinct: 7000, generated: 1 + 10_000 + 6999, depth: 2 });
  });

  it('searches a long chain of levels of one state', async () => {
    const program = synthetic({
      successors: 'if (v < 50000) put(0, v + 1);',
      terminal: 'v === 50000',
    });
    const outcome = await explore(program, ONE);
    expect(outcome).toMatchObject({ verdict: 'holds', distinct: 50_001, depth: 50_001 });
  });

  it('finds a deadlock only if asked to', async () => {
    const program = synthetic({ successors: 'if (v < 5) put(0, v + 1);' });
    const outcome = await explore(program, ONE);
    expect(outcome.verdict).toBe('deadlock');
    expect(outcome.counterexample!.path!.map(valueOf)).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await explore(program, { ...ONE, checkDeadlock: false })).verdict).toBe('holds');
  });

  it('does not take a state for stuck whose successors are all outside the constraint', async () => {
    const program = synthetic({ successors: 'put(0, v + 1);', within: 'v < 5' });
    expect(await explore(program, ONE)).toMatchObject({
      verdict: 'holds',
      distinct: 5,
      generated: 6,
      isCut: true,
    });
  });

  it('tells that a constraint cut nothing', async () => {
    const program = synthetic({ successors: 'put(0, (v + 1) % 5);', within: 'v < 5' });
    expect(await explore(program, ONE)).toMatchObject({ distinct: 5, isCut: false });
  });

  it('judges states outside the constraint, and keeps them out', async () => {
    const program = synthetic({
      successors: 'put(0, v + 1);',
      within: 'v < 5',
      invariants: ['v !== 5'],
      witnesses: ['v === 5'],
    });
    const outcome = await explore(program, ONE);
    expect(outcome).toMatchObject({ verdict: 'violated', distinct: 5, depth: 5, witnesses: [6] });
    expect(outcome.counterexample!.path!.map(valueOf)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('judges initial states', async () => {
    const program = synthetic({
      initial: 'put(0, 7); put(0, 3);',
      successors: 'put(0, v);',
      invariants: ['v > 9'],
    });
    const outcome = await explore(program, ONE);
    expect(outcome).toMatchObject({ verdict: 'violated', depth: 1 });
    expect(outcome.counterexample!.path!.map(valueOf)).toEqual([3]);
  });

  it('tells which witnesses were not reached, once every state was seen', async () => {
    const program = synthetic({
      successors: 'put(0, (v + 1) % 9);',
      witnesses: ['v === 4', 'v === 9', 'v === 8'],
    });
    const outcome = await explore(program, ONE);
    expect(outcome).toMatchObject({
      verdict: 'unreachable',
      unreached: [1],
      witnesses: [5, null, 9],
    });
    const stopped = await explore(program, { ...ONE, maxDepth: 3 });
    expect(stopped).toMatchObject({ verdict: 'inconclusive', unreached: [] });
  });

  it('prefers, of the shortest traces, the one whose steps cost least', async () => {
    // Two ways to 9 in three steps: over the least states by action 1, or by action 0 alone.
    const program = synthetic({
      actions: 2,
      successors: `if (v === 0) { put(1, 1); put(0, 5); } else if (v === 1) put(0, 2);
        else if (v === 5) put(0, 6); else put(0, 9);`,
      invariants: ['v !== 9'],
    });
    const free = await explore(program, ONE);
    expect(free.counterexample!.path!.map(valueOf)).toEqual([0, 1, 2, 9]);
    const costly = await explore(program, { ...ONE, costs: [0, 1] });
    expect(costly.counterexample!.path!.map(valueOf)).toEqual([0, 5, 6, 9]);
  });

  it('says where a spec error was met', async () => {
    const inStep = synthetic({ successors: 'if (v === 3) fault(1); put(0, v + 1);', faults: 2 });
    const step = await explore(inStep, ONE);
    expect(step).toMatchObject({ verdict: 'spec-error', generated: 4 });
    expect(step.counterexample).toMatchObject({ kind: 'fault', site: 1, during: 'step' });
    expect(step.counterexample!.path!.map(valueOf)).toEqual([0, 1, 2, 3]);

    const inInitial = synthetic({ initial: 'put(0, 1); fault(0);', successors: '', faults: 1 });
    const initial = await explore(inInitial, ONE);
    expect(initial.counterexample).toEqual({ kind: 'fault', site: 0, during: 'initial', path: [] });
  });
});

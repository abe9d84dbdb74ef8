import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../checker/result.ts';
import { explore } from '../../checker/search/explore.ts';
import type { ExploreOptions } from '../../checker/search/outcome.ts';
import { synthetic, valueOf } from './synthetic.ts';
import { TWO_PHASE_COUNTS, twoPhase } from './two-phase.ts';

const ONE: ExploreOptions = { workers: 1, checkDeadlock: true };
const TWO: ExploreOptions = { workers: 2, checkDeadlock: true, tuning: { crewLevel: 0 } };
const BOTH: [name: string, options: ExploreOptions][] = [
  ['one thread', ONE],
  ['two workers', TWO],
];

/** More states than anybody waits for: 2^24 of them, each with two successors. */
const ENDLESS = synthetic({
  successors: 'put(0, (v * 2) & 0xffffff); put(0, (v * 2 + 1) & 0xffffff);',
  initial: 'put(0, 1);',
  words: 4,
});

/** What the process takes before there is a state: each worker has a stack and code of its own. */
function ownMemory({ workers }: ExploreOptions): number {
  return process.memoryUsage.rss() + (workers > 1 ? workers * 16 * 2 ** 20 : 0);
}

describe.each(BOTH)('limits with %s', (_, options) => {
  it('builds no more levels than maxDepth', async () => {
    const outcome = await explore(twoPhase(5), { ...options, maxDepth: 4 });
    const whole = await explore(twoPhase(5), ONE);
    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      stopped: 'max-depth',
      depth: 4,
      coveredDepth: 3,
      levels: whole.levels.slice(0, 4),
    });
    expect(outcome.distinct).toBe(whole.levels.slice(0, 4).reduce((a, b) => a + b));
  });

  it('ends at the first level that reaches maxStates', async () => {
    const outcome = await explore(twoPhase(5), { ...options, maxStates: 500 });
    const whole = await explore(twoPhase(5), ONE);
    const { depth, distinct, levels } = outcome;
    expect(outcome).toMatchObject({ verdict: 'inconclusive', stopped: 'max-states' });
    expect(levels).toEqual(whole.levels.slice(0, depth));
    expect(distinct).toBeGreaterThanOrEqual(500);
    expect(distinct - levels.at(-1)!).toBeLessThan(500);
    expect(outcome.coveredDepth).toBe(depth - 1);
  });

  it('finds what is wrong in the last level that a limit lets it build', async () => {
    const program = synthetic({ successors: 'put(0, v + 1);', invariants: ['v !== 3'] });
    const outcome = await explore(program, { ...options, maxDepth: 4 });
    expect(outcome).toMatchObject({ verdict: 'violated', stopped: null });
    expect((await explore(program, { ...options, maxDepth: 3 })).verdict).toBe('inconclusive');
  });

  it('ends at maxMemoryBytes with what was covered', async () => {
    const maxMemoryBytes = ownMemory(options) + 20 * 2 ** 20;
    const outcome = await explore(ENDLESS, { ...options, maxMemoryBytes });
    expect(outcome).toMatchObject({ verdict: 'inconclusive', stopped: 'max-memory' });
    // 16 bytes in the arena and at least 4 / 0.75 in the table for each state.
    expect(outcome.distinct).toBeLessThan((20 * 2 ** 20) / 21);
    expect(outcome.distinct).toBeGreaterThan(200_000);
    expect(outcome.levels.reduce((a, b) => a + b)).toBe(outcome.distinct);
    // The last level is half built: the one before it is half expanded.
    expect(outcome.coveredDepth).toBe(outcome.levels.length - 2);
    expect(outcome.levels.slice(0, -1)).toEqual(outcome.levels.slice(0, -1).map((_, i) => 2 ** i));
  });

  it('ends with fingerprints at maxMemoryBytes too', async () => {
    const maxMemoryBytes = ownMemory(options) + 20 * 2 ** 20;
    const outcome = await explore(ENDLESS, { ...options, maxMemoryBytes, store: 'fingerprint' });
    expect(outcome).toMatchObject({ verdict: 'inconclusive', stopped: 'max-memory' });
    expect(outcome.distinct).toBeGreaterThan(100_000);
  });

  it('ends when the time is up', async () => {
    const started = performance.now();
    const outcome = await explore(ENDLESS, { ...options, timeoutSeconds: 0.2 });
    expect(outcome).toMatchObject({ verdict: 'inconclusive', stopped: 'timeout' });
    expect(outcome.coveredDepth).toBeLessThan(25);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('ends within a second when it is interrupted, and tells what was covered', async () => {
    const controller = new AbortController();
    let interrupted = 0;
    const outcome = await explore(ENDLESS, {
      ...options,
      signal: controller.signal,
      tuning: { ...options.tuning, progressInterval: 20 },
      onProgress: ({ distinct }) => {
        if (distinct < 10_000 || interrupted > 0) return;
        interrupted = performance.now();
        controller.abort();
      },
    });
    // Twice the second that it may take, for machines that have other things to do.
    expect(performance.now() - interrupted).toBeLessThan(2000);
    expect(outcome).toMatchObject({ verdict: 'inconclusive', stopped: 'interrupted' });
    expect(outcome.distinct).toBeGreaterThanOrEqual(10_000);
    expect(outcome.generated).toBeGreaterThanOrEqual(outcome.distinct);
  });

  it('does not even begin when it is interrupted before', async () => {
    const outcome = await explore(ENDLESS, { ...options, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ verdict: 'inconclusive', stopped: 'interrupted', distinct: 0 });
  });

  it('tells of its progress', async () => {
    const told: Progress[] = [];
    const { distinct } = await explore(twoPhase(8), {
      ...options,
      tuning: { ...options.tuning, progressInterval: 20 },
      onProgress: (progress) => told.push(progress),
    });
    // A search of a second has many intervals; the last word comes at the end.
    expect(told.length).toBeGreaterThan(1);
    for (const progress of told) {
      expect(progress.queue).toBeLessThanOrEqual(progress.distinct);
      expect(progress.queue).toBeGreaterThanOrEqual(0);
    }
    for (const [index, progress] of told.slice(1).entries()) {
      expect(progress.distinct).toBeGreaterThanOrEqual(told[index]!.distinct);
    }
    expect(told.at(-1)).toMatchObject({ distinct, queue: 0 });
  });
});

describe('workers that fail', () => {
  const failing = (text: string): ReturnType<typeof synthetic> =>
    synthetic({ successors: `${text} if (v < 5000) { put(0, v + 1); put(0, v + 2); }` });

  it('end the search with an error when one of them throws', async () => {
    const program = failing("if (v === 700) throw new TypeError('no such thing');");
    await expect(explore(program, TWO)).rejects.toThrow(
      'a worker of the search failed: no such thing',
    );
  });

  it('end the search with an error when one of them dies', async () => {
    const program = failing('if (v === 700) process.exit(3);');
    await expect(explore(program, { ...TWO, workers: 3 })).rejects.toThrow(
      'a worker of the search failed: worker exited with code: 3',
    );
  });

  it('are ended when they do not heed an interruption', async () => {
    const program = failing('if (v === 700) for (;;);');
    const outcome = await explore(program, { ...TWO, signal: AbortSignal.timeout(1500) });
    expect(outcome).toMatchObject({ stopped: 'interrupted' });
  });

  it('end the search with an error when the program is not even compiled', async () => {
    const program = {
      ...twoPhase(3),
      code: 'if (H.length > 0) throw new SyntaxError("bad text");',
    };
    await expect(explore(program, TWO)).rejects.toThrow('bad text');
  });
});

describe('the size of a search', () => {
  it('counts two-phase commit with 8 resource managers on all cores', async () => {
    const [n, generated, distinct, depth] = TWO_PHASE_COUNTS[5];
    const workers = Math.min(4, availableParallelism());
    const outcome = await explore(twoPhase(n), { workers, checkDeadlock: true });
    expect(outcome).toMatchObject({ verdict: 'holds', generated, distinct, depth });
  });

  it('keeps the trace right after a limit stopped a level half built', async () => {
    const program = synthetic({
      successors: ENDLESS_SUCCESSORS,
      initial: 'put(0, 1);',
      invariants: ['v < 1000000'],
    });
    const outcome = await explore(program, ONE);
    const path = outcome.counterexample!.path!.map(valueOf);
    expect(path.at(-1)).toBe(1_000_000);
    for (const [index, value] of path.slice(1).entries()) expect(value >> 1).toBe(path[index]);
  });
});

const ENDLESS_SUCCESSORS = 'put(0, (v * 2) & 0xffffff); put(0, (v * 2 + 1) & 0xffffff);';

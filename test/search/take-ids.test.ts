import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { check } from '../../checker/check.ts';
import { takeIds } from '../../checker/search/take-ids.ts';
import { Control } from '../../checker/store/control.ts';
import { compareAndSwap, raiseAndLower } from './take-ids-model.ts';

const LIMIT = 24;
const THREADS = 3;
/** All of them together are more than there is room for, so that each round meets the limit. */
const COUNTS = [11, 2, 7, 1, 3];
const ROUNDS = 20_000;

describe('numbers for new states', () => {
  it('are given up to the limit, to whom there is room for', () => {
    const control = new Int32Array(Control.witnesses);
    control[Control.nextId] = 1;
    control[Control.idLimit] = 10;
    expect([4, 6, 5, 1].map((count) => takeIds(control, count))).toEqual([1, null, 5, null]);
  });

  it('are never given twice in any interleaving of three threads', async () => {
    const { verdict, distinct } = await check(compareAndSwap);
    expect({ verdict, distinct }).toEqual({ verdict: 'holds', distinct: 34_448 });
  });

  it('would be given twice if a counter were raised, and lowered by whoever is refused', async () => {
    const { verdict, property, trace } = await check(raiseAndLower);
    expect({ verdict, property }).toEqual({ verdict: 'violated', property: 'NoNumberTwice' });
    expect(trace!.steps.length).toBe(8);
  });

  it('are never given twice to threads that meet the limit together', async () => {
    expect(await badRounds()).toBe(0);
  });
});

/** In how many rounds threads got the same number, or one beyond the limit. */
async function badRounds(): Promise<number> {
  const control = new SharedArrayBuffer(4 * Control.witnesses);
  new Int32Array(control)[Control.idLimit] = LIMIT;
  const taken = new SharedArrayBuffer(8 * ROUNDS * THREADS * COUNTS.length);
  const shared = { control, taken, threads: THREADS, rounds: ROUNDS, counts: COUNTS };
  const file = fileURLToPath(new URL('./take-ids-worker.js', import.meta.url));
  await Promise.all(
    Array.from({ length: THREADS }, (_, thread) => {
      const worker = new Worker(file, { workerData: { ...shared, thread } });
      return new Promise((resolve, reject) => {
        worker.once('exit', resolve).once('error', reject);
      });
    }),
  );
  const log = new Int32Array(taken);
  let bad = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const owned = new Set<number>();
    let isBad = false;
    for (let entry = 0; entry < THREADS * COUNTS.length; entry++) {
      const at = 2 * (round * THREADS * COUNTS.length + entry);
      for (let id = log[at]!; id < log[at]! + log[at + 1]!; id++) {
        isBad ||= owned.has(id) || id >= LIMIT;
        owned.add(id);
      }
    }
    if (isBad) bad++;
  }
  return bad;
}

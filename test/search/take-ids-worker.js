// A thread that takes numbers as the threads of a search do; see take-ids.test.ts.
import { workerData } from 'node:worker_threads';
import { createJiti } from 'jiti';

const jiti = createJiti(import.meta.url);
const { takeIds } = await jiti.import('../../checker/search/take-ids.ts');
const { Control } = await jiti.import('../../checker/store/control.ts');
const { Rendezvous } = await jiti.import('../../checker/search/rendezvous.ts');
const { control, taken, thread, threads, rounds, counts } = workerData;
const words = new Int32Array(control);
const log = new Int32Array(taken);
const rendezvous = new Rendezvous(words, threads, () => undefined);

for (let round = 0; round < rounds; round++) {
  rendezvous.meet(() => {
    words[Control.nextId] = 1;
  });
  counts.forEach((_, index) => {
    const count = counts[(index + thread) % counts.length];
    const from = takeIds(words, count);
    const at = 2 * ((round * threads + thread) * counts.length + index);
    log[at] = from ?? 0;
    log[at + 1] = from === null ? 0 : count;
  });
}

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { arbitrarySpec } from '../random-spec/arbitrary-spec.ts';
import { compareEngines } from './differential.ts';

/** Random specs per case. `KRIPKE_RUNS=5000` asks for more than the default. */
const runs = Number(process.env['KRIPKE_RUNS'] ?? 150);
const seed = process.env['KRIPKE_SEED'];
const options = { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) };

describe('the compiled engine agrees with the interpreter on random specs', () => {
  // With fewer bits to a word, types of few values take several words: every layout is reached.
  it.each([31, 8, 4])('packed with %i bits to a word', (wordBits) => {
    fc.assert(
      fc.property(arbitrarySpec(), (tree) => {
        compareEngines(tree, 40, { wordBits });
      }),
      options,
    );
  });

  // A batch fills up after any successor of any action, also after exactly the last of one.
  it.each([1, 2, 5, 8, 13])('with batches of %i successors', (batch) => {
    fc.assert(
      fc.property(arbitrarySpec(), (tree) => {
        compareEngines(tree, 40, { batch });
      }),
      options,
    );
  });

  it('with deeper expressions', () => {
    fc.assert(
      fc.property(
        arbitrarySpec({ depth: 5, actions: 2 }),
        fc.constantFrom(31, 8, 4),
        (tree, wordBits) => {
          compareEngines(tree, 25, { wordBits });
        },
      ),
      options,
    );
  });
});

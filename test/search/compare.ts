import { expect } from 'vitest';
import type { Program } from '../../checker/compile/program.ts';
import type { Counterexample, ExploreOutcome } from '../../checker/search/outcome.ts';
import { PlainSearch, type Expected } from './plain-search.ts';

/** An outcome in the form in which the plain search gives what is expected. */
export function comparable(outcome: ExploreOutcome): Expected {
  const { counterexample } = outcome;
  return {
    verdict: outcome.verdict,
    generated: outcome.generated,
    distinct: outcome.distinct,
    depth: outcome.depth,
    levels: outcome.levels,
    taken: outcome.taken,
    credited: outcome.credited,
    witnesses: outcome.witnesses,
    counterexample: counterexample === null ? null : told(counterexample),
  };
}

export function expected(program: Program, checkDeadlock: boolean): Expected {
  return new PlainSearch(program, checkDeadlock).run();
}

/** The outcome is what the plain search finds. */
export function expectSame(outcome: ExploreOutcome, program: Program, checkDeadlock = true): void {
  expect(comparable(outcome)).toEqual(expected(program, checkDeadlock));
}

function told(counterexample: Counterexample): Expected['counterexample'] {
  const path = (counterexample.path ?? []).map((state) => state.join());
  switch (counterexample.kind) {
    case 'invariant':
    case 'stepInvariant':
      return { kind: counterexample.kind, index: counterexample.property, path };
    case 'deadlock':
      return { kind: 'deadlock', index: 0, path };
    case 'fault':
      return { kind: counterexample.during, index: counterexample.site, path };
  }
}

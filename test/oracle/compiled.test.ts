import { describe, expect, test } from 'vitest';
import { compile } from '../../checker/compile/compile.ts';
import { searchCompiled } from '../../checker/compiled-engine.ts';
import { prepareModel } from '../../checker/prepare.ts';
import { explore } from '../../checker/search/explore.ts';
import type { ExploreOutcome, Tuning } from '../../checker/search/outcome.ts';
import { model } from '../../spec/language/model.ts';
import { expectAgreement } from './agreement.ts';
import { isThorough, within } from './budget.ts';
import { cases, type OracleCase } from './cases.ts';

/** Tables that must grow again and again, work in small pieces, threads from the first state on. */
const strained: Partial<Tuning> = {
  piece: 16,
  tableSize: 8,
  regions: 0,
  soloLevel: 1,
  crewLevel: 1,
};

describe('the compiled engine finds what TLC found', () => {
  for (const one of cases) {
    test(one.title, async () => {
      await expectAgreement(one, searchCompiled);
    });
  }
});

describe('the compiled engine finds the same with any number of threads', () => {
  for (const one of within(cases, { usually: 3_000_000, all: 20_000_000 })) {
    test(one.title, async () => {
      const search = searchOf(one);
      const alone = await search({ workers: 1 });
      for (const workers of isThorough ? [1, 2, 3, 8] : [1, 3]) {
        expect(await search({ workers, tuning: strained }), `${workers} threads`).toEqual(alone);
      }
    });
  }
});

type Settings = { readonly workers: number; readonly tuning?: Partial<Tuning> };

/** A search of the case with given threads; what it found, without what it took to find it. */
function searchOf({ spec, options }: OracleCase): (settings: Settings) => Promise<unknown> {
  const { checked, deadlock, symmetry } = prepareModel(spec.name, model(spec, options));
  const { program } = compile(checked, { symmetry });
  return async (settings) => {
    const outcome = await explore(program, { ...settings, checkDeadlock: deadlock });
    return withoutCost(outcome);
  };
}

function withoutCost(outcome: ExploreOutcome): unknown {
  return { ...outcome, seconds: null, peakMemoryBytes: null };
}

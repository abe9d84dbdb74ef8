import { describe, test } from 'vitest';
import { search } from '../../checker/reference/search.ts';
import { expectAgreement } from './agreement.ts';
import { within } from './budget.ts';
import { cases } from './cases.ts';

describe('the reference interpreter finds what TLC found', () => {
  for (const one of within(cases, { usually: 60_000, all: 500_000 })) {
    test(one.title, async () => {
      await expectAgreement(one, search);
    });
  }
});

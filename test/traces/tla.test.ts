import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../checker/reference/domains.ts';
import { tla } from '../../checker/export/tla-expressions.ts';
import { renderTla, tlaValue } from '../../traces/tla.ts';
import { anyType } from './any-type.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';

test('the trace is a module that steps through its states', async () => {
  const report = behaviour(leases, ['Acquire(m1, r1)', 'Expire(r1)'], { property: 'OnceOnly' });
  await expect(renderTla(report)).toMatchFileSnapshot('golden/trace.tla');
});

test('values are written as in the exported spec', () => {
  const { spec, trace } = behaviour(hastyCommit, []);
  for (const { name, type, init } of spec.variables) {
    if (init.kind !== 'value' || init.value.op === 'mapOf') continue;
    expect(tlaValue(type, trace.steps[0]!.state.get(name)!)).toBe(tla(init.value));
  }
});

describe('a value is one expression:', () => {
  test('brackets close, and no two values are the same', () => {
    fc.assert(
      fc.property(anyType, (type) => {
        const seen = new Set<string>();
        let count = 0;
        for (const value of valuesOf(type)) {
          const text = tlaValue(type, value);
          expect(depthsOf(text)).toEqual({ least: 0, last: 0 });
          seen.add(text);
          if (++count === 100) break;
        }
        expect(seen.size).toBe(count);
      }),
      { numRuns: 300 },
    );
  });
});

/** How deep the brackets of a text are at its end, and at least anywhere. */
function depthsOf(text: string): { least: number; last: number } {
  let [least, last] = [0, 0];
  for (const bracket of text.match(/<<|>>|[[\](){}]/g) ?? []) {
    last += ['<<', '[', '(', '{'].includes(bracket) ? 1 : -1;
    least = Math.min(least, last);
  }
  return { least, last };
}

test('a variable named step does not clash with the module’s own', () => {
  const { spec, ...rest } = behaviour(leases, []);
  const [first, ...others] = spec.variables;
  const { trace } = rest;
  const state = trace.steps[0]!.state;
  const renamed = {
    ...rest,
    spec: { ...spec, variables: [{ ...first!, name: 'step' }, ...others] },
    trace: { steps: [{ instance: null, state: state.set('step', state.get(first!.name)!) }] },
  };
  expect(renderTla(renamed)).toContain('VARIABLES step, inbox, seen, crashed, step_');
});

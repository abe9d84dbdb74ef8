import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valuesOf } from '../../checker/reference/domains.ts';
import { showValue } from '../../checker/reference/show-value.ts';
import { itfValue, renderItf } from '../../traces/itf.ts';
import type { Json } from '../../traces/plain.ts';
import { anyType } from './any-type.ts';
import { behaviour } from './behaviour.ts';
import { hastyCommit, leases } from './specs.ts';

const report = behaviour(leases, ['Acquire(m1, r1)', 'Expire(r1)'], { property: 'OnceOnly' });

test('the trace is as Apalache and Quint write it', async () => {
  await expect(renderItf(report)).toMatchFileSnapshot('golden/trace.itf.json');
});

test('variants carry a tag and a value, a unit is the empty tuple', () => {
  const { spec, trace } = behaviour(hastyCommit, ['Prepare(r1)', 'Decide']);
  const messages = spec.variables.find((v) => v.name === 'msgs')!;
  expect(itfValue(messages.type, trace.steps[2]!.state.get('msgs')!)).toEqual({
    '#set': [
      { tag: 'Prepared', value: 'r1' },
      { tag: 'Commit', value: { '#tup': [] } },
    ],
  });
});

test('a cycle is told by the index of the state that starts it', () => {
  const cycle = behaviour(hastyCommit, ['Wait', 'Wait'], { property: 'Decided', loop: 1 });
  expect((JSON.parse(renderItf(cycle)) as { loop: number }).loop).toBe(1);
  expect(JSON.parse(renderItf(report))).not.toHaveProperty('loop');
});

/** Whether a value is one of the expressions that the format's description allows. */
function isItf(json: Json): boolean {
  if (typeof json === 'boolean' || typeof json === 'string') return true;
  if (Array.isArray(json)) return (json as Json[]).every(isItf);
  if (typeof json !== 'object' || json === null) return false;
  const entries = Object.entries(json) as [string, Json][];
  const [name, value] = entries[0] ?? ['', ''];
  if (!name.startsWith('#')) return entries.every(([key, v]) => !key.startsWith('#') && isItf(v));
  if (entries.length !== 1) return false;
  if (name === '#bigint') return typeof value === 'string' && /^-?\d+$/.test(value);
  if (!Array.isArray(value)) return false;
  if (name === '#map')
    return (value as Json[]).every(
      (pair) => Array.isArray(pair) && pair.length === 2 && isItf(pair as Json),
    );
  return ['#set', '#tup'].includes(name) && (value as Json[]).every(isItf);
}

test('every value is an expression of the format, and no two are the same', () => {
  fc.assert(
    fc.property(anyType, (type) => {
      const seen = new Map<string, string>();
      let count = 0;
      for (const value of valuesOf(type)) {
        const json = itfValue(type, value);
        expect(isItf(json)).toBe(true);
        seen.set(JSON.stringify(json), showValue(type, value));
        if (++count === 100) break;
      }
      expect(seen.size).toBe(count);
    }),
    { numRuns: 300 },
  );
});

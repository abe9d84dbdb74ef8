import { describe, expect, test } from 'vitest';
import { range, spec } from '../../spec/language/index.ts';
import type { Bool, IntExpr } from '../../spec/language/index.ts';
import { fingerprint } from '../../traces/fingerprint.ts';
import { hastyCommit } from './specs.ts';

function counter(hi: number, doc: string, holds: (n: IntExpr) => Bool): string {
  return fingerprint(
    spec('Counter', (s) => {
      const n = s.variable('n', range(0, hi), { init: 0, doc });
      s.action('Up', { when: [n.lt(hi)], then: [n.increment()], doc });
      s.invariant('Small', holds(n), { doc });
    }).instantiate(),
  );
}

const original = counter(2, 'It counts.', (n) => n.lt(3));

describe('the fingerprint of a spec', () => {
  test('is the same each time that the spec is built', () => {
    expect(counter(2, 'It counts.', (n) => n.lt(3))).toBe(original);
    expect(fingerprint(hastyCommit.instantiate())).toBe(fingerprint(hastyCommit.instantiate()));
  });
  test('does not hang on words about the spec', () => {
    expect(counter(2, 'It counts up.', (n) => n.lt(3))).toBe(original);
  });
  test('changes with a type, a guard or a property', () => {
    expect(counter(3, 'It counts.', (n) => n.lt(3))).not.toBe(original);
    expect(counter(2, 'It counts.', (n) => n.lt(4))).not.toBe(original);
    expect(counter(2, 'It counts.', (n) => n.le(3))).not.toBe(original);
  });
  test('changes with a constant', () => {
    const three = hastyCommit.instantiate({ RM: 3 });
    expect(fingerprint(three)).not.toBe(fingerprint(hastyCommit.instantiate()));
  });
  test('takes no longer where sub-expressions are shared', () => {
    const tree = hastyCommit.instantiate();
    const [property, ...others] = tree.properties;
    let body = property!.body;
    // Written out, this condition has more than 2^60 parts.
    for (let i = 0; i < 60; i++) body = { op: 'and', type: { kind: 'bool' }, args: [body, body] };
    const text = fingerprint({ ...tree, properties: [{ ...property!, body }, ...others] });
    expect(text).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

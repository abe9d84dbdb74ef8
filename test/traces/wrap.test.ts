import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrap, wrapProse } from '../../traces/wrap.ts';

describe('a long expression is broken', () => {
  test('before a connective, where it can', () => {
    expect(wrap('aaaa = bb and cccc = ddd', 20)).toEqual(['aaaa = bb', '  and cccc = ddd']);
  });
  test('after a comma, where it can', () => {
    expect(wrap('{ one: aa, two: b cc }', 16)).toEqual(['{ one: aa,', '  two: b cc }']);
  });
  test('not between a field and its value', () => {
    expect(wrap('{ someField: value }', 14)).toEqual(['{', '  someField:', '  value }']);
    expect(wrap('{ a: bcd }', 7)).toEqual(['{', '  a:', '  bcd }']);
  });
});

const words = fc.array(fc.stringMatching(/^[a-z,:]{1,8}$/), { minLength: 1, maxLength: 30 });

test('no line is too long unless it is one word, and nothing is lost', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 4, max: 40 }), (list, width) => {
      for (const breaking of [wrap, wrapProse]) {
        const lines = breaking(list.join(' '), width);
        expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(list);
        for (const line of lines)
          expect(line.length <= width || !line.trim().includes(' ')).toBe(true);
      }
    }),
  );
});

import fc from 'fast-check';
import type { Graph } from './synthetic.ts';

/** Random graphs of some hundred states, with everything in them that a search can meet. */
export function randomGraph(): fc.Arbitrary<Graph> {
  const small = fc.integer({ min: 0, max: 11 });
  const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.option(value, { freq: 2, nil: null });
  return fc
    .record({
      size: fc.integer({ min: 1, max: 900 }),
      actions: fc.integer({ min: 1, max: 5 }),
      seed: fc.integer({ min: 1, max: 2 ** 30 }),
      starts: fc.integer({ min: 1, max: 70 }),
      sparse: fc.integer({ min: 1, max: 6 }),
      fan: fc.integer({ min: 1, max: 90 }),
      words: fc.constantFrom(1, 2, 3, 8, 12),
      creditFirst: fc.boolean(),
      capacity: fc.constantFrom(64, 65, 256),
      broken: rarely(small),
      brokenStep: rarely(small),
      outside: rarely(small),
      witness: rarely(fc.integer({ min: 0, max: 900 })),
      stuck: rarely(small),
      failing: rarely(small),
      failingProperty: rarely(small),
      failingConstraint: rarely(small),
    })
    .map((r): Graph => {
      const hash = (salt: number): string => `(Math.imul(v + ${salt}, ${r.seed | 1}) >>> 7)`;
      const target = (salt: string): string =>
        `(Math.imul(v + ${salt}, 0x2c1b3c6d) + ${r.seed} >>> 3) % ${r.size}`;
      const fails = (index: number | null, site: number): string =>
        index === null ? '' : `if (${hash(5)} % 41 === ${index}) fault(${site});`;
      const failsIn = (index: number | null, site: number): string =>
        index === null ? '' : `(${hash(6)} % 53 === ${index} && fault(${site})) || `;
      const everyAction = Array.from(
        { length: r.actions },
        (
          _,
          action,
        ) => `if (${hash(action)} % 7 < ${r.sparse}) put(${action}, ${target(`${action * 3}`)});
          ${action === 1 ? fails(r.failing, 0) : ''}`,
      ).join('\n');
      return {
        actions: r.actions,
        initial: `for (let i = 0; i < ${r.starts}; i++) put(0, (i * i * 31) % ${r.size});`,
        successors: `
          ${r.stuck === null ? '' : `if (${hash(9)} % 60 === ${r.stuck}) return count;`}
          if (${hash(3)} % 50 === 0) for (let i = 0; i < ${r.fan}; i++) put(0, ${target('i')});
          ${everyAction}`,
        words: r.words,
        creditWord: r.creditFirst ? 0 : r.words - 1,
        capacity: r.capacity,
        invariants: [
          `${failsIn(r.failingProperty, 1)} true`,
          r.broken === null ? 'true' : `${hash(1)} % 67 !== ${r.broken}`,
        ],
        stepInvariants: r.brokenStep === null ? [] : ['true', `(v ^ t) % 71 !== ${r.brokenStep}`],
        witnesses: r.witness === null ? [] : [`v === ${r.witness}`, 'v >= 0'],
        ...(r.outside === null
          ? {}
          : { within: `${failsIn(r.failingConstraint, 2)} ${hash(2)} % 13 !== ${r.outside}` }),
        terminal: `${hash(4)} % 3 === 0`,
        faults: 3,
      };
    });
}

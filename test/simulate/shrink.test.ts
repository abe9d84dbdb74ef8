import { describe, expect, test } from 'vitest';
import type { Program } from '../../checker/compile/program.ts';
import { shrink, type Effort } from '../../checker/simulate/shrink.ts';
import type { Finding } from '../../checker/simulate/walk.ts';
import { synthetic, valueOf } from '../search/synthetic.ts';

const NOTHING_WHOLE: Effort = { whole: 1, local: 200, allLocal: 100_000 };

/** The values of the states of what a walk over these values is shortened to. */
async function shortened(
  program: Program,
  finding: { kind: 'invariant' | 'stepInvariant'; property: number } | { kind: 'deadlock' },
  values: readonly number[],
  effort: Effort | undefined = NOTHING_WHOLE,
): Promise<number[]> {
  const path = values.map((value) => Int32Array.of(value));
  const short = await shrink(program, { ...finding, path } as Finding, null, effort);
  return short.path.map(valueOf);
}

const BROKEN = { kind: 'invariant', property: 0 } as const;

/** A walk may go up by one or two, down by one, or start again. */
const ladder = synthetic({
  actions: 4,
  successors: `put(0, v + 1); put(1, v + 2); if (v > 0) put(2, v - 1); put(3, 0);`,
  invariants: ['v !== 40'],
});

describe('a walk is shortened', () => {
  test('to the shortest of all where a search from the beginning finds it', async () => {
    const detour = [0, 1, 2, 1, 0, ...Array.from({ length: 40 }, (_, i) => i + 1)];
    const short = await shortened(ladder, BROKEN, detour, undefined);
    expect(short).toHaveLength(21);
    expect(short.at(-1)).toBe(40);
  });

  test('by leaving out what lies between two visits of a state', async () => {
    const looping = synthetic({
      successors: 'put(0, (v + 1) % 7); if (v === 3) put(0, 103);',
      invariants: ['v !== 103'],
    });
    expect(await shortened(looping, BROKEN, [0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 103])).toEqual([
      0, 1, 2, 3, 103,
    ]);
  });

  test('by ways across, where the whole space is too large to be searched', async () => {
    const slow = Array.from({ length: 41 }, (_, i) => i);
    expect(await shortened(ladder, BROKEN, slow)).toHaveLength(21);
  });

  test('to a nearer state in which the same is wrong', async () => {
    const wide = synthetic({
      successors: 'put(0, v + 1); if (v === 3) put(0, 1000);',
      invariants: ['v !== 50 && v !== 1000'],
    });
    const slow = Array.from({ length: 51 }, (_, i) => i);
    expect(await shortened(wide, BROKEN, slow)).toEqual([0, 1, 2, 3, 1000]);
  });

  test('to a nearer step that breaks the same step invariant', async () => {
    const stepping = synthetic({
      successors: 'if (v > 0 && v % 10 === 0) put(0, v - 1); put(0, v + 1);',
      stepInvariants: ['t > v'],
    });
    const slow = [...Array.from({ length: 31 }, (_, i) => i), 29];
    const broken = { kind: 'stepInvariant', property: 0 } as const;
    expect((await shortened(stepping, broken, slow)).slice(-2)).toEqual([10, 9]);
  });

  test('to a nearer deadlock', async () => {
    const stuck = synthetic({ successors: 'if (v < 60) put(0, v + 1); if (v === 5) put(0, 60);' });
    const slow = Array.from({ length: 61 }, (_, i) => i);
    expect(await shortened(stuck, { kind: 'deadlock' }, slow)).toEqual([0, 1, 2, 3, 4, 5, 60]);
  });

  test('not at all where there is nothing shorter', async () => {
    const chain = synthetic({ successors: 'put(0, v + 1);', invariants: ['v !== 6'] });
    expect(await shortened(chain, BROKEN, [0, 1, 2, 3, 4, 5, 6])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

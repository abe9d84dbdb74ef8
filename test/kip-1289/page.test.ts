import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { enabledInstances } from '../../checker/reference/instances.ts';
import { isTerminal } from '../../checker/reference/properties.ts';
import { Behaviour } from './behaviour.ts';
import { designOf, FLAWS } from './flaws.ts';
import { fullTrace, regenerated, traceRegion } from './page.ts';

const page = fileURLToPath(new URL('../../docs/kip-1289.md', import.meta.url));
const traces = fileURLToPath(new URL('../../docs/kip-1289/', import.meta.url));

describe.each(FLAWS)('the counterexample $id', (flaw) => {
  const behaviour = new Behaviour(designOf(flaw)).take(...flaw.steps);

  test('shows its flaw with its last step, and none before', () => {
    const before = behaviour.violated.slice(0, -1).flat();
    expect(before).toEqual([]);
    if (flaw.property !== null) expect(behaviour.violated.at(-1)).toContain(flaw.property);
    else {
      const { tree, state } = behaviour;
      expect([...enabledInstances(tree, state)].map(({ action }) => action.name)).toEqual([]);
      expect(isTerminal(tree, state)).toBe(false);
    }
  });

  test('is told as it happens', async () => {
    await expect(fullTrace(flaw)).toMatchFileSnapshot(`${traces}${flaw.id}.txt`);
  });
});

test('the page says what the model says', async () => {
  const regions = new Map(FLAWS.map((flaw) => [`trace ${flaw.id}`, traceRegion(flaw)]));
  await expect(regenerated(readFileSync(page, 'utf8'), regions)).toMatchFileSnapshot(page);
});

import fc from 'fast-check';
import { is, Set } from 'immutable';
import { expect, test } from 'vitest';
import type { SearchOutcome } from '../../checker/engine.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import {
  firstBrokenConstraint,
  holdsIn,
  holdsOfStep,
  isSafety,
  isTerminal,
} from '../../checker/reference/properties.ts';
import { replay } from '../../checker/reference/replay.ts';
import { NoInitialState, SpecError } from '../../checker/reference/spec-error.ts';
import { steps, successors } from '../../checker/reference/steps.ts';
import type { State } from '../../checker/reference/value.ts';
import type { SpecTree } from '../../spec/language/tree.ts';
import { readTrace, renderJson } from '../../traces/json.ts';
import { reportOf } from '../../traces/report.ts';
import { parseTrace } from '../../traces/saved-trace.ts';
import { renderText } from '../../traces/text.ts';
import { validateTrace } from '../../traces/validate.ts';
import { arbitrarySpec } from '../random-spec/arbitrary-spec.ts';
import { searched } from './build.ts';

const RUNS = { numRuns: 250 };
const MAX_STATES = 60;

/** The outcome of a search, or null for a spec without initial states. */
async function outcomeOf(spec: SpecTree): Promise<SearchOutcome | null> {
  try {
    return await searched(spec, { maxStates: MAX_STATES });
  } catch (error) {
    if (error instanceof NoInitialState) return null;
    throw error;
  }
}

test('random specs are searched without a crash, and every counterexample is a real behaviour with its fault', async () => {
  const verdicts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(arbitrarySpec(), async (spec) => {
      const found = await outcomeOf(spec);
      if (found === null) return;
      verdicts[found.verdict] = (verdicts[found.verdict] ?? 0) + 1;
      if (found.trace !== null) expect(replay(spec, found.trace)).toBe(null);
      expectFault(spec, found);
      expectPrinted(spec, found);
    }),
    RUNS,
  );
  // Otherwise this test would show little.
  for (const verdict of ['holds', 'violated', 'deadlock', 'spec-error'])
    expect(verdicts[verdict]).toBeGreaterThan(10);
});

/** A counterexample can be printed, and what is saved of it is read back as one of the spec. */
function expectPrinted(spec: SpecTree, found: SearchOutcome): void {
  const result = { ...found, model: 'random', constants: {} };
  const report = reportOf(spec, result, null);
  if (report === null) return;
  expect(renderText(report).split('\n').length).toBeGreaterThan(report.trace.steps.length);
  const { report: read, specChanged } = readTrace(parseTrace(renderJson(report)), spec);
  expect(specChanged).toBe(false);
  expect(validateTrace(read)).toEqual({ outcome: 'confirmed' });
}

/** What a result claims of the end of its trace is so. */
function expectFault(spec: SpecTree, { verdict, property, trace, specError }: SearchOutcome): void {
  const last = trace?.steps.at(-1)?.state;
  switch (verdict) {
    case 'violated': {
      const broken = spec.properties.filter(isSafety).find(({ name }) => name === property)!;
      const holds =
        broken.kind === 'invariant'
          ? holdsIn(broken, last!)
          : holdsOfStep(broken, trace!.steps.at(-2)!.state, last!);
      expect(holds).toBe(false);
      return;
    }
    case 'deadlock':
      expect(successors(spec, last!)).toEqual([]);
      expect(isTerminal(spec, last!)).toBe(false);
      return;
    case 'spec-error':
      expect(specError!.instance !== null || specError!.where !== null).toBe(true);
      expect(specError!.message).not.toBe('');
      return;
    default:
      expect(trace).toBe(null);
  }
}

test('the kept states are those that a plain traversal reaches', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec({ properties: 0 }), async (spec) => {
      const reached = closure(spec);
      if (reached === null) return;
      const found = await searched(spec, { deadlock: false });
      expect(found).toMatchObject({ verdict: 'holds', distinct: reached.size });
    }),
    RUNS,
  );
});

/** The reachable states, without any order; null where there are many, none or a spec error. */
function closure(spec: SpecTree): Set<State> | null {
  try {
    let reached = Set(initialStates(spec)).filter((state) => isWithin(spec, state));
    if (Set(initialStates(spec)).isEmpty()) return null;
    for (;;) {
      const next = reached.flatMap((state) => Array.from(steps(spec, state), (step) => step.state));
      const grown = reached.union(next.filter((state) => isWithin(spec, state)));
      if (grown.size === reached.size) return reached;
      if (grown.size > MAX_STATES) return null;
      reached = grown;
    }
  } catch (error) {
    if (error instanceof SpecError) return null;
    throw error;
  }
}

const isWithin = (spec: SpecTree, state: State): boolean =>
  firstBrokenConstraint(spec, state) === null;

test('a search finds the same thing every time', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec(), async (spec) => {
      const [first, second] = [await outcomeOf(spec), await outcomeOf(spec)];
      if (first === null || second === null) return;
      const states = [first, second].map(({ trace }) => Set(trace?.steps.map((s) => s.state)));
      expect(is(states[0], states[1])).toBe(true);
      const told = ({ verdict, property, generated, distinct, levels, actions }: SearchOutcome) => ({ verdict, property, generated, distinct, levels, actions }); // prettier-ignore
      expect(told(second)).toEqual(told(first));
    }),
    { numRuns: 50 },
  );
});

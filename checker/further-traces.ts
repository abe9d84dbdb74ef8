import type { ActionNode } from '../spec/language/tree.ts';
import { checkPrepared, type RunOptions } from './check.ts';
import type { PreparedModel } from './prepare.ts';
import type { CheckResult, Trace } from './result.ts';

/** Searches for each trace that is asked for, at most: some find nothing, some what is known. */
const SEARCHES_A_TRACE = 8;

/** A counterexample to the property that `first` violates, and the actions that it does without. */
interface Found {
  readonly trace: Trace;
  readonly without: ReadonlySet<string>;
}

/**
 * Up to `count` counterexamples to the property that a check found violated, its own first; no two
 * have the same set of actions. Each other one is a shortest of those that do without some action of
 * one before it; the shorter ones come first, of equal ones those with fewer faults.
 */
export async function furtherTraces(
  prepared: PreparedModel,
  first: CheckResult,
  count: number,
  options: RunOptions,
): Promise<readonly Trace[]> {
  if (first.trace === null) return [];
  if (first.verdict !== 'violated') return [first.trace];
  const faults = new Set(
    prepared.tree.actions.filter(({ kind }) => kind === 'fault').map(({ name }) => name),
  );
  const chosen = new Map<string, Trace>();
  const tried = new Set<string>();
  const open: Found[] = [{ trace: first.trace, without: new Set() }];
  for (let left = SEARCHES_A_TRACE * count; open.length > 0 && chosen.size < count;) {
    const { trace, without } = open.sort((a, b) => compare(a.trace, b.trace, faults)).shift()!;
    const actions = actionsOf(trace);
    const key = actions.join();
    if (!chosen.has(key)) chosen.set(key, trace);
    for (const action of actions) {
      const excluded = new Set([...without, action]);
      const name = [...excluded].sort().join();
      if (tried.has(name) || left === 0 || options.signal?.aborted === true) continue;
      tried.add(name);
      left--;
      const result = await checkPrepared(restricted(prepared, first.property!, excluded), options);
      if (result.trace !== null) open.push({ trace: result.trace, without: excluded });
    }
  }
  return [...chosen.values()];
}

/** The model without some actions, and nothing to judge but one property. */
function restricted(
  prepared: PreparedModel,
  property: string,
  excluded: ReadonlySet<string>,
): PreparedModel {
  const { checked } = prepared;
  const stays = ({ name }: ActionNode): boolean => !excluded.has(name);
  return {
    ...prepared,
    // With fewer actions, states without a successor mean nothing.
    deadlock: false,
    checked: {
      ...checked,
      actions: checked.actions.filter(stays),
      fairness: [],
      properties: checked.properties.filter(({ name }) => name === property),
    },
  };
}

function actionsOf({ steps }: Trace): readonly string[] {
  const names = steps.flatMap(({ instance }) => (instance === null ? [] : [instance.action]));
  return [...new Set(names)].sort();
}

function compare(a: Trace, b: Trace, faults: ReadonlySet<string>): number {
  const taken = ({ steps }: Trace): number =>
    steps.filter(({ instance }) => instance !== null && faults.has(instance.action)).length;
  return a.steps.length - b.steps.length || taken(a) - taken(b);
}

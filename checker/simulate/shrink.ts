import type { Program } from '../compile/program.ts';
import { explore } from '../search/explore.ts';
import type { Counterexample, PackedState } from '../search/outcome.ts';
import { LocalSearch } from './local-search.ts';
import type { Finding } from './walk.ts';

/** How many states are looked at to shorten a walk. */
export interface Effort {
  /** In the search from the beginning. */
  readonly whole: number;
  /** In a search from one state of the walk, and in all such searches together. */
  readonly local: number;
  readonly allLocal: number;
}

/** What takes some seconds at most. */
const EFFORT: Effort = { whole: 500_000, local: 10_000, allLocal: 500_000 };

/**
 * A shorter way to the same finding: the shortest of all where a bounded breadth-first search from
 * the initial states comes to it; else the walk without its detours, each found by a bounded search
 * from a state of the walk. `program` judges only what the finding is about. The result depends on
 * nothing but the finding.
 */
export async function shrink(
  program: Program,
  finding: Finding,
  signal: AbortSignal | null,
  effort: Effort = EFFORT,
): Promise<Finding> {
  if (finding.path.length < 2) return finding;
  const outcome = await explore(program, {
    workers: 1,
    checkDeadlock: finding.kind === 'deadlock',
    maxStates: effort.whole,
    maxDepth: finding.path.length,
    signal,
  });
  const shortest = outcome.counterexample;
  if (shortest?.path && isSame(shortest, finding) && shortest.path.length <= finding.path.length) {
    return { ...finding, path: shortest.path };
  }
  return { ...finding, path: withoutDetours(program, finding, effort, signal) };
}

function isSame(found: Counterexample, finding: Finding): boolean {
  if (found.kind !== 'fault' || finding.kind !== 'fault') return found.kind === finding.kind;
  return found.site === finding.site && found.during === finding.during;
}

/** Replaces parts of the walk by shorter ones until a pass over it finds none. */
function withoutDetours(
  program: Program,
  finding: Finding,
  effort: Effort,
  signal: AbortSignal | null,
): readonly PackedState[] {
  const search = new LocalSearch(program, finding);
  let path = withoutLoops(finding.path);
  let left = effort.allLocal;
  for (let shorter = true; shorter;) {
    shorter = false;
    for (let i = 0; i < path.length - 1 && left > 0 && signal?.aborted !== true; i++) {
      left -= effort.local;
      const detour = shorterRest(search, path, i, finding, effort);
      if (detour === null) continue;
      path = withoutLoops([...path.slice(0, i), ...detour]);
      shorter = true;
    }
  }
  return path;
}

/** What may stand instead of the walk from its `i`-th state on; null if nothing shorter was found. */
function shorterRest(
  search: LocalSearch,
  path: readonly PackedState[],
  i: number,
  finding: Finding,
  effort: Effort,
): readonly PackedState[] | null {
  const rest = path.length - i;
  const nearby = search.from(path[i]!, rest - 1, effort.local);
  let best = nearby.wrong;
  // What is wrong with a step is not wrong with the state that it leads to.
  const last = path.length - (finding.kind === 'stepInvariant' ? 2 : 1);
  for (let j = last; j > i + 1; j--) {
    const way = nearby.pathTo(path[j]!);
    if (way === null) continue;
    const joined = [...way, ...path.slice(j + 1)];
    if (best === null || joined.length < best.length) best = joined;
  }
  return best !== null && best.length < rest ? best : null;
}

/** Leaves out what lies between two visits of one state; the last step stays. */
function withoutLoops(path: readonly PackedState[]): readonly PackedState[] {
  const kept: PackedState[] = [];
  const position = new Map<string, number>();
  for (const state of path.slice(0, -1)) {
    const key = state.join();
    const before = position.get(key);
    if (before !== undefined) {
      for (const { key: dropped } of kept.splice(before).map((one) => ({ key: one.join() }))) {
        position.delete(dropped);
      }
    }
    position.set(key, kept.length);
    kept.push(state);
  }
  return [...kept, path.at(-1)!];
}

import { setImmediate } from 'node:timers/promises';
import { Control } from '../store/control.ts';
import { Backtracker, bestOf, type BacktrackSetup, type Predecessor } from './backtracker.ts';
import type { Crew } from './crew.ts';
import type { PackedState } from './outcome.ts';

/** Levels of fewer states are looked through on the calling thread. */
const CREW_WIDTH = 20_000;
/** Milliseconds on the calling thread before the event loop gets its turn. */
const TURN = 25;

/**
 * Finds the shortest trace to a state, level by level backwards: the predecessors of the target, then
 * theirs, keeping for each level the best `beam` states. The choice depends on nothing but the states
 * and the costs, so the trace is the same for any number of threads.
 *
 * Costs are summed from the target backwards (Bellman's principle over the levels); with a beam
 * narrower than a level, the trace is still a shortest one, and canonical, but may not be the cheapest.
 *
 * @param level of the target, the initial states being level 1.
 * @throws {Error} with the signal's reason when it is aborted.
 */
export async function traceBack(
  setup: BacktrackSetup,
  target: PackedState,
  level: number,
  crew: Crew | null,
  signal: AbortSignal | null,
): Promise<PackedState[]> {
  const control = new Int32Array(setup.memory.control);
  const log = new Int32Array(setup.memory.levels);
  const alone = new Backtracker(setup);
  const layers: Predecessor[][] = [[{ state: target, cost: 0, next: -1 }]];
  for (let back = level - 1; back >= 1; back--) {
    const targets = layers.at(-1)!;
    const first = log[2 * (back - 1)]!;
    // The level in work when the search ended has no successor in the log that is complete.
    const last = back === control[Control.level] ? control[Control.pieceEnd]! : log[2 * back]!;
    const wide = log[2 * (back - 1) + 1]! >= CREW_WIDTH;
    const found =
      wide && crew !== null
        ? await crew.predecessors(setup, targets, first, last)
        : await lookAlone(alone, targets, first, last, signal);
    signal?.throwIfAborted();
    if (found.length === 0) throw new Error(`a state of level ${back + 1} has no predecessor`);
    layers.push(bestOf(found, setup.beam));
  }
  const path: PackedState[] = [];
  for (let layer = layers.length - 1, at = 0; layer >= 0; layer--) {
    const { state, next } = layers[layer]![at]!;
    path.push(state);
    at = next;
  }
  return path;
}

async function lookAlone(
  backtracker: Backtracker,
  targets: readonly Predecessor[],
  first: number,
  last: number,
  signal: AbortSignal | null,
): Promise<Predecessor[]> {
  const found: Predecessor[] = [];
  let turn = performance.now();
  for (let piece = first; piece < last; piece++) {
    found.push(...backtracker.predecessors(targets, piece, piece + 1));
    if (performance.now() - turn < TURN) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turn = performance.now();
  }
  return found;
}

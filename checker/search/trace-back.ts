import { setImmediate } from 'node:timers/promises';
import { Control } from '../store/control.ts';
import { Backtracker, bestOf, type BacktrackSetup, type Predecessor } from './backtracker.ts';
import type { Crew } from './crew.ts';
import { readLevel } from './level-files.ts';
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
    const wide = log[2 * (back - 1) + 1]! >= CREW_WIDTH;
    let found: Predecessor[];
    if (wide && crew !== null && setup.levelFiles === null) {
      const { first, last } = piecesOf(back, control, log);
      found = bestOf(await crew.predecessors(setup, targets, first, last), setup.beam);
      signal?.throwIfAborted();
    } else {
      alone.aimAt(targets);
      await inTurns(looks(alone, setup, back, control, log), signal);
      found = alone.best;
    }
    if (found.length === 0) throw new Error(`a state of level ${back + 1} has no predecessor`);
    layers.push(found);
  }
  const path: PackedState[] = [];
  for (let layer = layers.length - 1, at = 0; layer >= 0; layer--) {
    const { state, next } = layers[layer]![at]!;
    path.push(state);
    at = next;
  }
  return path;
}

/** Looks through a level, some states at a time. */
function* looks(
  backtracker: Backtracker,
  setup: BacktrackSetup,
  level: number,
  control: Int32Array,
  log: Int32Array,
): Generator<void> {
  if (setup.levelFiles !== null) {
    for (const states of readLevel(setup.levelFiles, level, setup.program.words)) {
      yield backtracker.lookThroughStates(states);
    }
    return;
  }
  const { first, last } = piecesOf(level, control, log);
  for (let piece = first; piece < last; piece++) yield backtracker.lookThroughPiece(piece);
}

function piecesOf(
  level: number,
  control: Int32Array,
  log: Int32Array,
): { first: number; last: number } {
  const first = log[2 * (level - 1)]!;
  // The level in work when the search ended may have no level after it in the log.
  const last = level === control[Control.level] ? control[Control.pieceEnd]! : log[2 * level]!;
  return { first, last };
}

/** Does all the work, giving way to the event loop from time to time. */
async function inTurns(work: Iterable<void>, signal: AbortSignal | null): Promise<void> {
  let turn = performance.now();
  for (const done of work) {
    void done;
    if (performance.now() - turn < TURN) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turn = performance.now();
  }
}

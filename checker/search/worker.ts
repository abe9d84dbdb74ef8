import { Control, Gate, StopCode } from '../store/control.ts';
import { Backtracker, type BacktrackSetup, type Predecessor } from './backtracker.ts';
import { heedStop, stopAll, Stopped } from './stopped.ts';
import { SearchThread, type SearchSetup } from './thread.ts';

/** What a worker is asked: to take part in a search until it ends, or to look back over one level. */
export type WorkerTask =
  | {
      readonly task: 'search';
      readonly setup: SearchSetup;
      /** Number of this thread, from 0. */
      readonly share: number;
      readonly threads: number;
    }
  | {
      readonly task: 'predecessors';
      readonly setup: BacktrackSetup;
      readonly targets: readonly Predecessor[];
      readonly firstPiece: number;
      readonly lastPiece: number;
    };

/** What a thread of the pool runs. It gets numbers and text, and never loads a user's TypeScript. */
export default function work(task: WorkerTask): readonly Predecessor[] {
  switch (task.task) {
    case 'search':
      search(task.setup, task.share, task.threads);
      return [];
    case 'predecessors':
      return predecessors(task.setup, task.targets, task.firstPiece, task.lastPiece);
  }
}

/** The backtracker of the trace in work: its code has been compiled and optimised by now. */
let backtracker: { readonly key: number; readonly value: Backtracker } | null = null;

function predecessors(
  setup: BacktrackSetup,
  targets: readonly Predecessor[],
  first: number,
  last: number,
): readonly Predecessor[] {
  if (backtracker?.key !== setup.key) {
    backtracker = { key: setup.key, value: new Backtracker(setup) };
  }
  const { value } = backtracker;
  value.aimAt(targets);
  for (let piece = first; piece < last; piece++) value.lookThroughPiece(piece);
  return value.best;
}

function search(setup: SearchSetup, share: number, threads: number): void {
  const control = new Int32Array(setup.memory.control);
  try {
    const thread = new SearchThread(setup, 1 + share, share, threads);
    Atomics.add(control, Control.ready, 1);
    while (Atomics.load(control, Control.gate) === Gate.closed) {
      heedStop(control);
      Atomics.wait(control, Control.gate, Gate.closed, 100);
    }
    if (Atomics.load(control, Control.gate) === Gate.dismissed) return;
    try {
      thread.runTogether();
    } finally {
      thread.expander.report();
    }
  } catch (error) {
    if (error instanceof Stopped) return;
    // The others must not wait for this thread.
    stopAll(control, StopCode.failed);
    throw error;
  }
}

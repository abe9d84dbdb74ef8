import type { Program } from '../compile/program.ts';
import { DistinctEstimate } from './distinct-estimate.ts';
import { endings, Walker, type Finding, type WalkEnding, type WalkOptions } from './walk.ts';

/** A row of walks, which one thread takes one after the other, up to the first that finds something. */
export interface ChunkTask {
  readonly program: Program;
  readonly options: WalkOptions;
  /** Walks `first .. last-1`. */
  readonly first: number;
  readonly last: number;
  /** One word: not 0 when the simulation is over. */
  readonly stop: SharedArrayBuffer;
}

/** What the walks of a chunk came to. */
export interface ChunkResult {
  /** Walks taken, the one that found something included. */
  readonly walks: number;
  readonly steps: number;
  readonly longest: number;
  readonly endings: Readonly<Record<WalkEnding, number>>;
  readonly taken: Float64Array;
  /** For each witness the least number of steps after which it was seen, or -1. */
  readonly witnesses: Int32Array;
  /** Registers of a `DistinctEstimate`. */
  readonly distinct: Uint8Array;
  readonly finding: { readonly run: number; readonly finding: Finding } | null;
  /** Whether it was stopped before its last walk: then its figures mean nothing. */
  readonly stopped: boolean;
}

/** Takes the walks of a chunk. Its result depends on nothing but the task. */
export function walkChunk({ program, options, first, last, stop }: ChunkTask): ChunkResult {
  const notes = {
    taken: new Float64Array(program.actions.length),
    distinct: new DistinctEstimate(),
    witnesses: new Int32Array(program.witnesses.length).fill(-1),
  };
  const stopFlag = new Int32Array(stop);
  const walker = new Walker(program, options, notes, stopFlag);
  const ended = Object.fromEntries(endings.map((ending) => [ending, 0])) as Record<
    WalkEnding,
    number
  >;
  const total = { walks: 0, steps: 0, longest: 0 };
  const result = (finding: ChunkResult['finding'], stopped: boolean): ChunkResult => ({
    ...total,
    endings: ended,
    taken: notes.taken,
    witnesses: notes.witnesses,
    distinct: notes.distinct.registers,
    finding,
    stopped,
  });
  for (let run = first; run < last; run++) {
    const walk = walker.walk(run);
    if (walk === null) return result(null, true);
    total.walks++;
    total.steps += walk.steps;
    total.longest = Math.max(total.longest, walk.steps);
    ended[walk.ending]++;
    if (walk.finding !== null) return result({ run, finding: walk.finding }, false);
  }
  return result(null, false);
}

/** What a thread of the pool runs. */
export default walkChunk;

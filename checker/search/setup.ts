import type { Program } from '../compile/program.ts';
import { Control } from '../store/control.ts';
import { defaultMaxMemory } from '../store/memory-limit.ts';
import { reserveMemory, type StorePlan } from '../store/memory.ts';
import {
  creditOf,
  INLINE_WORDS,
  slotWords,
  type StoreKind,
  type StoreShape,
} from '../store/shape.ts';
import { Capacity } from './capacity.ts';
import { Ledger, reserveLedger } from './ledger.ts';
import type { ExploreOptions, Tuning } from './outcome.ts';
import type { SearchSetup } from './thread.ts';

/** What a worker thread takes before it has a state: its heap, its code, its stack. */
const WORKER_BYTES = 16 * 2 ** 20;

/** What a thread remembers of what it saw not long ago: as much as the usual first-level cache holds. */
const RECENT_BYTES = 2 ** 15;

const DEFAULTS: Omit<Tuning, 'tableSize' | 'regions' | 'recent'> = {
  piece: 1024,
  soloLevel: 2048,
  crewLevel: 1 << 15,
  progressInterval: 200,
  beam: 1 << 12,
  hash: 'mixing',
  indexed: false,
  rewrite: null,
};

export function tuningOf(program: Program, options: ExploreOptions): Tuning {
  const fingerprint = options.store === 'fingerprint';
  const tableSize = options.tuning?.tableSize ?? (fingerprint ? 20 : 16);
  // A region must be large enough that chance never fills one while the table is half empty.
  const most = fingerprint ? Math.max(12, creditOf('fingerprint', program).bits + 2) : 6;
  const regions = Math.max(0, Math.min(most, tableSize - 8));
  const slotBytes = 4 * (fingerprint ? 2 : program.words);
  const recent = Math.floor(Math.log2(Math.max(16, RECENT_BYTES / slotBytes)));
  return { ...DEFAULTS, tableSize, regions, recent, ...options.tuning };
}

/** Reserves the memory of a search and opens its first level. */
export function setUp(program: Program, options: ExploreOptions, tuning: Tuning): SearchSetup {
  const kind = kindOf(program, options, tuning);
  const shape: StoreShape = {
    kind,
    words: program.words,
    credit: creditOf(kind, program),
    batch: program.batch,
    shared: false,
    regions: tuning.regions,
    recent: tuning.recent,
    hash: tuning.hash,
    rewrite: tuning.rewrite,
  };
  const plan: StorePlan = {
    maxBytes: options.maxMemoryBytes ?? defaultMaxMemory(),
    baseBytes:
      process.memoryUsage.rss() + (options.workers > 1 ? options.workers * WORKER_BYTES : 0),
    tableSize: tuning.tableSize,
    witnesses: program.witnesses.length,
  };
  const memory = reserveMemory(shape, plan);
  const control = new Int32Array(memory.control);
  control[Control.tableSize] = plan.tableSize;
  open(control);
  new Capacity(shape, memory, plan).refresh();
  return {
    program,
    shape,
    memory,
    plan,
    // One page for the calling thread, one for each worker.
    ledger: reserveLedger(program, 1 + options.workers),
    limits: { maxStates: options.maxStates ?? null, maxDepth: options.maxDepth ?? null },
    piece: tuning.piece,
    soloLevel: tuning.soloLevel,
    checkDeadlock: options.checkDeadlock,
    levelFiles: null,
  };
}

/**
 * The setup of the same search once more, in the same memory: up to `maxDepth` levels, each of which
 * is written to `directory`. The table has the size that it had grown to.
 */
export function setUpAgain(setup: SearchSetup, maxDepth: number, directory: string): SearchSetup {
  const { program, shape, memory, plan } = setup;
  const control = new Int32Array(memory.control);
  const tableSize = control[Control.tableSize]!;
  control.fill(0);
  control[Control.tableSize] = tableSize;
  new Int32Array(memory.table, 0, 2 ** tableSize * slotWords(shape)).fill(0);
  open(control);
  new Capacity(shape, memory, plan).refresh();
  const ledger = reserveLedger(program, new Ledger(program, setup.ledger).threads);
  return { ...setup, ledger, limits: { maxStates: null, maxDepth }, levelFiles: directory };
}

function open(control: Int32Array): void {
  control[Control.nextId] = 1;
  control[Control.firstId] = 1;
}

function kindOf(program: Program, options: ExploreOptions, tuning: Tuning): StoreKind {
  if (options.store === 'fingerprint') return 'fingerprint';
  return program.words <= INLINE_WORDS && !tuning.indexed ? 'inline' : 'indexed';
}

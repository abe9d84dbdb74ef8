import type { Program } from '../compile/program.ts';
import { findingWords, readFinding, writeFinding, type Finding } from './finding.ts';

/** What each thread has counted and found, in shared memory: one page for each thread. */
export interface LedgerMemory {
  readonly counts: SharedArrayBuffer;
  readonly findings: SharedArrayBuffer;
}

/** Places on a thread's page of counts. */
const DISTINCT = 0;
const GENERATED = 1;
const FIRST_ACTION = 2;

export function reserveLedger(program: Program, threads: number): LedgerMemory {
  return {
    counts: new SharedArrayBuffer(threads * pageLength(program) * 8),
    findings: new SharedArrayBuffer(threads * findingWords(program.words) * 4),
  };
}

/**
 * The counts of all threads. A thread writes its page before a rendezvous and now and then in
 * between (for progress, which may be a little behind).
 */
export class Ledger {
  readonly #counts: Float64Array;
  readonly #findings: Int32Array;
  readonly #words: number;
  readonly #page: number;
  readonly #actions: number;

  constructor(program: Program, memory: LedgerMemory) {
    this.#counts = new Float64Array(memory.counts);
    this.#findings = new Int32Array(memory.findings);
    this.#words = program.words;
    this.#page = pageLength(program);
    this.#actions = program.actions.length;
  }

  writeCounts(
    thread: number,
    distinct: number,
    generated: number,
    taken: Float64Array,
    credited: Int32Array,
  ): void {
    const page = thread * this.#page;
    this.#counts[page + DISTINCT] = distinct;
    this.#counts[page + GENERATED] = generated;
    this.#counts.set(taken.subarray(0, this.#actions), page + FIRST_ACTION);
    this.#counts.set(credited.subarray(0, this.#actions), page + FIRST_ACTION + this.#actions);
  }

  writeFinding(thread: number, finding: Finding): void {
    writeFinding(finding, this.#words, this.#findingOf(thread));
  }

  finding(thread: number): Finding | null {
    return readFinding(this.#words, this.#findingOf(thread));
  }

  get threads(): number {
    return this.#counts.length / this.#page;
  }

  get distinct(): number {
    return this.#total(DISTINCT);
  }

  get generated(): number {
    return this.#total(GENERATED);
  }

  get taken(): number[] {
    return Array.from({ length: this.#actions }, (_, action) => this.#total(FIRST_ACTION + action));
  }

  get credited(): number[] {
    return Array.from({ length: this.#actions }, (_, action) =>
      this.#total(FIRST_ACTION + this.#actions + action),
    );
  }

  #total(place: number): number {
    let total = 0;
    for (let at = place; at < this.#counts.length; at += this.#page) total += this.#counts[at]!;
    return total;
  }

  #findingOf(thread: number): Int32Array {
    const length = findingWords(this.#words);
    return this.#findings.subarray(thread * length, (thread + 1) * length);
  }
}

/** Whole cache lines, so that threads do not slow each other down. */
function pageLength(program: Program): number {
  return Math.ceil((FIRST_ACTION + 2 * program.actions.length) / 16) * 16;
}

import type { Program, Kernel } from '../../checker/compile/program.ts';

/** A spec error that the kernel raised. */
export class Fault extends Error {
  readonly site: number;
  constructor(site: number) {
    super(`fault at site ${site}`);
    this.site = site;
  }
}

/** A kernel on a heap of its own. `flushed` is given each full batch. */
export function boot(
  program: Program,
  flushed: (heap: Int32Array, count: number) => void = () => undefined,
  stepViolation: (stepInvariant: number, index: number) => void = () => undefined,
): { kernel: Kernel; heap: Int32Array } {
  const heap = new Int32Array(program.heapWords);
  const hooks = {
    flush: (count: number) => {
      if (count > program.batch.capacity) throw new Error(`${count} successors in a batch`);
      flushed(heap, count);
    },
    stepViolation,
    fault: (site: number) => new Fault(site),
  };
  const kernel = new Function('H', 'hooks', program.code)(heap, hooks) as Kernel;
  return { kernel, heap };
}

export interface Coverage {
  readonly distinct: number;
  readonly generated: number;
  readonly depth: number;
  readonly levels: readonly number[];
  readonly taken: readonly number[];
  /** The least broken invariant met, or null. */
  readonly broken: string | null;
}

/** A plain breadth-first search on a kernel: every state within the constraints, violations or not. */
export function explore(program: Program): Coverage {
  const { words, batch } = program;
  const seen = new Set<string>();
  let next: Int32Array[] = [];
  let broken = Infinity;
  const take = (heap: Int32Array, count: number): void => {
    for (let i = 0; i < count; i++) {
      const address = batch.states + i * words;
      const packed = heap.slice(address, address + words);
      const key = packed.join();
      if (seen.has(key)) continue;
      const first = kernel.violated(address);
      if (first > 0) broken = Math.min(broken, first);
      if (!kernel.within(address)) continue;
      seen.add(key);
      next.push(packed);
    }
  };
  const { kernel, heap } = boot(program, take);
  take(heap, kernel.initial(0));
  const levels: number[] = [];
  while (next.length > 0) {
    const level = next;
    levels.push(level.length);
    next = [];
    for (const state of level) {
      heap.set(state, 0);
      take(heap, kernel.expand(0));
    }
  }
  return {
    distinct: seen.size,
    generated: kernel.generated(),
    depth: levels.length,
    levels,
    taken: [...kernel.taken],
    broken: broken === Infinity ? null : program.invariants[broken - 1]!,
  };
}

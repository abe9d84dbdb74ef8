import type { SpecTree } from '../../spec/language/tree.ts';
import { symmetricScalarsets } from '../reduction/symmetry.ts';
import type { State } from '../reference/value.ts';
import { Assembly } from './assembly.ts';
import { kernelText } from './kernel.ts';
import { decodeState, encodeState } from './packed-value.ts';
import { DATA_BITS, withWordBits } from './packing.ts';
import type { Program } from './program.ts';
import { layOutState } from './state-layout.ts';

/** Successors in a batch: enough to hide the memory's latency, few enough to stay in the cache. */
const BATCH = 256;

/** A spec as a program, and states from and to its packed words. */
export interface Compiled {
  readonly program: Program;
  /** The state packed at `offset`. */
  decode(words: Int32Array, offset: number): State;
  /** A state as its packed words. */
  encode(state: State): Int32Array;
  /** The generated function of an action with the shared functions that it calls. */
  explainCode(action: string): string;
}

export interface CompileOptions {
  /** Bits of each word that are used. Default 31, all that hold data. */
  readonly wordBits?: number;
  /** Names of scalarsets: states that differ by a renaming of their identities become one. */
  readonly symmetry?: readonly string[];
  /** Successors in a batch. Small ones are for tests: they let a batch fill up anywhere. */
  readonly batch?: number;
}

/**
 * Compiles a spec. Throws `LayoutError` where a state or an intermediate value is too large, and
 * `SymmetryError` where the symmetry asked for is none.
 */
export function compile(tree: SpecTree, options: CompileOptions = {}): Compiled {
  const bits = options.wordBits ?? DATA_BITS;
  return withWordBits(bits, () => compileInWords(tree, bits, options));
}

function compileInWords(
  tree: SpecTree,
  bits: number,
  { symmetry = [], batch: capacity = BATCH }: CompileOptions,
): Compiled {
  const layout = layOutState(tree.variables, tree.actions.length);
  const { words } = layout;
  const batch = { states: words, actions: words + capacity * words, capacity };
  const assembly = new Assembly(batch.actions + capacity);
  const { code, actions } = kernelText(
    tree,
    assembly,
    layout,
    batch,
    symmetricScalarsets(tree, symmetry),
  );
  const names = (kind: string): string[] =>
    tree.properties.filter((property) => property.kind === kind).map(({ name }) => name);
  const program: Program = {
    words,
    credit: layout.credit,
    heapWords: assembly.heapWords,
    batch,
    code,
    actions: tree.actions.map(({ name }) => name),
    invariants: names('invariant'),
    stepInvariants: names('stepInvariant'),
    witnesses: names('reachable'),
    hasConstraint: tree.constraints.length > 0,
    sites: assembly.sites,
  };
  return {
    program,
    decode: (packed, offset) => withWordBits(bits, () => decodeState(layout, packed, offset)),
    encode: (state) => withWordBits(bits, () => encodeState(layout, state)),
    explainCode: (action) => withShared(actions.get(action) ?? '', assembly.shared),
  };
}

/** A function's text after the shared functions and tables that it needs, directly or not. */
function withShared(text: string, shared: readonly string[]): string {
  const byName = new Map(
    shared.flatMap((part) => {
      const name = /^(?:function|const) ([\w$]+)/.exec(part)?.[1];
      return name === undefined ? [] : [[name, part] as const];
    }),
  );
  const found = new Set<string>();
  const search = (part: string): void => {
    for (const [name] of part.matchAll(/\b[a-zA-Z]+_\d+\b/g)) {
      if (found.has(name) || !byName.has(name)) continue;
      found.add(name);
      search(byName.get(name)!);
    }
  };
  search(text);
  return [...shared.filter((part) => [...found].some((n) => byName.get(n) === part)), text].join(
    '\n\n',
  );
}

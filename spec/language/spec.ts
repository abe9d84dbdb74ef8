import type { Builder } from './builder.ts';
import { checkTree } from './check-tree.ts';
import { collectMistakes, report, runAuthored, SpecMistakes, type Mistake } from './mistakes.ts';
import { renumber } from './renumber.ts';
import { TreeBuilder } from './tree-builder.ts';
import type { ConstantValue, SpecTree } from './tree.ts';

export interface SpecOptions {
  readonly doc?: string;
}

/** Recognises a spec even if it was made by another copy of this package. */
export const SPEC = Symbol.for('kripke.spec');

/** A spec: its builder, run once for each choice of constants. */
export class Spec {
  readonly [SPEC] = true;
  readonly name: string;
  readonly #build: (builder: Builder) => void;
  readonly #options: SpecOptions;

  constructor(name: string, build: (builder: Builder) => void, options: SpecOptions) {
    this.name = name;
    this.#build = build;
    this.#options = options;
  }

  /**
   * The spec's tree with the given constants, the defaults for the others.
   * @throws SpecMistakes with every static mistake of the spec.
   */
  instantiate(constants: Readonly<Record<string, ConstantValue>> = {}): SpecTree {
    return this.examine(constants).tree;
  }

  /**
   * As `instantiate`, with the warnings.
   * @throws SpecMistakes with every static mistake of the spec.
   */
  examine(constants: Readonly<Record<string, ConstantValue>> = {}): {
    tree: SpecTree;
    warnings: readonly Mistake[];
  } {
    const { result: tree, mistakes } = collectMistakes(this.name, () => {
      const builder = new TreeBuilder(this.name, this.#options.doc ?? null, constants);
      const returned: unknown = runAuthored(() => this.#build(builder));
      if (returned instanceof Promise) rejectPromise(returned);
      const made = builder.tree();
      checkTree(made);
      return renumber(made);
    });
    const errors = mistakes.filter((m) => m.severity === 'error');
    if (errors.length > 0) throw new SpecMistakes(unique(errors));
    return { tree, warnings: unique(mistakes) };
  }
}

/** What an async builder declares after its first `await` would be left out in silence. */
function rejectPromise(returned: Promise<unknown>): void {
  // Why it fails later, if it does, does not matter any more.
  returned.catch(() => undefined);
  report(
    'the builder is an async function',
    'Await before `spec(…)`, and declare everything at once.',
  );
}

/** One slip in a shared operator is reported once, not once a use. */
function unique(mistakes: readonly Mistake[]): Mistake[] {
  const seen = new Map(mistakes.map((m) => [JSON.stringify(m), m]));
  return [...seen.values()];
}

/**
 * Describes a system: `build` declares its constants, variables, actions and properties.
 * It must be a pure function of the constants, since it runs once for each choice of them.
 */
export function spec(
  name: string,
  build: (builder: Builder) => void,
  options: SpecOptions = {},
): Spec {
  return new Spec(name, build, options);
}

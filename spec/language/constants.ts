/** Named constants: declared in a spec with a default, set by a model or on the command line. */
import { wrap } from './handles.ts';
import { didYouMean, report } from './mistakes.ts';
import type { ConstantDeclaration, ConstantValue, ExprNode, TypeNode } from './tree.ts';
import type { BoolExpr, EnumExpr, IntExpr, SetExpr } from './expressions.ts';
import type { EnumType, IdsType, IndexType } from './finite-types.ts';
import { ids, index, type LabelOptions } from './types.ts';

/** An integer constant: an expression, and `value` for what must be known when the spec is built. */
export type IntConstant = IntExpr & { readonly value: number };
export type BoolConstant = BoolExpr & { readonly value: boolean };
export type EnumConstant<L extends string> = EnumExpr<L> & { readonly value: L };
export type SetConstant<L extends string> = SetExpr<EnumType<L>> & {
  readonly value: readonly L[];
};

export interface ConstantOptions {
  /** One line on what it means. */
  readonly doc?: string;
}

/** Declares constants; `given` are the values that a model or the command line sets. */
export class Constants {
  readonly declarations: ConstantDeclaration[] = [];
  readonly #given: Readonly<Record<string, ConstantValue>>;

  constructor(given: Readonly<Record<string, ConstantValue>>) {
    this.#given = given;
  }

  /** The size of a scalarset: `constant.ids('RM', 3)`. */
  ids<const N extends string>(
    name: N,
    size: number,
    options: LabelOptions & ConstantOptions = {},
  ): IdsType<N> {
    return ids(name, this.#size('ids', name, size, options), { label: this.#label(name, options) });
  }

  /** The size of an ordered domain. */
  index<const N extends string>(
    name: N,
    size: number,
    options: LabelOptions & ConstantOptions = {},
  ): IndexType<N> {
    return index(name, this.#size('index', name, size, options), {
      label: this.#label(name, options),
    });
  }

  /** An integer from `lo` to `hi`. */
  range(
    name: string,
    lo: number,
    hi: number,
    value: number,
    options: ConstantOptions = {},
  ): IntConstant {
    const chosen = this.#declare(
      'range',
      name,
      value,
      `an integer from ${lo} to ${hi}`,
      options,
      (v) => isInteger(v) && v >= lo && v <= hi,
    );
    const type = { kind: 'range', lo: chosen, hi: chosen } as const;
    return constant(name, type, { op: 'literal', type, value: chosen }, chosen) as IntConstant;
  }

  bool(name: string, value: boolean, options: ConstantOptions = {}): BoolConstant {
    const chosen = this.#declare(
      'bool',
      name,
      value,
      'true or false',
      options,
      (v) => typeof v === 'boolean',
    );
    const type = { kind: 'bool' } as const;
    return constant(name, type, { op: 'literal', type, value: chosen }, chosen) as BoolConstant;
  }

  /** One of several names: a design switch. */
  oneOf<const L extends string>(
    name: string,
    values: readonly L[],
    value: NoInfer<L>,
    options: ConstantOptions = {},
  ): EnumConstant<L> {
    const chosen = this.#declare(
      'oneOf',
      name,
      value,
      `one of ${values.join(', ')}`,
      options,
      (v) => (values as readonly unknown[]).includes(v),
    );
    const type = { kind: 'enum', values } as const;
    return constant(name, type, { op: 'literal', type, value: chosen }, chosen) as EnumConstant<L>;
  }

  /** Some of several names. */
  set<const L extends string>(
    name: string,
    values: readonly L[],
    value: readonly NoInfer<L>[],
    options: ConstantOptions = {},
  ): SetConstant<L> {
    const allowed = `a set of ${values.join(', ')}`;
    const chosen = this.#declare<readonly L[]>(
      'set',
      name,
      value,
      allowed,
      options,
      (v) => Array.isArray(v) && v.every((x) => (values as readonly unknown[]).includes(x)),
    );
    const of = { kind: 'enum', values } as const;
    const elements = [...new Set(chosen)].map((x): ExprNode => ({
      op: 'literal',
      type: of,
      value: x,
    }));
    const type = { kind: 'set', of, max: null } as const;
    return constant(name, type, { op: 'elements', type, elements }, chosen) as SetConstant<L>;
  }

  /** Reports given constants that the spec does not declare. */
  reportUnknown(): void {
    const known = this.declarations.map((d) => d.name);
    for (const name of Object.keys(this.#given)) {
      if (known.includes(name)) continue;
      const all = known.length === 0 ? 'It has none.' : `Its constants are ${known.join(', ')}.`;
      report(`the spec has no constant '${name}'`, didYouMean(name, known) || all);
    }
  }

  #size(kind: 'ids' | 'index', name: string, size: number, options: ConstantOptions): number {
    const isSize = (v: unknown): boolean => isInteger(v) && v >= 1 && v <= 1024;
    const chosen = this.#declare(kind, name, size, 'a size from 1 to 1024', options, isSize);
    return isSize(chosen) ? chosen : 1;
  }

  /** Labels of two domains with the same first letter would be confused: the later one uses its whole name. */
  #label(name: string, options: LabelOptions): string {
    if (options.label !== undefined) return options.label;
    const short = name.charAt(0).toLowerCase();
    const taken = this.declarations.some(
      (d) =>
        (d.kind === 'ids' || d.kind === 'index') &&
        d.name !== name &&
        d.name.charAt(0).toLowerCase() === short,
    );
    return taken ? name.toLowerCase() : short;
  }

  #declare<V extends ConstantValue>(
    kind: ConstantDeclaration['kind'],
    name: string,
    fallback: V,
    allowed: string,
    options: ConstantOptions,
    isValid: (value: unknown) => boolean,
  ): V {
    const given = Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
    let value = given ?? fallback;
    if (!isValid(value)) {
      const shown = JSON.stringify(value);
      report(`the constant ${name} cannot be ${shown}`, `It is ${allowed}.`);
      value = isValid(fallback) ? fallback : value;
    }
    const doc = options.doc ?? null;
    this.declarations.push({ name, kind, value, declared: fallback, allowed, doc });
    return value as V;
  }
}

function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function constant(name: string, type: TypeNode, value: ExprNode, plain: ConstantValue): unknown {
  const handle = wrap({ op: 'constant', type, name, value }) as object;
  return Object.assign(handle, { value: plain });
}

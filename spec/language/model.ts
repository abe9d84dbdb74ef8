import { describe } from './lift.ts';
import { didYouMean, report } from './mistakes.ts';
import { optionsOf } from './options.ts';
import type { ConstantValue } from './tree.ts';
import { SPEC, type Spec } from './spec.ts';

/** The verdict that a model is expected to have. */
export type Expectation =
  | 'holds'
  | 'deadlock'
  | 'spec-error'
  | 'inconclusive'
  /** The named property is violated. */
  | { readonly violated: string }
  /** The named witness is not reachable. */
  | { readonly unreachable: string };

export interface ModelOptions {
  /** Values for the spec's constants; the others keep their defaults. */
  readonly constants?: Readonly<Record<string, ConstantValue>>;
  /** Names of the properties to check. Default: all. */
  readonly properties?: readonly string[];
  /** Names of the scalarsets (`ids`) whose values may be interchanged, to visit fewer states. */
  readonly symmetry?: readonly string[];
  /** Whether a state without successors is an error (unless terminal). Default: true. */
  readonly deadlock?: boolean;
  readonly expect?: Expectation;
  /** One line on what this model is for. */
  readonly doc?: string;
}

/** Recognises a model even if it was made by another copy of this package. */
export const MODEL = Symbol.for('kripke.model');

/** A spec with its constants set, and what is expected of it. */
export interface Model extends ModelOptions {
  readonly [MODEL]: true;
  readonly spec: Spec;
}

const OPTIONS = [
  'constants',
  'properties',
  'symmetry',
  'deadlock',
  'expect',
  'doc',
] as const satisfies readonly (keyof ModelOptions)[];
const VERDICTS = ['holds', 'deadlock', 'spec-error', 'inconclusive'];

/**
 * `export const small = model(theSpec, { constants: { RM: 3 } })`: the model's name is the export's.
 *
 * @throws {SpecMistakes} for what is no spec, and for options that do not exist.
 */
export function model(spec: Spec, options: ModelOptions = {}): Model {
  if (!isSpec(spec)) {
    report(
      `a model is made of ${describe(spec)}`,
      spec === undefined
        ? 'Give it what `spec(…)` returned. (Do two files import each other?)'
        : 'Give it what `spec(…)` returned.',
    );
  }
  const { expect } = optionsOf(options, OPTIONS);
  if (expect !== undefined) requireExpectation(expect);
  return Object.freeze({ ...options, [MODEL]: true as const, spec });
}

function requireExpectation(expect: unknown): void {
  if (VERDICTS.includes(expect as string)) return;
  const named = typeof expect === 'object' && expect !== null ? Object.keys(expect) : [];
  if (named.length === 1 && (named[0] === 'violated' || named[0] === 'unreachable')) return;
  report(
    `a model cannot expect ${describe(expect)}`,
    (typeof expect === 'string' && didYouMean(expect, VERDICTS)) ||
      "Expect 'holds', 'deadlock', 'spec-error', 'inconclusive', { violated: name } or { unreachable: name }.",
  );
}

export function isModel(value: unknown): value is Model {
  return typeof value === 'object' && value !== null && MODEL in value;
}

export function isSpec(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && SPEC in value;
}

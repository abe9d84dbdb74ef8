import type { Mistake } from '../spec/language/mistakes.ts';
import type { Expectation, Model } from '../spec/language/model.ts';
import type { ConstantValue, SpecTree } from '../spec/language/tree.ts';
import { UnknownNameError } from './call-errors.ts';
import { parseConstant } from './constant-text.ts';
import { symmetricScalarsets } from './reduction/symmetry.ts';

/** What a caller changes of a model. */
export interface Overrides {
  readonly constants?: Readonly<Record<string, ConstantValue>> | undefined;
  /** Names of the properties to check, instead of the model's own choice. */
  readonly properties?: readonly string[] | undefined;
  /** Whether a state without successors is an error, instead of the model's own choice. */
  readonly deadlock?: boolean | undefined;
}

/** A model made ready: its constants have values, the names that it uses exist. */
export interface PreparedModel {
  readonly name: string;
  /** The constants that the model or the caller sets; the others are as the spec declares them. */
  readonly given: Readonly<Record<string, ConstantValue>>;
  /** The spec with all of its properties. */
  readonly tree: SpecTree;
  /** The spec with only the properties to check: what an engine takes. */
  readonly checked: SpecTree;
  readonly deadlock: boolean;
  /** Names of the scalarsets whose identities may be interchanged. */
  readonly symmetry: readonly string[];
  /** The verdict that the model expects; null if it expects none, or is no longer that model. */
  readonly expect: Expectation | null;
  readonly warnings: readonly Mistake[];
}

/**
 * Gives a model's spec its constants and selects its properties. An expectation is about the model
 * as written: it does not hold for one with another constant, fewer properties or another treatment
 * of deadlocks.
 *
 * @throws {SpecMistakes} with every static mistake of the spec.
 * @throws {UnknownNameError} for a constant or property that the spec does not have.
 * @throws {SymmetryError} for a symmetry that the spec does not have.
 */
export function prepareModel(name: string, model: Model, overrides: Overrides = {}): PreparedModel {
  const { tree: own, warnings: ownWarnings } = model.spec.examine(model.constants);
  const changed = changedConstants(own, overrides.constants ?? {});
  const { tree, warnings } = changed
    ? model.spec.examine({ ...model.constants, ...overrides.constants })
    : { tree: own, warnings: ownWarnings };
  requireKnownProperties(tree, [
    ...(overrides.properties ?? []),
    ...(model.properties ?? []),
    ...expectedProperties(model.expect),
  ]);
  const selected = overrides.properties ?? model.properties ?? null;
  const deadlock = overrides.deadlock ?? model.deadlock ?? true;
  // A symmetry that the spec does not have is a mistake for every engine.
  symmetricScalarsets(tree, model.symmetry ?? []);
  const asWritten =
    !changed && overrides.properties === undefined && deadlock === (model.deadlock ?? true);
  return {
    name,
    given: { ...model.constants, ...overrides.constants },
    tree,
    checked: selected === null ? tree : withProperties(tree, selected),
    deadlock,
    symmetry: model.symmetry ?? [],
    expect: asWritten ? (model.expect ?? null) : null,
    warnings,
  };
}

/**
 * Reads constants given as text, as on a command line, in the way that the model's spec declares them.
 *
 * @throws {UnknownNameError} for a constant that the spec does not have.
 * @throws {ConstantTextError} for text that is not of the constant's kind.
 */
export function readConstants(
  model: Model,
  texts: ReadonlyMap<string, string>,
): Record<string, ConstantValue> {
  const { constants } = model.spec.instantiate(model.constants);
  return Object.fromEntries(
    [...texts].map(([name, text]) => {
      const declaration = constants.find((constant) => constant.name === name);
      if (declaration === undefined) throw unknownConstant(name, constants);
      return [name, parseConstant(declaration, text)];
    }),
  );
}

/** Whether some constant gets another value than it has. */
function changedConstants(
  tree: SpecTree,
  constants: Readonly<Record<string, ConstantValue>>,
): boolean {
  return Object.entries(constants).some(([name, value]) => {
    const declaration = tree.constants.find((constant) => constant.name === name);
    if (declaration === undefined) throw unknownConstant(name, tree.constants);
    return JSON.stringify(declaration.value) !== JSON.stringify(value);
  });
}

function unknownConstant(name: string, known: SpecTree['constants']): UnknownNameError {
  return new UnknownNameError(
    'constant',
    name,
    known.map((constant) => constant.name),
  );
}

function requireKnownProperties(tree: SpecTree, names: readonly string[]): void {
  const known = tree.properties.map((property) => property.name);
  for (const name of names) {
    if (!known.includes(name)) throw new UnknownNameError('property', name, known);
  }
}

function expectedProperties(expect: Expectation | undefined): readonly string[] {
  if (typeof expect !== 'object') return [];
  return ['violated' in expect ? expect.violated : expect.unreachable];
}

function withProperties(tree: SpecTree, names: readonly string[]): SpecTree {
  return { ...tree, properties: tree.properties.filter(({ name }) => names.includes(name)) };
}

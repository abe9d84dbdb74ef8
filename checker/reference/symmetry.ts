import type { List, Set } from 'immutable';
import { Map } from 'immutable';
import type { SpecTree, TypeNode } from '../../spec/language/tree.ts';
import { compareStates } from './order.ts';
import {
  someValue,
  taggedValue,
  type SomeValue,
  type State,
  type TaggedValue,
  type Value,
} from './value.ts';

/** For each renamed scalarset, by the name of its type: the new ordinal of every identity. */
type Renaming = Map<string, readonly number[]>;

/** Takes a state to the representative of all states that differ from it only by a renaming. */
export type Representative = (state: State) => State;

/**
 * The representative under all renamings of the identities of the named `ids` types: the least of
 * the renamed states. Without names, every state represents itself. That the spec does not tell
 * identities apart is the caller's promise.
 */
export function representative(tree: SpecTree, names: readonly string[]): Representative {
  if (names.length === 0) return (state) => state;
  const types = tree.variables.map(({ name, type }) => ({ name, type }));
  const renamings = allRenamings(names, scalarsetSizes(types.map(({ type }) => type)));
  const renamed = (state: State, renaming: Renaming): State =>
    types.reduce(
      (result, { name, type }) => result.set(name, rename(type, state.get(name)!, renaming)),
      state,
    );
  return (state) =>
    renamings
      .map((renaming) => renamed(state, renaming))
      .reduce((least, other) => (compareStates(tree.variables, other, least) < 0 ? other : least));
}

/** The scalarsets in these types, with their sizes. */
function scalarsetSizes(types: readonly TypeNode[]): Map<string, number> {
  return Map(types.flatMap(scalarsetsIn));
}

function scalarsetsIn(type: TypeNode): [string, number][] {
  switch (type.kind) {
    case 'ids':
      return [[type.name, type.size]];
    case 'option':
    case 'set':
    case 'sequence':
    case 'bag':
      return scalarsetsIn(type.of);
    case 'struct':
      return type.fields.flatMap((field) => scalarsetsIn(field.type));
    case 'union':
      return type.cases.flatMap((one) => scalarsetsIn(one.type));
    case 'map':
      return [...scalarsetsIn(type.key), ...scalarsetsIn(type.value)];
    case 'bool':
    case 'range':
    case 'enum':
    case 'index':
    case 'unit':
      return [];
  }
}

/** Every combination of permutations. A scalarset that no variable holds has nothing to rename. */
function allRenamings(names: readonly string[], sizes: Map<string, number>): Renaming[] {
  return names
    .filter((name) => sizes.has(name))
    .reduce<Renaming[]>(
      (renamings, name) =>
        renamings.flatMap((renaming) =>
          permutations(sizes.get(name)!).map((permutation) => renaming.set(name, permutation)),
        ),
      [Map()],
    );
}

function permutations(size: number): number[][] {
  if (size === 0) return [[]];
  return permutations(size - 1).flatMap((shorter) =>
    Array.from({ length: size }, (_, at) => shorter.toSpliced(at, 0, size - 1)),
  );
}

function rename(type: TypeNode, value: Value, renaming: Renaming): Value {
  switch (type.kind) {
    case 'ids':
      return renaming.get(type.name)?.[value as number] ?? value;
    case 'option':
      return value === null
        ? null
        : someValue(rename(type.of, (value as SomeValue).value, renaming));
    case 'struct':
      return type.fields.reduce(
        (fields, field) => fields.update(field.name, (part) => rename(field.type, part!, renaming)),
        value as Map<Value, Value>,
      );
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const own = type.cases.find((one) => one.tag === tag)!;
      return taggedValue(tag, rename(own.type, payload, renaming));
    }
    case 'map':
      return (value as Map<Value, Value>).mapEntries(([key, entry]) => [
        rename(type.key, key, renaming),
        rename(type.value, entry, renaming),
      ]);
    case 'set':
      return (value as Set<Value>).map((element) => rename(type.of, element, renaming));
    case 'sequence':
      return (value as List<Value>).map((element) => rename(type.of, element, renaming));
    case 'bag':
      return (value as Map<Value, Value>).mapKeys((element) => rename(type.of, element, renaming));
    case 'bool':
    case 'range':
    case 'enum':
    case 'index':
    case 'unit':
      return value;
  }
}

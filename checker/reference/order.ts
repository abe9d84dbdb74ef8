import type { List, Map, Set } from 'immutable';
import type {
  BagTypeNode,
  MapTypeNode,
  SetTypeNode,
  TypeNode,
  VariableDeclaration,
} from '../../spec/language/tree.ts';
import type { SomeValue, State, TaggedValue, Value } from './value.ts';

/** Negative, zero or positive as `a` stands before, at or after `b` in the canonical order of `type`. */
export function compareValues(type: TypeNode, a: Value, b: Value): number {
  switch (type.kind) {
    case 'bool':
    case 'range':
    case 'ids':
    case 'index':
      return Number(a) - Number(b);
    case 'enum':
      return type.values.indexOf(a as string) - type.values.indexOf(b as string);
    case 'unit':
      return 0;
    case 'option':
      if (a === null || b === null) return Number(a !== null) - Number(b !== null);
      return compareValues(type.of, (a as SomeValue).value, (b as SomeValue).value);
    case 'struct': {
      const [left, right] = [a as Map<Value, Value>, b as Map<Value, Value>];
      return firstDifference(type.fields, (field) =>
        compareValues(field.type, left.get(field.name)!, right.get(field.name)!),
      );
    }
    case 'union': {
      const [left, right] = [a as TaggedValue, b as TaggedValue];
      const position = (tag: string): number => type.cases.findIndex((one) => one.tag === tag);
      if (left.tag !== right.tag) return position(left.tag) - position(right.tag);
      return compareValues(type.cases[position(left.tag)]!.type, left.payload, right.payload);
    }
    case 'map': {
      const [left, right] = [a as Map<Value, Value>, b as Map<Value, Value>];
      return firstDifference(sortedKeys(type, left), (key) =>
        compareValues(type.value, left.get(key)!, right.get(key)!),
      );
    }
    case 'set': {
      // As numbers: the greatest element that only one of them has decides.
      const [left, right] = [a as Set<Value>, b as Set<Value>];
      const last = (set: Set<Value>): Value | undefined => sortedElements(type, set).at(-1);
      const [onlyLeft, onlyRight] = [last(left.subtract(right)), last(right.subtract(left))];
      if (onlyLeft === undefined || onlyRight === undefined)
        return Number(onlyLeft !== undefined) - Number(onlyRight !== undefined);
      return compareValues(type.of, onlyLeft, onlyRight);
    }
    case 'sequence':
      return compareLists(type.of, (a as List<Value>).toArray(), (b as List<Value>).toArray());
    case 'bag':
      return compareLists(type.of, sortedElements(type, a), sortedElements(type, b));
  }
}

/** Shorter first, then lexicographic. */
function compareLists(of: TypeNode, a: readonly Value[], b: readonly Value[]): number {
  return a.length === b.length
    ? firstDifference(a.entries(), ([i, value]) => compareValues(of, value, b[i]!))
    : a.length - b.length;
}

function firstDifference<T>(items: Iterable<T>, compare: (item: T) => number): number {
  for (const item of items) {
    const order = compare(item);
    if (order !== 0) return order;
  }
  return 0;
}

/** The elements of a set, or of a bag with repetition, in canonical order. */
export function sortedElements(type: SetTypeNode | BagTypeNode, value: Value): Value[] {
  const elements =
    type.kind === 'set'
      ? [...(value as Set<Value>)]
      : [...(value as Map<Value, number>)].flatMap(([element, n]) => Array<Value>(n).fill(element));
  return elements.sort((a, b) => compareValues(type.of, a, b));
}

/** The entries of a map, by key in canonical order. */
export function sortedEntries(type: MapTypeNode, value: Value): [Value, Value][] {
  const entries = value as Map<Value, Value>;
  return sortedKeys(type, entries).map((key) => [key, entries.get(key)!]);
}

function sortedKeys(type: MapTypeNode, entries: Map<Value, Value>): Value[] {
  return [...entries.keys()].sort((a, b) => compareValues(type.key, a, b));
}

/** The canonical order of states: lexicographic over the variables in order of declaration. */
export function compareStates(
  variables: readonly VariableDeclaration[],
  a: State,
  b: State,
): number {
  return firstDifference(variables, ({ name, type }) =>
    compareValues(type, a.get(name)!, b.get(name)!),
  );
}

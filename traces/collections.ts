import type { List, Map, Set } from 'immutable';
import type { SomeValue, TaggedValue, Value } from '../checker/reference/value.ts';
import type { BagTypeNode, MapTypeNode, SetTypeNode, TypeNode } from '../spec/language/tree.ts';

/** The elements of a set or bag in the canonical order of their type; a bag's once for each copy. */
export function sortedElements(
  type: SetTypeNode | BagTypeNode,
  value: Set<Value> | Map<Value, Value>,
): readonly Value[] {
  const elements =
    type.kind === 'set'
      ? [...(value as Set<Value>)]
      : [...(value as Map<Value, Value>)].flatMap(([element, copies]) =>
          new Array<Value>(copies as number).fill(element),
        );
  return elements.sort((a, b) => compareValues(type.of, a, b));
}

/** The entries of a map in the canonical order of its keys. */
export function sortedEntries(
  type: MapTypeNode,
  value: Map<Value, Value>,
): readonly (readonly [Value, Value])[] {
  return [...value].sort(([a], [b]) => compareValues(type.key, a, b));
}

/** Negative, zero or positive: the canonical order of two values of one type. */
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
      return compareValues(type.of, (a as SomeValue).get('value'), (b as SomeValue).get('value'));
    case 'struct': {
      const [x, y] = [a as Map<Value, Value>, b as Map<Value, Value>];
      return firstDifference(type.fields, (f) =>
        compareValues(f.type, x.get(f.name)!, y.get(f.name)!),
      );
    }
    case 'union': {
      const [x, y] = [a as TaggedValue, b as TaggedValue];
      const place = (tag: string): number => type.cases.findIndex((c) => c.tag === tag);
      const [p, q] = [place(x.get('tag')), place(y.get('tag'))];
      return p - q || compareValues(type.cases[p]!.type, x.get('payload'), y.get('payload'));
    }
    case 'map': {
      const y = b as Map<Value, Value>;
      return firstDifference(sortedEntries(type, a as Map<Value, Value>), ([key, value]) =>
        compareValues(type.value, value, y.get(key)!),
      );
    }
    case 'set': {
      // As binary numbers: the greatest element that only one of them has decides.
      const [x, y] = [a as Set<Value>, b as Set<Value>];
      const decisive = sortedElements(type, x.union(y).subtract(x.intersect(y))).at(-1);
      return decisive === undefined ? 0 : x.has(decisive) ? 1 : -1;
    }
    case 'sequence':
      return compareSequences(type.of, [...(a as List<Value>)], [...(b as List<Value>)]);
    case 'bag':
      return compareSequences(
        type.of,
        sortedElements(type, a as Map<Value, Value>),
        sortedElements(type, b as Map<Value, Value>),
      );
  }
}

function compareSequences(of: TypeNode, a: readonly Value[], b: readonly Value[]): number {
  return (
    a.length - b.length || firstDifference([...a.keys()], (i) => compareValues(of, a[i]!, b[i]!))
  );
}

function firstDifference<T>(items: readonly T[], compare: (item: T) => number): number {
  for (const item of items) {
    const order = compare(item);
    if (order !== 0) return order;
  }
  return 0;
}

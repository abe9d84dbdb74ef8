import type { List, Map, Set } from 'immutable';
import type { SomeValue, TaggedValue, Value } from '../checker/reference/value.ts';
import { sortedElements, sortedEntries } from './collections.ts';
import { showScalar } from '../spec/language/show.ts';
import type { TypeNode } from '../spec/language/tree.ts';

/**
 * A value as text, in the notation of expressions: `{ state: ACQUIRED, owner: m1 }` is a struct,
 * `{a, b}` a set, `[a, b]` a sequence, `bag(a, a)` a bag, `[rm1 → working, rm2 → prepared]` a map,
 * `Prepared(rm1)` a case of a union, `none` or `some(x)` an option.
 */
export function showValue(type: TypeNode, value: Value): string {
  switch (type.kind) {
    case 'bool':
    case 'range':
    case 'enum':
    case 'ids':
    case 'index':
    case 'unit':
      return showScalar(type, value as boolean | number | string | null);
    case 'option':
      if (value === null) return 'none';
      return `some(${showValue(type.of, (value as SomeValue).get('value'))})`;
    case 'struct': {
      const fields = value as Map<Value, Value>;
      return `{ ${type.fields.map((f) => `${f.name}: ${showValue(f.type, fields.get(f.name)!)}`).join(', ')} }`;
    }
    case 'union': {
      const tagged = value as TaggedValue;
      const tag = tagged.get('tag');
      const { type: of } = type.cases.find((c) => c.tag === tag)!;
      return of.kind === 'unit' ? tag : `${tag}(${showValue(of, tagged.get('payload'))})`;
    }
    case 'map':
      return `[${sortedEntries(type, value as Map<Value, Value>)
        .map(([key, entry]) => `${showValue(type.key, key)} → ${showValue(type.value, entry)}`)
        .join(', ')}]`;
    case 'set':
      return `{${showAll(type.of, sortedElements(type, value as Set<Value>))}}`;
    case 'sequence':
      return `[${showAll(type.of, value as List<Value>)}]`;
    case 'bag':
      return `bag(${showAll(type.of, sortedElements(type, value as Map<Value, Value>))})`;
  }
}

function showAll(type: TypeNode, values: Iterable<Value>): string {
  return Array.from(values, (value) => showValue(type, value)).join(', ');
}

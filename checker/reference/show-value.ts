import type { List, Map } from 'immutable';
import { showScalar } from '../../spec/language/show.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { sortedElements, sortedEntries } from './order.ts';
import type { Instance, SomeValue, TaggedValue, Value } from './value.ts';
import type { ActionNode } from '../../spec/language/tree.ts';

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
      return value === null ? 'none' : `some(${showValue(type.of, (value as SomeValue).value)})`;
    case 'struct': {
      const fields = value as Map<Value, Value>;
      const shown = type.fields.map((f) => `${f.name}: ${showValue(f.type, fields.get(f.name)!)}`);
      return `{ ${shown.join(', ')} }`;
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const own = type.cases.find((one) => one.tag === tag)!;
      return own.type.kind === 'unit' ? tag : `${tag}(${showValue(own.type, payload)})`;
    }
    case 'map': {
      const shown = sortedEntries(type, value).map(
        ([key, entry]) => `${showValue(type.key, key)} → ${showValue(type.value, entry)}`,
      );
      return `[${shown.join(', ')}]`;
    }
    case 'set':
      return `{${showAll(type.of, sortedElements(type, value))}}`;
    case 'sequence':
      return `[${showAll(type.of, value as List<Value>)}]`;
    case 'bag':
      return `bag(${showAll(type.of, sortedElements(type, value))})`;
  }
}

function showAll(type: TypeNode, values: Iterable<Value>): string {
  return Array.from(values, (value) => showValue(type, value)).join(', ');
}

/** An action instance as text: `RMPrepare(rm1)`; parameters whose value is not known are left out. */
export function showInstance(action: ActionNode, instance: Instance): string {
  const shown = action.parameters
    .filter(({ name }) => instance.parameters.has(name))
    .map(({ name, type }) => showValue(type, instance.parameters.get(name)!));
  return `${action.name}(${shown.join(', ')})`;
}

import { List, Map, Set } from 'immutable';
import { showType } from '../../spec/language/show.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import { showValue } from './show-value.ts';
import { isSome, isTagged, type Value } from './value.ts';

/** Whether a value is one of the type. */
export function belongsTo(type: TypeNode, value: Value): boolean {
  return misfit(type, value) === null;
}

/**
 * Why a value is not one of the type, told of the innermost part that does not fit:
 * `4 is outside 0..3`. null if it is.
 */
export function misfit(type: TypeNode, value: Value): string | null {
  const shapeless = (): string => `${String(value)} is not a value of ${showType(type)}`;
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean' ? null : shapeless();
    case 'range':
      if (!Number.isInteger(value)) return shapeless();
      return (value as number) >= type.lo && (value as number) <= type.hi
        ? null
        : `${String(value)} is outside ${showType(type)}`;
    case 'enum':
      return type.values.includes(value as string)
        ? null
        : `${String(value)} is outside ${showType(type)}`;
    case 'ids':
    case 'index':
      return Number.isInteger(value) && (value as number) >= 0 && (value as number) < type.size
        ? null
        : `${String(value)} is outside ${type.name}, which has ${type.size} identities`;
    case 'unit':
      return value === null ? null : shapeless();
    case 'option':
      if (value === null) return null;
      return isSome(value) ? misfit(type.of, value.value) : shapeless();
    case 'struct':
      if (!Map.isMap(value) || value.size !== type.fields.length) return shapeless();
      return firstMisfit(type.fields, (field) => {
        const part = value.get(field.name);
        return part === undefined
          ? `field ${field.name} is missing`
          : misfit(field.type, part as Value);
      });
    case 'union': {
      const own = isTagged(value) ? type.cases.find((one) => one.tag === value.tag) : undefined;
      return own && isTagged(value) ? misfit(own.type, value.payload) : shapeless();
    }
    case 'map': {
      if (!Map.isMap(value)) return shapeless();
      const entries = value as Map<Value, Value>;
      if (entries.size !== cardinality(type.key))
        return `a map with ${entries.size} of ${cardinality(type.key)} keys is not total`;
      return firstMisfit(
        entries,
        ([key, entry]) => misfit(type.key, key) ?? misfit(type.value, entry),
      );
    }
    case 'set':
      if (!Set.isSet(value)) return shapeless();
      return (
        firstMisfit(value as Set<Value>, (element) => misfit(type.of, element)) ??
        (type.max === null ? null : overflow(type, value as Set<Value>, value.size, type.max))
      );
    case 'sequence':
      if (!List.isList(value)) return shapeless();
      return (
        firstMisfit(value as List<Value>, (element) => misfit(type.of, element)) ??
        overflow(type, value as List<Value>, value.size, type.max)
      );
    case 'bag': {
      if (!Map.isMap(value)) return shapeless();
      const counts = value as Map<Value, Value>;
      const copies = [...counts.values()];
      if (!copies.every((n) => Number.isInteger(n) && (n as number) > 0)) return shapeless();
      const size = copies.reduce<number>((sum, n) => sum + (n as number), 0);
      return (
        firstMisfit(counts.keys(), (element) => misfit(type.of, element)) ??
        overflow(type, counts, size, type.max)
      );
    }
  }
}

function overflow(type: TypeNode, value: Value, size: number, max: number): string | null {
  return size <= max
    ? null
    : `${showValue(type, value)} has ${size} elements, more than ${showType(type)} can hold`;
}

function firstMisfit<T>(items: Iterable<T>, complaint: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = complaint(item);
    if (found !== null) return found;
  }
  return null;
}

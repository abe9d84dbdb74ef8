import { Map, Set } from 'immutable';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { isSome, someValue, type State, type Value } from '../../checker/reference/value.ts';
import type { SpecTree, TypeNode } from '../../spec/language/tree.ts';
import { decodeValue, isObject, type Json } from '../../traces/plain.ts';

/**
 * What a test says of a state: only the places that matter to it, by name. An option is written as
 * its value or null; of a struct or map only the entries that differ from the initial state.
 */
export type Places = { readonly [name: string]: Json };

/** The initial state of a design, with the places that the test names. */
export function stateOf(tree: SpecTree, places: Places = {}): State {
  const [initial, ...others] = initialStates(tree);
  if (initial === undefined || others.length > 0) throw new Error('expected one initial state');
  return changed(tree, initial, places);
}

/** A state with some places changed. Throws for a name or value that the spec does not have. */
export function changed(tree: SpecTree, state: State, places: Places): State {
  return Object.entries(places).reduce((result, [name, json]) => {
    const variable = tree.variables.find((v) => v.name === name);
    if (variable === undefined) throw new Error(`there is no variable ${name}`);
    return result.set(name, merge(variable.type, result.get(name)!, json, name));
  }, state);
}

function merge(type: TypeNode, value: Value | undefined, json: Json, path: string): Value {
  switch (type.kind) {
    case 'option': {
      if (json === null) return null;
      return someValue(merge(type.of, isSome(value) ? value.value : undefined, json, path));
    }
    case 'set': {
      if (!Array.isArray(json)) throw new Error(`${path}: a set is written as a list`);
      const elements = json as readonly Json[];
      return Set(elements.map((element) => merge(type.of, undefined, element, path)));
    }
    case 'struct':
      return type.fields.reduce<Map<Value, Value>>(
        (fields, field) => {
          const inner = `${path}.${field.name}`;
          return fields.set(field.name, entry(field.type, fields.get(field.name), json, inner));
        },
        known(
          type.fields.map(({ name }) => name),
          json,
          path,
          value,
        ),
      );
    case 'map': {
      const names = keysOf(type.key);
      return names.reduce<Map<Value, Value>>(
        (entries, [name, key]) =>
          entries.set(key, entry(type.value, entries.get(key), json, `${path}.${name}`)),
        known(
          names.map(([name]) => name),
          json,
          path,
          value,
        ),
      );
    }
    default:
      return decodeValue(type, json, path);
  }
}

/** The keys of a map, each as it is written and as it is. */
function keysOf(type: TypeNode): readonly (readonly [string, Value])[] {
  switch (type.kind) {
    case 'index':
    case 'ids':
      return type.labels.map((label, ordinal) => [label, ordinal]);
    case 'range':
      return Array.from({ length: type.hi - type.lo + 1 }, (_, i) => [String(type.lo + i), type.lo + i]); // prettier-ignore
    default:
      throw new Error(`keys of kind ${type.kind} cannot be written`);
  }
}

function known(
  names: readonly string[],
  json: Json,
  path: string,
  value: Value | undefined,
): Map<Value, Value> {
  if (!isObject(json)) throw new Error(`${path}: expected an object`);
  const unknown = Object.keys(json).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${path} has no ${unknown}, only ${names.join(', ')}`);
  return value === undefined ? Map() : (value as Map<Value, Value>);
}

/** A member that the test names, or as it was; within a new value what is not named is nothing. */
function entry(type: TypeNode, value: Value | undefined, json: Json, path: string): Value {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const written = isObject(json) ? json[name] : undefined;
  if (written !== undefined) return merge(type, value, written, path);
  return value === undefined ? nothing(type, path) : value;
}

/** Nothing held, nobody, zero. */
function nothing(type: TypeNode, path: string): Value {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'range':
      return type.lo;
    case 'option':
      return null;
    case 'set':
      return Set();
    case 'struct':
    case 'map':
      return merge(type, undefined, {}, path);
    default:
      throw new Error(`${path} must be written`);
  }
}

/** Several descriptions of places as one; where they name the same place the later one counts. */
export function together(...all: readonly Places[]): Places {
  return all.reduce<Places>((result, places) => joined(result, places), {});
}

function joined(left: Places, right: Places): Places {
  const result: Record<string, Json> = { ...left };
  for (const [name, json] of Object.entries(right)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(json) ? joined(before, json) : json;
  }
  return result;
}

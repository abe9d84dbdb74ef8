import { List, Map, Set } from 'immutable';
import { someValue, taggedValue } from '../checker/reference/value.ts';
import type { SomeValue, TaggedValue, Value } from '../checker/reference/value.ts';
import { showType } from '../spec/language/show.ts';
import type { MapTypeNode, TypeNode } from '../spec/language/tree.ts';
import { cardinality } from '../spec/language/type-algebra.ts';
import { sortedElements, sortedEntries } from '../checker/reference/order.ts';

/** What JSON can hold. */
export type Json =
  boolean | number | string | null | readonly Json[] | { readonly [name: string]: Json };

/** A place in a saved trace that does not hold what it should. The message says what, `path` where. */
export class MalformedTrace extends Error {
  override readonly name = 'MalformedTrace';
  readonly path: string;

  constructor(path: string, problem: string) {
    super(path === '' ? problem : `${path}: ${problem}`);
    this.path = path;
  }
}

/** A value as plain data that `decodeValue` reads back; docs/trace-format.md lists the encoding. */
export function encodeValue(type: TypeNode, value: Value): Json {
  switch (type.kind) {
    case 'bool':
    case 'range':
    case 'enum':
    case 'unit':
      return value as boolean | number | string | null;
    case 'ids':
    case 'index':
      return type.labels[value as number]!;
    case 'option':
      return value === null ? null : { some: encodeValue(type.of, (value as SomeValue).value) };
    case 'struct': {
      const fields = value as Map<Value, Value>;
      return Object.fromEntries(
        type.fields.map((f) => [f.name, encodeValue(f.type, fields.get(f.name)!)]),
      );
    }
    case 'union': {
      const tagged = value as TaggedValue;
      const tag = tagged.tag;
      const { type: of } = type.cases.find((c) => c.tag === tag)!;
      if (of.kind === 'unit') return { tag };
      return { tag, payload: encodeValue(of, tagged.payload) };
    }
    case 'map': {
      const entries = sortedEntries(type, value as Map<Value, Value>).map(
        ([key, entry]) => [encodeValue(type.key, key), encodeValue(type.value, entry)] as const,
      );
      return keysAreNames(type)
        ? Object.fromEntries(entries.map(([key, entry]) => [String(key), entry]))
        : entries;
    }
    case 'set':
      return sortedElements(type, value as Set<Value>).map((v) => encodeValue(type.of, v));
    case 'bag':
      return sortedElements(type, value as Map<Value, Value>).map((v) => encodeValue(type.of, v));
    case 'sequence':
      return (value as List<Value>).toArray().map((v) => encodeValue(type.of, v));
  }
}

/**
 * The value that `encodeValue` made `json` of. `path` is where `json` stands, for messages.
 * @throws MalformedTrace where `json` is no value of `type`
 */
export function decodeValue(type: TypeNode, json: Json, path: string): Value {
  const wrong = (): never => {
    throw new MalformedTrace(path, `expected ${describe(type)}, found ${excerpt(json)}`);
  };
  switch (type.kind) {
    case 'bool':
      return typeof json === 'boolean' ? json : wrong();
    case 'range':
      return Number.isInteger(json) && type.lo <= Number(json) && Number(json) <= type.hi
        ? Number(json)
        : wrong();
    case 'enum':
      return typeof json === 'string' && type.values.includes(json) ? json : wrong();
    case 'ids':
    case 'index': {
      const ordinal = typeof json === 'string' ? type.labels.indexOf(json) : -1;
      return ordinal >= 0 ? ordinal : wrong();
    }
    case 'unit':
      return json === null ? json : wrong();
    case 'option': {
      if (json === null) return null;
      const { some } = members(json, ['some'], [], path, wrong);
      return someValue(decodeValue(type.of, some!, `${path}.some`));
    }
    case 'struct': {
      const names = type.fields.map((f) => f.name);
      const fields = members(json, names, [], path, wrong);
      return Map<Value, Value>(
        type.fields.map((f) => [f.name, decodeValue(f.type, fields[f.name]!, `${path}.${f.name}`)]),
      );
    }
    case 'union': {
      const { tag, payload } = members(json, ['tag'], ['payload'], path, wrong);
      const chosen = type.cases.find((c) => c.tag === tag) ?? wrong();
      return taggedValue(chosen.tag, decodeValue(chosen.type, payload ?? null, `${path}.payload`));
    }
    case 'map':
      return decodeMap(type, json, path, wrong);
    case 'set': {
      const elements = decodeAll(type.of, json, path, wrong);
      const set = Set(elements);
      if (set.size < elements.length)
        throw new MalformedTrace(path, 'a set lists an element twice');
      return type.max === null || set.size <= type.max ? set : wrong();
    }
    case 'sequence': {
      const elements = decodeAll(type.of, json, path, wrong);
      return elements.length <= type.max ? List(elements) : wrong();
    }
    case 'bag': {
      const elements = decodeAll(type.of, json, path, wrong);
      if (elements.length > type.max) return wrong();
      // Not by `update`, which ignores the keys `constructor` and `__proto__`.
      return elements.reduce<Map<Value, number>>(
        (copies, v) => copies.set(v, copies.get(v, 0) + 1),
        Map(),
      );
    }
  }
}

function decodeAll(of: TypeNode, json: Json, path: string, wrong: () => never): Value[] {
  if (!Array.isArray(json)) return wrong();
  return (json as readonly Json[]).map((element, i) => decodeValue(of, element, `${path}[${i}]`));
}

function decodeMap(type: MapTypeNode, json: Json, path: string, wrong: () => never): Value {
  const pairs = keysAreNames(type)
    ? Object.entries(isObject(json) ? json : wrong()).map(
        ([name, entry]) => [keyFromName(type.key, name), entry] as const,
      )
    : (Array.isArray(json) ? (json as readonly Json[]) : wrong()).map((pair) =>
        Array.isArray(pair) && pair.length === 2 ? (pair as [Json, Json]) : wrong(),
      );
  let map = Map<Value, Value>();
  for (const [key, entry] of pairs) {
    const where = `${path}[${typeof key === 'object' ? JSON.stringify(key) : String(key)}]`;
    map = map.set(decodeValue(type.key, key, where), decodeValue(type.value, entry, where));
  }
  // Keys are distinct values of the key type by now, so that only a missing one remains possible.
  if (map.size < pairs.length) throw new MalformedTrace(path, 'a map lists a key twice');
  return map.size === cardinality(type.key) ? map : wrong();
}

/** Whether the keys of a map can be the names of an object, which reads better than a list of pairs. */
function keysAreNames({ key }: MapTypeNode): boolean {
  return ['bool', 'range', 'enum', 'ids', 'index'].includes(key.kind);
}

/** The plain form of the key that was written as a name. */
function keyFromName(type: TypeNode, name: string): Json {
  if (type.kind === 'range') return String(Number(name)) === name ? Number(name) : name;
  if (type.kind === 'bool') return name === 'true' ? true : name === 'false' ? false : name;
  return name;
}

export function isObject(json: Json | undefined): json is { readonly [name: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The members of an object that has all the required ones and none but these and the optional ones. */
function members(
  json: Json,
  required: readonly string[],
  optional: readonly string[],
  path: string,
  wrong: () => never,
): { readonly [name: string]: Json } {
  if (!isObject(json)) return wrong();
  for (const name of required) {
    if (!Object.hasOwn(json, name)) throw new MalformedTrace(path, `'${name}' is missing`);
  }
  for (const name of Object.keys(json)) {
    if (!required.includes(name) && !optional.includes(name))
      throw new MalformedTrace(path, `'${name}' is unknown; expected ${required.join(', ')}`);
  }
  return json;
}

/** What a value of the type looks like, for messages. */
function describe(type: TypeNode): string {
  switch (type.kind) {
    case 'bool':
      return 'true or false';
    case 'range':
      return `an integer from ${type.lo} to ${type.hi}`;
    case 'enum':
      return `one of ${type.values.join(', ')}`;
    case 'ids':
    case 'index':
      return `one of ${type.labels.join(', ')}`;
    case 'unit':
      return 'null';
    case 'option':
      return "null or { 'some': … }";
    case 'union':
      return `a 'tag' that is one of ${type.cases.map((c) => c.tag).join(', ')}`;
    default:
      return `a value of ${showType(type)}`;
  }
}

function excerpt(json: Json): string {
  const text = JSON.stringify(json);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

import { Record, type List, type Map, type RecordOf, type Set } from 'immutable';

/**
 * A value of the language, as the reference interpreter holds it. Which one it is follows from
 * the static type, so a value is always read together with its `TypeNode`:
 *
 * | type        | value                                                        |
 * | ----------- | ------------------------------------------------------------ |
 * | bool        | `boolean`                                                    |
 * | range       | `number`                                                     |
 * | enum        | `string`                                                     |
 * | ids, index  | `number`, the ordinal from 0                                 |
 * | unit        | `null`                                                       |
 * | option      | `null` for none, `someValue(x)`                              |
 * | struct      | `Map` from field name to value                                |
 * | union       | `taggedValue(tag, payload)`                                  |
 * | map         | `Map` from key to value, total                               |
 * | set         | `Set`                                                        |
 * | sequence    | `List`                                                       |
 * | bag         | `Map` from element to its multiplicity, which is at least 1  |
 *
 * `Immutable.is` is equality of two values of one type. A `Map` or `Set` does not keep the order of
 * the type: go by the type's fields, or by `sortedElements` and `sortedEntries` (order.ts).
 */
export type Value =
  | boolean
  | number
  | string
  | null
  | SomeValue
  | TaggedValue
  | Map<Value, Value>
  | Set<Value>
  | List<Value>;

export type SomeValue = RecordOf<SomeFields>;
interface SomeFields {
  value: Value;
}
export type TaggedValue = RecordOf<TaggedFields>;
interface TaggedFields {
  tag: string;
  payload: Value;
}

const Some = Record<SomeFields>({ value: null }, 'Some');
const Tagged = Record<TaggedFields>({ tag: '', payload: null }, 'Tagged');

/** The value of an option that is not none. */
export function someValue(value: Value): SomeValue {
  return Some({ value });
}

/** The value of a union under `tag`. */
export function taggedValue(tag: string, payload: Value): TaggedValue {
  return Tagged({ tag, payload });
}

export function isSome(value: unknown): value is SomeValue {
  return value instanceof Some;
}

export function isTagged(value: unknown): value is TaggedValue {
  return value instanceof Tagged;
}

/** A state: every variable's value by name. Its order is that of the declarations, not of the `Map`. */
export type State = Map<string, Value>;

/** An action with a value for each of its parameters. */
export interface Instance {
  readonly action: string;
  readonly parameters: Map<string, Value>;
}

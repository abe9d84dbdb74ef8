import type { List, Map, Record as ImmutableRecord, Set } from 'immutable';

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
 * | option      | `null` for none, `Some({ value })`                           |
 * | struct      | `Map` from field name to value, in the type's order          |
 * | union       | `Tagged({ tag, payload })`                                   |
 * | map         | `Map` from key to value, total                               |
 * | set         | `Set`                                                        |
 * | sequence    | `List`                                                       |
 * | bag         | `Map` from element to its multiplicity, which is at least 1  |
 *
 * `Immutable.is` is equality of two values of one type.
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

export type SomeValue = ImmutableRecord<{ value: Value }>;
export type TaggedValue = ImmutableRecord<{ tag: string; payload: Value }>;

/** A state: every variable's value by name, in order of declaration. */
export type State = Map<string, Value>;

/** An action with a value for each of its parameters. */
export interface Instance {
  readonly action: string;
  readonly parameters: Map<string, Value>;
}

import { making, type Producer } from './ask.ts';
import { keyOf } from './destructors.ts';

/** Options, structs, unions, maps and ordered identities. */
export const compounds: readonly Producer[] = [
  making('option', 3, (type, ask) => ({ op: 'some', type, arg: ask.of(type.of) })),
  making('struct', 2, (type, ask) => ({
    op: 'struct',
    type,
    fields: type.fields.map((field) => ask.of(field.type)),
  })),
  making('struct', 3, (type, ask) => {
    const field = ask.choices.pick(type.fields);
    const struct = ask.of(type);
    return { op: 'withField', type, struct, field: field.name, value: ask.of(field.type) };
  }),
  making('union', 3, (type, ask) => {
    const { tag, type: payload } = ask.choices.pick(type.cases);
    return { op: 'inject', type, tag, payload: ask.of(payload) };
  }),
  making('map', 2, (type, ask) => {
    const { id, name, bound } = ask.freshName(type.key);
    const binder = { id, name, type: type.key, domain: null };
    return { op: 'mapOf', type, binder, body: ask.withNames(bound).of(type.value) };
  }),
  making('map', 3, (type, ask) => {
    const map = ask.of(type);
    const key = keyOf(ask, type.key);
    return { op: 'withEntry', type, map, key, value: ask.of(type.value) };
  }),
  making('index', 4, (type, ask) => ({
    op: ask.choices.pick(['successor', 'predecessor']),
    type,
    arg: ask.of(type),
    wrap: !ask.dares(),
  })),
];

import type { ExprNode, TypeNode } from '../../spec/language/tree.ts';
import { containment, joinTypes, sameType } from '../../spec/language/type-algebra.ts';
import type { Ask, Producer } from './ask.ts';

/** Expressions without operands: first in the list of producers, so that they are the simplest. */
export const leaves: readonly Producer[] = [
  { weight: 2, fits: () => true, make: (type, ask) => value(type, ask) },
  {
    weight: 8,
    fits: (type, ask) => ask.names.some((name) => sameType(name.type, type)),
    make: (type, ask) => ask.choices.pick(ask.names.filter((name) => sameType(name.type, type))),
  },
  {
    weight: 2,
    fits: (type, ask) => ask.names.some((name) => converts(name.type, type)),
    make: (type, ask) => ask.choices.pick(ask.names.filter((name) => converts(name.type, type))),
  },
];

/** Whether a value of one type may be one of another of the same shape. */
function converts(from: TypeNode, to: TypeNode): boolean {
  if (sameType(from, to) || joinTypes(from, to) === null) return false;
  return containment(from, to) !== 'never';
}

/** A fixed value of a type, written out as a tree of literals. */
export function value(type: TypeNode, ask: Ask): ExprNode {
  const { choices } = ask;
  switch (type.kind) {
    case 'bool':
      return { op: 'literal', type, value: choices.below(2) === 1 };
    case 'range':
      return { op: 'literal', type, value: type.lo + choices.below(type.hi - type.lo + 1) };
    case 'enum':
      return { op: 'literal', type, value: choices.pick(type.values) };
    case 'ids':
    case 'index':
      return { op: 'literal', type, value: choices.below(type.size) };
    case 'unit':
      return { op: 'literal', type, value: null };
    case 'option':
      return choices.below(2) === 0
        ? { op: 'none', type }
        : { op: 'some', type, arg: value(type.of, ask) };
    case 'struct':
      return { op: 'struct', type, fields: type.fields.map((field) => value(field.type, ask)) };
    case 'union': {
      const { tag, type: of } = choices.pick(type.cases);
      return { op: 'inject', type, tag, payload: value(of, ask) };
    }
    case 'map': {
      const { id, name } = ask.freshName(type.key);
      const binder = { id, name, type: type.key, domain: null };
      return { op: 'mapOf', type, binder, body: value(type.value, ask) };
    }
    case 'set':
    case 'sequence':
    case 'bag': {
      const most = Math.min(2, type.max ?? 2);
      return { op: 'elements', type, elements: choices.some(most, () => value(type.of, ask)) };
    }
  }
}

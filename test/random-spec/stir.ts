import { arithmetic } from '../../spec/language/intervals.ts';
import type { ExprNode, TypeNode } from '../../spec/language/tree.ts';
import { integer, type Ask } from './ask.ts';
import { BOOL } from './types.ts';

/**
 * An expression that is usually another value than `x`: with it, steps lead somewhere, where a random
 * expression is often constant. `x` may occur several times, so it must not bind names.
 */
export function stirred(type: TypeNode, x: ExprNode, ask: Ask): ExprNode {
  const leaf = (of: TypeNode): ExprNode => ask.to(0).of(of);
  switch (type.kind) {
    case 'bool':
      return { op: 'not', type, arg: x };
    case 'range': {
      const offset = arithmetic('add', arithmetic('sub', x, integer(type.lo)), integer(1));
      const cyclic = arithmetic('mod', offset, integer(type.hi - type.lo + 1));
      return ask.fit(arithmetic('add', cyclic, integer(type.lo)), type);
    }
    case 'index':
      return { op: 'successor', type, arg: x, wrap: true };
    case 'option': {
      const cond: ExprNode = { op: 'isSome', type: BOOL, arg: x };
      const some: ExprNode = { op: 'some', type, arg: leaf(type.of) };
      return { op: 'if', type, cond, then: { op: 'none', type }, else: some };
    }
    case 'struct': {
      const field = ask.choices.pick(type.fields);
      return { op: 'withField', type, struct: x, field: field.name, value: leaf(field.type) };
    }
    case 'map':
      return { op: 'withEntry', type, map: x, key: leaf(type.key), value: leaf(type.value) };
    case 'sequence': {
      const wider = { ...type, max: type.max + 1 };
      const element = leaf(type.of);
      return ask.fit({ op: 'append', type: wider, sequence: x, element }, type);
    }
    case 'bag': {
      const wider = { ...type, max: type.max + 1 };
      return ask.fit({ op: 'withInBag', type: wider, bag: x, element: leaf(type.of) }, type);
    }
    case 'enum':
    case 'ids':
    case 'unit':
    case 'union':
    case 'set':
      return leaf(type);
  }
}

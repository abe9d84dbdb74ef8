import type { List, Map, Set } from 'immutable';
import { sortedElements } from '../checker/reference/order.ts';
import type { SomeValue, TaggedValue, Value } from '../checker/reference/value.ts';
import type { ExprNode, TypeNode } from '../spec/language/tree.ts';

/**
 * `node` with the values of bound names in place of the names, so that its text reads
 * `rmState[rm1] = aborted` where the spec says `rmState[a] = aborted`. Names without a value stay.
 */
export function instantiate(node: ExprNode, bound: Map<number, Value>): ExprNode {
  if (bound.isEmpty()) return node;
  return rewrite(node, bound) as ExprNode;
}

function rewrite(part: unknown, bound: Map<number, Value>): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) {
    const parts = part.map((item) => rewrite(item, bound));
    return parts.every((item, i) => item === part[i]) ? part : parts;
  }
  if (isBound(part) && bound.has(part.id)) {
    return literalOf(part.type, bound.get(part.id)!) ?? part;
  }
  const entries = Object.entries(part).map(([name, value]) =>
    // Types hold no names; constants are closed and shown by their own name.
    name === 'type' ? [name, value] : [name, rewrite(value, bound)],
  );
  const same = entries.every(([name, value]) => value === Reflect.get(part, name as string));
  return same ? part : Object.fromEntries(entries);
}

function isBound(part: object): part is Extract<ExprNode, { readonly op: 'bound' }> {
  return 'op' in part && part.op === 'bound';
}

/** An expression whose text is the value's; null for a map, which no expression lists. */
function literalOf(type: TypeNode, value: Value): ExprNode | null {
  switch (type.kind) {
    case 'bool':
    case 'range':
    case 'enum':
    case 'ids':
    case 'index':
    case 'unit':
      return { op: 'literal', type, value: value as boolean | number | string | null };
    case 'option': {
      if (value === null) return { op: 'none', type };
      const arg = literalOf(type.of, (value as SomeValue).value);
      return arg && { op: 'some', type, arg };
    }
    case 'struct': {
      const values = value as Map<Value, Value>;
      const fields = literals(type.fields.map((f) => [f.type, values.get(f.name)!]));
      return fields && { op: 'struct', type, fields };
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const literal = literalOf(type.cases.find((c) => c.tag === tag)!.type, payload);
      return literal && { op: 'inject', type, tag, payload: literal };
    }
    case 'set':
    case 'bag':
    case 'sequence': {
      const values =
        type.kind === 'sequence'
          ? (value as List<Value>).toArray()
          : sortedElements(type, value as Set<Value> | Map<Value, Value>);
      const elements = literals(values.map((v) => [type.of, v]));
      return elements && { op: 'elements', type, elements };
    }
    case 'map':
      return null;
  }
}

function literals(parts: readonly (readonly [TypeNode, Value])[]): ExprNode[] | null {
  const all = parts.map(([type, value]) => literalOf(type, value));
  return all.every((node) => node !== null) ? all : null;
}

import type {
  ConstantDeclaration,
  ExprNode,
  SpecTree,
  TypeNode,
} from '../../spec/language/tree.ts';

/** A type of identities that a spec uses. */
export type Identities = Extract<TypeNode, { readonly kind: 'ids' | 'index' }>;

/** What the names in an expression over a spec may stand for, beside its variables. */
export interface KnownNames {
  /** Types of identities by name: `RM`. */
  readonly identities: ReadonlyMap<string, Identities>;
  /** Values of enumerations that occur anywhere in the spec. */
  readonly values: ReadonlySet<string>;
  /** Cases of unions by tag; a tag that several unions have stands for the first. */
  readonly cases: ReadonlyMap<string, Extract<TypeNode, { readonly kind: 'union' }>>;
}

/** Collects the names in the types of a spec's variables and parameters. */
export function knownNames({ variables, actions }: SpecTree): KnownNames {
  const identities = new Map<string, Identities>();
  const values = new Set<string>();
  const cases = new Map<string, Extract<TypeNode, { readonly kind: 'union' }>>();
  const note = (type: TypeNode): void => {
    switch (type.kind) {
      case 'ids':
      case 'index':
        identities.set(type.name, type);
        return;
      case 'enum':
        type.values.forEach((value) => values.add(value));
        return;
      case 'union':
        for (const { tag, type: of } of type.cases) {
          if (!cases.has(tag)) cases.set(tag, type);
          note(of);
        }
        return;
      case 'struct':
        type.fields.forEach((field) => note(field.type));
        return;
      case 'map':
        note(type.key);
        note(type.value);
        return;
      case 'option':
      case 'set':
      case 'sequence':
      case 'bag':
        note(type.of);
        return;
      default:
        return;
    }
  };
  for (const { type } of variables) note(type);
  for (const { parameters } of actions) for (const { type } of parameters) note(type);
  return { identities, values, cases };
}

/** A constant with a plain value as an expression; null for one that is a type of identities. */
export function constantNode({ name, kind, value }: ConstantDeclaration): ExprNode | null {
  if (kind === 'ids' || kind === 'index') return null;
  const node = literals(value);
  return { op: 'constant', type: node.type, name, value: node };
}

function literals(value: ConstantDeclaration['value']): ExprNode {
  switch (typeof value) {
    case 'boolean':
      return { op: 'literal', type: { kind: 'bool' }, value };
    case 'number':
      return { op: 'literal', type: { kind: 'range', lo: value, hi: value }, value };
    case 'string':
      return { op: 'literal', type: { kind: 'enum', values: [value] }, value };
    default: {
      const numbers = value.filter((one) => typeof one === 'number');
      const of: TypeNode =
        numbers.length > 0
          ? { kind: 'range', lo: Math.min(...numbers), hi: Math.max(...numbers) }
          : { kind: 'enum', values: value.map(String) };
      const elements = value.map((one): ExprNode => ({ op: 'literal', type: of, value: one }));
      return { op: 'elements', type: { kind: 'set', of, max: null }, elements };
    }
  }
}

import fc from 'fast-check';
import type { TypeNode } from '../../spec/language/tree.ts';

const scalar: fc.Arbitrary<TypeNode> = fc.oneof(
  fc.constant<TypeNode>({ kind: 'bool' }),
  fc.constant<TypeNode>({ kind: 'unit' }),
  fc.constant<TypeNode>({ kind: 'enum', values: ['none', 'some', 'true', 'toString'] }),
  fc.constant<TypeNode>({ kind: 'ids', name: 'Node', size: 2, labels: ['n1', 'n2'] }),
  fc.constant<TypeNode>({
    kind: 'index',
    name: 'Slot',
    size: 3,
    labels: ['0', '1', 'constructor'],
  }),
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.nat(3))
    .map(([lo, size]): TypeNode => ({ kind: 'range', lo, hi: lo + size })),
);

/** Any small type, with every kind of type and the names that JavaScript itself uses. */
export const anyType: fc.Arbitrary<TypeNode> = fc.letrec<{ type: TypeNode }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    scalar,
    tie('type').map((of): TypeNode => ({ kind: 'option', of })),
    fc.tuple(tie('type'), scalar).map(([a, b]): TypeNode => ({
      kind: 'struct',
      fields: [
        { name: 'some', type: a },
        { name: '__proto__', type: b },
      ],
    })),
    fc.tuple(tie('type'), scalar).map(([a, b]): TypeNode => ({
      kind: 'union',
      cases: [
        { tag: 'None', type: { kind: 'unit' } },
        { tag: 'toString', type: a },
        { tag: 'Other', type: b },
      ],
    })),
    fc.tuple(scalar, tie('type')).map(([key, value]): TypeNode => ({ kind: 'map', key, value })),
    scalar.map((of): TypeNode => ({
      kind: 'map',
      key: { kind: 'option', of: { kind: 'bool' } },
      value: of,
    })),
    scalar.map((of): TypeNode => ({ kind: 'set', of, max: null })),
    scalar.map((of): TypeNode => ({ kind: 'set', of, max: 2 })),
    tie('type').map((of): TypeNode => ({ kind: 'sequence', of, max: 2 })),
    scalar.map((of): TypeNode => ({ kind: 'bag', of, max: 3 })),
  ),
})).type;

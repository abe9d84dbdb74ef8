import type { SetTypeNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import { making, setOver, type Producer } from './ask.ts';
import { anySequence, containing, SEQUENCE } from './containers.ts';
import { most } from './integers.ts';
import { inSequence, withoutCopy } from './destructors.ts';

/** Sets, sequences and bags; a producer may make a wider `max`, and then a conversion follows. */
export const collections: readonly Producer[] = [
  making('set', 2, (type, ask) => {
    const elements = ask.choices.some(3, () => ask.of(type.of));
    const max = type.max === null ? null : Math.max(type.max, elements.length);
    return { op: 'elements', type: { ...type, max }, elements };
  }),
  making('set', 3, (type, ask) => {
    const op = ask.choices.pick(['union', 'intersect', 'minus'] as const);
    const [a, b] = [setOver(ask.choices, type.of), setOver(ask.choices, type.of)];
    const [left, right] = [ask.of(a), ask.of(b)];
    return { op, type: { kind: 'set', of: type.of, max: bound(op, a.max, b.max) }, left, right };
  }),
  making('set', 3, (type, ask) => {
    const op = ask.choices.pick(['withElement', 'withoutElement'] as const);
    const set = ask.of(type);
    const more = op === 'withElement' ? 1 : 0;
    const max = type.max === null ? null : type.max + more;
    return { op, type: { ...type, max }, set, element: ask.of(type.of) };
  }),
  making('set', 2, (type, ask) => {
    const { binder, inner } = ask.binder(type.of);
    const max = binder.domain === null ? null : (binder.domain.type as SetTypeNode).max;
    return { op: 'filter', type: { kind: 'set', of: type.of, max }, binder, body: inner.bool() };
  }),
  making('set', 2, (type, ask) => {
    const { binder, inner } = ask.binder();
    const limit = most(binder);
    const max = cardinality(type.of) > limit ? limit : null;
    return {
      op: 'mapSet',
      type: { kind: 'set', of: type.of, max },
      binder,
      body: inner.of(type.of),
    };
  }),
  making('set', 2, (type, ask) => {
    const kind = ask.choices.pick(['sequence', 'bag'] as const);
    const from = { ...containing(SEQUENCE, ask, type.of), kind };
    const max = cardinality(type.of) > from.max ? from.max : null;
    return { op: 'setOf', type: { kind: 'set', of: type.of, max }, collection: ask.of(from) };
  }),
  {
    weight: 3,
    fits: (type) => type.kind === 'set' && type.of.kind === 'range',
    make: (_, ask) => {
      const from = anySequence(ask);
      const of = { kind: 'range', lo: 0, hi: from.max - 1 } as const;
      return { op: 'indices', type: { kind: 'set', of, max: null }, sequence: ask.of(from) };
    },
  },
  making('sequence', 2, (type, ask) => {
    const elements = ask.choices.some(type.max + 1, () => ask.of(type.of));
    return {
      op: 'elements',
      type: { ...type, max: Math.max(type.max, elements.length) },
      elements,
    };
  }),
  making('sequence', 3, (type, ask) => ({
    op: 'append',
    type: { ...type, max: type.max + 1 },
    sequence: ask.of(type),
    element: ask.of(type.of),
  })),
  making('sequence', 4, (type, ask) => {
    const op = ask.choices.pick(['tail', 'front'] as const);
    return inSequence(ask, type, (sequence) => ({ op, type, sequence }));
  }),
  making('sequence', 2, (type, ask) =>
    inSequence(ask, type, (sequence, index) => ({ op: 'removeAt', type, sequence, index })),
  ),
  making('bag', 2, (type, ask) => {
    const elements = ask.choices.some(type.max + 1, () => ask.of(type.of));
    return {
      op: 'elements',
      type: { ...type, max: Math.max(type.max, elements.length) },
      elements,
    };
  }),
  making('bag', 4, (type, ask) => ({
    op: 'withInBag',
    type: { ...type, max: type.max + 1 },
    bag: ask.of(type),
    element: ask.of(type.of),
  })),
  making('bag', 4, (type, ask) => withoutCopy(ask, type)),
];

/** The most elements of a result, as the language bounds it. */
function bound(
  op: 'union' | 'intersect' | 'minus',
  a: number | null,
  b: number | null,
): number | null {
  if (op === 'minus') return a;
  if (a === null || b === null) return op === 'union' ? null : (a ?? b);
  return op === 'union' ? a + b : Math.min(a, b);
}

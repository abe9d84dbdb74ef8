import { wrap } from '../../spec/language/handles.ts';
import { interval } from '../../spec/language/intervals.ts';
import { nodeOf } from '../../spec/language/lift.ts';
import { showExpr } from '../../spec/language/show.ts';
import type { Binder, ExprNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import type { ComprehensionSyntax } from './syntax.ts';
import type { Typing } from './typing.ts';

/** The number of elements; of a set, sequence or bag, else null. */
export function sizeNode(collection: ExprNode): ExprNode | null {
  const { type } = collection;
  if (type.kind !== 'set' && type.kind !== 'sequence' && type.kind !== 'bag') return null;
  const most = type.kind === 'set' ? cardinality(type.of) : Infinity;
  const hi = Math.min(most, type.max ?? Infinity);
  return { op: 'size', type: { kind: 'range', lo: 0, hi }, collection };
}

type SetOperator = 'subset' | 'union' | 'intersect' | 'minus';
type SetMethods = Record<'isSubsetOf' | 'union' | 'intersect' | 'minus', (x: unknown) => unknown>;

/** Two sets joined, by the language's own rules of types. It reports what is no set as a mistake. */
export function setAlgebraNode(op: SetOperator, left: ExprNode, right: ExprNode): ExprNode {
  const handle = wrap(left) as Partial<SetMethods>;
  const method = op === 'subset' ? 'isSubsetOf' : op;
  return nodeOf(handle[method]!(wrap(right)))!;
}

/** What is said of, or made from, each element of a domain. */
export function comprehensionNode(typing: Typing, syntax: ComprehensionSyntax): ExprNode {
  const { op, at } = syntax;
  return typing.within((): ExprNode => {
    const binder = typing.bind(syntax.binder);
    const most = atMost(binder);
    switch (op) {
      case 'count': {
        const body = typing.check(syntax.body, { kind: 'bool' });
        return { op, type: { kind: 'range', lo: 0, hi: most }, binder, body };
      }
      case 'choose': {
        const body = typing.check(syntax.body, { kind: 'bool' });
        return { op, type: binder.type, binder, body };
      }
      case 'filter': {
        const max = binder.domain?.type.kind === 'set' ? binder.domain.type.max : null;
        const body = typing.check(syntax.body, { kind: 'bool' });
        return { op, type: { kind: 'set', of: binder.type, max }, binder, body };
      }
      case 'mapSet': {
        const body = typing.infer(syntax.body);
        const max = cardinality(body.type) > most ? most : null;
        return { op, type: { kind: 'set', of: body.type, max }, binder, body };
      }
      case 'sum': {
        const body = typing.integer(syntax.body);
        const { lo, hi } = body.type;
        const bounds = [most * lo, most * hi, 0];
        const type = typing.located(at, () =>
          interval(Math.min(...bounds), Math.max(...bounds), () => showExpr(body)),
        );
        return { op, type, binder, body };
      }
      case 'minOf':
      case 'maxOf': {
        const body = typing.integer(syntax.body);
        const { lo, hi } = body.type;
        return { op, type: { kind: 'range', lo, hi }, binder, body };
      }
    }
  });
}

/** The most values that a binder can take. */
function atMost({ type, domain }: Binder): number {
  const all = cardinality(type);
  const set = domain?.type;
  return set?.kind === 'set' && set.max !== null ? Math.min(all, set.max) : all;
}

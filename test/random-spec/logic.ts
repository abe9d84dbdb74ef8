import type { ExprNode } from '../../spec/language/tree.ts';
import { setOver, making, type Ask, type Producer } from './ask.ts';
import { anyCollection, anyIndex, anyOption, anyUnion } from './containers.ts';
import { BOOL } from './types.ts';

function truth(weight: number, make: (ask: Ask) => ExprNode): Producer {
  return making('bool', weight, (_, ask) => make(ask));
}

/** Booleans. */
export const logic: readonly Producer[] = [
  truth(4, (ask) => comparison(ask.choices.pick(['eq', 'ne']), ask)),
  truth(2, (ask) => ({
    op: ask.choices.pick(['lt', 'le', 'gt', 'ge']),
    type: BOOL,
    ...(ask.choices.below(2) === 0 ? integers(ask) : indices(ask)),
  })),
  truth(2, (ask) => ({ op: 'not', type: BOOL, arg: ask.bool() })),
  truth(3, (ask) => ({
    op: ask.choices.pick(['and', 'or']),
    type: BOOL,
    args: ask.choices.some(3, () => ask.bool()),
  })),
  truth(2, (ask) => ({ op: 'implies', type: BOOL, left: ask.bool(), right: ask.bool() })),
  truth(3, (ask) => {
    const op = ask.choices.pick(['forAll', 'exists'] as const);
    const { binder, inner } = ask.binder();
    if (ask.choices.below(3) < 2) return { op, type: BOOL, binders: [binder], body: inner.bool() };
    const second = inner.binder();
    return { op, type: BOOL, binders: [binder, second.binder], body: second.inner.bool() };
  }),
  truth(2, (ask) => {
    const type = setOver(ask.choices, ask.type(20));
    return { op: 'subset', type: BOOL, left: ask.of(type), right: ask.of(type) };
  }),
  truth(3, (ask) => {
    const type = anyCollection(ask);
    return { op: 'has', type: BOOL, collection: ask.of(type), element: ask.of(type.of) };
  }),
  truth(2, (ask) => ({ op: 'isSome', type: BOOL, arg: ask.of(anyOption(ask)) })),
  truth(2, (ask) => {
    const type = anyUnion(ask);
    return { op: 'isTag', type: BOOL, arg: ask.of(type), tag: ask.choices.pick(type.cases).tag };
  }),
];

function comparison(op: 'eq' | 'ne', ask: Ask): ExprNode {
  if (ask.choices.below(3) === 2) return { op, type: BOOL, ...integers(ask) };
  const type = ask.type();
  return { op, type: BOOL, left: ask.of(type), right: ask.of(type) };
}

function integers(ask: Ask): { left: ExprNode; right: ExprNode } {
  return { left: ask.int(), right: ask.int() };
}

function indices(ask: Ask): { left: ExprNode; right: ExprNode } {
  const type = anyIndex(ask);
  return { left: ask.of(type), right: ask.of(type) };
}

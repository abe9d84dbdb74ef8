import type {
  BagTypeNode,
  ExprNode,
  SequenceTypeNode,
  TypeNode,
} from '../../spec/language/tree.ts';
import { containment, sameType } from '../../spec/language/type-algebra.ts';
import { integer, type Ask, type Producer } from './ask.ts';
import { anyUnion, MAP, OPTION, SEQUENCE, STRUCT, UNION, type Container } from './containers.ts';
import { BOOL, variant } from './types.ts';

/**
 * Takes a part out of a value that may not have it. Mostly under a test, `let x = … in if test(x) then
 * take(x) else …`, so that errors happen, but most behaviours go on.
 */
function taken(
  ask: Ask,
  from: TypeNode,
  test: (x: ExprNode) => ExprNode,
  take: (x: ExprNode) => ExprNode,
): ExprNode {
  const value = ask.of(from);
  if (ask.dares()) return take(value);
  const { id, name, bound: x } = ask.freshName(from);
  const part = take(x);
  const { type } = part;
  const otherwise = ask.withNames(x).of(type);
  return {
    op: 'let',
    type,
    id,
    name,
    value,
    body: { op: 'if', type, cond: test(x), then: part, else: otherwise },
  };
}

function isLonger(x: ExprNode, than: number): ExprNode {
  const { max } = x.type as SequenceTypeNode;
  const size: ExprNode = { op: 'size', type: { kind: 'range', lo: 0, hi: max }, collection: x };
  return { op: 'gt', type: BOOL, left: size, right: integer(than) };
}

/** Something done to a sequence that is not empty; `index` is within it under the test. */
export function inSequence(
  ask: Ask,
  type: SequenceTypeNode,
  make: (sequence: ExprNode, index: ExprNode) => ExprNode,
): ExprNode {
  const position = ask.choices.below(type.max);
  const index = ask.dares() ? ask.int() : integer(position);
  return taken(
    ask,
    type,
    (x) => isLonger(x, position),
    (x) => make(x, index),
  );
}

/** A bag without one copy of an element, mostly if it has one. */
export function withoutCopy(ask: Ask, type: BagTypeNode): ExprNode {
  const { id, name, bound: element } = ask.freshName(type.of);
  const body = taken(
    ask.withNames(element),
    type,
    (x) => ({ op: 'has', type: BOOL, collection: x, element }),
    (x) => ({ op: 'withoutInBag', type, bag: x, element }),
  );
  return { op: 'let', type, id, name, value: ask.of(type.of), body };
}

/** How a part is taken out of a container, whatever the type of the part. */
interface Way {
  readonly known: (ask: Ask, part: TypeNode) => readonly TypeNode[];
  readonly made: (ask: Ask, part: TypeNode) => TypeNode;
  readonly take: (from: TypeNode, part: TypeNode, ask: Ask) => ExprNode;
}

function way<T extends TypeNode>(
  container: Container<T>,
  take: (from: T, part: TypeNode, ask: Ask) => ExprNode,
): Way {
  return { ...container, take: (from, part, ask) => take(from as T, part, ask) };
}

const WAYS: readonly Way[] = [
  way(OPTION, (from, type, ask) =>
    taken(
      ask,
      from,
      (x) => ({ op: 'isSome', type: BOOL, arg: x }),
      (x) => ({ op: 'unwrap', type, arg: x }),
    ),
  ),
  way(UNION, (from, type, ask) => {
    const { tag } = from.cases.find((one) => sameType(one.type, type))!;
    return taken(
      ask,
      from,
      (x) => ({ op: 'isTag', type: BOOL, arg: x, tag }),
      (x) => ({ op: 'payload', type, arg: x, tag }),
    );
  }),
  way(STRUCT, (from, type, ask) => {
    const field = from.fields.find((one) => sameType(one.type, type))!.name;
    return { op: 'field', type, struct: ask.of(from), field };
  }),
  way(MAP, (from, type, ask) => {
    return { op: 'at', type, map: ask.of(from), key: keyOf(ask, from.key) };
  }),
  way(SEQUENCE, (from, type, ask) => {
    const op = ask.choices.pick(['head', 'last'] as const);
    return inSequence(ask, from, (sequence) => ({ op, type, sequence }));
  }),
  way(SEQUENCE, (from, type, ask) =>
    inSequence(ask, from, (sequence, index) => ({ op: 'elementAt', type, sequence, index })),
  ),
];

function anything(
  weight: number,
  make: (type: TypeNode, ask: Ask) => ExprNode,
  fits: Producer['fits'] = () => true,
): Producer {
  return { weight, fits, make };
}

/** Ways to an expression of any type: through control flow, and out of a value that contains it. */
export const destructors: readonly Producer[] = [
  anything(2, (type, ask) => ({
    op: 'if',
    type,
    cond: ask.bool(),
    then: ask.of(type),
    else: ask.of(type),
  })),
  anything(1, (type, ask) => {
    const value = ask.of(ask.type());
    const { id, name, bound } = ask.freshName(value.type);
    return { op: 'let', type, id, name, value, body: ask.withNames(bound).of(type) };
  }),
  anything(
    4,
    (type, ask) => ({ op: 'next', type, arg: ask.unprimed().of(type) }),
    (_, ask) => ask.mayPrime,
  ),
  anything(1, (type, ask) => {
    const from = variant(ask.choices, type);
    if (from === null || containment(from, type) === 'never') return ask.of(type);
    const arg = ask.of(from);
    return sameType(from, type) ? arg : { op: 'convert', type, arg, reason: 'value' };
  }),
  anything(1, (type, ask) => {
    const { binder, inner } = ask.inhabitedBinder(type);
    const left = inner.bool();
    const body: ExprNode = ask.dares()
      ? left
      : { op: 'implies', type: BOOL, left, right: inner.bool() };
    return { op: 'choose', type, binder, body };
  }),
  anything(1, (type, ask) => {
    const union = anyUnion(ask);
    const arg = ask.of(union);
    const branches = union.cases.map(({ tag, type: payload }) => {
      const { id, name, bound } = ask.freshName(payload);
      return { tag, id, name, body: ask.withNames(bound).of(type) };
    });
    return { op: 'match', type, arg, branches };
  }),
  ...WAYS.map(({ known, take }) =>
    anything(
      2,
      (type, ask) => take(ask.choices.pick(known(ask, type)), type, ask),
      (type, ask) => known(ask, type).length > 0,
    ),
  ),
  anything(1, (type, ask) => {
    const { made, take } = ask.choices.pick(WAYS);
    return take(made(ask, type), type, ask);
  }),
];

/** A key of a map; an integer that may be none is converted, as an index. */
export function keyOf(ask: Ask, type: TypeNode): ExprNode {
  if (type.kind !== 'range' || !ask.dares()) return ask.of(type);
  const arg = ask.int();
  return sameType(arg.type, type) || containment(arg.type, type) === 'never'
    ? ask.of(type)
    : { op: 'convert', type, arg, reason: 'index' };
}

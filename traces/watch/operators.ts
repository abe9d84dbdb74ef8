import { arithmetic } from '../../spec/language/intervals.ts';
import { showType } from '../../spec/language/show.ts';
import type { ExprNode, OrderNode } from '../../spec/language/tree.ts';
import { joinTypes } from '../../spec/language/type-algebra.ts';
import { setAlgebraNode } from './collections.ts';
import type { BinarySyntax, Syntax } from './syntax.ts';
import type { Typing } from './typing.ts';

const BOOL = { kind: 'bool' } as const;
const ORDERS: Readonly<Record<string, OrderNode['op']>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
const ARITHMETIC = { '+': 'add', '-': 'sub', '*': 'mul', div: 'div', mod: 'mod' } as const;

/** The node of an operator between two expressions. */
export function binaryNode(typing: Typing, syntax: BinarySyntax): ExprNode {
  const { op, left, right, at } = syntax;
  switch (op) {
    case 'and':
    case 'or':
      return { op, type: BOOL, args: [typing.check(left, BOOL), typing.check(right, BOOL)] };
    case 'implies':
      return { op, type: BOOL, left: typing.check(left, BOOL), right: typing.check(right, BOOL) };
    case '=':
    case '!=':
      return equality(typing, op === '=', left, right, at);
    case 'is':
      return caseTest(typing, left, right, at) ?? equality(typing, true, left, right, at);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [a, b] = typing.pair(left, right, at);
      if (a.type.kind !== 'range' && a.type.kind !== 'index')
        typing.fail(`${showType(a.type)} has no order`, at);
      return { op: ORDERS[op]!, type: BOOL, left: a, right: b };
    }
    case 'in':
      return membership(typing, left, right);
    case 'not in':
      return { op: 'not', type: BOOL, arg: membership(typing, left, right) };
    case '+':
    case '-':
    case '*':
    case 'div':
    case 'mod': {
      const [a, b] = [typing.integer(left), typing.integer(right)];
      return typing.located(at, () => arithmetic(ARITHMETIC[op], a, b));
    }
    case 'subset':
    case 'union':
    case 'intersect':
    case 'minus': {
      const [a, b] = typing.pair(left, right, at);
      if (a.type.kind !== 'set') typing.fail(`${showType(a.type)} is not a set`, at);
      return typing.located(at, () => setAlgebraNode(op, a, b));
    }
  }
}

function equality(
  typing: Typing,
  equal: boolean,
  left: Syntax,
  right: Syntax,
  at: number,
): ExprNode {
  const option = typing.isNone(right) ? left : typing.isNone(left) ? right : null;
  if (option !== null) {
    const arg = typing.infer(option);
    if (arg.type.kind !== 'option')
      typing.fail(`this is ${showType(arg.type)}, which is never none`, option.at);
    const isSome: ExprNode = { op: 'isSome', type: BOOL, arg };
    return equal ? { op: 'not', type: BOOL, arg: isSome } : isSome;
  }
  const [a, b] = typing.pair(left, right, at);
  return { op: equal ? 'eq' : 'ne', type: BOOL, left: a, right: b };
}

/** `message is Prepared`. */
function caseTest(typing: Typing, left: Syntax, right: Syntax, at: number): ExprNode | null {
  if (right.kind !== 'name') return null;
  const arg = typing.infer(left);
  if (arg.type.kind !== 'union') return null;
  const tags = arg.type.cases.map(({ tag }) => tag);
  if (!tags.includes(right.name)) typing.unknown('case', right.name, tags, right.at ?? at);
  return { op: 'isTag', type: BOOL, arg, tag: right.name };
}

function membership(typing: Typing, element: Syntax, collection: Syntax): ExprNode {
  const node = typing.infer(collection);
  const { type } = node;
  if (type.kind !== 'set' && type.kind !== 'sequence' && type.kind !== 'bag')
    return typing.fail(`this is ${showType(type)}: it has no elements`, collection.at);
  if (typing.needsType(element))
    return { op: 'has', type: BOOL, collection: node, element: typing.check(element, type.of) };
  // `tmState in {committed, aborted}`: the set has fewer values than the element may take.
  const inferred = typing.wrapped(typing.infer(element), type.of);
  const of = joinTypes(inferred.type, type.of) ?? typing.differ(inferred.type, type.of, element.at);
  return {
    op: 'has',
    type: BOOL,
    collection: typing.coerced(node, { ...type, of }, collection.at),
    element: typing.coerced(inferred, of, element.at),
  };
}

/** `of[key]`: the value of a map, an element of a sequence, how often something is in a bag. */
export function entryNode(typing: Typing, node: ExprNode, key: Syntax, at: number): ExprNode {
  const { type } = node;
  switch (type.kind) {
    case 'map':
      return { op: 'at', type: type.value, map: node, key: typing.check(key, type.key) };
    case 'sequence':
      return { op: 'elementAt', type: type.of, sequence: node, index: typing.integer(key) };
    case 'bag': {
      const count = { kind: 'range', lo: 0, hi: type.max } as const;
      return { op: 'countInBag', type: count, bag: node, element: typing.check(key, type.of) };
    }
    default:
      return typing.fail(`this is ${showType(type)}: it has no entries`, at);
  }
}

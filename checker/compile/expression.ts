import { environment } from '../reference/environment.ts';
import { evaluate as evaluateReference } from '../reference/evaluate.ts';
import { SpecError } from '../reference/spec-error.ts';
import type { Value } from '../reference/value.ts';
import type {
  ArithmeticNode,
  EqualityNode,
  ExprNode,
  LiteralNode,
  NeighbourNode,
  OrderNode,
  TypeNode,
} from '../../spec/language/tree.ts';
import { sameType } from '../../spec/language/type-algebra.ts';
import { effort, freeNamesOf, variablesOf } from './analysis.ts';
import { append, collectionValue } from './collection-expression.ts';
import { comprehension } from './comprehension.ts';
import { convert } from './convert-code.ts';
import {
  add,
  atom,
  bool,
  call,
  compare,
  cond,
  mul,
  negate,
  not,
  num,
  raw,
  sub,
  type Js,
} from './js.ts';
import { Map as ImmutableMap } from 'immutable';
import { shapeOf } from './layout.ts';
import { conditional, connective, implication, quantified } from './logic-code.ts';
import { encodeBlock, encodeSmall } from './packed-value.ts';
import type { Scope } from './scope.ts';
import { productValue } from './product-expression.ts';
import { fromCode, keepVal, rangeOf, same, type Val } from './values.ts';

/** Constant expressions that take more steps than this are left to the generated code. */
const MAX_EFFORT = 100_000;

/** An expression as code: a `Val` of exactly the node's type. */
export function evaluate(node: ExprNode, scope: Scope): Val {
  const val = constantValue(node, scope) ?? compute(node, scope);
  const shape = shapeOf(node.type);
  if (val.shape === shape) return val;
  if (rangeOf(shape) === null && !sameType(val.shape.type, node.type))
    throw new Error(`malformed spec tree: '${node.op}' does not have the type that it names`);
  return { shape, js: val.js };
}

/**
 * What is the same in every state is evaluated now, by the interpreter. Not so a spec error: it is
 * one only when the expression is reached.
 */
function constantValue(node: ExprNode, scope: Scope): Val | null {
  if (node.op === 'literal') return literal(node);
  if (!isConstant(node)) return null;
  try {
    const value = evaluateReference(node, environment(ImmutableMap(), ImmutableMap()));
    return valueNow(scope, node.type, value);
  } catch (error) {
    if (error instanceof SpecError) return null;
    throw error;
  }
}

function isConstant(node: ExprNode): boolean {
  if (node.op === 'constant') return true;
  return freeNamesOf(node).size === 0 && variablesOf(node).size === 0 && effort(node) <= MAX_EFFORT;
}

/** A value known now: a number, or words that never change. */
function valueNow(scope: Scope, type: TypeNode, value: Value): Val {
  const shape = shapeOf(type);
  if (rangeOf(shape)) return { shape, js: num(value as number) };
  if (shape.small) return fromCode(shape, num(encodeSmall(shape, value)));
  return { shape, js: num(scope.code.assembly.constant([...encodeBlock(shape, value)])) };
}

function literal(node: LiteralNode): Val {
  const shape = shapeOf(node.type);
  switch (node.type.kind) {
    case 'bool':
      return { shape, js: bool(node.value === true) };
    case 'enum':
      return { shape, js: num(node.type.values.indexOf(node.value as string)) };
    case 'unit':
      return { shape, js: num(0) };
    default:
      return { shape, js: num(node.value as number) };
  }
}

function compute(node: ExprNode, scope: Scope): Val {
  const { code } = scope;
  const of = (js: Js): Val => ({ shape: shapeOf(node.type), js });
  switch (node.op) {
    case 'literal':
      return literal(node);
    case 'constant':
      return scope.value(node.value);
    case 'variable':
      return scope.variable(node.name);
    case 'bound':
      return scope.bound(node.id, node.name);
    case 'next':
      return scope.after().value(node.arg);
    case 'convert': {
      const kind = node.reason === 'index' ? 'index-out-of-bounds' : 'out-of-range';
      const failure = scope.failure(kind, node);
      if (node.arg.op === 'append' && sameType(node.arg.sequence.type, node.type))
        return append(node.arg, scope, failure);
      return convert(code, scope.value(node.arg), shapeOf(node.type), failure);
    }

    case 'not':
      return of(not(scope.value(node.arg).js));
    case 'and':
    case 'or':
      return of(connective(node.op, node.args, scope));
    case 'implies':
      return of(implication(node.left, node.right, scope));
    case 'eq':
    case 'ne':
      return of(equality(node, scope));
    case 'if':
      return conditional(node, scope);
    case 'let':
      scope.bind(node.id, keepVal(code, scope.value(node.value), node.name));
      return scope.value(node.body);

    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return of(order(node, scope));
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'min':
    case 'max':
      return of(arithmetic(node, scope));
    case 'negate':
      return of(negate(scope.value(node.arg).js));
    case 'ordinal':
      return of(scope.value(node.arg).js);
    case 'successor':
    case 'predecessor':
      return of(neighbour(node, scope));

    case 'forAll':
    case 'exists':
      return of(quantified(node, scope));
    case 'count':
    case 'choose':
    case 'filter':
    case 'mapSet':
    case 'sum':
    case 'minOf':
    case 'maxOf':
    case 'mapOf':
      return comprehension(node, scope);

    case 'some':
    case 'none':
    case 'isSome':
    case 'unwrap':
    case 'struct':
    case 'field':
    case 'withField':
    case 'inject':
    case 'isTag':
    case 'payload':
    case 'match':
    case 'at':
    case 'withEntry':
      return productValue(node, scope);

    default:
      return collectionValue(node, scope);
  }
}

function equality(node: EqualityNode, scope: Scope): Js {
  const left = scope.value(node.left);
  const right = scope.value(node.right);
  const equal = same(scope.code, left, right);
  return node.op === 'eq' ? equal : not(equal);
}

const COMPARISON = { lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

function order(node: OrderNode, scope: Scope): Js {
  const left = scope.value(node.left);
  const right = scope.value(node.right);
  return compare(COMPARISON[node.op], left.js, right.js);
}

function arithmetic(node: ArithmeticNode, scope: Scope): Js {
  const { code } = scope;
  const left = scope.value(node.left);
  const right = scope.value(node.right);
  switch (node.op) {
    case 'add':
      return add(left.js, right.js);
    case 'sub':
      return sub(left.js, right.js);
    case 'mul':
      return mul(left.js, right.js);
    case 'min':
    case 'max': {
      const [a, b] = [code.keep(left.js, 'a'), code.keep(right.js, 'b')];
      return cond(compare(node.op === 'min' ? '<=' : '>=', a, b), a, b);
    }
    case 'div':
    case 'mod': {
      const [a, b] = [code.keep(left.js, 'a'), code.keep(right.js, 'b')];
      if (rangeOf(right.shape)!.lo <= 0) {
        const zero = compare('<=', b, num(0));
        if (zero.known !== false)
          code.line(`if (${zero.text}) ${scope.failure('division-by-zero', node)}`);
      }
      return node.op === 'div' ? floorDivision(left, a, b) : modulo(left, a, b);
    }
  }
}

/** Whether an integer is at least 0 and below 2^31. */
function isIndexLike(val: Val): boolean {
  const { lo, hi } = rangeOf(val.shape)!;
  return lo >= 0 && hi < 2 ** 31;
}

// The quotient of doubles below 2^53 never rounds up to the next integer: the distance to it is at
// least 1/b, more than half a unit in the last place.
function floorDivision(left: Val, a: Js, b: Js): Js {
  if (isIndexLike(left)) return raw(`${quotientText(a, b)} | 0`, 6);
  return atom(`Math.floor(${quotientText(a, b)})`);
}

function quotientText(a: Js, b: Js): string {
  return `${a.level < 13 ? `(${a.text})` : a.text} / ${b.text}`;
}

function modulo(left: Val, a: Js, b: Js): Js {
  if (isIndexLike(left)) return raw(`${a.text} % ${b.text}`, 13);
  return call('modulo', a, b);
}

function neighbour(node: NeighbourNode, scope: Scope): Js {
  const { code } = scope;
  const at = code.keep(scope.value(node.arg).js, 'at');
  const forward = node.op === 'successor';
  const end = num(forward ? node.type.size - 1 : 0);
  const other = num(forward ? 0 : node.type.size - 1);
  const atEnd = compare('===', at, end);
  const moved = forward ? add(at, num(1)) : sub(at, num(1));
  if (node.wrap) return cond(atEnd, other, moved);
  if (atEnd.known !== false)
    code.line(
      `${atEnd.known === true ? '' : `if (${atEnd.text}) `}${scope.failure('index-out-of-bounds', node)}`,
    );
  return moved;
}

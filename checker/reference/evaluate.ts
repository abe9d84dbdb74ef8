import { is, List, Map, Set } from 'immutable';
import { showBinder, showExpr, showType } from '../../spec/language/show.ts';
import type { ElementsNode, ExprNode, NeighbourNode, TypeNode } from '../../spec/language/tree.ts';
import type { SpecErrorKind } from '../result.ts';
import { arithmetic, negate, ordered } from './arithmetic.ts';
import { binderValues, bindings } from './binders.ts';
import { bind, type Env } from './environment.ts';
import { misfit } from './membership.ts';
import { showValue } from './show-value.ts';
import { SpecError } from './spec-error.ts';
import { someValue, taggedValue, type SomeValue, type TaggedValue, type Value } from './value.ts';

/**
 * The value of an expression: the meaning of every node of the tree. Operands are evaluated from
 * left to right and before their operation, except where a node says that it stops early.
 * Throws SpecError, whose context its callers complete.
 */
export function evaluate(node: ExprNode, env: Env): Value {
  const value = compute(node, env);
  env.observe?.(node, value, env);
  return value;
}

// A well-typed tree gives each operand the type that its node names, so these reads cannot fail.
const bool = (node: ExprNode, env: Env): boolean => evaluate(node, env) as boolean;
const int = (node: ExprNode, env: Env): number => evaluate(node, env) as number;
const set = (node: ExprNode, env: Env): Set<Value> => evaluate(node, env) as Set<Value>;
const list = (node: ExprNode, env: Env): List<Value> => evaluate(node, env) as List<Value>;
const map = (node: ExprNode, env: Env): Map<Value, Value> =>
  evaluate(node, env) as Map<Value, Value>;
const bag = (node: ExprNode, env: Env): Map<Value, number> =>
  evaluate(node, env) as Map<Value, number>;

function fail(kind: SpecErrorKind, node: ExprNode, message: string): never {
  throw new SpecError(kind, node, message);
}

function compute(node: ExprNode, env: Env): Value {
  switch (node.op) {
    // ------------------------------------------------------------ names and literals
    case 'literal':
      return node.value;
    case 'constant':
      return evaluate(node.value, env);
    case 'variable':
      return known(env.state.get(node.name), `variable ${node.name}`);
    case 'bound':
      return known(env.bound.get(node.id), `name ${node.name}`);
    case 'next':
      return evaluate(node.arg, { ...env, state: known(env.next ?? undefined, 'next state') });
    case 'convert': {
      const value = evaluate(node.arg, env);
      const complaint = misfit(node.type, value);
      if (complaint === null) return value;
      return fail(
        node.reason === 'index' ? 'index-out-of-bounds' : 'out-of-range',
        node,
        complaint,
      );
    }

    // ------------------------------------------------------------ logic
    case 'not':
      return !bool(node.arg, env);
    case 'and':
      return node.args.every((arg) => bool(arg, env));
    case 'or':
      return node.args.some((arg) => bool(arg, env));
    case 'implies':
      return !bool(node.left, env) || bool(node.right, env);
    case 'eq':
      return is(evaluate(node.left, env), evaluate(node.right, env));
    case 'ne':
      return !is(evaluate(node.left, env), evaluate(node.right, env));
    case 'if':
      return bool(node.cond, env) ? evaluate(node.then, env) : evaluate(node.else, env);
    case 'let':
      return evaluate(node.body, bind(env, node.id, evaluate(node.value, env)));

    // ------------------------------------------------------------ integers and ordered identities
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return ordered(node.op, int(node.left, env), int(node.right, env));
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'min':
    case 'max': {
      const [left, right] = [int(node.left, env), int(node.right, env)];
      const result = arithmetic(node.op, left, right);
      if (result !== null) return result;
      return fail('division-by-zero', node, `${left} ${node.op} ${right}: the divisor is below 1`);
    }
    case 'negate':
      return negate(int(node.arg, env));
    case 'ordinal':
      return int(node.arg, env);
    case 'successor':
    case 'predecessor':
      return neighbour(node, int(node.arg, env));

    // ------------------------------------------------------------ bound names
    case 'forAll':
      return everyBinding(node.binders, env, (inner) => bool(node.body, inner));
    case 'exists':
      return !everyBinding(node.binders, env, (inner) => !bool(node.body, inner));
    case 'count':
      return satisfying(node, env).length;
    case 'filter':
      return Set(satisfying(node, env));
    case 'choose':
      for (const value of binderValues(node.binder, env, evaluate))
        if (bool(node.body, bind(env, node.binder.id, value))) return value;
      return fail('no-such-value', node, `no value satisfies ${showExpr(node.body)}`);
    case 'mapSet':
      return Set(images(node, env));
    case 'sum':
      return (images(node, env) as number[]).reduce((sum, n) => sum + n, 0);
    case 'minOf':
    case 'maxOf': {
      const values = images(node, env) as number[];
      if (values.length === 0)
        return fail('no-such-value', node, `there is no ${showBinder(node.binder)}`);
      return values.reduce((a, b) => (node.op === 'minOf' ? Math.min(a, b) : Math.max(a, b)));
    }
    case 'mapOf': {
      const keys = [...binderValues(node.binder, env, evaluate)];
      return Map<Value, Value>(
        keys.map((key) => [key, evaluate(node.body, bind(env, node.binder.id, key))]),
      );
    }

    // ------------------------------------------------------------ sets, sequences and bags
    case 'elements':
      return collect(
        node.type,
        node.elements.map((element) => evaluate(element, env)),
      );
    case 'union':
      return set(node.left, env).union(set(node.right, env));
    case 'intersect':
      return set(node.left, env).intersect(set(node.right, env));
    case 'minus':
      return set(node.left, env).subtract(set(node.right, env));
    case 'subset':
      return set(node.left, env).isSubset(set(node.right, env));
    case 'has': {
      const collection = evaluate(node.collection, env);
      const element = evaluate(node.element, env);
      return collectionKind(node.collection) === 'bag'
        ? (collection as Map<Value, number>).has(element)
        : (collection as Set<Value> | List<Value>).includes(element);
    }
    case 'size': {
      const collection = evaluate(node.collection, env);
      return collectionKind(node.collection) === 'bag'
        ? (collection as Map<Value, number>).reduce((sum, copies) => sum + copies, 0)
        : (collection as Set<Value> | List<Value>).size;
    }
    case 'setOf': {
      const collection = evaluate(node.collection, env);
      return collectionKind(node.collection) === 'bag'
        ? (collection as Map<Value, number>).keySeq().toSet()
        : (collection as List<Value>).toSet();
    }
    case 'withElement':
      return set(node.set, env).add(evaluate(node.element, env));
    case 'withoutElement':
      return set(node.set, env).remove(evaluate(node.element, env));

    case 'head':
    case 'last':
    case 'tail':
    case 'front': {
      const sequence = list(node.sequence, env);
      if (sequence.isEmpty())
        return fail('empty-sequence', node, `${showExpr(node.sequence)} is empty`);
      if (node.op === 'head') return sequence.first()!;
      if (node.op === 'last') return sequence.last()!;
      return node.op === 'tail' ? sequence.shift() : sequence.pop();
    }
    case 'append':
      return list(node.sequence, env).push(evaluate(node.element, env));
    case 'removeAt':
    case 'elementAt': {
      const sequence = list(node.sequence, env);
      const index = int(node.index, env);
      if (index < 0 || index >= sequence.size)
        return fail(
          'index-out-of-bounds',
          node,
          `there is no element ${index} in ${showValue(node.sequence.type, sequence)}`,
        );
      return node.op === 'removeAt' ? sequence.remove(index) : sequence.get(index)!;
    }
    case 'indices':
      return list(node.sequence, env).keySeq().toSet();

    case 'countInBag':
      return bag(node.bag, env).get(evaluate(node.element, env), 0);
    case 'withInBag':
      return bag(node.bag, env).update(evaluate(node.element, env), 0, (copies) => copies + 1);
    case 'withoutInBag': {
      const before = bag(node.bag, env);
      const element = evaluate(node.element, env);
      const copies = before.get(element, 0);
      if (copies === 0) {
        const [what, where] = [
          showValue(node.element.type, element),
          showValue(node.bag.type, before),
        ];
        return fail('no-such-value', node, `there is no ${what} in ${where}`);
      }
      return copies === 1 ? before.remove(element) : before.set(element, copies - 1);
    }

    // ------------------------------------------------------------ options, structs, unions, maps
    case 'some':
      return someValue(evaluate(node.arg, env));
    case 'none':
      return null;
    case 'isSome':
      return evaluate(node.arg, env) !== null;
    case 'unwrap': {
      const option = evaluate(node.arg, env) as SomeValue | null;
      return option === null
        ? fail('wrong-case', node, `${showExpr(node.arg)} is none`)
        : option.value;
    }

    case 'struct':
      return Map<Value, Value>(
        node.type.fields.map((field, i) => [field.name, evaluate(node.fields[i]!, env)]),
      );
    case 'field':
      return known(map(node.struct, env).get(node.field), `field ${node.field}`);
    case 'withField':
      return map(node.struct, env).set(node.field, evaluate(node.value, env));

    case 'inject':
      return taggedValue(node.tag, evaluate(node.payload, env));
    case 'isTag':
      return (evaluate(node.arg, env) as TaggedValue).tag === node.tag;
    case 'payload': {
      const union = evaluate(node.arg, env) as TaggedValue;
      return union.tag === node.tag
        ? union.payload
        : fail(
            'wrong-case',
            node,
            `${showExpr(node.arg)} is ${showValue(node.arg.type, union)}, not ${node.tag}`,
          );
    }
    case 'match': {
      const { tag, payload } = evaluate(node.arg, env) as TaggedValue;
      const branch = known(
        node.branches.find((candidate) => candidate.tag === tag),
        `branch for ${tag}`,
      );
      return evaluate(branch.body, bind(env, branch.id, payload));
    }

    case 'at': {
      const entries = map(node.map, env);
      const key = evaluate(node.key, env);
      return known(entries.get(key), `entry of ${showExpr(node)}`);
    }
    case 'withEntry': {
      const entries = map(node.map, env);
      const key = evaluate(node.key, env);
      return entries.set(key, evaluate(node.value, env));
    }
  }
}

/** What a well-formed tree always has; its absence is a fault of whoever built the tree. */
function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`malformed spec tree: there is no ${what}`);
  return value;
}

function everyBinding(
  binders: Parameters<typeof bindings>[0],
  env: Env,
  holds: (inner: Env) => boolean,
): boolean {
  for (const inner of bindings(binders, env, evaluate)) if (!holds(inner)) return false;
  return true;
}

type Comprehension = Extract<ExprNode, { readonly binder: unknown; readonly body: unknown }>;

/** The binder's values that satisfy the body, in canonical order. */
function satisfying(node: Comprehension, env: Env): Value[] {
  return [...binderValues(node.binder, env, evaluate)].filter((value) =>
    bool(node.body, bind(env, node.binder.id, value)),
  );
}

/** The body's value for each of the binder's values, in their canonical order. */
function images(node: Comprehension, env: Env): Value[] {
  return Array.from(binderValues(node.binder, env, evaluate), (value) =>
    evaluate(node.body, bind(env, node.binder.id, value)),
  );
}

function collect(type: ElementsNode['type'], values: readonly Value[]): Value {
  switch (type.kind) {
    case 'set':
      return Set(values);
    case 'sequence':
      return List(values);
    case 'bag':
      return List(values).countBy((value) => value);
  }
}

function collectionKind(node: ExprNode): TypeNode['kind'] {
  return node.type.kind;
}

function neighbour(node: NeighbourNode, ordinal: number): number {
  const { size } = node.type;
  const moved = node.op === 'successor' ? ordinal + 1 : ordinal - 1;
  if (node.wrap) return (moved + size) % size;
  if (moved >= 0 && moved < size) return moved;
  const place = node.op === 'successor' ? 'after' : 'before';
  return fail(
    'index-out-of-bounds',
    node,
    `there is no ${showType(node.type)} ${place} ${showValue(node.type, ordinal)}`,
  );
}

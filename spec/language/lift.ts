/** From what an author writes (expressions and plain values) to nodes of the required type. */
import { didYouMean, report } from './mistakes.ts';
import { showExpr, showType } from './show.ts';
import type { ConvertNode, ExprNode, MapTypeNode, TypeNode } from './tree.ts';
import { containment, joinTypes, sameType } from './type-algebra.ts';

let lastId = 0;

/** A fresh identity for a bound name. Unique in the process; a spec renumbers its own in the end. */
export function freshId(): number {
  return ++lastId;
}

/** Marks `none`: an object of its own, so that it cannot be confused with an enumeration's value. */
export const NONE = Object.freeze({ kripke: 'none' });

/** An expression's node, or null for a plain value. */
export function nodeOf(operand: unknown): ExprNode | null {
  if (typeof operand !== 'object' || operand === null || !('node' in operand)) return null;
  const { node } = operand as { node: unknown };
  return typeof node === 'object' && node !== null && 'op' in node ? (node as ExprNode) : null;
}

/** The node for an operand whose type may still differ from `expected` (null: no type is expected). */
export function lift(operand: unknown, expected: TypeNode | null): ExprNode {
  const node = nodeOf(operand);
  if (node !== null) return node;
  switch (typeof operand) {
    case 'boolean':
      return { op: 'literal', type: { kind: 'bool' }, value: operand };
    case 'number':
      return liftNumber(operand);
    case 'string':
      return { op: 'literal', type: { kind: 'enum', values: [operand] }, value: operand };
    default:
      return expected === null ? untyped(operand) : liftComposite(operand, expected);
  }
}

/** The node for an operand, of exactly the given type. */
export function liftTo(
  operand: unknown,
  type: TypeNode,
  reason: ConvertNode['reason'] = 'value',
): ExprNode {
  const node = nodeOf(operand);
  if (type.kind === 'map' && (node === null || isEntry(node, type))) return liftMap(operand, type);
  return coerce(lift(operand, type), type, reason);
}

/** Whether an expression that should be a map is none, but can be the value at every key. */
function isEntry(node: ExprNode, type: MapTypeNode): boolean {
  const { value } = type;
  if (containment(node.type, type) !== 'never') return false;
  return (
    containment(node.type, value) !== 'never' || (value.kind === 'map' && isEntry(node, value))
  );
}

/** Two operands brought to one type: the least that holds the values of both. */
export function liftPair(a: unknown, b: unknown): [ExprNode, ExprNode] {
  const aNode = nodeOf(a);
  const bNode = nodeOf(b);
  const left = aNode ?? lift(a, bNode?.type ?? null);
  const right = bNode ?? lift(b, left.type);
  const type = joinTypes(left.type, right.type);
  if (type === null) {
    report(
      `${showOperand(left)} and ${showOperand(right)} cannot be compared or combined`,
      'Both sides must have the same type.',
      `${showExpr(left)}, ${showExpr(right)}`,
    );
    return [left, left];
  }
  return [coerce(left, type, 'value'), coerce(right, type, 'value')];
}

function liftNumber(value: number): ExprNode {
  if (!Number.isSafeInteger(value)) {
    report(`${value} is not an integer`, 'Numbers of a spec are integers within 2^53.');
    return { op: 'literal', type: { kind: 'range', lo: 0, hi: 0 }, value: 0 };
  }
  return { op: 'literal', type: { kind: 'range', lo: value, hi: value }, value };
}

function untyped(operand: unknown): ExprNode {
  report(
    `the value ${describe(operand)} needs a type here`,
    'Give it one with `SomeType.of(value)`.',
  );
  return { op: 'literal', type: { kind: 'unit' }, value: null };
}

function liftComposite(operand: unknown, expected: TypeNode): ExprNode {
  switch (expected.kind) {
    case 'unit':
      if (operand === undefined || operand === null) {
        return { op: 'literal', type: expected, value: null };
      }
      break;
    case 'option':
      if (operand === NONE) return { op: 'none', type: expected };
      if (typeof operand === 'object' && operand !== null && 'some' in operand) {
        return { op: 'some', type: expected, arg: liftTo(operand.some, expected.of) };
      }
      break;
    case 'set':
    case 'sequence':
    case 'bag':
      if (Array.isArray(operand)) {
        const elements = operand.map((element) => liftTo(element, expected.of));
        const max = expected.max === null ? null : Math.max(expected.max, elements.length);
        return { op: 'elements', type: { ...expected, max } as typeof expected, elements };
      }
      break;
    case 'map':
      return liftMap(operand, expected);
    case 'struct':
      if (typeof operand === 'object' && operand !== null && !Array.isArray(operand)) {
        return liftStruct(operand as Record<string, unknown>, expected);
      }
      break;
    default:
      break;
  }
  report(
    `${describe(operand)} is not a value of ${showType(expected)}`,
    operand === undefined
      ? 'Does it name a field or a method that does not exist?'
      : 'Give a value or an expression of this type.',
  );
  return defaultOf(expected);
}

function liftMap(operand: unknown, type: TypeNode & { kind: 'map' }): ExprNode {
  const id = freshId();
  const isFunction = typeof operand === 'function';
  const name =
    (isFunction ? parameterNames(operand as (...args: never[]) => unknown)[0] : null) ?? 'key';
  const binder = { id, name, type: type.key, domain: null };
  const key: ExprNode = { op: 'bound', type: type.key, id, name };
  const body = isFunction
    ? liftTo((operand as (key: unknown) => unknown)(wrap(key)), type.value)
    : liftTo(operand, type.value);
  return { op: 'mapOf', type, binder, body };
}

function liftStruct(
  operand: Record<string, unknown>,
  type: TypeNode & { kind: 'struct' },
): ExprNode {
  const names = type.fields.map((f) => f.name);
  for (const name of Object.keys(operand)) {
    if (!names.includes(name))
      report(
        `there is no field '${name}'`,
        didYouMean(name, names) || `The fields are ${names.join(', ')}.`,
      );
  }
  const fields = type.fields.map((f) => {
    if (f.name in operand) return liftTo(operand[f.name], f.type);
    report(`the field '${f.name}' is missing`, `Give a value for each of ${names.join(', ')}.`);
    return defaultOf(f.type);
  });
  return { op: 'struct', type, fields };
}

/** The same expression as one of `type`: as it is, relabelled, converted at run time, or a mistake. */
export function coerce(node: ExprNode, type: TypeNode, reason: ConvertNode['reason']): ExprNode {
  if (sameType(node.type, type)) return node;
  const fits = containment(node.type, type);
  if (fits === 'never') {
    report(mismatch(node, type), hintFor(node, type), showExpr(node));
    return defaultOf(type);
  }
  if (node.op === 'literal') return { ...node, type };
  if (node.op === 'if') {
    return {
      ...node,
      type,
      then: coerce(node.then, type, reason),
      else: coerce(node.else, type, reason),
    };
  }
  return { op: 'convert', type, arg: node, reason };
}

function mismatch(node: ExprNode, type: TypeNode): string {
  if (node.op === 'literal') return `${showOperand(node)} is not a value of ${showType(type)}`;
  return `this is of type ${showType(node.type)}, not ${showType(type)}`;
}

/** A plain value as an author writes it, or the type of an expression. */
export function showOperand(node: ExprNode): string {
  if (node.op !== 'literal' || node.type.kind === 'unit') return showType(node.type);
  return typeof node.value === 'string' ? `'${node.value}'` : showExpr(node);
}

function hintFor(node: ExprNode, type: TypeNode): string {
  if (node.op === 'literal' && type.kind === 'enum') {
    return (
      didYouMean(String(node.value), type.values) || `Its values are ${type.values.join(', ')}.`
    );
  }
  return `Give a value or an expression of ${showType(type)}.`;
}

/** Some expression of a type, to go on with after a mistake. */
export function defaultOf(type: TypeNode): ExprNode {
  switch (type.kind) {
    case 'bool':
      return { op: 'literal', type, value: false };
    case 'range':
      return { op: 'literal', type, value: type.lo };
    case 'enum':
      return { op: 'literal', type, value: type.values[0] ?? '' };
    case 'ids':
    case 'index':
      return { op: 'literal', type, value: 0 };
    case 'unit':
      return { op: 'literal', type, value: null };
    case 'option':
      return { op: 'none', type };
    case 'struct':
      return { op: 'struct', type, fields: type.fields.map((f) => defaultOf(f.type)) };
    case 'union': {
      const first = type.cases[0]!;
      return { op: 'inject', type, tag: first.tag, payload: defaultOf(first.type) };
    }
    case 'map': {
      const binder = { id: freshId(), name: 'key', type: type.key, domain: null };
      return { op: 'mapOf', type, binder, body: defaultOf(type.value) };
    }
    case 'set':
    case 'sequence':
    case 'bag':
      return { op: 'elements', type, elements: [] };
  }
}

/** A plain value as text, for messages. */
export function describe(operand: unknown): string {
  if (operand === NONE) return 'none';
  if (typeof operand === 'function') return 'a function';
  if (typeof operand === 'object' && operand !== null && 'update' in operand) return 'an update';
  try {
    return JSON.stringify(operand) ?? String(operand);
  } catch {
    return String(operand);
  }
}

/** The names of a function's parameters, to name bound values as their author did. */
export function parameterNames(fn: (...args: never[]) => unknown): string[] {
  const list = /^\s*(?:async\s*)?(?:function\b[^(]*)?(?:\(([^)]*)\)|([\w$]+))/.exec(fn.toString());
  return (list?.[1] ?? list?.[2] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\w$]+$/.test(name));
}

/**
 * Makes the object that an author handles from a node. Set by handles.ts, which needs this file;
 * the indirection keeps imports one-way.
 */
let wrapNode: (node: ExprNode) => unknown = (node) => ({ node });
export function setWrap(fn: (node: ExprNode) => unknown): void {
  wrapNode = fn;
}
/** The object that an author handles, for a node. */
export function wrap(node: ExprNode): unknown {
  return wrapNode(node);
}

import { binderValues } from '../checker/reference/binders.ts';
import { bind } from '../checker/reference/environment.ts';
import type { Env } from '../checker/reference/environment.ts';
import { evaluate } from '../checker/reference/evaluate.ts';
import { showValue } from '../checker/reference/show-value.ts';
import { SpecError } from '../checker/reference/spec-error.ts';
import type { Value } from '../checker/reference/value.ts';
import { showExpr } from '../spec/language/show.ts';
import type { CountNode, ExprNode, SumNode } from '../spec/language/tree.ts';
import { childrenOf } from '../spec/language/walk.ts';
import { instantiate } from './instantiate.ts';

/** An expression and its value, both as text. */
export interface NamedValue {
  readonly text: string;
  readonly value: string;
}

/** A count or sum lists at most this many of the values that it counts. */
const SHOWN_MEMBERS = 6;

/**
 * The values of the parts of an expression that has no logical structure, outermost first. `holds`
 * is what the expression itself comes to. What the reader knows already is left out: the other side
 * of a true equation with a literal, and everything that is its own value.
 */
export function operandValues(node: ExprNode, env: Env, holds: boolean): readonly NamedValue[] {
  const found = new Map<string, string>();
  const visit = (part: ExprNode, inside: Env): void => {
    if (part.op === 'convert') return visit(part.arg, inside);
    if (part.op === 'next') {
      // Shown as `next(x)`, for the state in which it was evaluated.
      return note(part, inside);
    }
    if (part.op === 'literal') return;
    note(part, inside);
    if (isPlace(part)) return keysOf(part).forEach((key) => visit(key, inside));
    operands(part).forEach((operand) => visit(operand, inside));
  };
  const note = (part: ExprNode, inside: Env): void => {
    const text = showExpr(instantiate(part, inside.bound));
    const value = valueText(part, inside);
    if (text !== value && !found.has(text)) found.set(text, value);
  };
  if (isPlace(node) || node.op === 'constant') {
    keysOf(node).forEach((key) => visit(key, env));
  } else if (!isEvident(node, env, holds)) {
    operands(node).forEach((operand) => visit(operand, env));
  } else {
    operands(node)
      .filter(isPlace)
      .flatMap(keysOf)
      .forEach((key) => visit(key, env));
  }
  return Array.from(found, ([text, value]) => ({ text, value }));
}

/** Whether an equation, as it came out, tells the value of its other side. */
function isEvident(node: ExprNode, env: Env, holds: boolean): boolean {
  if (node.op !== 'eq' && node.op !== 'ne') return false;
  if (holds !== (node.op === 'eq')) return false;
  const sides = [node.left, node.right].map((side) => instantiate(side, env.bound));
  return sides.some((side) => side.op === 'literal' || side.op === 'none' || isUnitCase(side));
}

const isUnitCase = (node: ExprNode): boolean =>
  node.op === 'inject' && node.payload.type.kind === 'unit';

/** A place in the state: a variable, or a part of one. */
function isPlace(node: ExprNode): boolean {
  switch (node.op) {
    case 'variable':
    case 'bound':
      return true;
    case 'field':
      return isPlace(node.struct);
    case 'at':
      return isPlace(node.map);
    case 'unwrap':
    case 'payload':
      return isPlace(node.arg);
    case 'elementAt':
      return isPlace(node.sequence);
    default:
      return false;
  }
}

/** The keys and indices along a place. */
function keysOf(node: ExprNode): readonly ExprNode[] {
  switch (node.op) {
    case 'field':
      return keysOf(node.struct);
    case 'at':
      return [...keysOf(node.map), node.key];
    case 'unwrap':
    case 'payload':
      return keysOf(node.arg);
    case 'elementAt':
      return [...keysOf(node.sequence), node.index];
    default:
      return [];
  }
}

/** The operands that are evaluated where the node is; not those under a name that it binds. */
function operands(node: ExprNode): readonly ExprNode[] {
  switch (node.op) {
    case 'constant':
    case 'let':
    case 'match':
    case 'mapOf':
      return [];
    case 'forAll':
    case 'exists':
      return node.binders.slice(0, 1).flatMap(({ domain }) => domain ?? []);
    case 'count':
    case 'choose':
    case 'filter':
    case 'mapSet':
    case 'sum':
    case 'minOf':
    case 'maxOf':
      return node.binder.domain === null ? [] : [node.binder.domain];
    default:
      return childrenOf(node);
  }
}

function valueText(node: ExprNode, env: Env): string {
  try {
    const value = showValue(node.type, evaluate(node, env));
    return node.op === 'count' || node.op === 'sum' ? `${value}${members(node, env)}` : value;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return `error: ${error.message}`;
  }
}

/** What was counted, or what each member contributes: ` (p1, p2)`, ` (p1: 2, p2: 3)`. */
function members(node: CountNode | SumNode, env: Env): string {
  const { binder, body } = node;
  const shown: string[] = [];
  for (const value of binderValues(binder, env, evaluate)) {
    const result: Value = evaluate(body, bind(env, binder.id, value));
    const name = showValue(binder.type, value);
    if (node.op === 'count' && result === true) shown.push(name);
    if (node.op === 'sum' && result !== 0) shown.push(`${name}: ${showValue(body.type, result)}`);
  }
  if (shown.length === 0) return '';
  const more = shown.length > SHOWN_MEMBERS ? [`… ${shown.length - SHOWN_MEMBERS} more`] : [];
  return ` (${[...shown.slice(0, SHOWN_MEMBERS), ...more].join(', ')})`;
}

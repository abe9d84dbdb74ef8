import type { Binder, ExprNode } from '../../spec/language/tree.ts';
import { cardinality, containment } from '../../spec/language/type-algebra.ts';
import { bindersOf, childrenOf } from '../../spec/language/walk.ts';

const freeNames = new WeakMap<ExprNode, ReadonlySet<number>>();

/** The ids of names that are bound outside of the expression. Ids are unique within a spec. */
export function freeNamesOf(node: ExprNode): ReadonlySet<number> {
  let names = freeNames.get(node);
  if (names === undefined) {
    const found = new Set(node.op === 'bound' ? [node.id] : []);
    for (const operand of childrenOf(node)) for (const id of freeNamesOf(operand)) found.add(id);
    for (const { id } of bindersOf(node)) found.delete(id);
    freeNames.set(node, (names = found));
  }
  return names;
}

const variables = new WeakMap<ExprNode, ReadonlySet<string>>();

/** The state variables that an expression reads. */
export function variablesOf(node: ExprNode): ReadonlySet<string> {
  let names = variables.get(node);
  if (names === undefined) {
    const found = new Set(node.op === 'variable' ? [node.name] : []);
    for (const operand of childrenOf(node))
      for (const name of variablesOf(operand)) found.add(name);
    variables.set(node, (names = found));
  }
  return names;
}

const errorFree = new WeakMap<ExprNode, boolean>();

/** Whether evaluating an expression can never be a spec error. */
export function isErrorFree(node: ExprNode): boolean {
  let free = errorFree.get(node);
  if (free === undefined) {
    free = ownErrorFree(node) && childrenOf(node).every(isErrorFree);
    errorFree.set(node, free);
  }
  return free;
}

function ownErrorFree(node: ExprNode): boolean {
  switch (node.op) {
    case 'convert':
      return containment(node.arg.type, node.type) === 'always';
    case 'div':
    case 'mod':
      return node.right.type.kind === 'range' && node.right.type.lo > 0;
    case 'minOf':
    case 'maxOf':
      return node.binder.domain === null;
    case 'successor':
    case 'predecessor':
      return node.wrap;
    case 'choose':
    case 'unwrap':
    case 'payload':
    case 'head':
    case 'last':
    case 'tail':
    case 'front':
    case 'removeAt':
    case 'elementAt':
    case 'withoutInBag':
      return false;
    default:
      return true;
  }
}

/**
 * Whether an expression may be decided before the loops of `unbound`, though `before` are evaluated
 * before it: it needs none of their names, and neither it nor what it would overtake, those
 * expressions and the loops' domains, can be a spec error.
 */
export function isDecidable(
  node: ExprNode,
  before: readonly ExprNode[],
  unbound: readonly Binder[],
): boolean {
  if (unbound.length === 0) return true;
  const names = freeNamesOf(node);
  if (unbound.some(({ id }) => names.has(id))) return false;
  const domains = unbound.flatMap(({ domain }) => (domain === null ? [] : [domain]));
  return [node, ...before, ...domains].every(isErrorFree);
}

/** About how many steps evaluation takes: the product of the sizes of nested domains. */
export function effort(node: ExprNode): number {
  const inner = childrenOf(node).reduce((sum, operand) => sum + effort(operand), 1);
  const binders = 'binders' in node ? node.binders : 'binder' in node ? [node.binder] : [];
  return binders.reduce((product, binder) => product * cardinality(binder.type), inner);
}

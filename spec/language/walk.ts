import type { Binder, ExprNode, SpecTree, UpdateNode } from './tree.ts';

/** The direct sub-expressions of a node, in order of evaluation; binders' domains included. */
export function childrenOf(node: ExprNode): ExprNode[] {
  switch (node.op) {
    case 'literal':
    case 'variable':
    case 'bound':
    case 'none':
      return [];
    case 'constant':
      return [node.value];
    case 'next':
    case 'convert':
    case 'not':
    case 'negate':
    case 'some':
    case 'isSome':
    case 'unwrap':
    case 'isTag':
    case 'payload':
    case 'ordinal':
    case 'successor':
    case 'predecessor':
      return [node.arg];
    case 'and':
    case 'or':
      return [...node.args];
    case 'implies':
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'min':
    case 'max':
    case 'union':
    case 'intersect':
    case 'minus':
    case 'subset':
      return [node.left, node.right];
    case 'if':
      return [node.cond, node.then, node.else];
    case 'let':
      return [node.value, node.body];
    case 'forAll':
    case 'exists':
      return [...node.binders.flatMap(domains), node.body];
    case 'count':
    case 'choose':
    case 'filter':
    case 'mapSet':
    case 'sum':
    case 'minOf':
    case 'maxOf':
    case 'mapOf':
      return [...domains(node.binder), node.body];
    case 'elements':
      return [...node.elements];
    case 'has':
      return [node.collection, node.element];
    case 'size':
    case 'setOf':
      return [node.collection];
    case 'withElement':
    case 'withoutElement':
      return [node.set, node.element];
    case 'struct':
      return [...node.fields];
    case 'field':
      return [node.struct];
    case 'withField':
      return [node.struct, node.value];
    case 'inject':
      return [node.payload];
    case 'match':
      return [node.arg, ...node.branches.map((b) => b.body)];
    case 'at':
      return [node.map, node.key];
    case 'withEntry':
      return [node.map, node.key, node.value];
    case 'head':
    case 'last':
    case 'tail':
    case 'front':
    case 'indices':
      return [node.sequence];
    case 'append':
      return [node.sequence, node.element];
    case 'removeAt':
    case 'elementAt':
      return [node.sequence, node.index];
    case 'countInBag':
    case 'withInBag':
    case 'withoutInBag':
      return [node.bag, node.element];
  }
}

function domains(binder: Binder): ExprNode[] {
  return binder.domain === null ? [] : [binder.domain];
}

/** Visits a node and everything below it, parents first. */
export function visit(node: ExprNode, see: (node: ExprNode) => void): void {
  see(node);
  for (const child of childrenOf(node)) visit(child, see);
}

/** The expressions directly in an update, nested updates included. */
export function expressionsOf(update: UpdateNode): ExprNode[] {
  switch (update.op) {
    case 'assign':
      return [update.target, update.value];
    case 'addElement':
    case 'removeElement':
      return [update.target, update.element];
    case 'ifUpdate':
      return [
        update.cond,
        ...update.then.flatMap(expressionsOf),
        ...update.else.flatMap(expressionsOf),
      ];
    case 'forEach':
      return [...domains(update.binder), ...update.body.flatMap(expressionsOf)];
  }
}

/** The names bound in an expression. */
export function bindersOf(node: ExprNode): { id: number; name: string }[] {
  switch (node.op) {
    case 'forAll':
    case 'exists':
      return [...node.binders];
    case 'count':
    case 'choose':
    case 'filter':
    case 'mapSet':
    case 'sum':
    case 'minOf':
    case 'maxOf':
    case 'mapOf':
      return [node.binder];
    case 'let':
      return [node];
    case 'match':
      return [...node.branches];
    default:
      return [];
  }
}

/** Every expression of a spec that stands by itself, with where it stands. */
export function* expressionsOfSpec(tree: SpecTree): Generator<{ where: string; node: ExprNode }> {
  for (const v of tree.variables) {
    const where = `variable ${v.name}`;
    if (v.init.kind === 'value') yield { where, node: v.init.value };
    if (v.init.kind === 'in') yield { where, node: v.init.set };
  }
  for (const node of tree.initially) yield { where: 'initially', node };
  for (const action of tree.actions) {
    const where = `action ${action.name}`;
    for (const p of action.parameters) if (p.domain !== null) yield { where, node: p.domain };
    for (const node of action.guards) yield { where, node };
    for (const node of action.updates.flatMap(expressionsOf)) yield { where, node };
    for (const who of [action.by, action.to]) {
      if (who !== null && typeof who !== 'string') yield { where, node: who };
    }
  }
  for (const p of tree.properties) {
    const where = `${p.kind} ${p.name}`;
    if (p.kind === 'leadsTo') yield { where, node: p.from };
    yield { where, node: p.body };
  }
  for (const c of tree.constraints) yield { where: `constraint ${c.name}`, node: c.body };
  for (const node of tree.terminal) yield { where: 'terminal', node };
}

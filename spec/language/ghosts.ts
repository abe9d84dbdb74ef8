import { report, within } from './mistakes.ts';
import { showExpr } from './show.ts';
import type { ExprNode, SpecTree, UpdateNode } from './tree.ts';
import { expressionsOf, visit } from './walk.ts';

/** Ghost variables hold history for properties: what the system does must not depend on them. */
export function checkGhosts(tree: SpecTree): void {
  const ghosts = new Set(tree.variables.filter((v) => v.ghost).map((v) => v.name));
  if (ghosts.size === 0) return;
  const reject = (node: ExprNode, what: string): void =>
    visit(node, (n) => {
      if (n.op === 'variable' && ghosts.has(n.name)) {
        report(
          `${what} reads the ghost variable '${n.name}'`,
          'Ghosts are for properties only.',
          showExpr(node),
        );
      }
    });
  const checkUpdate = (update: UpdateNode): void => {
    if (update.op === 'ifUpdate') {
      const inner = [...update.then, ...update.else];
      if (inner.some((u) => !writesOnly(u, ghosts))) reject(update.cond, 'a condition');
      inner.forEach(checkUpdate);
    } else if (update.op === 'forEach') {
      if (update.binder.domain !== null && update.body.some((u) => !writesOnly(u, ghosts))) {
        reject(update.binder.domain, 'a domain');
      }
      update.body.forEach(checkUpdate);
    } else if (!writesOnly(update, ghosts)) {
      for (const node of expressionsOf(update)) reject(node, 'an update of another variable');
    }
  };
  for (const action of tree.actions) {
    within(`action ${action.name}`, () => {
      for (const p of action.parameters)
        if (p.domain !== null) reject(p.domain, `the domain of ${p.name}`);
      for (const guard of action.guards) reject(guard, 'a guard');
      action.updates.forEach(checkUpdate);
    });
  }
}

function writesOnly(update: UpdateNode, names: ReadonlySet<string>): boolean {
  return [...writtenBy(update)].every((name) => names.has(name));
}

/** The variables that an update writes. */
function writtenBy(update: UpdateNode): Set<string> {
  switch (update.op) {
    case 'ifUpdate':
      return new Set([...update.then, ...update.else].flatMap((u) => [...writtenBy(u)]));
    case 'forEach':
      return new Set(update.body.flatMap((u) => [...writtenBy(u)]));
    default: {
      let node: ExprNode = update.target;
      while (node.op === 'at' || node.op === 'field')
        node = node.op === 'at' ? node.map : node.struct;
      return new Set(node.op === 'variable' ? [node.name] : []);
    }
  }
}

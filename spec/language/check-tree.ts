/** The static check: mistakes that show in the finished tree. Everything is reported, nothing thrown. */
import { report, within } from './mistakes.ts';
import { showExpr, showType } from './show.ts';
import type { ActionNode, Binder, ExprNode, SpecTree, UpdateNode } from './tree.ts';
import { cardinality } from './type-algebra.ts';
import { checkCollisions } from './collisions.ts';
import { checkGhosts } from './ghosts.ts';
import { bindersOf, childrenOf, expressionsOf, expressionsOfSpec, visit } from './walk.ts';

/** The most values that a quantifier or parameter may range over. */
const MAX_DOMAIN = 2 ** 24;

/** Reports every mistake of a finished tree to the build under way. */
export function checkTree(tree: SpecTree): void {
  if (tree.variables.length === 0) report('the spec has no variable', 'Declare its state.');
  checkNames(tree);
  checkScopes(tree);
  checkDomains(tree);
  checkNext(tree);
  checkInitialValues(tree);
  checkGhosts(tree);
  checkUse(tree);
  checkPredicates(tree);
  for (const action of tree.actions) {
    within(`action ${action.name}`, () => {
      checkParameters(action);
      checkCollisions(action);
    });
  }
  checkFairness(tree);
}

function checkNames(tree: SpecTree): void {
  const kinds: [string, readonly { readonly name: string }[]][] = [
    ['constants', tree.constants],
    ['variables', tree.variables],
    ['actions', tree.actions],
    ['properties', tree.properties],
    ['constraints', tree.constraints],
  ];
  for (const [kind, items] of kinds) {
    const names = items.map((item) => item.name);
    for (const name of new Set(names.filter((n, i) => names.indexOf(n) !== i))) {
      report(`two ${kind} are named '${name}'`, 'Rename one of them.');
    }
    for (const name of names.filter((n) => !/^[A-Za-z_][\w$-]*$/.test(n))) {
      report(`'${name}' is not a name`, 'Use letters, digits, `_` and `-`, a letter first.');
    }
  }
  const constants = tree.constants.map((c) => c.name);
  for (const { name } of tree.variables.filter((v) => constants.includes(v.name))) {
    report(`'${name}' names both a constant and a variable`, 'Rename one of them.');
  }
}

/** Variables are declared, and bound names are used only where they are bound. */
function checkScopes(tree: SpecTree): void {
  const variables = new Set(tree.variables.map((v) => v.name));
  const check = (node: ExprNode, scope: ReadonlySet<number>): void => {
    if (node.op === 'variable' && !variables.has(node.name)) {
      report(`'${node.name}' is not a variable of this spec`, 'Declare it in this builder.');
    }
    if (node.op === 'bound' && !scope.has(node.id)) {
      report(
        `'${node.name}' is used outside of what binds it`,
        'A parameter or quantified name exists only inside its own function.',
        showExpr(node),
      );
    }
    const inner = new Set([...scope, ...bindersOf(node).map((b) => b.id)]);
    for (const child of childrenOf(node)) check(child, inner);
  };
  const checkUpdate = (update: UpdateNode, scope: ReadonlySet<number>): void => {
    if (update.op === 'forEach') {
      if (update.binder.domain !== null) check(update.binder.domain, scope);
      const inner = new Set([...scope, update.binder.id]);
      for (const part of update.body) checkUpdate(part, inner);
    } else if (update.op === 'ifUpdate') {
      check(update.cond, scope);
      for (const part of [...update.then, ...update.else]) checkUpdate(part, scope);
    } else {
      for (const node of expressionsOf(update)) check(node, scope);
    }
  };
  for (const action of tree.actions) {
    within(`action ${action.name}`, () => {
      const scope = new Set<number>();
      for (const p of action.parameters) {
        if (p.domain !== null) check(p.domain, scope);
        scope.add(p.id);
      }
      for (const guard of action.guards) check(guard, scope);
      for (const update of action.updates) checkUpdate(update, scope);
      for (const who of [action.by, action.to]) {
        if (who !== null && typeof who !== 'string') check(who, scope);
      }
    });
  }
  for (const { where, node } of expressionsOfSpec(tree)) {
    if (!where.startsWith('action ')) within(where, () => check(node, new Set()));
  }
}

function checkDomains(tree: SpecTree): void {
  const check = (binder: Binder): void => {
    const size = cardinality(binder.type);
    if (binder.domain?.op === 'elements' && binder.domain.elements.length === 0) {
      report(
        `'${binder.name}' ranges over an empty set`,
        'Give the set elements, or range over a type.',
        showExpr(binder.domain),
        'warning',
      );
    }
    if (binder.domain !== null || size <= MAX_DOMAIN) return;
    report(
      `'${binder.name}' ranges over ${showType(binder.type)}, which has ${size} values`,
      `At most ${MAX_DOMAIN} can be enumerated: range over a set of the state instead.`,
    );
  };
  for (const action of tree.actions) {
    within(`action ${action.name}`, () => action.parameters.forEach(check));
  }
  for (const { where, node } of expressionsOfSpec(tree)) {
    within(where, () =>
      visit(node, (n) => bindersOf(n).forEach((b) => 'domain' in b && check(b as Binder))),
    );
  }
}

function checkNext(tree: SpecTree): void {
  for (const { where, node } of expressionsOfSpec(tree)) {
    within(where, () =>
      visit(node, (n) => {
        if (n.op !== 'next') return;
        if (!where.startsWith('stepInvariant ')) {
          report('next(…) has a meaning only in a step invariant', 'Remove it.', showExpr(n));
        }
        visit(n.arg, (inner) => {
          if (inner.op === 'next')
            report('next(…) stands in another next(…)', 'Remove one.', showExpr(n));
        });
      }),
    );
  }
}

function checkInitialValues(tree: SpecTree): void {
  for (const v of tree.variables) {
    within(`variable ${v.name}`, () => {
      const size = cardinality(v.type);
      if (v.init.kind === 'any' && size > MAX_DOMAIN) {
        report(`init is any of ${size} values`, `At most ${MAX_DOMAIN} can be enumerated.`);
      }
      const node =
        v.init.kind === 'value' ? v.init.value : v.init.kind === 'in' ? v.init.set : null;
      if (node === null) return;
      visit(node, (n) => {
        if (n.op === 'variable') {
          report(
            `the initial value reads the variable '${n.name}'`,
            'Relate variables with `initially(predicate)`.',
            showExpr(node),
          );
        }
      });
    });
  }
}

/**
 * A predicate without anything of the spec in it is usually one written with TypeScript's own
 * operators: `!x` is false for every expression x.
 */
function checkPredicates(tree: SpecTree): void {
  for (const property of tree.properties) {
    within(`${property.kind} ${property.name}`, () => {
      const { body } = property;
      if (body.op !== 'literal' || body.value !== false) return;
      report(
        'the predicate is the plain value false',
        'Write `not(x)` and `x.is(y)`, not `!x` and `x === y`.',
        null,
        'warning',
      );
    });
  }
}

/** A variable that nothing refers to is usually a slip. */
function checkUse(tree: SpecTree): void {
  const read = new Set<string>();
  for (const { node } of expressionsOfSpec(tree)) {
    visit(node, (n) => {
      if (n.op === 'variable') read.add(n.name);
    });
  }
  for (const v of tree.variables.filter((variable) => !read.has(variable.name))) {
    within(`variable ${v.name}`, () =>
      report('nothing refers to this variable', 'Remove it, or use it.', null, 'warning'),
    );
  }
  if (tree.actions.length === 0) {
    report('the spec has no action', 'Declare what happens with `action(…)`.', null, 'warning');
  }
  for (const action of tree.actions.filter((a) => a.updates.length === 0)) {
    within(`action ${action.name}`, () =>
      report('this action changes nothing', 'Give it an update, or remove it.', null, 'warning'),
    );
  }
}

function checkParameters(action: ActionNode): void {
  const used = new Set<number>();
  const note = (node: ExprNode): void =>
    visit(node, (n) => {
      if (n.op === 'bound') used.add(n.id);
    });
  for (const p of action.parameters) if (p.domain !== null) note(p.domain);
  action.guards.forEach(note);
  action.updates.flatMap(expressionsOf).forEach(note);
  for (const p of action.parameters.filter((parameter) => !used.has(parameter.id))) {
    report(
      `the parameter '${p.name}' is never used`,
      'Use it in a guard or an update, or remove it.',
    );
  }
}

function checkFairness(tree: SpecTree): void {
  const names = new Set(tree.actions.map((a) => a.name));
  for (const { strength, actions } of tree.fairness) {
    const call = strength === 'weak' ? 'weaklyFair' : 'stronglyFair';
    if (actions.length === 0) report(`${call}() names no action`, 'Give it one or more actions.');
    for (const name of actions.filter((a) => !names.has(a))) {
      report(
        `${call} names ${name}, which is not an action of this spec`,
        'Give it what `action(…)` returned.',
      );
    }
  }
}

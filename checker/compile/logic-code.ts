import type { Binder, ConnectiveNode, ExprNode, IfNode } from '../../spec/language/tree.ts';
import { freeNamesOf, isDecidable, isErrorFree } from './analysis.ts';
import { forBinder } from './binder-code.ts';
import { atom, bool, both, cond, either, not, type Js } from './js.ts';
import { shapeOf } from './layout.ts';
import type { Scope } from './scope.ts';
import type { Val } from './values.ts';

/** Writes code that runs `escape`, a statement that leaves this place, unless `node` holds. */
export function requireTrue(node: ExprNode, scope: Scope, escape: string): void {
  demand(node, true, scope, escape);
}

/**
 * Writes code that runs `escape` unless `node` has the wanted truth value. Quantifiers leave their
 * loops directly, without a variable that holds their value.
 */
function demand(node: ExprNode, wanted: boolean, scope: Scope, escape: string): void {
  const { code } = scope;
  switch (node.op) {
    case 'not':
      return demand(node.arg, !wanted, scope, escape);
    case 'and':
    case 'or': {
      if (!isStructured(node)) break;
      if ((node.op === 'and') === wanted) {
        for (const arg of node.args) demand(arg, wanted, scope, escape);
        return;
      }
      return code.labelled('', (label) => {
        for (const arg of node.args) demand(arg, !wanted, scope, `break ${label};`);
        code.line(escape);
      });
    }
    case 'implies': {
      if (!isStructured(node)) break;
      if (!wanted) {
        demand(node.left, true, scope, escape);
        return demand(node.right, false, scope, escape);
      }
      return code.labelled('', (label) => {
        demand(node.left, true, scope, `break ${label};`);
        demand(node.right, true, scope, escape);
      });
    }
    case 'forAll':
    case 'exists': {
      // Either every value must do, or the loops look for one and leave when they find it.
      if ((node.op === 'forAll') === wanted)
        return forEvery(node.binders, clauseOf(node.body, wanted), scope, escape);
      return code.labelled('', (label) => {
        forEvery(node.binders, clauseOf(node.body, !wanted), scope, `break ${label};`);
        code.line(escape);
      });
    }
    case 'let':
      if (!isStructured(node)) break;
      scope.bind(node.id, kept(scope, node.value, node.name));
      return demand(node.body, wanted, scope, escape);
    default:
  }
  const { js } = scope.value(node);
  const failed = wanted ? not(js) : js;
  if (failed.known === false) return;
  code.line(failed.known === true ? escape : `if (${failed.text}) ${escape}`);
}

/** A disjunct: that an expression has a truth value. */
interface Literal {
  readonly node: ExprNode;
  readonly value: boolean;
}

/** That an expression has a truth value, as a disjunction in order of evaluation. */
function clauseOf(node: ExprNode, value: boolean): readonly Literal[] {
  switch (node.op) {
    case 'not':
      return clauseOf(node.arg, !value);
    case 'or':
    case 'and':
      if ((node.op === 'or') !== value) break;
      return node.args.flatMap((arg) => clauseOf(arg, value));
    case 'implies':
      if (!value) break;
      return [...clauseOf(node.left, false), ...clauseOf(node.right, true)];
    default:
  }
  return [{ node, value }];
}

/** Loops that run `escape` for the first values of the binders for which no literal holds. */
function forEvery(
  binders: readonly Binder[],
  clause: readonly Literal[],
  scope: Scope,
  escape: string,
): void {
  const needsLabel = clause.some((_, i) => isReady(clause, i, binders));
  if (!needsLabel) return forEveryFrom(binders, clause, scope, escape, '');
  scope.code.labelled('', (label) =>
    forEveryFrom(binders, clause, scope, escape, `break ${label};`),
  );
}

/**
 * The loops of the remaining binders. A literal stands in the outermost loop in which it can be
 * decided, so that `for all a, b: P(a) implies Q(b)` does not look at each pair. `satisfied` goes on
 * with the next value of the loops outside.
 */
function forEveryFrom(
  binders: readonly Binder[],
  clause: readonly Literal[],
  scope: Scope,
  escape: string,
  satisfied: string,
): void {
  const { code } = scope;
  const [binder, ...inner] = binders;
  if (binder === undefined) {
    for (const { node, value } of clause.slice(0, -1)) demand(node, !value, scope, satisfied);
    const last = clause.at(-1);
    return last === undefined ? code.line(escape) : demand(last.node, last.value, scope, escape);
  }
  const now = clause.filter((_, i) => isReady(clause, i, binders));
  const later = clause.filter((literal) => !now.includes(literal));
  for (const { node, value } of now) demand(node, !value, scope, satisfied);
  forBinder(binder, scope, (_, next) => {
    forEveryFrom(inner, later, scope, escape, next);
    // What the inner loops found does not depend on this value, so no other value need be tried.
    const inside = later.filter((_, i) => !isReady(later, i, inner));
    if (inner.length > 0 && isIndependent(binder, inner, inside))
      code.line(next.replace('continue', 'break'));
  });
}

function isReady(clause: readonly Literal[], i: number, binders: readonly Binder[]): boolean {
  const before = clause.slice(0, i).map(({ node }) => node);
  return isDecidable(clause[i]!.node, before, binders);
}

function isIndependent(
  binder: Binder,
  inner: readonly Binder[],
  clause: readonly Literal[],
): boolean {
  const nodes = [
    ...clause.map(({ node }) => node),
    ...inner.flatMap(({ domain }) => (domain === null ? [] : [domain])),
  ];
  return nodes.every((node) => isErrorFree(node) && !freeNamesOf(node).has(binder.id));
}

/** Whether an expression is best written as statements: it has a quantifier among its branches. */
function isStructured(node: ExprNode): boolean {
  switch (node.op) {
    case 'forAll':
    case 'exists':
      return true;
    case 'not':
      return isStructured(node.arg);
    case 'and':
    case 'or':
      return node.args.some(isStructured);
    case 'implies':
      return isStructured(node.left) || isStructured(node.right);
    case 'let':
      return isStructured(node.body);
    default:
      return false;
  }
}

function kept(scope: Scope, node: ExprNode, name: string): Val {
  const val = scope.value(node);
  return { shape: val.shape, js: scope.code.keep(val.js, name) };
}

/** A quantifier's value, in a variable. */
export function quantified(node: ExprNode, scope: Scope): Js {
  const { code } = scope;
  const holds = code.variable('holds', 'true');
  code.labelled('', (label) => requireTrue(node, scope, `{ ${holds} = false; break ${label}; }`));
  return atom(holds);
}

/** `and`, `or`: one JavaScript expression as far as no operand needs statements before it. */
export function connective(op: ConnectiveNode['op'], args: readonly ExprNode[], scope: Scope): Js {
  const { code } = scope;
  const conjunction = op === 'and';
  const join = conjunction ? both : either;
  let all: Js = bool(conjunction);
  let variable: string | null = null;
  for (const arg of args) {
    if (all.known === !conjunction) break;
    const { lines, result } = code.capture(() => scope.value(arg).js);
    if (lines.length === 0) {
      all = join(all, result);
    } else if (all.known === conjunction) {
      code.paste(lines);
      all = result;
    } else {
      if (variable === null) variable = code.variable('holds', all.text);
      else if (all.text !== variable) code.line(`${variable} = ${all.text};`);
      const name: string = variable;
      code.block(`if (${conjunction ? '' : '!'}${name})`, () => {
        code.paste(lines);
        code.line(`${name} = ${result.text};`);
      });
      all = atom(name);
    }
  }
  return all;
}

/** `left implies right`: the right side is evaluated only if the left holds. */
export function implication(left: ExprNode, right: ExprNode, scope: Scope): Js {
  const { code } = scope;
  const unless = not(scope.value(left).js);
  if (unless.known === true) return unless;
  const { lines, result } = code.capture(() => scope.value(right).js);
  if (lines.length === 0) return either(unless, result);
  const name = code.variable('holds', unless.text);
  code.block(`if (!${name})`, () => {
    code.paste(lines);
    code.line(`${name} = ${result.text};`);
  });
  return atom(name);
}

/** `if`: a conditional expression, or a statement where a branch needs statements. */
export function conditional(node: IfNode, scope: Scope): Val {
  const test = scope.value(node.cond).js;
  const shape = shapeOf(node.type);
  if (test.known !== null) return scope.value(test.known === true ? node.then : node.else);
  return { shape, js: choice(scope, test, [node.then, node.else]) };
}

/** One of two values by a test; only the chosen one is evaluated. */
function choice(scope: Scope, test: Js, [yes, no]: readonly [ExprNode, ExprNode]): Js {
  return chooseBetween(
    scope,
    test,
    () => scope.value(yes).js,
    () => scope.value(no).js,
  );
}

/** One of two fragments by a test, with the statements that each of them needs. */
export function chooseBetween(scope: Scope, test: Js, yes: () => Js, no: () => Js): Js {
  const { code } = scope;
  if (test.known !== null) return test.known === true ? yes() : no();
  const [first, second] = [code.capture(yes), code.capture(no)];
  if (first.lines.length === 0 && second.lines.length === 0)
    return cond(test, first.result, second.result);
  const name = code.name('chosen');
  code.line(`let ${name};`);
  code.branch(
    test,
    () => {
      code.paste(first.lines);
      code.line(`${name} = ${first.result.text};`);
    },
    () => {
      code.paste(second.lines);
      code.line(`${name} = ${second.result.text};`);
    },
  );
  return atom(name);
}

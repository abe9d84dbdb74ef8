import { showBinder, showExpr } from '../../spec/language/show.ts';
import type { ActionNode, Binder, ExprNode } from '../../spec/language/tree.ts';
import { freeNamesOf, isErrorFree } from './analysis.ts';
import type { Assembly } from './assembly.ts';
import { forBinder } from './binder-code.ts';
import { Code, functionText } from './code.ts';
import { evaluate } from './expression.ts';
import { atom, num } from './js.ts';
import { requireTrue } from './logic-code.ts';
import type { Program } from './program.ts';
import { Scope, View } from './scope.ts';
import type { StateLayout } from './state-layout.ts';
import { UpdateCode } from './update-code.ts';

/** What the code of every action shares. */
export interface ActionContext {
  readonly assembly: Assembly;
  readonly layout: StateLayout;
  readonly batch: Program['batch'];
  /** The function that checks step invariants of a successor, if there are any. */
  readonly stepCheck: string | null;
  /** The function that takes a successor to its representative under symmetry, if there is one. */
  readonly canonicalise: string | null;
}

/**
 * The function of one action: given how many successors the batch holds, it adds those of the
 * state at 0 and returns how many there are now. Parameters are loops; each guard stands in the
 * outermost loop in which it can be decided without another spec error coming first.
 */
export function actionFunction(
  context: ActionContext,
  action: ActionNode,
  index: number,
  name: string,
): string {
  const code = new Code(context.assembly);
  const view = new View(code, context.layout, num(0), 'w');
  const scope = new Scope(code, `action ${action.name}`, evaluate, view);
  code.comment(`action ${action.name}`);
  const guards = action.guards.flatMap(conjuncts);
  writeLevel({ context, action, index, scope }, action.parameters, guards, 'return count;');
  code.line('return count;');
  return functionText(name, 'count', code);
}

/** The conjuncts of a guard, in order. */
function conjuncts(guard: ExprNode): readonly ExprNode[] {
  return guard.op === 'and' ? guard.args.flatMap(conjuncts) : [guard];
}

interface ActionScope {
  readonly context: ActionContext;
  readonly action: ActionNode;
  readonly index: number;
  readonly scope: Scope;
}

/** Writes what can be decided now, then the loop of the next parameter, at last the successor. */
function writeLevel(
  own: ActionScope,
  parameters: readonly Binder[],
  guards: readonly ExprNode[],
  escape: string,
): void {
  const { scope } = own;
  const { code } = scope;
  const [parameter, ...inner] = parameters;
  const now = guards.filter((guard, i) => isReady(guard, guards.slice(0, i), parameters));
  for (const guard of now) {
    code.comment(`when: ${showExpr(guard)}`);
    requireTrue(guard, scope, escape);
  }
  if (parameter === undefined) return writeSuccessor(own);
  const later = guards.filter((guard) => !now.includes(guard));
  code.comment(`for: ${showBinder(parameter)}`);
  forBinder(parameter, scope, (_, next) => writeLevel(own, inner, later, next));
}

/**
 * Whether a guard may be decided before the loops of `unbound`: it needs none of their names, and
 * neither it nor what comes before it, earlier guards and those domains, can be a spec error.
 */
function isReady(
  guard: ExprNode,
  before: readonly ExprNode[],
  unbound: readonly Binder[],
): boolean {
  if (unbound.length === 0) return true;
  const names = freeNamesOf(guard);
  if (unbound.some(({ id }) => names.has(id))) return false;
  const domains = unbound.flatMap(({ domain }) => (domain === null ? [] : [domain]));
  return [guard, ...before, ...domains].every(isErrorFree);
}

function writeSuccessor({ context, action, index, scope }: ActionScope): void {
  const { batch, layout, stepCheck, canonicalise } = context;
  const { code } = scope;
  const made = code.name('made');
  code.line(`const ${made} = ${batch.states} + count * ${layout.words};`);
  new UpdateCode(scope, layout, action.updates, atom(made)).write();
  code.line(`H[${batch.actions} + count] = ${index};`);
  code.line(`taken[${index}]++;`);
  if (stepCheck !== null) code.line(`${stepCheck}(${made}, count);`);
  if (canonicalise !== null) code.line(`${canonicalise}(${made});`);
  code.line(`if (++count === ${batch.capacity}) { hooks.flush(count); count = 0; }`);
}

import { showBinder, showExpr } from '../../spec/language/show.ts';
import type { ActionNode, Binder, ExprNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import { isDecidable } from './analysis.ts';
import type { Assembly } from './assembly.ts';
import { forBinder } from './binder-code.ts';
import { Code } from './code.ts';
import { evaluate } from './expression.ts';
import { add, atom, mul, num } from './js.ts';
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
  const guards = action.guards.flatMap(conjuncts);
  const own = { context, action, index, scope };
  writeLevel(own, action.parameters, guards, 'return count;');
  const lines = [`// action ${action.name}`, ...counted(own, code.lines), 'return count;'];
  return [`function ${name}(count) {`, ...lines.map((line) => `  ${line}`), '}'].join('\n');
}

/** Stand where a successor was made, and where it is complete, until it is known how to count. */
const MADE = '@made';
const COMPLETE = '@complete';

/**
 * The action's lines with its successors counted. At a call of a hook the counters must be right and
 * the batch must have room. Where no hook is called between the first successor and the last, and
 * there is room for all and one more, which the next action may write unasked, both are seen to once
 * for the whole action: a third of the time of two-phase commit's small actions.
 */
function counted({ context, action, index }: ActionScope, lines: readonly string[]): string[] {
  const { capacity } = context.batch;
  const most = action.parameters.reduce((product, { type }) => product * cardinality(type), 1);
  const atOnce =
    most > 1 && most <= capacity / 4 && !lines.some((line) => /hooks\.|checkStep/.test(line));
  const replaced = (made: readonly string[], complete: readonly string[]): string[] =>
    lines.flatMap((line) => {
      const text = line.trimStart();
      if (text !== MADE && text !== COMPLETE) return [line];
      const indent = line.slice(0, line.length - text.length);
      return (text === MADE ? made : complete).map((one) => indent + one);
    });
  if (!atOnce) {
    // A successor that breaks a step invariant, or is a spec error there, was made all the same.
    const flush = `if (++count === ${capacity}) { hooks.flush(count); count = 0; }`;
    return replaced([`taken[${index}]++;`], [flush]);
  }
  return [
    `if (count >= ${capacity - most}) { hooks.flush(count); count = 0; }`,
    'const before = count;',
    ...replaced([], ['count++;']),
    `taken[${index}] += count - before;`,
  ];
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
  const now = guards.filter((guard, i) => isDecidable(guard, guards.slice(0, i), parameters));
  for (const guard of now) {
    code.comment(`when: ${showExpr(guard)}`);
    requireTrue(guard, scope, escape);
  }
  if (parameter === undefined) return writeSuccessor(own);
  const later = guards.filter((guard) => !now.includes(guard));
  code.comment(`for: ${showBinder(parameter)}`);
  forBinder(parameter, scope, (_, next) => writeLevel(own, inner, later, next));
}

function writeSuccessor({ context, action, index, scope }: ActionScope): void {
  const { batch, layout, stepCheck, canonicalise } = context;
  const { code } = scope;
  const made = code.name('made');
  const offset = mul(atom('count'), num(layout.words));
  code.line(`const ${made} = ${add(num(batch.states), offset).text};`);
  new UpdateCode(scope, layout, action.updates, atom(made)).write();
  code.line(`H[${batch.actions} + count] = ${index};`);
  code.line(MADE);
  if (stepCheck !== null) code.line(`${stepCheck}(${made}, count);`);
  if (canonicalise !== null) code.line(`${canonicalise}(${made});`);
  code.line(COMPLETE);
}

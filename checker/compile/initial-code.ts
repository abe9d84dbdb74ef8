import type { ExprNode, SpecTree, VariableDeclaration } from '../../spec/language/tree.ts';
import { isErrorFree, variablesOf } from './analysis.ts';
import type { Assembly } from './assembly.ts';
import { Code, functionText } from './code.ts';
import { forEachElement, forEachValue } from './domain-code.ts';
import { evaluate } from './expression.ts';
import { add, atom, num } from './js.ts';
import { requireTrue } from './logic-code.ts';
import type { Program } from './program.ts';
import { Scope, View } from './scope.ts';
import type { StateLayout } from './state-layout.ts';
import { assignField, cellSpot, rawOf, store, type Val } from './values.ts';

const WHERE = 'initial states';

/**
 * The function that puts all initial states into the batch: a loop for each variable, in order of
 * declaration, that writes its value to a state of the function's own; predicates stand in the
 * outermost loop in which they can be decided without another spec error coming first.
 */
export function initialFunction(
  tree: SpecTree,
  assembly: Assembly,
  layout: StateLayout,
  batch: Program['batch'],
  canonicalise: string | null,
): string {
  const code = new Code(assembly);
  const state = assembly.allocate(layout.words);
  const view = new View(code, layout, num(state), null);
  const withState = new Scope(code, WHERE, evaluate, view);
  const withoutState = new Scope(code, WHERE, evaluate, null);
  code.line(`H.fill(0, ${state}, ${state + layout.words});`);

  const write = (variable: VariableDeclaration, val: Val): void => {
    const { shape, cell } = layout.slots.find(({ name }) => name === variable.name)!;
    const address = add(num(state), num(cell.word));
    if (!shape.small) store(code, shape, address, rawOf(code, val));
    else if (shape.bits > 0)
      assignField(code, atom(`H[${address.text}]`), cellSpot(cell), rawOf(code, val), false);
  };

  const level = (
    variables: readonly VariableDeclaration[],
    predicates: readonly ExprNode[],
    escape: string,
  ): void => {
    const now = predicates.filter((node, i) => isReady(node, predicates.slice(0, i), variables));
    for (const predicate of now) requireTrue(predicate, withState, escape);
    const [variable, ...rest] = variables;
    if (variable === undefined) {
      for (let i = 0; i < layout.words; i++)
        code.line(`H[${batch.states} + count * ${layout.words} + ${i}] = H[${state + i}];`);
      if (canonicalise !== null) {
        code.line(`${canonicalise}(${batch.states} + count * ${layout.words});`);
      }
      code.line(`H[${batch.actions} + count] = 0;`);
      code.line('initialStates++;');
      code.line(`if (++count === ${batch.capacity}) { hooks.flush(count); count = 0; }`);
      return;
    }
    const later = predicates.filter((node) => !now.includes(node));
    const { shape } = layout.slots.find(({ name }) => name === variable.name)!;
    const inner = (val: Val, next: string): void => {
      write(variable, val);
      level(rest, later, next);
    };
    code.comment(`variable ${variable.name}`);
    switch (variable.init.kind) {
      case 'value':
        return inner(withoutState.value(variable.init.value), escape);
      case 'in':
        return forEachElement(code, withoutState.value(variable.init.set), variable.name, inner);
      case 'any':
        return forEachValue(code, shape, variable.name, inner);
    }
  };
  level(tree.variables, tree.initially, 'return count;');
  code.line('return count;');
  return functionText('initial', 'count', code);
}

/** Whether a predicate can be decided before the values of `unset` are chosen. */
function isReady(
  node: ExprNode,
  before: readonly ExprNode[],
  unset: readonly VariableDeclaration[],
): boolean {
  if (unset.length === 0) return true;
  const read = variablesOf(node);
  if (unset.some(({ name }) => read.has(name))) return false;
  const choices = unset.flatMap(({ init }) =>
    init.kind === 'value' ? [init.value] : init.kind === 'in' ? [init.set] : [],
  );
  return [node, ...before, ...choices].every(isErrorFree);
}

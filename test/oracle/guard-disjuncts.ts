import type { ActionNode, SpecTree } from '../../spec/language/tree.ts';

/**
 * The spec as TLC counts it. To TLC a disjunction in an action is a choice even where it is only a
 * condition: each disjunct that holds gives a successor, all of them the same state. Here an instance
 * gives one successor. The difference shows in the number of generated states alone, and vanishes
 * if every disjunct of a guard is an action of its own.
 */
export function withActionPerDisjunct(tree: SpecTree): SpecTree {
  return { ...tree, actions: tree.actions.flatMap(actionPerDisjunct) };
}

/** Whether TLC counts the spec in another way. */
export function hasDisjunctiveGuard(tree: SpecTree): boolean {
  return tree.actions.some((action) => action.guards.some((guard) => guard.op === 'or'));
}

function actionPerDisjunct(action: ActionNode): ActionNode[] {
  let variants: ActionNode['guards'][] = [[]];
  for (const guard of action.guards) {
    const disjuncts = guard.op === 'or' ? guard.args : [guard];
    variants = variants.flatMap((variant) => disjuncts.map((one) => [...variant, one]));
  }
  return variants.map((guards, i) => ({ ...action, name: `${action.name}-${i + 1}`, guards }));
}

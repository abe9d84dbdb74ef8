import { titleOf } from '../../traces/story.ts';
import { Exploration } from '../../bin/explore/exploration.ts';
import type { ConstantValue, Spec } from '../../spec/language/index.ts';

/** An exploration of a spec at its beginning. */
export function explorationOf(
  spec: Spec,
  constants: Readonly<Record<string, ConstantValue>> = {},
): Exploration {
  const tree = spec.instantiate(constants);
  return new Exploration({
    spec: tree,
    file: null,
    model: 'default',
    properties: tree.properties,
  });
}

/** The titles of the path up to where one stands. */
export function titlesOf(exploration: Exploration): readonly string[] {
  const { spec, path, position } = exploration;
  return path.slice(1, position + 1).map(({ instance }) => {
    const action = spec.actions.find(({ name }) => name === instance!.action)!;
    return titleOf(action, instance!);
  });
}

import type {
  LocationNode,
  TypeNode,
  UpdateNode,
  VariableDeclaration,
} from '../../spec/language/tree.ts';
import { cardinality, sameType } from '../../spec/language/type-algebra.ts';
import type { Ask } from './ask.ts';
import { keyOf } from './destructors.ts';
import { stirred } from './stir.ts';

/** Parts of composite types so large are not updated by themselves; they are assigned. */
const DEEPEST = 3;

/**
 * The updates of an action. They mostly write different variables, so that collisions happen, but
 * not in most specs.
 */
export function randomUpdates(
  variables: readonly VariableDeclaration[],
  ask: Ask,
  most = 3,
): UpdateNode[] {
  const first = ask.choices.below(variables.length);
  const others = ask.dares() ? most : Math.min(most, variables.length);
  const count = 1 + ask.choices.below(others);
  return Array.from({ length: count }, (_, i) =>
    update(variables[(first + i) % variables.length]!, ask),
  );
}

function update(variable: VariableDeclaration, ask: Ask): UpdateNode {
  switch (ask.choices.below(6)) {
    case 4:
      return {
        op: 'ifUpdate',
        cond: ask.bool(),
        then: [simple(variable, ask)],
        else: ask.choices.some(1, () => simple(variable, ask)),
      };
    case 5: {
      const over = indexOf(variable.type);
      if (over === undefined && !ask.dares()) return simple(variable, ask);
      const { binder, inner } = ask.binder(over);
      return { op: 'forEach', binder, body: [simple(variable, inner, !ask.dares())] };
    }
    default:
      return simple(variable, ask);
  }
}

/** What a loop over the parts of a variable ranges over. */
function indexOf(type: TypeNode): TypeNode | undefined {
  if (type.kind === 'map') return type.key;
  return type.kind === 'set' && cardinality(type.of) <= 20 ? type.of : undefined;
}

/** One write; of a part of the variable, if it must be. */
function simple({ name, type }: VariableDeclaration, ask: Ask, ofPart = false): UpdateNode {
  const target = location({ op: 'variable', type, name }, ask, DEEPEST, ofPart);
  const updated = target.type;
  if (updated.kind === 'set' && (ofPart || ask.choices.below(4) > 0)) {
    const op = ask.choices.pick(['addElement', 'removeElement'] as const);
    return { op, target, element: preferBound(updated.of, ask) };
  }
  switch (ask.choices.below(4)) {
    case 0:
      return { op: 'assign', target, value: ask.to(0).of(updated) };
    case 1:
      return { op: 'assign', target, value: ask.of(updated) };
    default:
      return {
        op: 'assign',
        target,
        value: bindsNothing(target) ? stirred(updated, target, ask) : ask.of(updated),
      };
  }
}

function bindsNothing(target: LocationNode): boolean {
  switch (target.op) {
    case 'variable':
      return true;
    case 'field':
      return bindsNothing(target.struct as LocationNode);
    case 'at':
      return target.key.op === 'bound' && bindsNothing(target.map as LocationNode);
  }
}

/** The variable itself or a part of it. */
function location(
  whole: LocationNode,
  ask: Ask,
  depth: number,
  mustDescend: boolean,
): LocationNode {
  const { type } = whole;
  if (depth === 0 || (!mustDescend && ask.choices.below(4) === 0)) return whole;
  if (type.kind === 'map') {
    const key = preferBound(type.key, ask);
    return location({ op: 'at', type: type.value, map: whole, key }, ask, depth - 1, false);
  }
  if (type.kind === 'struct') {
    const field = ask.choices.pick(type.fields);
    const part = { op: 'field', type: field.type, struct: whole, field: field.name } as const;
    return location(part, ask, depth - 1, false);
  }
  return whole;
}

/** The latest bound name of this type, usually: so that a loop or parameter is used. */
function preferBound(type: TypeNode, ask: Ask): ReturnType<Ask['of']> {
  const bound = ask.names.findLast((name) => name.op === 'bound' && sameType(name.type, type));
  return bound !== undefined && !ask.dares() ? bound : keyOf(ask, type);
}

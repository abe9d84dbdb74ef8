import { is } from 'immutable';
import type { List, Map, Set } from 'immutable';
import { sortedElements, sortedEntries } from '../checker/reference/order.ts';
import { showValue } from '../checker/reference/show-value.ts';
import type { SomeValue, State, TaggedValue, Value } from '../checker/reference/value.ts';
import type { TypeNode, VariableDeclaration } from '../spec/language/tree.ts';

/**
 * One difference between two states, at the deepest place that names it. `path` reads like the
 * expression for that place: `record[o1].state`. An option is entered by `.value`, a case of a
 * union by its tag, a sequence by `[0]`.
 */
export type Change = ValueChange | ElementsChange;

/** A place that holds another value. */
export interface ValueChange {
  readonly kind: 'value';
  readonly variable: string;
  readonly path: string;
  readonly type: TypeNode;
  readonly before: Value;
  readonly after: Value;
}

/** A set or bag that won or lost elements; a bag's element is listed once for each copy. */
export interface ElementsChange {
  readonly kind: 'elements';
  readonly variable: string;
  readonly path: string;
  /** The type of the elements. */
  readonly type: TypeNode;
  readonly added: readonly Value[];
  readonly removed: readonly Value[];
}

/** What differs from `before` to `after`, in the order of the declarations. */
export function diffStates(
  variables: readonly VariableDeclaration[],
  before: State,
  after: State,
): readonly Change[] {
  return variables.flatMap(({ name, type }) =>
    diffValues(name, name, type, before.get(name)!, after.get(name)!),
  );
}

function diffValues(
  variable: string,
  path: string,
  type: TypeNode,
  before: Value,
  after: Value,
): readonly Change[] {
  if (is(before, after)) return [];
  const inside = (step: string, of: TypeNode, a: Value, b: Value): readonly Change[] =>
    diffValues(variable, `${path}${step}`, of, a, b);
  const whole: readonly Change[] = [{ kind: 'value', variable, path, type, before, after }];
  switch (type.kind) {
    case 'struct': {
      const [a, b] = [before, after] as [Map<Value, Value>, Map<Value, Value>];
      return type.fields.flatMap((f) =>
        inside(`.${f.name}`, f.type, a.get(f.name)!, b.get(f.name)!),
      );
    }
    case 'map': {
      const b = after as Map<Value, Value>;
      return sortedEntries(type, before as Map<Value, Value>).flatMap(([key, value]) =>
        inside(`[${showValue(type.key, key)}]`, type.value, value, b.get(key)!),
      );
    }
    case 'option': {
      if (before === null || after === null) return whole;
      const [a, b] = [before, after] as [SomeValue, SomeValue];
      return inside('.value', type.of, a.value, b.value);
    }
    case 'union': {
      const [a, b] = [before, after] as [TaggedValue, TaggedValue];
      const tag = a.tag;
      if (tag !== b.tag) return whole;
      const { type: of } = type.cases.find((c) => c.tag === tag)!;
      return inside(`.${tag}`, of, a.payload, b.payload);
    }
    case 'sequence': {
      const [a, b] = [before, after] as [List<Value>, List<Value>];
      const differing =
        a.size === b.size ? a.keySeq().filter((i) => !is(a.get(i), b.get(i))) : null;
      // Where several places differ, the sequence was shifted or rebuilt: by places it would be noise.
      if (differing === null || differing.count() !== 1) return whole;
      const index = differing.first()!;
      return inside(`[${index}]`, type.of, a.get(index)!, b.get(index)!);
    }
    case 'set': {
      const [a, b] = [before, after] as [Set<Value>, Set<Value>];
      const added = sortedElements(type, b.subtract(a));
      const removed = sortedElements(type, a.subtract(b));
      return [{ kind: 'elements', variable, path, type: type.of, added, removed }];
    }
    case 'bag': {
      const [a, b] = [before, after] as [Map<Value, Value>, Map<Value, Value>];
      const added = sortedElements(type, surplus(b, a));
      const removed = sortedElements(type, surplus(a, b));
      return [{ kind: 'elements', variable, path, type: type.of, added, removed }];
    }
    default:
      return whole;
  }
}

/** The copies that `bag` has beyond those of `other`. */
function surplus(bag: Map<Value, Value>, other: Map<Value, Value>): Map<Value, Value> {
  return bag
    .map((copies, element) => (copies as number) - ((other.get(element) as number) ?? 0))
    .filter((copies) => copies > 0);
}

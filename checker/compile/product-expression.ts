import type {
  AtNode,
  FieldOfNode,
  InjectNode,
  IsSomeNode,
  IsTagNode,
  MatchNode,
  NoneNode,
  PayloadNode,
  SomeNode,
  StructNode,
  UnwrapNode,
  WithEntryNode,
  WithFieldNode,
} from '../../spec/language/tree.ts';
import {
  caseNumber,
  caseOf,
  contentOf,
  isCase,
  isSome,
  noneOf,
  payloadOf,
  someOf,
  structOf,
} from './case-code.ts';
import { rank } from './domain-code.ts';
import { not, type Js } from './js.ts';
import {
  shapeOf,
  type MapShape,
  type OptionShape,
  type StructField,
  type StructShape,
  type UnionShape,
} from './layout.ts';
import { chooseBetween } from './logic-code.ts';
import type { Scope } from './scope.ts';
import {
  cellSpot,
  codeOf,
  duplicate,
  itemSpot,
  keepVal,
  put,
  read,
  withField,
  type Spot,
  type Val,
} from './values.ts';

/** Expressions over options, structs, unions and maps. */
export type ProductNode =
  | SomeNode
  | NoneNode
  | IsSomeNode
  | UnwrapNode
  | StructNode
  | FieldOfNode
  | WithFieldNode
  | InjectNode
  | IsTagNode
  | PayloadNode
  | MatchNode
  | AtNode
  | WithEntryNode;

export function productValue(node: ProductNode, scope: Scope): Val {
  const { code } = scope;
  const shape = shapeOf(node.type);
  switch (node.op) {
    case 'some':
      return someOf(code, shape as OptionShape, scope.value(node.arg));
    case 'none':
      return noneOf(code, shape);
    case 'isSome':
      return { shape, js: isSome(scope.value(node.arg)) };
    case 'unwrap': {
      const option = keepVal(code, scope.value(node.arg), 'option');
      failUnless(scope, isSome(option), node);
      return contentOf(option);
    }

    case 'struct':
      return structOf(
        code,
        shape as StructShape,
        node.fields.map((field) => scope.value(field)),
      );
    case 'field': {
      const struct = scope.value(node.struct);
      const field = fieldNamed(struct, node.field);
      return read(struct, cellSpot(field.cell), field.shape);
    }
    case 'withField': {
      const struct = scope.value(node.struct);
      const value = scope.value(node.value);
      return replaced(scope, struct, cellSpot(fieldNamed(struct, node.field).cell), value);
    }

    case 'inject':
      return caseOf(
        code,
        shape as UnionShape,
        caseNumber(shape, node.tag),
        scope.value(node.payload),
      );
    case 'isTag': {
      const union = keepVal(code, scope.value(node.arg), 'union');
      return { shape, js: isCase(union, caseNumber(union.shape, node.tag)) };
    }
    case 'payload': {
      const union = keepVal(code, scope.value(node.arg), 'union');
      const i = caseNumber(union.shape, node.tag);
      failUnless(scope, isCase(union, i), node);
      return payloadOf(union, i);
    }
    case 'match':
      return { shape, js: match(node, scope) };

    case 'at': {
      const map = scope.value(node.map);
      const { items, value } = map.shape as MapShape;
      const index = rank(code, scope.value(node.key));
      return read(map, itemSpot(code, items, value, index), value);
    }
    case 'withEntry': {
      const map = scope.value(node.map);
      const { items, value: of } = map.shape as MapShape;
      const index = code.keep(rank(code, scope.value(node.key)), 'key');
      const value = scope.value(node.value);
      return replaced(scope, map, itemSpot(code, items, of, index), value);
    }
  }
}

export function fieldNamed(struct: Val, name: string): StructField {
  const field = (struct.shape as StructShape).fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`malformed spec tree: there is no field ${name}`);
  return field;
}

function failUnless(scope: Scope, test: Js, node: UnwrapNode | PayloadNode): void {
  const wrong = not(test);
  if (wrong.known === false) return;
  const failure = scope.failure('wrong-case', node);
  scope.code.line(wrong.known === true ? failure : `if (${wrong.text}) ${failure}`);
}

/** A holder with one component replaced. */
function replaced(scope: Scope, holder: Val, spot: Spot, value: Val): Val {
  const { code } = scope;
  if (value.shape.small && value.shape.bits === 0) return holder;
  if (holder.shape.small) {
    const shift = code.keep(spot.shift, 's');
    const js = withField(holder.js, { ...spot, shift }, codeOf(value), false);
    return { shape: holder.shape, js };
  }
  const target = duplicate(code, holder);
  put(code, target, spot, value, false);
  return target;
}

/** The branch of the union's case, with the payload bound. */
function match(node: MatchNode, scope: Scope): Js {
  const union = keepVal(scope.code, scope.value(node.arg), 'union');
  const { cases } = union.shape as UnionShape;
  const possible = node.branches.filter(
    ({ tag }) => cases[caseNumber(union.shape, tag)]!.shape.count > 0,
  );
  const branch = (i: number): Js => {
    const { tag, id, name, body } = possible[i]!;
    const number = caseNumber(union.shape, tag);
    const take = (): Js => {
      scope.bind(id, keepVal(scope.code, payloadOf(union, number), name));
      return scope.value(body).js;
    };
    if (i === possible.length - 1) return take();
    return chooseBetween(scope, isCase(union, number), take, () => branch(i + 1));
  };
  return branch(0);
}

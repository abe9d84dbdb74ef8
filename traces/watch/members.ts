import { arithmetic } from '../../spec/language/intervals.ts';
import { showType } from '../../spec/language/show.ts';
import type { ExprNode, TypeNode } from '../../spec/language/tree.ts';
import { sizeNode } from './collections.ts';
import type { CallSyntax, FieldSyntax } from './syntax.ts';
import type { Typing } from './typing.ts';

/** `of.name`: a field, the value of an option, the payload of a case, a part of a sequence. */
export function memberNode(typing: Typing, of: ExprNode, { name, at }: FieldSyntax): ExprNode {
  const { type } = of;
  switch (type.kind) {
    case 'struct': {
      const field = type.fields.find((one) => one.name === name);
      if (field !== undefined) return { op: 'field', type: field.type, struct: of, field: name };
      const names = type.fields.map((one) => one.name);
      return typing.unknown('field', name, names, at);
    }
    case 'option':
      if (name === 'value') return { op: 'unwrap', type: type.of, arg: of };
      return typing.fail(`this is ${showType(type)}: its value is .value`, at);
    case 'union': {
      const own = type.cases.find(({ tag }) => tag === name);
      if (own !== undefined) return { op: 'payload', type: own.type, arg: of, tag: name };
      const tags = type.cases.map(({ tag }) => tag);
      return typing.unknown('case', name, tags, at);
    }
    case 'set':
    case 'sequence':
    case 'bag':
      if (name === 'size' || name === 'length') return sizeNode(of)!;
      return sequencePart(typing, name, of, at);
    case 'map':
      return typing.fail('an entry of a map is reached by its key', at, `As in […][${name}].`);
    default:
      return typing.fail(`this is ${showType(type)}: it has no parts`, at);
  }
}

/** `name(args)`: a function of the language or a case of a union. */
export function callNode(
  typing: Typing,
  syntax: CallSyntax,
  union: Extract<TypeNode, { readonly kind: 'union' }> | null,
): ExprNode {
  const { name, args, at } = syntax;
  if (union !== null) {
    const { type } = union.cases.find(({ tag }) => tag === name)!;
    const payload: ExprNode =
      type.kind === 'unit' && args.length === 0
        ? { op: 'literal', type, value: null }
        : typing.check(typing.only(syntax), type);
    return { op: 'inject', type: union, tag: name, payload };
  }
  switch (name) {
    case 'size': {
      const node = typing.infer(typing.only(syntax));
      return sizeNode(node) ?? typing.fail(`${showType(node.type)} has no size`, args[0]!.at);
    }
    case 'head':
    case 'last':
    case 'tail':
    case 'front':
    case 'indices':
      return sequencePart(typing, name, typing.infer(typing.only(syntax)), args[0]!.at);
    case 'elements': {
      const node = typing.infer(typing.only(syntax));
      if (node.type.kind !== 'sequence' && node.type.kind !== 'bag')
        return typing.fail(`this is ${showType(node.type)}`, args[0]!.at);
      const { of, max } = node.type;
      return { op: 'setOf', type: { kind: 'set', of, max }, collection: node };
    }
    case 'some': {
      const arg = typing.infer(typing.only(syntax));
      return { op: 'some', type: { kind: 'option', of: arg.type }, arg };
    }
    case 'min':
    case 'max': {
      if (args.length !== 2) return typing.fail(`${name} takes two integers`, at);
      const [a, b] = [typing.integer(args[0]!), typing.integer(args[1]!)];
      return typing.located(at, () => arithmetic(name, a, b));
    }
    case 'count': {
      if (args.length !== 2) return typing.fail('count takes a bag and an element', at);
      const bag = typing.infer(args[0]!);
      if (bag.type.kind !== 'bag')
        return typing.fail(`this is ${showType(bag.type)}, not a bag`, args[0]!.at);
      const type = { kind: 'range', lo: 0, hi: bag.type.max } as const;
      return { op: 'countInBag', type, bag, element: typing.check(args[1]!, bag.type.of) };
    }
    case 'ordinal': {
      const arg = typing.infer(typing.only(syntax));
      if (arg.type.kind !== 'index')
        return typing.fail(`${showType(arg.type)} has no order`, args[0]!.at);
      return { op: 'ordinal', type: { kind: 'range', lo: 0, hi: arg.type.size - 1 }, arg };
    }
    case 'not':
      return {
        op: 'not',
        type: { kind: 'bool' },
        arg: typing.check(typing.only(syntax), { kind: 'bool' }),
      };
    default:
      return typing.unknown('function', name, FUNCTIONS, at);
  }
}

const FUNCTIONS = [
  ...['size', 'head', 'last', 'tail', 'front', 'indices', 'elements', 'some'],
  ...['min', 'max', 'count', 'choose', 'sum', 'ordinal'],
];

function sequencePart(typing: Typing, name: string, node: ExprNode, at: number): ExprNode {
  if (node.type.kind !== 'sequence')
    return typing.fail(`this is ${showType(node.type)}: it has no ${name}`, at);
  const { type } = node;
  switch (name) {
    case 'head':
    case 'last':
      return { op: name, type: type.of, sequence: node };
    case 'tail':
    case 'front':
      return { op: name, type, sequence: node };
    case 'indices': {
      const of = { kind: 'range', lo: 0, hi: Math.max(0, type.max - 1) } as const;
      return { op: 'indices', type: { kind: 'set', of, max: null }, sequence: node };
    }
    default:
      return typing.unknown('part', name, ['size', 'head', 'last', 'tail', 'front'], at);
  }
}

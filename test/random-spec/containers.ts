import type {
  BagTypeNode,
  IndexTypeNode,
  MapTypeNode,
  OptionTypeNode,
  SequenceTypeNode,
  SetTypeNode,
  StructTypeNode,
  TypeNode,
  UnionTypeNode,
} from '../../spec/language/tree.ts';
import { sameType } from '../../spec/language/type-algebra.ts';
import { setOver, type Ask } from './ask.ts';
import { BOOL, NAMED, UNIT } from './types.ts';

type OfKind<K extends TypeNode['kind']> = Extract<TypeNode, { readonly kind: K }>;

/** Types that the spec uses: an expression over one of them is likely to meet a variable. */
function known<K extends TypeNode['kind']>(
  ask: Ask,
  kind: K,
  suits: (type: OfKind<K>) => boolean,
): OfKind<K>[] {
  return ask.world.types.filter(
    (type): type is OfKind<K> => type.kind === kind && suits(type as OfKind<K>),
  );
}

/** A type of values that contain one of another type: those in use, and one made for the purpose. */
export interface Container<T extends TypeNode> {
  readonly known: (ask: Ask, part: TypeNode) => T[];
  readonly made: (ask: Ask, part: TypeNode) => T;
}

export const OPTION: Container<OptionTypeNode> = {
  known: (ask, part) => known(ask, 'option', ({ of }) => sameType(of, part)),
  made: (_, part) => ({ kind: 'option', of: part }),
};

export const UNION: Container<UnionTypeNode> = {
  known: (ask, part) =>
    known(ask, 'union', ({ cases }) => cases.some((c) => sameType(c.type, part))),
  made: (_, part) => ({
    kind: 'union',
    cases: [
      { tag: 'P', type: UNIT },
      { tag: 'Q', type: part },
    ],
  }),
};

export const STRUCT: Container<StructTypeNode> = {
  known: (ask, part) =>
    known(ask, 'struct', ({ fields }) => fields.some((f) => sameType(f.type, part))),
  made: (_, part) => ({
    kind: 'struct',
    fields: [
      { name: 'x', type: BOOL },
      { name: 'y', type: part },
    ],
  }),
};

export const MAP: Container<MapTypeNode> = {
  known: (ask, part) => known(ask, 'map', ({ value }) => sameType(value, part)),
  made: (ask, part) => ({
    kind: 'map',
    key: ask.choices.pick<TypeNode>([...NAMED, { kind: 'range', lo: 1, hi: 2 }]),
    value: part,
  }),
};

export const SEQUENCE: Container<SequenceTypeNode> = {
  known: (ask, part) => known(ask, 'sequence', ({ of }) => sameType(of, part)),
  made: (ask, part) => ({ kind: 'sequence', of: part, max: 1 + ask.choices.below(3) }),
};

/** A container type for this part: one in use where there is one. */
export function containing<T extends TypeNode>(
  container: Container<T>,
  ask: Ask,
  part: TypeNode,
): T {
  const types = container.known(ask, part);
  return types.length > 0 ? ask.choices.pick(types) : container.made(ask, part);
}

export function anyOption(ask: Ask): OptionTypeNode {
  return either(ask, known(ask, 'option', always), () => OPTION.made(ask, ask.type()));
}

export function anyUnion(ask: Ask): UnionTypeNode {
  return either(ask, known(ask, 'union', always), () => UNION.made(ask, ask.type()));
}

export function anySequence(ask: Ask): SequenceTypeNode {
  return either(ask, known(ask, 'sequence', always), () => SEQUENCE.made(ask, ask.type()));
}

export function anyBag(ask: Ask): BagTypeNode {
  const made = (): BagTypeNode => ({ kind: 'bag', of: ask.type(), max: 1 + ask.choices.below(2) });
  return either(ask, known(ask, 'bag', always), made);
}

export function anyIndex(ask: Ask): IndexTypeNode {
  const named = NAMED.filter((type): type is IndexTypeNode => type.kind === 'index');
  return either(ask, known(ask, 'index', always), () => ask.choices.pick(named));
}

export function anyCollection(ask: Ask): SetTypeNode | SequenceTypeNode | BagTypeNode {
  const used = [
    ...known(ask, 'set', always),
    ...known(ask, 'sequence', always),
    ...known(ask, 'bag', always),
  ];
  return either(ask, used, () => {
    switch (ask.choices.below(3)) {
      case 0:
        return setOver(ask.choices, ask.type(20));
      case 1:
        return anySequence(ask);
      default:
        return anyBag(ask);
    }
  });
}

function always(): boolean {
  return true;
}

/** Mostly one of the types in use. */
function either<T>(ask: Ask, used: readonly T[], made: () => T): T {
  return used.length > 0 && ask.choices.below(8) < 7 ? ask.choices.pick(used) : made();
}

import { arithmetic } from '../../spec/language/intervals.ts';
import type {
  BagTypeNode,
  Binder,
  BoundNode,
  ConstantNode,
  ExprNode,
  RangeTypeNode,
  SequenceTypeNode,
  SetTypeNode,
  TypeNode,
  VariableNode,
} from '../../spec/language/tree.ts';
import { cardinality, containment, sameType } from '../../spec/language/type-algebra.ts';
import type { Choices } from './choices.ts';
import { BOOL, randomType } from './types.ts';

/** What expressions of one spec are made from. */
export interface World {
  /** Types that occur in the spec: an expression over one of them is likelier to meet a variable. */
  readonly types: readonly TypeNode[];
  readonly freshId: () => number;
  /** Expressions without operands, and those with. */
  readonly leaves: readonly Producer[];
  readonly composites: readonly Producer[];
}

/** One way to make an expression of a type: of exactly that type, or of another to be converted. */
export interface Producer {
  readonly weight: number;
  readonly fits: (type: TypeNode, ask: Ask) => boolean;
  readonly make: (type: TypeNode, ask: Ask) => ExprNode;
}

type OfKind<K extends TypeNode['kind']> = Extract<TypeNode, { readonly kind: K }>;

/** A producer for every type of one kind. */
export function making<K extends TypeNode['kind']>(
  kind: K,
  weight: number,
  make: (type: OfKind<K>, ask: Ask) => ExprNode,
): Producer {
  return {
    weight,
    fits: (type) => type.kind === kind,
    make: (type, ask) => make(type as OfKind<K>, ask),
  };
}

export type Name = VariableNode | BoundNode | ConstantNode;

/** One place in so many may be a spec error. */
const DARING = 9;

/** The most values that a quantified name takes over a whole type. */
const WIDEST_DOMAIN = 9;

/** Makes expressions at one place of a spec: with the names in scope there, and so deep at most. */
export class Ask {
  readonly world: World;
  readonly choices: Choices;
  readonly names: readonly Name[];
  /** Whether `next` has a meaning here. */
  readonly mayPrime: boolean;
  readonly depth: number;

  constructor(
    world: World,
    choices: Choices,
    names: readonly Name[],
    depth: number,
    mayPrime = false,
  ) {
    this.world = world;
    this.choices = choices;
    this.names = names;
    this.depth = depth;
    this.mayPrime = mayPrime;
  }

  /** The same place with fewer levels left. */
  to(depth: number): Ask {
    return new Ask(this.world, this.choices, this.names, depth, this.mayPrime);
  }

  withNames(...names: readonly Name[]): Ask {
    return new Ask(this.world, this.choices, [...this.names, ...names], this.depth, this.mayPrime);
  }

  unprimed(): Ask {
    return new Ask(this.world, this.choices, this.names, this.depth, false);
  }

  /** An expression of exactly this type. */
  of(type: TypeNode): ExprNode {
    return this.fit(this.#produce(type), type);
  }

  bool(): ExprNode {
    return this.of(BOOL);
  }

  /** An integer of whatever interval comes. */
  int(): ExprNode {
    return this.#produce(this.#rangeType());
  }

  #produce(type: TypeNode): ExprNode {
    const { leaves, composites } = this.world;
    const producers = this.depth > 0 ? [...leaves, ...composites] : leaves;
    const fitting = producers.filter((producer) => producer.fits(type, this));
    return this.choices.weighted(fitting).make(type, this.to(this.depth - 1));
  }

  #rangeType(): TypeNode {
    const known = this.world.types.filter(({ kind }) => kind === 'range');
    return this.choices.pick([{ kind: 'range', lo: 0, hi: 2 }, ...known]);
  }

  /**
   * A node as one of `type`. What may not fit is mostly made to: integers are kept within the range,
   * collections that have too many elements give way to a leaf. So errors do not end most behaviours.
   */
  fit(node: ExprNode, type: TypeNode): ExprNode {
    if (sameType(node.type, type)) return node;
    const fits = containment(node.type, type);
    if (fits === 'never' || (fits === 'sometimes' && !this.dares())) {
      if (type.kind === 'range') return converted(clamp(node, type), type);
      if ('max' in type && type.max !== null && 'max' in node.type)
        return this.#unlessTooLarge(node, type, type.max, mostElements(node.type));
    }
    return converted(node, type);
  }

  /** Whether to do something here that may be a spec error: now and then. */
  dares(): boolean {
    return this.choices.below(DARING) === DARING - 1;
  }

  #unlessTooLarge(node: ExprNode, type: TypeNode, max: number, most: number): ExprNode {
    const { id, name, bound } = this.freshName(node.type);
    const sizes = { kind: 'range', lo: 0, hi: most } as const;
    const size: ExprNode = { op: 'size', type: sizes, collection: bound };
    const cond: ExprNode = { op: 'le', type: BOOL, left: size, right: integer(max) };
    const fallback = this.to(0).of(type);
    const body: ExprNode = { op: 'if', type, cond, then: converted(bound, type), else: fallback };
    return { op: 'let', type, id, name, value: node, body };
  }

  freshName(type: TypeNode): { id: number; name: string; bound: BoundNode } {
    const id = this.world.freshId();
    const name = `n${id}`;
    return { id, name, bound: { op: 'bound', type, id, name } };
  }

  /** A type to compare values of, or to range over. */
  type(limit = 40): TypeNode {
    const known = this.world.types.filter((type) => cardinality(type) <= limit);
    return this.choices.below(4) > 0 && known.length > 0
      ? this.choices.pick(known)
      : randomType(this.choices, 1, limit);
  }

  /** A name over a type or over a set, and the place where it is bound. */
  binder(type = this.type(WIDEST_DOMAIN)): { binder: Binder; inner: Ask } {
    const overType = cardinality(type) <= WIDEST_DOMAIN && this.choices.below(2) === 0;
    return this.#binderOver(type, overType ? null : this.of(setOver(this.choices, type)));
  }

  /** The same, mostly over one value at least. */
  inhabitedBinder(type = this.type(WIDEST_DOMAIN)): { binder: Binder; inner: Ask } {
    if (this.dares()) return this.binder(type);
    if (cardinality(type) <= WIDEST_DOMAIN && this.choices.below(2) === 0)
      return this.#binderOver(type, null);
    const from = setOver(this.choices, type);
    return this.#binderOver(type, {
      op: 'withElement',
      type: { ...from, max: from.max === null ? null : from.max + 1 },
      set: this.of(from),
      element: this.to(0).of(type),
    });
  }

  #binderOver(type: TypeNode, domain: ExprNode | null): { binder: Binder; inner: Ask } {
    const { id, name, bound } = this.freshName(type);
    return { binder: { id, name, type, domain }, inner: this.withNames(bound) };
  }
}

function converted(arg: ExprNode, type: TypeNode): ExprNode {
  return sameType(arg.type, type) ? arg : { op: 'convert', type, arg, reason: 'value' };
}

/** A set type over elements of `type`, bounded where they are many. */
export function setOver(choices: Choices, of: TypeNode): TypeNode & { kind: 'set' } {
  const bounded = cardinality(of) > 8 || choices.below(3) === 2;
  return { kind: 'set', of, max: bounded ? 1 + choices.below(3) : null };
}

/** The most elements that a collection of this type has. */
export function mostElements(type: SetTypeNode | SequenceTypeNode | BagTypeNode): number {
  return type.kind === 'set' ? Math.min(cardinality(type.of), type.max ?? Infinity) : type.max;
}

export function integer(value: number): ExprNode {
  return { op: 'literal', type: { kind: 'range', lo: value, hi: value }, value };
}

function clamp(node: ExprNode, { lo, hi }: RangeTypeNode): ExprNode {
  return arithmetic('max', integer(lo), arithmetic('min', integer(hi), node));
}

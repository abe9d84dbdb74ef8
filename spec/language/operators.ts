/** The operators of the language that are not methods: connectives, quantifiers, bindings. */
import { BOOL, expr } from './base-handle.ts';
import type {
  AnyType,
  Bool,
  BoolExpr,
  Domain,
  ElementOf,
  EnumExpr,
  Expr,
  Int,
  IntExpr,
  SetExpr,
  Update,
} from './expressions.ts';
import type { ElementTypeOf, TypeOf } from './finite-types.ts';
import { arithmetic, interval, intervalOf } from './intervals.ts';
import {
  describe,
  freshId,
  lift,
  liftPair,
  liftTo,
  nodeOf,
  parameterNames,
  showOperand,
  wrap,
} from './lift.ts';
import { report } from './mistakes.ts';
import { liftInt } from './scalar-handles.ts';
import { showExpr } from './show.ts';
import type { Binder, ExprNode, TypeNode, UpdateNode } from './tree.ts';
import { cardinality } from './type-algebra.ts';

/** All of them hold; from left to right, stops at the first that does not. */
export function and(...args: Bool[]): BoolExpr {
  return wrap({ op: 'and', type: BOOL, args: args.map((a) => liftTo(a, BOOL)) }) as BoolExpr;
}

/** Some of them holds; from left to right, stops at the first that does. */
export function or(...args: Bool[]): BoolExpr {
  return wrap({ op: 'or', type: BOOL, args: args.map((a) => liftTo(a, BOOL)) }) as BoolExpr;
}

export function not(arg: Bool): BoolExpr {
  return wrap({ op: 'not', type: BOOL, arg: liftTo(arg, BOOL) }) as BoolExpr;
}

/** `right` holds if `left` does; `right` is evaluated only then. */
export function implies(left: Bool, right: Bool): BoolExpr {
  return wrap({
    op: 'implies',
    type: BOOL,
    left: liftTo(left, BOOL),
    right: liftTo(right, BOOL),
  }) as BoolExpr;
}

/** `then` where the condition holds, else `otherwise`; only the chosen one is evaluated. */
export function ifElse<const L extends string>(
  condition: Bool,
  then: L | EnumExpr<L>,
  otherwise: L | EnumExpr<L>,
): EnumExpr<L>;
export function ifElse(condition: Bool, then: Int, otherwise: Int): IntExpr;
export function ifElse(condition: Bool, then: Bool, otherwise: Bool): BoolExpr;
export function ifElse<E extends Expr>(condition: Bool, then: E, otherwise: OperandLike<E>): E;
export function ifElse<E extends Expr>(condition: Bool, then: OperandLike<E>, otherwise: E): E;
export function ifElse(condition: Bool, then: unknown, otherwise: unknown): unknown {
  const [left, right] = liftPair(then, otherwise);
  return expr({
    op: 'if',
    type: left.type,
    cond: liftTo(condition, BOOL),
    then: left,
    else: right,
  });
}
/** What may stand for an expression of the kind of E: itself or its plain values. */
type OperandLike<E extends Expr> = E | (E extends { is(other: infer O): BoolExpr } ? O : never);

/** Evaluates `value` once and gives it a name: the name of `body`'s parameter. */
export function letIn<E extends Expr, R extends Expr>(value: E, body: (value: E) => R): R {
  const id = freshId();
  const name = parameterNames(body)[0] ?? 'it';
  const bound: ExprNode = { op: 'bound', type: value.node.type, id, name };
  const inner = lift(body(wrap(bound) as E), null);
  return wrap({ op: 'let', type: inner.type, id, name, value: value.node, body: inner }) as R;
}

/** The lesser of two integers. */
export function min(a: Int, b: Int): IntExpr {
  return wrap(arithmetic('min', liftInt(a), liftInt(b))) as IntExpr;
}

/** The greater of two integers. */
export function max(a: Int, b: Int): IntExpr {
  return wrap(arithmetic('max', liftInt(a), liftInt(b))) as IntExpr;
}

// ---------------------------------------------------------------- over domains

type Fn = (...args: never[]) => unknown;

/** The node of a set-valued domain, or null for all values of a type; with the type of its elements. */
export function domainOf(domain: Domain): { type: TypeNode; domain: ExprNode | null } {
  const node = nodeOf(domain);
  if (node?.type.kind === 'set') return { type: node.type.of, domain: node };
  const type = node === null ? (domain as Partial<AnyType> | null | undefined)?.node : undefined;
  if (type !== undefined) return { type, domain: null };
  report(
    `${node === null ? describe(domain) : showOperand(node)} cannot be ranged over`,
    'Use a type or a set, such as `setOf(SomeType).of([a, b])`.',
    node && showExpr(node),
  );
  return { type: BOOL, domain: null };
}

function bind(domain: Domain, name: string): { binder: Binder; bound: unknown } {
  const id = freshId();
  const { type, domain: set } = domainOf(domain);
  return {
    binder: { id, name, type, domain: set },
    bound: wrap({ op: 'bound', type, id, name }),
  };
}

/** One binder from a domain and its body, which is not lifted yet. */
function over(domain: Domain, body: Fn): { binder: Binder; result: unknown } {
  const { binder, bound } = bind(domain, parameterNames(body)[0] ?? 'x');
  return { binder, result: (body as (x: unknown) => unknown)(bound) };
}

function quantifier(op: 'forAll' | 'exists', args: unknown[]): BoolExpr {
  const body = args.at(-1) as Fn;
  const names = parameterNames(body);
  const bindings = args.slice(0, -1).map((d, i) => bind(d as Domain, names[i] ?? `x${i + 1}`));
  const result = (body as (...xs: unknown[]) => unknown)(...bindings.map((b) => b.bound));
  const binders = bindings.map((b) => b.binder);
  return wrap({ op, type: BOOL, binders, body: liftTo(result, BOOL) }) as BoolExpr;
}

/** Holds for every value: `forAll(RM, RM, (a, b) => …)`. */
export function forAll<A extends Domain>(a: A, body: (a: ElementOf<A>) => Bool): BoolExpr;
export function forAll<A extends Domain, B extends Domain>(
  a: A,
  b: B,
  body: (a: ElementOf<A>, b: ElementOf<B>) => Bool,
): BoolExpr;
export function forAll<A extends Domain, B extends Domain, C extends Domain>(
  a: A,
  b: B,
  c: C,
  body: (a: ElementOf<A>, b: ElementOf<B>, c: ElementOf<C>) => Bool,
): BoolExpr;
export function forAll(...args: unknown[]): BoolExpr {
  return quantifier('forAll', args);
}

/** Holds for some value. */
export function exists<A extends Domain>(a: A, body: (a: ElementOf<A>) => Bool): BoolExpr;
export function exists<A extends Domain, B extends Domain>(
  a: A,
  b: B,
  body: (a: ElementOf<A>, b: ElementOf<B>) => Bool,
): BoolExpr;
export function exists<A extends Domain, B extends Domain, C extends Domain>(
  a: A,
  b: B,
  c: C,
  body: (a: ElementOf<A>, b: ElementOf<B>, c: ElementOf<C>) => Bool,
): BoolExpr;
export function exists(...args: unknown[]): BoolExpr {
  return quantifier('exists', args);
}

/** How many values satisfy the condition. */
export function count<D extends Domain>(domain: D, body: (x: ElementOf<D>) => Bool): IntExpr {
  const { binder, result } = over(domain, body);
  const type = { kind: 'range', lo: 0, hi: atMost(binder) } as const;
  return wrap({ op: 'count', type, binder, body: liftTo(result, BOOL) }) as IntExpr;
}

/**
 * The least value that satisfies the condition; a spec error if there is none. Over interchangeable
 * identities it singles one out, so that symmetry over them is no longer sound.
 */
export function choose<D extends Domain>(domain: D, body: (x: ElementOf<D>) => Bool): ElementOf<D> {
  const { binder, result } = over(domain, body);
  const node = { op: 'choose', type: binder.type, binder, body: liftTo(result, BOOL) } as const;
  return wrap(node) as ElementOf<D>;
}

/** The set of the values that satisfy the condition. */
export function filter<D extends Domain>(
  domain: D,
  body: (x: ElementOf<D>) => Bool,
): SetExpr<ElementTypeOf<D>> {
  const { binder, result } = over(domain, body);
  const max = binder.domain?.type.kind === 'set' ? binder.domain.type.max : null;
  const type = { kind: 'set', of: binder.type, max } as const;
  const node = { op: 'filter', type, binder, body: liftTo(result, BOOL) } as const;
  return wrap(node) as SetExpr<ElementTypeOf<D>>;
}

/** The set of the images: `mapSet(records, (o) => owner.at(o))`. */
export function mapSet<D extends Domain, R extends Expr>(
  domain: D,
  body: (x: ElementOf<D>) => R,
): SetExpr<TypeOf<R>> {
  const { binder, result } = over(domain, body);
  const image = lift(result, null);
  // A small image type needs no bound; a large one holds at most one element a value of the domain.
  const most = atMost(binder);
  const max = cardinality(image.type) > most ? most : null;
  const type = { kind: 'set', of: image.type, max } as const;
  const node = { op: 'mapSet', type, binder, body: image } as const;
  return wrap(node) as SetExpr<TypeOf<R>>;
}

/** The sum of an integer over a domain. */
export function sum<D extends Domain>(domain: D, body: (x: ElementOf<D>) => Int): IntExpr {
  const { binder, result } = over(domain, body);
  const term = liftInt(result);
  const { lo, hi } = intervalOf(term);
  const most = atMost(binder);
  // Fewer values may be summed than the domain has, down to none.
  const least = binder.domain === null ? most : 0;
  const bounds = [most * lo, least * lo, most * hi, least * hi];
  const type = interval(Math.min(...bounds), Math.max(...bounds), () => showExpr(term));
  return wrap({ op: 'sum', type, binder, body: term }) as IntExpr;
}

/** The least of an integer over a domain; a spec error over nothing. */
export function minOf<D extends Domain>(domain: D, body: (x: ElementOf<D>) => Int): IntExpr {
  return extremum('minOf', domain, body);
}

/** The greatest of an integer over a domain; a spec error over nothing. */
export function maxOf<D extends Domain>(domain: D, body: (x: ElementOf<D>) => Int): IntExpr {
  return extremum('maxOf', domain, body);
}

function extremum(op: 'minOf' | 'maxOf', domain: Domain, body: Fn): IntExpr {
  const { binder, result } = over(domain, body);
  const term = liftInt(result);
  return wrap({ op, type: intervalOf(term), binder, body: term }) as IntExpr;
}

/** The most values that a binder can take. */
function atMost(binder: Binder): number {
  const all = cardinality(binder.type);
  const set = binder.domain?.type;
  return set?.kind === 'set' && set.max !== null ? Math.min(all, set.max) : all;
}

/** An expression in the state after the step; only in step invariants. TLA+'s prime. */
export function next<E extends Expr>(value: E): E {
  return wrap({ op: 'next', type: value.node.type, arg: value.node }) as E;
}

// ---------------------------------------------------------------- updates

/** Updates as an author writes them: one, or lists of them, nested at will. */
export type Updates = Update | readonly Updates[];

/** The nodes of nested lists of updates. */
export function updateNodes(updates: Updates): UpdateNode[] {
  if (Array.isArray(updates)) return (updates as readonly Updates[]).flatMap(updateNodes);
  const node = (updates as Partial<Update> | undefined)?.update;
  if (node !== undefined) return [node];
  report(
    `${nodeOf(updates) === null ? describe(updates) : showExpr(nodeOf(updates)!)} is not an update`,
    'Write updates as `place.set(value)`, `place.add(element)`, …',
  );
  return [];
}

/** Updates that happen only where the condition holds; others may happen where it does not. */
export function ifThen(condition: Bool, then: Updates, otherwise: Updates = []): Update {
  return {
    update: {
      op: 'ifUpdate',
      cond: liftTo(condition, BOOL),
      then: updateNodes(then),
      else: updateNodes(otherwise),
    },
  };
}

/** Updates for every value of a domain, all in one step. */
export function forEach<D extends Domain>(domain: D, body: (x: ElementOf<D>) => Updates): Update {
  const { binder, result } = over(domain, body);
  return { update: { op: 'forEach', binder, body: updateNodes(result as Updates) } };
}

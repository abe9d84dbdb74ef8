import type { TypeNode } from './tree.ts';

/** Structural equality of types. */
export function sameType(a: TypeNode, b: TypeNode): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'bool':
    case 'unit':
      return true;
    case 'range':
      return a.lo === (b as typeof a).lo && a.hi === (b as typeof a).hi;
    case 'enum':
      return sameList(a.values, (b as typeof a).values);
    case 'ids':
    case 'index':
      return a.name === (b as typeof a).name && a.size === (b as typeof a).size;
    case 'option':
      return sameType(a.of, (b as typeof a).of);
    case 'struct': {
      const other = (b as typeof a).fields;
      return (
        a.fields.length === other.length &&
        a.fields.every((f, i) => f.name === other[i]!.name && sameType(f.type, other[i]!.type))
      );
    }
    case 'union': {
      const other = (b as typeof a).cases;
      return (
        a.cases.length === other.length &&
        a.cases.every((c, i) => c.tag === other[i]!.tag && sameType(c.type, other[i]!.type))
      );
    }
    case 'map':
      return sameType(a.key, (b as typeof a).key) && sameType(a.value, (b as typeof a).value);
    case 'set':
    case 'sequence':
    case 'bag':
      return a.max === (b as typeof a).max && sameType(a.of, (b as typeof a).of);
  }
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

/**
 * The least type that contains the values of both: hulls of ranges, unions of enumerations, the
 * larger `max`. null if the types are of different shapes.
 */
export function joinTypes(a: TypeNode, b: TypeNode): TypeNode | null {
  if (sameType(a, b)) return a;
  if (a.kind !== b.kind) return null;
  switch (a.kind) {
    case 'range': {
      const other = b as typeof a;
      return { kind: 'range', lo: Math.min(a.lo, other.lo), hi: Math.max(a.hi, other.hi) };
    }
    case 'enum': {
      // The longer list first, so that a type declared in the spec keeps its order.
      const [first, second] = sortedByLength(a.values, (b as typeof a).values);
      return { kind: 'enum', values: [...first, ...second.filter((v) => !first.includes(v))] };
    }
    case 'option': {
      const of = joinTypes(a.of, (b as typeof a).of);
      return of && { kind: 'option', of };
    }
    case 'struct': {
      const other = (b as typeof a).fields;
      if (!sameList(a.fields.map(nameOf), other.map(nameOf))) return null;
      const fields = joinAll(a.fields, other);
      return (
        fields && {
          kind: 'struct',
          fields: a.fields.map((f, i) => ({ name: f.name, type: fields[i]! })),
        }
      );
    }
    case 'union': {
      const other = (b as typeof a).cases;
      if (!sameList(a.cases.map(tagOf), other.map(tagOf))) return null;
      const cases = joinAll(a.cases, other);
      return (
        cases && { kind: 'union', cases: a.cases.map((c, i) => ({ tag: c.tag, type: cases[i]! })) }
      );
    }
    case 'map': {
      const other = b as typeof a;
      const value = sameType(a.key, other.key) ? joinTypes(a.value, other.value) : null;
      return value && { kind: 'map', key: a.key, value };
    }
    case 'set': {
      const other = b as typeof a;
      const of = joinTypes(a.of, other.of);
      const max = a.max === null || other.max === null ? null : Math.max(a.max, other.max);
      return of && { kind: 'set', of, max };
    }
    case 'sequence':
    case 'bag': {
      const other = b as typeof a;
      const of = joinTypes(a.of, other.of);
      return of && { kind: a.kind, of, max: Math.max(a.max, other.max) };
    }
    default:
      return null;
  }
}

const nameOf = (field: { readonly name: string }): string => field.name;
const tagOf = (one: { readonly tag: string }): string => one.tag;

function sortedByLength(
  a: readonly string[],
  b: readonly string[],
): [readonly string[], readonly string[]] {
  return a.length >= b.length ? [a, b] : [b, a];
}

function joinAll(
  a: readonly { readonly type: TypeNode }[],
  b: readonly { readonly type: TypeNode }[],
): TypeNode[] | null {
  const joined = a.map((x, i) => joinTypes(x.type, b[i]!.type));
  return joined.every((type) => type !== null) ? (joined as TypeNode[]) : null;
}

/** How a value of `from` may be one of `to`: every value is, some may be, or none can be. */
export type Containment = 'always' | 'sometimes' | 'never';

export function containment(from: TypeNode, to: TypeNode): Containment {
  if (sameType(from, to)) return 'always';
  // Types of different shapes share no value, though `none` and an empty set look alike in all.
  if (joinTypes(from, to) === null) return 'never';
  switch (from.kind) {
    case 'range': {
      const target = to as typeof from;
      if (from.lo >= target.lo && from.hi <= target.hi) return 'always';
      return from.hi < target.lo || from.lo > target.hi ? 'never' : 'sometimes';
    }
    case 'enum': {
      const target = to as typeof from;
      const shared = from.values.filter((value) => target.values.includes(value)).length;
      return shared === from.values.length ? 'always' : shared === 0 ? 'never' : 'sometimes';
    }
    case 'option':
      return atLeastSometimes(containment(from.of, (to as typeof from).of));
    case 'struct': {
      const target = (to as typeof from).fields;
      if (!sameList(from.fields.map(nameOf), target.map(nameOf))) return 'never';
      return weakest(from.fields.map((f, i) => containment(f.type, target[i]!.type)));
    }
    case 'union': {
      const target = (to as typeof from).cases;
      if (!sameList(from.cases.map(tagOf), target.map(tagOf))) return 'never';
      return atLeastSometimes(
        weakest(from.cases.map((c, i) => containment(c.type, target[i]!.type))),
      );
    }
    case 'map': {
      const target = to as typeof from;
      return sameType(from.key, target.key) ? containment(from.value, target.value) : 'never';
    }
    case 'set':
    case 'sequence':
    case 'bag': {
      const target = to as typeof from;
      const fits = target.max === null || (from.max !== null && from.max <= target.max);
      const of = containment(from.of, target.of);
      return fits && of === 'always' ? 'always' : 'sometimes';
    }
    default:
      return 'never';
  }
}

function weakest(parts: readonly Containment[]): Containment {
  if (parts.includes('never')) return 'never';
  return parts.includes('sometimes') ? 'sometimes' : 'always';
}

/** An option or a union has values (none, other cases) that fit whatever the payload does. */
function atLeastSometimes(part: Containment): Containment {
  return part === 'never' ? 'sometimes' : part;
}

/** Number of values of a type; `Infinity` beyond 2^53. */
export function cardinality(type: TypeNode): number {
  switch (type.kind) {
    case 'bool':
      return 2;
    case 'range':
      return Math.max(0, type.hi - type.lo + 1);
    case 'enum':
      return type.values.length;
    case 'ids':
    case 'index':
      return type.size;
    case 'unit':
      return 1;
    case 'option':
      return exact(1 + cardinality(type.of));
    case 'struct':
      return exact(type.fields.reduce((product, f) => product * cardinality(f.type), 1));
    case 'union':
      return exact(type.cases.reduce((sum, c) => sum + cardinality(c.type), 0));
    case 'map':
      return exact(cardinality(type.value) ** cardinality(type.key));
    case 'set':
      return type.max === null
        ? exact(2 ** cardinality(type.of))
        : sumUpTo(type.max, (k) => binomial(cardinality(type.of), k));
    case 'sequence':
      return sumUpTo(type.max, (k) => cardinality(type.of) ** k);
    case 'bag':
      return sumUpTo(type.max, (k) => binomial(cardinality(type.of) + k - 1, k));
  }
}

function exact(n: number): number {
  return n <= Number.MAX_SAFE_INTEGER ? n : Infinity;
}

function sumUpTo(max: number, term: (k: number) => number): number {
  let sum = 0;
  for (let k = 0; k <= max && sum !== Infinity; k++) sum = exact(sum + term(k));
  return sum;
}

function binomial(n: number, k: number): number {
  if (k > n) return k === 0 ? 1 : 0;
  let result = 1;
  for (let i = 1; i <= k && result !== Infinity; i++) result = exact((result * (n - k + i)) / i);
  return Math.round(result);
}

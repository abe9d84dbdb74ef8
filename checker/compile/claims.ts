import { cardinality } from '../../spec/language/type-algebra.ts';
import type { AssignNode, ElementUpdateNode, UpdateNode } from '../../spec/language/tree.ts';
import { rank } from './domain-code.ts';
import { add, and, atom, num, or, shl, type Js } from './js.ts';
import { LayoutError } from './layout-error.ts';
import { wordsOf, type ListShape, type MaskShape, type Shape } from './layout.ts';
import { lowBits } from './packing.ts';
import type { Scope } from './scope.ts';
import { rawOf, sameRaw, store, type Val } from './values.ts';

/** Sets over more possible elements than this have one leaf. */
const MAX_ELEMENT_LEAVES = 256;
/** The most entries in a list of claims. */
const MAX_CLAIMS = 1 << 20;

/**
 * The leaves of a variable are its parts that updates can write by themselves: what is neither a
 * struct nor a map, and of a set the membership of each element. A location is a run of leaves.
 */
export function leavesOf(shape: Shape): number {
  switch (shape.form) {
    case 'struct':
      return shape.fields.reduce((sum, field) => sum + leavesOf(field.shape), 0);
    case 'map':
      return Math.max(1, shape.items.n * leavesOf(shape.value));
    default:
      return hasElementLeaves(shape) ? Math.max(1, (shape as MaskShape | ListShape).of.count) : 1;
  }
}

function hasElementLeaves(shape: Shape): boolean {
  return (
    shape.type.kind === 'set' && (shape as MaskShape | ListShape).of.count <= MAX_ELEMENT_LEAVES
  );
}

/**
 * The locations of one variable that the updates of a step have written so far, so that a second
 * update of one is found: bits of a number where the leaves are few, else a list in memory.
 */
export class ClaimedLocations {
  readonly #scope: Scope;
  readonly #seen: string;
  readonly #asBits: boolean;
  readonly #list: { readonly address: number; readonly stride: number } | null;

  constructor(scope: Scope, variable: string, shape: Shape, updates: readonly UpdateNode[]) {
    this.#scope = scope;
    this.#seen = scope.code.name(`seen${variable}`);
    this.#asBits = leavesOf(shape) <= 31 && !hasLargeSets(shape);
    if (this.#asBits) {
      this.#list = null;
      return;
    }
    const stride = 3 + elementWords(shape);
    const most = writesOf(updates);
    if (most > MAX_CLAIMS)
      throw new LayoutError(`the list of updates of ${variable} in one step`, `${most} entries`);
    this.#list = { address: scope.code.assembly.allocate(most * stride), stride };
  }

  /** Writes the start of a step: nothing is claimed. */
  begin(): void {
    this.#scope.code.line(`let ${this.#seen} = 0;`);
  }

  /** Writes the check that nothing of a location is claimed, and claims it. */
  claim(
    update: AssignNode | ElementUpdateNode,
    location: { readonly shape: Shape; readonly leaf: Js },
    element: Val | null,
  ): void {
    const { code } = this.#scope;
    const { shape } = location;
    const failure = this.#scope.failure('colliding-updates', update);
    const byRank = element !== null && hasElementLeaves(shape);
    const first = byRank ? add(location.leaf, rank(code, element)) : location.leaf;
    const count = element === null ? leavesOf(shape) : 1;
    if (this.#asBits) {
      const bits = code.keep(shl(num(lowBits(count)), first), 'claim');
      code.line(`if (${and(atom(this.#seen), bits).text}) ${failure}`);
      code.line(`${this.#seen} = ${or(atom(this.#seen), bits).text};`);
      return;
    }
    this.#claimInList(code.keep(first, 'leaf'), count, byRank ? null : element, failure);
  }

  #claimInList(first: Js, count: number, element: Val | null, failure: string): void {
    const { code } = this.#scope;
    const { address, stride } = this.#list!;
    const raw = element === null ? null : code.keep(rawOf(code, element), 'e');
    const at = code.name('at');
    const end = add(first, num(count)).text;
    const last = `${address} + ${this.#seen} * ${stride}`;
    code.block(`for (let ${at} = ${address}; ${at} < ${last}; ${at} += ${stride})`, () => {
      const overlaps = `H[${at}] < ${end} && ${first.text} < H[${at} + 1]`;
      if (raw === null) return code.line(`if (${overlaps}) ${failure}`);
      const of = element!.shape;
      const other = of.small ? atom(`H[${at} + 3]`) : atom(`${at} + 3`);
      code.block(`if (${overlaps})`, () => {
        const equal = sameRaw(code, of, of.small ? other : code.keep(other, 'other'), raw);
        code.line(`if (H[${at} + 2] === 0 || ${equal.text}) ${failure}`);
      });
    });
    const entry = code.keep(atom(`(${last})`), 'entry');
    code.line(`H[${entry.text}] = ${first.text};`);
    code.line(`H[${entry.text} + 1] = ${end};`);
    code.line(`H[${entry.text} + 2] = ${raw === null ? 0 : 1};`);
    if (raw !== null) {
      const of = element!.shape;
      if (of.small) code.line(`H[${entry.text} + 3] = ${raw.text};`);
      else store(code, of, add(entry, num(3)), raw);
    }
    code.line(`${this.#seen}++;`);
  }
}

/** Whether a set whose elements have no leaves of their own is among the parts. */
function hasLargeSets(shape: Shape): boolean {
  switch (shape.form) {
    case 'struct':
      return shape.fields.some((field) => hasLargeSets(field.shape));
    case 'map':
      return hasLargeSets(shape.value);
    default:
      return shape.type.kind === 'set' && !hasElementLeaves(shape);
  }
}

/** Words for an element of any set among the parts. */
function elementWords(shape: Shape): number {
  switch (shape.form) {
    case 'struct':
      return Math.max(...shape.fields.map((field) => elementWords(field.shape)));
    case 'map':
      return elementWords(shape.value);
    default:
      return shape.type.kind === 'set'
        ? Math.max(1, wordsOf((shape as MaskShape | ListShape).of))
        : 0;
  }
}

/** The most writes in one step. */
function writesOf(updates: readonly UpdateNode[]): number {
  return updates.reduce((sum, update) => {
    switch (update.op) {
      case 'assign':
      case 'addElement':
      case 'removeElement':
        return sum + 1;
      case 'ifUpdate':
        return sum + Math.max(writesOf(update.then), writesOf(update.else));
      case 'forEach':
        return sum + roundsOf(update) * writesOf(update.body);
    }
  }, 0);
}

function roundsOf({ binder }: Extract<UpdateNode, { readonly op: 'forEach' }>): number {
  const all = cardinality(binder.type);
  const set = binder.domain?.type;
  return set?.kind === 'set' && set.max !== null ? Math.min(all, set.max) : all;
}

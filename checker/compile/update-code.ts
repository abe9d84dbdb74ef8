import { showUpdate } from '../../spec/language/show.ts';
import type {
  AssignNode,
  ElementUpdateNode,
  LocationNode,
  UpdateNode,
} from '../../spec/language/tree.ts';
import { forBinder } from './binder-code.ts';
import { ClaimedLocations, leavesOf } from './claims.ts';
import { mayCollide, rootOf } from './collisions.ts';
import { rank } from './domain-code.ts';
import { add, andNot, atom, both, compare, mul, not, num, or, shl, type Js } from './js.ts';
import { wordsOf, type ListShape, type MapShape, type MaskShape, type Shape } from './layout.ts';
import { sizeOfList } from './list-code.ts';
import { maskSize } from './mask-code.ts';
import { DATA_BITS } from './packing.ts';
import { fieldNamed } from './product-expression.ts';
import type { Scope } from './scope.ts';
import { addElement, dropElement, setHas } from './set-code.ts';
import type { StateLayout } from './state-layout.ts';
import {
  assignField,
  cellSpot,
  fieldOf,
  itemSpot,
  keepVal,
  rawOf,
  store,
  type Spot,
  type Target,
  type Val,
} from './values.ts';

/** A location in the successor. Small: a field of a word; block: the words from an address on. */
interface Location {
  readonly shape: Shape;
  /** Small: the word, as an expression that can be assigned. Block: the address. */
  readonly place: Js;
  readonly shift: Js;
  /** The first of its leaves: see claims.ts. */
  readonly leaf: Js;
}

interface Operands {
  readonly location: Location;
  readonly operand: Val;
}

/**
 * The updates of an action as code that writes the successor. All operands read the state before
 * the step. Words of small variables are changed in variables, `n3` for word 3, and stored
 * at the end; words of blocks are copied first and changed in the batch.
 */
export class UpdateCode {
  readonly #scope: Scope;
  readonly #layout: StateLayout;
  readonly #updates: readonly UpdateNode[];
  readonly #successor: Js;
  readonly #localWords = new Set<number>();
  readonly #claims = new Map<string, ClaimedLocations>();
  /** Operands of updates outside conditions and loops, for the second round. */
  readonly #operands = new Map<UpdateNode, Operands>();

  constructor(scope: Scope, layout: StateLayout, updates: readonly UpdateNode[], successor: Js) {
    this.#scope = scope;
    this.#layout = layout;
    this.#updates = updates;
    this.#successor = successor;
    const roots = new Set(targetsOf(updates).map(rootOf));
    const inMemory = new Set<number>();
    for (const { name, shape, cell } of layout.slots)
      if (roots.has(name) && !shape.small)
        for (let i = 0; i < wordsOf(shape); i++) inMemory.add(cell.word + i);
    for (const { name, shape, cell } of layout.slots)
      if (roots.has(name) && shape.small && shape.bits > 0 && !inMemory.has(cell.word))
        this.#localWords.add(cell.word);
    for (const name of mayCollide(updates)) {
      const { shape } = layout.slots.find((slot) => slot.name === name)!;
      this.#claims.set(name, new ClaimedLocations(scope, name, shape, updates));
    }
  }

  write(): void {
    const { code } = this.#scope;
    this.#copyState();
    for (const claims of this.#claims.values()) claims.begin();
    for (const update of this.#updates) {
      code.comment(`then: ${showUpdate(update)}`);
      this.#update(update, true);
    }
    // Sets that might hold too much grow last, when everything is removed from them that will be. The
    // operands were evaluated before, so nothing in here fails but that.
    for (const update of this.#updates) if (this.#grows(update)) this.#settle(update, true);
    for (const word of this.#localWords)
      code.line(`H[${add(this.#successor, num(word)).text}] = n${word};`);
  }

  #copyState(): void {
    const { code, view } = this.#scope;
    const { words } = this.#layout;
    if (words > 32) {
      const from = add(view!.base, atom('i')).text;
      code.line(`for (let i = 0; i < ${words}; i++) H[${this.#successor.text} + i] = H[${from}];`);
    } else {
      for (let i = 0; i < words; i++) {
        if (this.#localWords.has(i)) continue;
        const word = words <= 4 ? view!.word(i) : view!.peek(i);
        code.line(`H[${add(this.#successor, num(i)).text}] = ${word.text};`);
      }
    }
    for (const word of this.#localWords) code.line(`let n${word} = ${view!.word(word).text};`);
  }

  /** An update in its order: operands, then collision, then the change. */
  #update(update: UpdateNode, outermost: boolean): void {
    const { code } = this.#scope;
    switch (update.op) {
      case 'assign': {
        const { location, operand } = this.#evaluate(update);
        this.#claims.get(rootOf(update.target))?.claim(update, location, null);
        return this.#assign(location, operand);
      }
      case 'addElement':
      case 'removeElement': {
        const operands = this.#evaluate(update);
        if (outermost) this.#operands.set(update, operands);
        const { location, operand } = operands;
        this.#claims.get(rootOf(update.target))?.claim(update, location, operand);
        if (update.op === 'addElement' && canOverflow(location.shape)) return;
        return this.#changeMembership(location, operand, update.op === 'addElement');
      }
      case 'ifUpdate':
        return code.branch(
          this.#scope.value(update.cond).js,
          () => update.then.forEach((one) => this.#update(one, false)),
          () => update.else.forEach((one) => this.#update(one, false)),
        );
      case 'forEach':
        return forBinder(update.binder, this.#scope, () =>
          update.body.forEach((one) => this.#update(one, false)),
        );
    }
  }

  /** Whether an update adds to a set that can hold too much. */
  #grows(update: UpdateNode): boolean {
    switch (update.op) {
      case 'assign':
      case 'removeElement':
        return false;
      case 'addElement': {
        const { type } = update.target;
        return type.kind === 'set' && type.max !== null;
      }
      case 'ifUpdate':
        return [...update.then, ...update.else].some((one) => this.#grows(one));
      case 'forEach':
        return update.body.some((one) => this.#grows(one));
    }
  }

  /** The second round: additions to sets that might hold too much then. */
  #settle(update: UpdateNode, outermost: boolean): void {
    const { code } = this.#scope;
    const inner = (updates: readonly UpdateNode[]) => (): void =>
      updates.filter((one) => this.#grows(one)).forEach((one) => this.#settle(one, false));
    switch (update.op) {
      case 'assign':
      case 'removeElement':
        return;
      case 'addElement': {
        if (outermost) code.comment(`room: ${showUpdate(update)}`);
        const { location, operand } = this.#operands.get(update) ?? this.#evaluate(update);
        const failure = this.#scope.failure('out-of-range', update);
        if (!canOverflow(location.shape)) return;
        const set = this.#read(location);
        const shape = set.shape as MaskShape | ListShape;
        const size = shape.form === 'mask' ? maskSize(set) : sizeOfList(set);
        const full = compare('>=', size, num(shape.max!));
        code.line(`if (${both(full, not(setHas(code, set, operand))).text}) ${failure}`);
        return this.#changeMembership(location, operand, true);
      }
      case 'ifUpdate':
        return code.branch(
          this.#scope.value(update.cond).js,
          inner(update.then),
          inner(update.else),
        );
      case 'forEach':
        return forBinder(update.binder, this.#scope, inner(update.body));
    }
  }

  /** The keys of the location from the variable outwards, then the value or element. */
  #evaluate(update: AssignNode | ElementUpdateNode): Operands {
    const { code } = this.#scope;
    const location = this.#locate(update.target);
    const kept = {
      ...location,
      shift: code.keep(location.shift, 's'),
      place: location.shape.small ? location.place : code.keep(location.place, 'd'),
    };
    if (update.op === 'assign') return { location: kept, operand: this.#scope.value(update.value) };
    return { location: kept, operand: keepVal(code, this.#scope.value(update.element), 'e') };
  }

  #locate(node: LocationNode): Location {
    switch (node.op) {
      case 'variable': {
        const { shape, cell } = this.#layout.slots.find(({ name }) => name === node.name)!;
        const address = add(this.#successor, num(cell.word));
        const word = this.#localWords.has(cell.word) ? `n${cell.word}` : `H[${address.text}]`;
        const place = shape.small ? atom(word) : address;
        return { shape, place, shift: num(cell.shift), leaf: num(0) };
      }
      case 'field': {
        const outer = this.#locate(node.struct as LocationNode);
        const struct = { shape: outer.shape, js: outer.place };
        const { shape, cell } = fieldNamed(struct, node.field);
        const before = leavesBefore(outer.shape, node.field);
        return component(outer, cellSpot(cell), shape, add(outer.leaf, num(before)));
      }
      case 'at': {
        const { code } = this.#scope;
        const outer = this.#locate(node.map as LocationNode);
        const { items, value } = outer.shape as MapShape;
        const key = code.keep(rank(code, this.#scope.value(node.key)), 'key');
        const leaf = add(outer.leaf, mul(key, num(leavesOf(value))));
        return component(outer, itemSpot(code, items, value, key), value, leaf);
      }
    }
  }

  #assign({ shape, place, shift }: Location, val: Val): void {
    const { code } = this.#scope;
    if (!shape.small) return store(code, shape, place, rawOf(code, val));
    if (shape.bits > 0)
      assignField(code, place, { word: num(0), shift, bits: shape.bits }, rawOf(code, val), false);
  }

  #read({ shape, place, shift }: Location): Val {
    if (!shape.small) return { shape, js: place };
    if (shape.bits === 0) return { shape, js: num(0) };
    const field = fieldOf(place, shift, shape.bits, DATA_BITS);
    return { shape, js: this.#scope.code.keep(field, 'set') };
  }

  #changeMembership(location: Location, element: Val, member: boolean): void {
    const { code } = this.#scope;
    if (location.shape.form === 'mask' && location.shape.small)
      return this.#changeBit(location, rank(code, element), member);
    this.#change(location, (set) =>
      member ? addElement(code, set, element) : dropElement(code, set, element),
    );
  }

  /** Changes the membership of the element of a rank in a small mask. */
  #changeBit({ shape, place, shift }: Location, position: Js, member: boolean): void {
    if (shape.bits === 0) return;
    const bit = shl(num(1), add(shift, position));
    const changed = member ? or(place, bit) : andNot(place, bit);
    this.#scope.code.line(`${place.text} = ${changed.text};`);
  }

  /** Changes a set in the successor. */
  #change(location: Location, change: (set: Target) => void): void {
    const { code } = this.#scope;
    const { shape, place, shift } = location;
    if (!shape.small) return change({ shape, js: place });
    if (shape.bits === 0) return;
    const field = fieldOf(place, shift, shape.bits, DATA_BITS);
    const set = atom(code.variable('set', field.text));
    change({ shape, js: set });
    assignField(code, place, { word: num(0), shift, bits: shape.bits }, set, false);
  }
}

/** Whether a set may be given more elements than it may hold. */
function canOverflow(shape: Shape): boolean {
  if (shape.form !== 'mask' && shape.form !== 'list') return false;
  return shape.max !== null && shape.max < shape.of.count;
}

function component(outer: Location, spot: Spot, shape: Shape, leaf: Js): Location {
  if (outer.shape.small)
    return { shape, place: outer.place, shift: add(outer.shift, spot.shift), leaf };
  const address = add(outer.place, spot.word);
  if (!shape.small) return { shape, place: address, shift: num(0), leaf };
  return { shape, place: atom(`H[${address.text}]`), shift: spot.shift, leaf };
}

function leavesBefore(shape: Shape, field: string): number {
  if (shape.form !== 'struct') return 0;
  const position = shape.fields.findIndex(({ name }) => name === field);
  return shape.fields.slice(0, position).reduce((sum, one) => sum + leavesOf(one.shape), 0);
}

function targetsOf(updates: readonly UpdateNode[]): LocationNode[] {
  return updates.flatMap((update) => {
    switch (update.op) {
      case 'assign':
      case 'addElement':
      case 'removeElement':
        return [update.target];
      case 'ifUpdate':
        return targetsOf([...update.then, ...update.else]);
      case 'forEach':
        return targetsOf(update.body);
    }
  });
}

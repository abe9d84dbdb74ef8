import { showExpr, showUpdate } from '../../spec/language/show.ts';
import type { ExprNode, UpdateNode } from '../../spec/language/tree.ts';
import type { SpecErrorKind } from '../result.ts';
import type { Code } from './code.ts';
import { add, atom, num, placed, type Js, type StateWords } from './js.ts';
import { DATA_BITS } from './packing.ts';
import type { StateLayout } from './state-layout.ts';
import { fieldOf, fromAddress, fromCode, type Val } from './values.ts';

/** The variables of one packed state, as generated code reads them. */
export class View implements StateWords {
  readonly #code: Code;
  readonly #layout: StateLayout;
  readonly #base: Js;
  readonly #prefix: string | null;
  readonly #names = new Map<number, Js>();

  /**
   * The state at address `base`. With a `prefix`, each word is read once, at first use, into a
   * constant of that name and the word's number: then the state must not change while the function runs.
   */
  constructor(code: Code, layout: StateLayout, base: Js, prefix: string | null) {
    this.#code = code;
    this.#layout = layout;
    this.#base = base;
    this.#prefix = prefix;
  }

  /** The address of its first word. */
  get base(): Js {
    return this.#base;
  }

  word(index: number): Js {
    const text = `H[${add(this.#base, num(index)).text}]`;
    if (this.#prefix === null) return atom(text);
    let name = this.#names.get(index);
    if (name === undefined) {
      name = atom(`${this.#prefix}${index}`);
      this.#code.hoist(`const ${name.text} = ${text};`);
      this.#names.set(index, name);
    }
    return name;
  }

  /** A word for one use: by its name if it has one already. */
  peek(index: number): Js {
    return this.#names.get(index) ?? atom(`H[${add(this.#base, num(index)).text}]`);
  }

  variable(name: string): Val {
    const slot = this.#layout.slots.find((candidate) => candidate.name === name);
    if (slot === undefined) throw new Error(`malformed spec tree: there is no variable ${name}`);
    const { shape, cell } = slot;
    if (!shape.small) {
      const address = add(this.#base, num(cell.word));
      return fromAddress(shape, placed(address, { state: this, word: cell.word }));
    }
    if (shape.bits === 0) return fromCode(shape, num(0));
    return fromCode(shape, fieldOf(this.word(cell.word), num(cell.shift), cell.bits, DATA_BITS));
  }
}

/** How an expression becomes code: what is computed, with what cannot be an expression written before. */
export type Evaluator = (node: ExprNode, scope: Scope) => Val;

/** Where an expression stands: what its names mean and where its code goes. */
export class Scope {
  readonly code: Code;
  readonly view: View | null;
  readonly next: View | null;
  /** `action RMPrepare`, `invariant Consistent`: for spec errors. */
  readonly where: string;
  readonly #bound: Map<number, Val>;
  readonly #evaluator: Evaluator;

  constructor(
    code: Code,
    where: string,
    evaluator: Evaluator,
    view: View | null,
    next: View | null = null,
    bound: Map<number, Val> = new Map(),
  ) {
    this.code = code;
    this.where = where;
    this.view = view;
    this.next = next;
    this.#bound = bound;
    this.#evaluator = evaluator;
  }

  value(node: ExprNode): Val {
    return this.#evaluator(node, this);
  }

  /** Gives a name its value; ids are unique, so nothing is ever hidden. */
  bind(id: number, val: Val): void {
    this.#bound.set(id, val);
  }

  bound(id: number, name: string): Val {
    const val = this.#bound.get(id);
    if (val === undefined) throw new Error(`malformed spec tree: there is no name ${name}`);
    return val;
  }

  variable(name: string): Val {
    if (this.view === null) throw new Error(`malformed spec tree: ${name} is read without a state`);
    return this.view.variable(name);
  }

  /** The same names over the state after the step. */
  after(): Scope {
    return new Scope(this.code, this.where, this.#evaluator, this.next, null, this.#bound);
  }

  /** The statement that raises a spec error of an expression or update. */
  failure(kind: SpecErrorKind, subject: ExprNode | UpdateNode): string {
    const expression = isUpdate(subject) ? showUpdate(subject) : showExpr(subject);
    const site = this.code.assembly.site(kind, this.where, expression);
    return `throw hooks.fault(${site});`;
  }
}

function isUpdate(node: ExprNode | UpdateNode): node is UpdateNode {
  return ['assign', 'addElement', 'removeElement', 'ifUpdate', 'forEach'].includes(node.op);
}

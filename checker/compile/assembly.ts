import type { SpecErrorKind } from '../result.ts';
import { LayoutError } from './layout-error.ts';
import { wordsOf, type Shape } from './layout.ts';
import type { FaultSite } from './program.ts';

/** The most words of memory that a kernel may ask for: 256 MB. */
const MAX_HEAP = 1 << 26;

/**
 * The parts of a kernel as they come to be: its memory, the functions and tables that several
 * expressions share, the places that can fail.
 */
export class Assembly {
  readonly sites: FaultSite[] = [];
  /** Text of shared functions and tables, each after what it needs. */
  readonly shared: string[] = [];
  #heapWords: number;
  readonly #constants = new Map<string, number>();
  readonly #helpers = new Map<string, string>();
  readonly #shapeNumbers = new Map<Shape, number>();
  #names = 0;

  /** `firstFree`: the first word of the heap that is not a state's or the batch's. */
  constructor(firstFree: number) {
    this.#heapWords = firstFree;
  }

  get heapWords(): number {
    return this.#heapWords;
  }

  /** Words of memory of their own, zero at first. */
  allocate(words: number): number {
    const address = this.#heapWords;
    this.#heapWords += words;
    if (this.#heapWords > MAX_HEAP)
      throw new LayoutError('the memory for intermediate values', `more than ${MAX_HEAP} words`);
    return address;
  }

  /** The address of words that never change. */
  constant(words: readonly number[]): number {
    const text = words.join();
    let address = this.#constants.get(text);
    if (address === undefined) {
      address = this.allocate(words.length);
      this.#constants.set(text, address);
      if (words.some((word) => word !== 0)) this.shared.push(`H.set([${text}], ${address});`);
    }
    return address;
  }

  /** A function or table made once: `make` is given its name and returns its text. */
  helper(purpose: string, shape: Shape, make: (name: string) => string): string {
    return this.#once(purpose, `${purpose} ${this.#numberOf(shape)}`, make);
  }

  /** As `helper`, for what depends on two types and more. */
  pairHelper(
    purpose: string,
    from: Shape,
    to: Shape,
    detail: string,
    make: (name: string) => string,
  ): string {
    const key = `${purpose} ${this.#numberOf(from)} ${this.#numberOf(to)} ${detail}`;
    return this.#once(purpose, key, make);
  }

  /** The number of a site that raises `kind`. */
  site(kind: SpecErrorKind, where: string, expression: string): number {
    const known = this.sites.findIndex(
      (site) => site.kind === kind && site.where === where && site.expression === expression,
    );
    return known >= 0 ? known : this.sites.push({ kind, where, expression }) - 1;
  }

  /** A name that no other helper has. */
  uniqueName(hint: string): string {
    return `${hint}${this.#names++}`;
  }

  /** A temporary block of this shape. */
  block(shape: Shape): number {
    return this.allocate(wordsOf(shape));
  }

  #once(purpose: string, key: string, make: (name: string) => string): string {
    let name = this.#helpers.get(key);
    if (name === undefined) {
      name = this.uniqueName(`${purpose}_`);
      this.#helpers.set(key, name);
      const text = make(name);
      // Actions count their successors at once where their own text calls no hook.
      if (text.includes('hooks.')) throw new Error(`the helper ${name} must not raise spec errors`);
      this.shared.push(text);
    }
    return name;
  }

  #numberOf(shape: Shape): number {
    let number = this.#shapeNumbers.get(shape);
    if (number === undefined) this.#shapeNumbers.set(shape, (number = this.#shapeNumbers.size));
    return number;
  }
}

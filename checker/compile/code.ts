import type { Assembly } from './assembly.ts';
import { atom, isSimple, type Js } from './js.ts';

const KEYWORDS = new Set(
  (
    'break case catch class const continue default delete do else export extends false finally for ' +
    'function if import in instanceof let new null return super switch this throw true try typeof ' +
    'var void while with yield static enum await implements package protected interface private ' +
    'public arguments eval undefined NaN Infinity Math H hooks Int32Array Float64Array ' +
    'before count taken heap'
  ).split(' '),
);

/**
 * The body of one generated function, statement by statement. Statements are where order matters:
 * a check that may fail is a statement, so failures come in the order in which they were written.
 */
export class Code {
  readonly assembly: Assembly;
  readonly #outer: string[];
  readonly #names = new Map<string, number>();
  #lines: string[];

  constructor(assembly: Assembly) {
    this.assembly = assembly;
    this.#outer = [];
    this.#lines = this.#outer;
  }

  get lines(): readonly string[] {
    return this.#outer;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  comment(text: string): void {
    this.line(`// ${text.replace(/\s+/g, ' ')}`);
  }

  /** A statement at the function's outermost level, before the one that is being written. */
  hoist(text: string): void {
    this.#outer.push(text);
  }

  paste(lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Runs `body`; what it writes is returned instead of being part of the function. */
  capture<T>(body: () => T): { readonly lines: readonly string[]; readonly result: T } {
    const before = this.#lines;
    const lines: string[] = [];
    this.#lines = lines;
    try {
      return { lines, result: body() };
    } finally {
      this.#lines = before;
    }
  }

  /** `head {` body `}`. */
  block(head: string, body: () => void): void {
    const { lines } = this.capture(body);
    this.line(head === '' ? '{' : `${head} {`);
    this.paste(lines.map((line) => `  ${line}`));
    this.line('}');
  }

  /** A block or loop that `body` leaves or goes on with by naming the label it is given. */
  labelled(head: string, body: (label: string) => void): void {
    const label = this.name('L');
    const { lines } = this.capture(() => this.block(head, () => body(label)));
    const used = lines.some((line) => line.includes(` ${label};`));
    this.line(used ? `${label}: ${lines[0]}` : lines[0]!);
    this.paste(lines.slice(1));
  }

  /** `if (test)` then, else; an empty `else` is left out. */
  branch(test: Js, then: () => void, otherwise: () => void): void {
    if (test.known !== null) return test.known === true ? then() : otherwise();
    const { lines } = this.capture(otherwise);
    this.block(`if (${test.text})`, then);
    if (lines.length === 0) return;
    this.#lines[this.#lines.length - 1] = '} else {';
    this.paste(lines.map((line) => `  ${line}`));
    this.line('}');
  }

  /** A name not yet used in this function. */
  name(hint: string): string {
    const base = hint.replace(/[^A-Za-z0-9_]/g, '') || 't';
    const count = this.#names.get(base) ?? 0;
    this.#names.set(base, count + 1);
    // Names of words and of the kernel are one or two letters and digits: keep clear of them.
    const plain = /^[A-Za-z]{2,}$/.test(base) && !KEYWORDS.has(base);
    return count === 0 && plain ? base : `${base}$${count}`;
  }

  /** The fragment under a name, so that it is computed once. */
  keep(js: Js, hint: string): Js {
    if (isSimple(js)) return js;
    const name = this.name(hint);
    this.line(`const ${name} = ${js.text};`);
    return { ...atom(name), place: js.place };
  }

  /** A variable that later statements change. */
  variable(hint: string, initial: string): string {
    const name = this.name(hint);
    this.line(`let ${name} = ${initial};`);
    return name;
  }
}

/** The text of a function. */
export function functionText(name: string, parameters: string, code: Code): string {
  return [`function ${name}(${parameters}) {`, ...code.lines.map((l) => `  ${l}`), '}'].join('\n');
}

import type {
  BinaryOperator,
  BinderSyntax,
  ComprehensionSyntax,
  QuantifierSyntax,
  Syntax,
} from './syntax.ts';
import { tokensOf, type Token } from './tokens.ts';
import { WatchMistake } from './watch-mistake.ts';

const COMPARISONS = ['=', '!=', '<=', '<', '>=', '>', 'is', 'in', 'subset'] as const;
const SUMS = ['+', '-', 'union', 'intersect', 'minus'] as const;
const PRODUCTS = ['*', '/', '%', 'div', 'mod'] as const;
/** `sum(body: x in D)`. */
const FOLDS = { sum: 'sum', min: 'minOf', max: 'maxOf' } as const;

/**
 * Reads an expression in the notation in which expressions are shown, by recursive descent: from the
 * operators that bind least tightly to those that bind most.
 * @throws WatchMistake
 */
export function parseSyntax(text: string): Syntax {
  return new Parser(text).whole();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  whole(): Syntax {
    if (this.#peek().kind === 'end') throw new WatchMistake('the expression is empty', '', 0);
    const syntax = this.#expression();
    const { kind, text, at } = this.#peek();
    if (kind !== 'end') this.#fail(`'${text}' is not expected after a whole expression`, at);
    return syntax;
  }

  // ---------------------------------------------------------------- operators

  #expression(): Syntax {
    const left = this.#disjunction();
    const operator = this.#accept('implies');
    if (operator === null) return left;
    const { at } = operator;
    return { kind: 'binary', op: 'implies', left, right: this.#expression(), at };
  }

  #disjunction(): Syntax {
    return this.#leftAssociative(['or'], () =>
      this.#leftAssociative(['and'], () => this.#negation()),
    );
  }

  #negation(): Syntax {
    const not = this.#accept('not');
    return not === null ? this.#comparison() : { kind: 'not', arg: this.#negation(), at: not.at };
  }

  #comparison(): Syntax {
    const left = this.#sum();
    const { at } = this.#peek();
    if (this.#peek().text === 'not' && this.#peek(1).text === 'in') {
      this.#next += 2;
      return { kind: 'binary', op: 'not in', left, right: this.#sum(), at };
    }
    const operator = this.#acceptOneOf(COMPARISONS);
    if (operator === null) return left;
    if (operator === 'subset') this.#accept('of');
    return { kind: 'binary', op: operator, left, right: this.#sum(), at };
  }

  #sum(): Syntax {
    return this.#leftAssociative(SUMS, () => this.#leftAssociative(PRODUCTS, () => this.#factor()));
  }

  #leftAssociative(words: readonly string[], operand: () => Syntax): Syntax {
    let left = operand();
    for (;;) {
      const { at } = this.#peek();
      const word = this.#acceptOneOf(words);
      if (word === null) return left;
      const op = (word === '/' ? 'div' : word === '%' ? 'mod' : word) as BinaryOperator;
      left = { kind: 'binary', op, left, right: operand(), at };
    }
  }

  #factor(): Syntax {
    const minus = this.#accept('-');
    if (minus !== null) return { kind: 'negate', arg: this.#factor(), at: minus.at };
    let syntax = this.#primary();
    for (;;) {
      const { at } = this.#peek();
      if (this.#accept('.') !== null) {
        const name = this.#name('the name of a field');
        syntax = { kind: 'field', of: syntax, name: name.text, at: name.at };
      } else if (this.#accept('[') !== null) {
        const key = this.#expression();
        this.#expect(']', at);
        syntax = { kind: 'index', of: syntax, key, at };
      } else {
        return syntax;
      }
    }
  }

  // ---------------------------------------------------------------- what operators join

  #primary(): Syntax {
    const token = this.#peek();
    const { kind, text, at } = token;
    this.#next++;
    switch (kind) {
      case 'number':
        return { kind: 'number', value: Number(text), at };
      case 'text':
        return { kind: 'text', text, at };
      case 'name':
        return this.#named(token);
      case 'sign':
        if (text === '(') {
          const syntax = this.#expression();
          this.#expect(')', at);
          return syntax;
        }
        if (text === '[') return { kind: 'sequence', items: this.#items(']', at), at };
        if (text === '{') return this.#braces(at);
    }
    const found = kind === 'end' ? 'the expression ends here' : `'${text}' stands here`;
    return this.#fail(`${found}, where a value is expected`, at);
  }

  #named({ text, at }: Token): Syntax {
    const following = this.#peek().text;
    if (text === 'if') {
      const cond = this.#expression();
      this.#expect('then', at);
      const then = this.#expression();
      this.#expect('else', at);
      return { kind: 'if', cond, then, else: this.#expression(), at };
    }
    if (text === 'for' && following === 'all') {
      this.#next++;
      return this.#quantifier('forAll', at);
    }
    if (['forall', 'forAll', 'all'].includes(text) && this.#peek().kind === 'name')
      return this.#quantifier('forAll', at);
    if (text === 'exists' && this.#peek().kind === 'name') return this.#quantifier('exists', at);
    if (following !== '(') return { kind: 'name', name: text, at };
    const open = this.#peek().at;
    this.#next++;
    if ((text === 'count' || text === 'choose') && this.#peek(1).text === 'in') {
      const comprehension = this.#comprehension(text, at);
      this.#expect(')', open);
      return comprehension;
    }
    if (this.#accept(')') !== null) return { kind: 'call', name: text, args: [], at };
    const first = this.#expression();
    if (this.#isFold(text) && this.#accept(':') !== null) {
      const binder = this.#binder();
      this.#expect(')', open);
      return { kind: 'comprehension', op: FOLDS[text], binder, body: first, at };
    }
    const args = [first, ...(this.#accept(',') === null ? [] : this.#items(')', open))];
    if (args.length === 1) this.#expect(')', open);
    return { kind: 'call', name: text, args, at };
  }

  #isFold(name: string): name is keyof typeof FOLDS {
    return Object.hasOwn(FOLDS, name);
  }

  #quantifier(kind: QuantifierSyntax['kind'], at: number): Syntax {
    const binders = [this.#binder()];
    while (this.#accept(',') !== null) binders.push(this.#binder());
    this.#expect(':', at);
    return { kind, binders, body: this.#expression(), at };
  }

  #comprehension(op: ComprehensionSyntax['op'], at: number): Syntax {
    const binder = this.#binder();
    this.#expect(':', at);
    return { kind: 'comprehension', op, binder, body: this.#expression(), at };
  }

  #binder(): BinderSyntax {
    const { text, at } = this.#name('a name for the elements');
    this.#expect('in', at);
    return { name: text, domain: this.#sum(), at };
  }

  /** Behind `{`: a set, the elements that satisfy a condition, an image, or a record. */
  #braces(at: number): Syntax {
    if (this.#peek().kind === 'name' && this.#peek(1).text === 'in') {
      const filter = this.#comprehension('filter', at);
      this.#expect('}', at);
      return filter;
    }
    if (this.#peek().kind === 'name' && this.#peek(1).text === ':') return this.#record(at);
    if (this.#accept('}') !== null) return { kind: 'set', items: [], at };
    const first = this.#expression();
    if (this.#accept(':') !== null) {
      const binder = this.#binder();
      this.#expect('}', at);
      return { kind: 'comprehension', op: 'mapSet', binder, body: first, at };
    }
    if (this.#accept('}') !== null) return { kind: 'set', items: [first], at };
    this.#expect(',', at, '}');
    return { kind: 'set', items: [first, ...this.#items('}', at)], at };
  }

  #record(at: number): Syntax {
    const fields = [];
    do {
      const name = this.#name('the name of a field');
      this.#expect(':', name.at);
      fields.push({ name: name.text, value: this.#expression(), at: name.at });
    } while (this.#accept(',') !== null);
    this.#expect('}', at);
    return { kind: 'record', fields, at };
  }

  #items(close: string, open: number): Syntax[] {
    const items: Syntax[] = [];
    if (this.#accept(close) !== null) return items;
    do items.push(this.#expression());
    while (this.#accept(',') !== null);
    this.#expect(close, open);
    return items;
  }

  // ---------------------------------------------------------------- tokens

  #peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)]!;
  }

  /** The next token if it is this word or sign. */
  #accept(text: string): Token | null {
    const token = this.#peek();
    if (token.text !== text || (token.kind !== 'sign' && token.kind !== 'name')) return null;
    this.#next++;
    return token;
  }

  #acceptOneOf<T extends string>(words: readonly T[]): T | null {
    return words.find((word) => this.#accept(word) !== null) ?? null;
  }

  #expect(text: string, opened: number, otherwise = text): void {
    if (this.#accept(text) !== null) return;
    const { kind, text: found, at } = this.#peek();
    const begun = this.#text.slice(opened, opened + 1);
    const what = kind === 'end' ? 'the expression ends' : `'${found}' stands here`;
    this.#fail(
      `${what}, where '${otherwise}' is expected${kind === 'end' && '([{'.includes(begun) ? ` for the '${begun}' at ${opened + 1}` : ''}`,
      at,
    );
  }

  #name(what: string): Token {
    const token = this.#peek();
    if (token.kind !== 'name') this.#fail(`${what} is expected`, token.at);
    this.#next++;
    return token;
  }

  #fail(message: string, at: number): never {
    throw new WatchMistake(message, this.#text, at);
  }
}

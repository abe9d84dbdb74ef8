import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showExpr } from '../../spec/language/show.ts';
import type { ExprNode, TypeNode } from '../../spec/language/tree.ts';

/** An expression without its types: an operation and its operands, or a name. */
type Shape = string | readonly Shape[];

const BOOL: TypeNode = { kind: 'bool' };
const INT: TypeNode = { kind: 'range', lo: 0, hi: 9 };
const node = (op: string, type: TypeNode, parts: object): ExprNode =>
  ({ op, type, ...parts }) as unknown as ExprNode;

const expressions = fc.letrec<{ int: ExprNode; bool: ExprNode }>((tie) => {
  const pair = (of: 'int' | 'bool') => fc.tuple(tie(of), tie(of));
  return {
    int: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('x', 'y').map((name) => node('variable', INT, { name })),
      fc
        .tuple(fc.constantFrom('add', 'sub', 'mul', 'div', 'mod'), pair('int'))
        .map(([op, [left, right]]) => node(op, INT, { left, right })),
      tie('int').map((arg) => node('negate', INT, { arg })),
      fc
        .tuple(tie('bool'), pair('int'))
        .map(([cond, [then, otherwise]]) => node('if', INT, { cond, then, else: otherwise })),
    ),
    bool: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('p', 'q').map((name) => node('variable', BOOL, { name })),
      fc
        .tuple(fc.constantFrom('eq', 'ne', 'lt', 'ge'), pair('int'))
        .map(([op, [left, right]]) => node(op, BOOL, { left, right })),
      pair('bool').map(([left, right]) => node('implies', BOOL, { left, right })),
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('bool'), { minLength: 2, maxLength: 3 }))
        .map(([op, args]) => node(op, BOOL, { args })),
      tie('bool').map((arg) => node('not', BOOL, { arg })),
    ),
  };
});

function shapeOf(e: ExprNode): Shape {
  switch (e.op) {
    case 'variable':
      return e.name;
    case 'not':
    case 'negate':
      return [e.op, shapeOf(e.arg)];
    case 'and':
    case 'or':
      return [e.op, ...e.args.map(shapeOf)];
    case 'if':
      return [e.op, shapeOf(e.cond), shapeOf(e.then), shapeOf(e.else)];
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'eq':
    case 'ne':
    case 'lt':
    case 'ge':
    case 'implies':
      return [e.op, shapeOf(e.left), shapeOf(e.right)];
    default:
      throw new Error(`not generated: ${e.op}`);
  }
}

const words: Readonly<Record<string, readonly [op: string, binding: number]>> = {
  implies: ['implies', 1],
  or: ['or', 2],
  and: ['and', 3],
  '=': ['eq', 5],
  '!=': ['ne', 5],
  '<': ['lt', 5],
  '>=': ['ge', 5],
  '+': ['add', 6],
  '-': ['sub', 6],
  '*': ['mul', 7],
  div: ['div', 7],
  mod: ['mod', 7],
};

/** Reads an expression as a mathematician would: the usual precedence, to the left but for `implies`. */
class Reader {
  readonly #tokens: string[];

  constructor(text: string) {
    this.#tokens = text.match(/[a-z]+|!=|>=|[-+*=<()]/g) ?? [];
  }

  all(): Shape {
    const shape = this.#from(0);
    if (this.#tokens.length > 0) throw new Error(`left over: ${this.#tokens.join(' ')}`);
    return shape;
  }

  #from(binding: number): Shape {
    let left = this.#operand();
    for (;;) {
      const [op, own] = words[this.#tokens[0] ?? ''] ?? ['', -1];
      if (own < binding || op === '') return left;
      const word = this.#tokens.shift();
      if (op === 'and' || op === 'or') {
        const args = [left, this.#from(own + 1)];
        while (this.#tokens[0] === word) {
          this.#tokens.shift();
          args.push(this.#from(own + 1));
        }
        left = [op, ...args];
      } else {
        left = [op, left, this.#from(op === 'implies' ? own : own + 1)];
      }
    }
  }

  #operand(): Shape {
    const token = this.#tokens.shift();
    switch (token) {
      case '(': {
        const inner = this.#from(0);
        this.#expect(')');
        return inner;
      }
      case 'not':
        return ['not', this.#from(5)];
      case '-':
        return ['negate', this.#from(8)];
      case 'if': {
        const cond = this.#from(0);
        this.#expect('then');
        const then = this.#from(0);
        this.#expect('else');
        return ['if', cond, then, this.#from(0)];
      }
      default:
        if (token === undefined || !/^[xypq]$/.test(token)) throw new Error(`odd: ${token}`);
        return token;
    }
  }

  #expect(token: string): void {
    const found = this.#tokens.shift();
    if (found !== token) throw new Error(`${token} expected, not ${found}`);
  }
}

test('an expression can be read back from its text: no parentheses are missing', () => {
  fc.assert(
    fc.property(fc.oneof(expressions.int, expressions.bool), (expression) => {
      expect(new Reader(showExpr(expression)).all()).toEqual(shapeOf(expression));
    }),
    { numRuns: 2000 },
  );
});

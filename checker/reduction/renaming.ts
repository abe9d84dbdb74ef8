import type { ExprNode, TypeNode, VariableNode } from '../../spec/language/tree.ts';
import { SymmetryError } from './symmetry.ts';

/** The exchange of two identities of a scalarset. */
export interface Exchange {
  readonly scalarset: string;
  readonly a: number;
  readonly b: number;
}

/** The longest sequence of identities that is renamed element by element. */
const MAX_SEQUENCE = 64;

const BOOL = { kind: 'bool' } as const;

/**
 * Writes values after an exchange as expressions of the language, so that the compiler and the
 * interpreter, which know nothing of renamings, can compute them.
 */
export class Renaming {
  readonly #exchange: Exchange;
  /** Bound names of its own: negative, so that none is one of the spec's. */
  #lastId = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** The variable's value after the exchange; null if it mentions no identity of the scalarset. */
  ofVariable(variable: VariableNode): ExprNode | null {
    return this.#mentions(variable.type) ? this.#renamed(variable.type, variable) : null;
  }

  #mentions(type: TypeNode): boolean {
    switch (type.kind) {
      case 'ids':
        return type.name === this.#exchange.scalarset;
      case 'option':
      case 'set':
      case 'sequence':
      case 'bag':
        return this.#mentions(type.of);
      case 'struct':
        return type.fields.some((field) => this.#mentions(field.type));
      case 'union':
        return type.cases.some((one) => this.#mentions(one.type));
      case 'map':
        return this.#mentions(type.key) || this.#mentions(type.value);
      default:
        return false;
    }
  }

  #renamed(type: TypeNode, value: ExprNode): ExprNode {
    if (!this.#mentions(type)) return value;
    switch (type.kind) {
      case 'ids':
        return this.#exchanged(type, value);
      case 'option':
        return {
          op: 'if',
          type,
          cond: { op: 'isSome', type: BOOL, arg: value },
          then: {
            op: 'some',
            type,
            arg: this.#renamed(type.of, { op: 'unwrap', type: type.of, arg: value }),
          },
          else: { op: 'none', type },
        };
      case 'struct':
        return {
          op: 'struct',
          type,
          fields: type.fields.map((field) =>
            this.#renamed(field.type, {
              op: 'field',
              type: field.type,
              struct: value,
              field: field.name,
            }),
          ),
        };
      case 'union':
        return {
          op: 'match',
          type,
          arg: value,
          branches: type.cases.map(({ tag, type: payload }) => {
            const bound = this.#bound(payload);
            const inject = this.#renamed(payload, bound);
            return {
              tag,
              id: bound.id,
              name: bound.name,
              body: { op: 'inject', type, tag, payload: inject },
            };
          }),
        };
      case 'map': {
        const key = this.#bound(type.key);
        // An exchange is its own inverse, so the entry at k comes from the entry at k exchanged.
        const entry: ExprNode = {
          op: 'at',
          type: type.value,
          map: value,
          key: this.#renamed(type.key, key),
        };
        const binder = { id: key.id, name: key.name, type: type.key, domain: null };
        return { op: 'mapOf', type, binder, body: this.#renamed(type.value, entry) };
      }
      case 'set': {
        const element = this.#bound(type.of);
        const binder = { id: element.id, name: element.name, type: type.of, domain: value };
        return { op: 'mapSet', type, binder, body: this.#renamed(type.of, element) };
      }
      case 'sequence':
        return this.#sequence(type, value);
      case 'bag':
        throw new SymmetryError(
          `symmetry over ${this.#exchange.scalarset} cannot be used with a bag that mentions its identities`,
          'Keep a map from the element to how often it is there, or leave out the symmetry.',
        );
      default:
        return value;
    }
  }

  #exchanged(type: TypeNode & { kind: 'ids' }, value: ExprNode): ExprNode {
    const { a, b } = this.#exchange;
    const literal = (ordinal: number): ExprNode => ({ op: 'literal', type, value: ordinal });
    const is = (ordinal: number): ExprNode => ({
      op: 'eq',
      type: BOOL,
      left: value,
      right: literal(ordinal),
    });
    return {
      op: 'if',
      type,
      cond: is(a),
      then: literal(b),
      else: { op: 'if', type, cond: is(b), then: literal(a), else: value },
    };
  }

  /** There is no map over sequences: one case for each length. */
  #sequence(type: TypeNode & { kind: 'sequence' }, value: ExprNode): ExprNode {
    if (type.max > MAX_SEQUENCE) {
      throw new SymmetryError(
        `symmetry over ${this.#exchange.scalarset} cannot be used with a sequence of up to ${type.max} elements`,
        `Sequences that mention its identities may have at most ${MAX_SEQUENCE}.`,
      );
    }
    const int = (n: number): ExprNode => ({
      op: 'literal',
      type: { kind: 'range', lo: n, hi: n },
      value: n,
    });
    const size: ExprNode = {
      op: 'size',
      type: { kind: 'range', lo: 0, hi: type.max },
      collection: value,
    };
    const ofLength = (length: number): ExprNode => ({
      op: 'elements',
      type,
      elements: Array.from({ length }, (_, i) =>
        this.#renamed(type.of, { op: 'elementAt', type: type.of, sequence: value, index: int(i) }),
      ),
    });
    let result = ofLength(type.max);
    for (let length = type.max - 1; length >= 0; length--) {
      const cond: ExprNode = { op: 'eq', type: BOOL, left: size, right: int(length) };
      result = { op: 'if', type, cond, then: ofLength(length), else: result };
    }
    return result;
  }

  #bound(type: TypeNode): ExprNode & { op: 'bound' } {
    const id = --this.#lastId;
    return { op: 'bound', type, id, name: `renamed${-id}` };
  }
}

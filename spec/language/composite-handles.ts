import { BOOL, bool, expr, Handle } from './base-handle.ts';
import { coerce, defaultOf, freshId, lift, liftTo, parameterNames } from './lift.ts';
import { didYouMean, report } from './mistakes.ts';
import { showExpr } from './show.ts';
import type {
  ExprNode,
  MapTypeNode,
  MatchBranch,
  OptionTypeNode,
  StructTypeNode,
  TypeNode,
  UnionTypeNode,
} from './tree.ts';
import { joinTypes } from './type-algebra.ts';

export class OptionHandle extends Handle {
  isSome(): unknown {
    return bool({ op: 'isSome', type: BOOL, arg: this.node });
  }
  isNone(): unknown {
    return bool({ op: 'not', type: BOOL, arg: { op: 'isSome', type: BOOL, arg: this.node } });
  }
  isSomeOf(value: unknown): unknown {
    return this.is(expr({ op: 'some', type: this.#type, arg: liftTo(value, this.#type.of) }));
  }
  value(): unknown {
    return expr({ op: 'unwrap', type: this.#type.of, arg: this.node });
  }
  orElse(other: unknown): unknown {
    const { of } = this.#type;
    return expr({
      op: 'if',
      type: of,
      cond: { op: 'isSome', type: BOOL, arg: this.node },
      then: { op: 'unwrap', type: of, arg: this.node },
      else: liftTo(other, of),
    });
  }

  get #type(): OptionTypeNode {
    return this.node.type as OptionTypeNode;
  }
}

/** Names that a field cannot have, since they are methods of every struct. */
export const RESERVED_FIELDS: readonly string[] = [
  'node',
  'is',
  'isNot',
  'with',
  'set',
  'change',
  'assign',
];

export class StructHandle extends Handle {
  constructor(node: ExprNode) {
    super(node);
    for (const field of (node.type as StructTypeNode).fields) {
      Object.defineProperty(this, field.name, {
        get: () => expr({ op: 'field', type: field.type, struct: node, field: field.name }),
      });
    }
  }
  with(changes: Readonly<Record<string, unknown>>): unknown {
    const type = this.node.type as StructTypeNode;
    let struct: ExprNode = this.node;
    for (const [field, value] of Object.entries(changes)) {
      const found = type.fields.find((f) => f.name === field);
      if (found === undefined) {
        const names = type.fields.map((f) => f.name);
        report(`there is no field '${field}'`, didYouMean(field, names), showExpr(this.node));
      } else {
        struct = { op: 'withField', type, struct, field, value: liftTo(value, found.type) };
      }
    }
    return expr(struct);
  }
}

export class UnionHandle extends Handle {
  isA(tag: string): unknown {
    this.#caseType(tag);
    return bool({ op: 'isTag', type: BOOL, arg: this.node, tag });
  }
  as(tag: string): unknown {
    return expr({ op: 'payload', type: this.#caseType(tag), arg: this.node, tag });
  }
  match(branches: Readonly<Record<string, (payload: unknown) => unknown>>): unknown {
    const { cases } = this.node.type as UnionTypeNode;
    const made = cases.map(({ tag, type }) => this.#branch(tag, type, branches[tag]));
    const type = made.map((b) => b.body.type).reduce((a, b) => joinTypes(a, b) ?? a);
    const coerced = made.map((b) => ({ ...b, body: coerce(b.body, type, 'value') }));
    return expr({ op: 'match', type, arg: this.node, branches: coerced });
  }

  #branch(tag: string, type: TypeNode, body?: (payload: unknown) => unknown): MatchBranch {
    const id = freshId();
    if (typeof body !== 'function') {
      report(
        `match has no branch for ${tag}`,
        `Add \`${tag}: (payload) => …\`.`,
        showExpr(this.node),
      );
      return { tag, id, name: tag, body: defaultOf(BOOL) };
    }
    const name = parameterNames(body)[0] ?? 'payload';
    return { tag, id, name, body: lift(body(expr({ op: 'bound', type, id, name })), null) };
  }
  #caseType(tag: string): TypeNode {
    const { cases } = this.node.type as UnionTypeNode;
    const found = cases.find((c) => c.tag === tag);
    if (found !== undefined) return found.type;
    const tags = cases.map((c) => c.tag);
    report(
      `there is no case '${tag}'`,
      didYouMean(tag, tags) || `The cases are ${tags.join(', ')}.`,
      showExpr(this.node),
    );
    return { kind: 'unit' };
  }
}

export class MapHandle extends Handle {
  at(key: unknown): unknown {
    const { key: keyType, value } = this.#type;
    return expr({ op: 'at', type: value, map: this.node, key: liftTo(key, keyType, 'index') });
  }
  with(key: unknown, value: unknown): unknown {
    return expr({
      op: 'withEntry',
      type: this.#type,
      map: this.node,
      key: liftTo(key, this.#type.key, 'index'),
      value: liftTo(value, this.#type.value),
    });
  }
  override is(other: unknown): unknown {
    return super.is({ node: liftTo(other, this.#type) });
  }
  override isNot(other: unknown): unknown {
    return super.isNot({ node: liftTo(other, this.#type) });
  }

  get #type(): MapTypeNode {
    return this.node.type as MapTypeNode;
  }
}

import { coerce } from '../../spec/language/lift.ts';
import { didYouMean, SpecMistakes } from '../../spec/language/mistakes.ts';
import { showType } from '../../spec/language/show.ts';
import type { ExprNode, SpecTree, TypeNode } from '../../spec/language/tree.ts';
import { joinTypes } from '../../spec/language/type-algebra.ts';
import { callNode, memberNode } from './members.ts';
import { comprehensionNode } from './collections.ts';
import { binaryNode, entryNode } from './operators.ts';
import { constantNode, knownNames, type KnownNames } from './known-names.ts';
import type { BinderSyntax, Syntax } from './syntax.ts';
import { WatchMistake } from './watch-mistake.ts';

const BOOL = { kind: 'bool' } as const;

type Bound = Extract<ExprNode, { readonly op: 'bound' }>;

/** Gives names their meaning and expressions their types. */
export class Typing {
  readonly #text: string;
  readonly #spec: SpecTree;
  readonly #names: KnownNames;
  #scope: readonly Bound[] = [];
  /** Below those of the spec, whose properties may stand within the expression. */
  #lastId = -1;

  constructor(text: string, spec: SpecTree) {
    this.#text = text;
    this.#spec = spec;
    this.#names = knownNames(spec);
  }

  // ---------------------------------------------------------------- both directions

  /** The node of an expression whose type follows from itself. */
  infer(syntax: Syntax): ExprNode {
    const { at } = syntax;
    switch (syntax.kind) {
      case 'number':
        return this.#integer(syntax.value, at);
      case 'text':
      case 'name':
        return this.#meaning(syntax.kind === 'name' ? syntax.name : syntax.text, syntax);
      case 'not':
        return { op: 'not', type: BOOL, arg: this.check(syntax.arg, BOOL) };
      case 'negate': {
        const arg = this.integer(syntax.arg);
        const { lo, hi } = arg.type;
        return { op: 'negate', type: { kind: 'range', lo: 0 - hi, hi: 0 - lo }, arg };
      }
      case 'binary':
        return binaryNode(this, syntax);
      case 'field':
        return memberNode(this, this.infer(syntax.of), syntax);
      case 'index':
        return entryNode(this, this.infer(syntax.of), syntax.key, at);
      case 'call':
        return callNode(this, syntax, this.#names.cases.get(syntax.name) ?? null);
      case 'if': {
        const cond = this.check(syntax.cond, BOOL);
        const [then, otherwise] = this.pair(syntax.then, syntax.else, at);
        const type = joinTypes(then.type, otherwise.type)!;
        const branches = [then, otherwise].map((node) => this.coerced(node, type, at));
        return { op: 'if', type, cond, then: branches[0]!, else: branches[1]! };
      }
      case 'forAll':
      case 'exists': {
        const outer = this.#scope;
        const binders = syntax.binders.map((binder) => this.bind(binder));
        const body = this.check(syntax.body, BOOL);
        this.#scope = outer;
        return { op: syntax.kind, type: BOOL, binders, body };
      }
      case 'comprehension':
        return comprehensionNode(this, syntax);
      case 'set':
      case 'sequence': {
        const [first, ...others] = syntax.items.map((item) => this.infer(item));
        if (first === undefined)
          return this.fail('nothing here tells the type of its elements', at);
        const of = others.reduce<TypeNode>((type, { type: other }, i) => {
          const joined = joinTypes(type, other);
          return joined ?? this.differ(type, other, syntax.items[i + 1]!.at);
        }, first.type);
        return this.#elements(syntax, of);
      }
      case 'record':
        return this.fail('nothing here tells which type this record has', at);
    }
  }

  /** The node of an expression where the type is known: the meaning of a bare value follows from it. */
  check(syntax: Syntax, expected: TypeNode): ExprNode {
    const { kind, at } = syntax;
    if (expected.kind === 'option' && this.isNone(syntax)) return { op: 'none', type: expected };
    const value = kind === 'name' || kind === 'text' ? this.#valueOf(syntax, expected) : null;
    if (value !== null) return value;
    if (kind === 'call' && expected.kind === 'union' && this.#hasCase(expected, syntax.name))
      return callNode(this, syntax, expected);
    if (kind === 'call' && expected.kind === 'option' && syntax.name === 'some')
      return { op: 'some', type: expected, arg: this.check(this.only(syntax), expected.of) };
    if (expected.kind === 'option' && this.#isBare(syntax, expected.of))
      return { op: 'some', type: expected, arg: this.check(syntax, expected.of) };
    if (
      (kind === 'set' && expected.kind === 'set') ||
      (kind === 'sequence' && expected.kind === kind)
    )
      return this.coerced(this.#elements(syntax, expected.of), expected, at);
    if (kind === 'record' && expected.kind === 'struct') {
      for (const { name, at: place } of syntax.fields)
        if (!expected.fields.some((field) => field.name === name))
          this.unknown(
            'field',
            name,
            expected.fields.map((field) => field.name),
            place,
          );
      const fields = expected.fields.map(({ name, type }) => {
        const given = syntax.fields.find((field) => field.name === name);
        if (given === undefined) return this.fail(`the field '${name}' is missing`, at);
        return this.check(given.value, type);
      });
      return { op: 'struct', type: expected, fields };
    }
    if (
      expected.kind === 'enum' &&
      (kind === 'name' || kind === 'text') &&
      !this.#isDefined(syntax)
    )
      this.unknown('value', kind === 'name' ? syntax.name : syntax.text, expected.values, at);
    const node = this.infer(syntax);
    if (expected.kind === 'option' && node.type.kind !== 'option')
      return { op: 'some', type: expected, arg: this.coerced(node, expected.of, at) };
    return this.coerced(node, expected, at);
  }

  /** Two expressions of one type; either may be a bare value that the other one explains. */
  pair(left: Syntax, right: Syntax, at: number): [ExprNode, ExprNode] {
    if (this.needsType(left) && !this.needsType(right)) {
      const node = this.infer(right);
      return this.#joined(this.check(left, this.#widest(node.type)), node, at);
    }
    const node = this.infer(left);
    const other = this.needsType(right)
      ? this.check(right, this.#widest(node.type))
      : this.infer(right);
    return this.#joined(node, other, at);
  }

  integer(
    syntax: Syntax,
  ): ExprNode & { readonly type: { readonly lo: number; readonly hi: number } } {
    const node = this.infer(syntax);
    if (node.type.kind === 'range') return node as ReturnType<Typing['integer']>;
    return this.fail(`this is ${showType(node.type)}, not an integer`, syntax.at);
  }

  // ---------------------------------------------------------------- bound names

  /** Binds a name from here on; see `within`. */
  bind({ name, domain, at }: BinderSyntax) {
    const type = this.#domain(domain);
    const id = this.#lastId--;
    this.#scope = [...this.#scope, { op: 'bound', id, name, type: type.of }];
    if (type.of.kind === 'range' && type.of.hi < type.of.lo) this.fail('this is empty', at);
    return { id, name, type: type.of, domain: type.set };
  }

  /** Runs `body`; the names that it binds are forgotten afterwards. */
  within<T>(body: () => T): T {
    const outer = this.#scope;
    const result = body();
    this.#scope = outer;
    return result;
  }

  #domain(syntax: Syntax): { readonly of: TypeNode; readonly set: ExprNode | null } {
    if (syntax.kind === 'name' && !this.#isDefined(syntax)) {
      const type = this.#names.identities.get(syntax.name);
      if (type !== undefined) return { of: type, set: null };
      if (syntax.name === 'bool') return { of: BOOL, set: null };
    }
    const set = this.infer(syntax);
    if (set.type.kind === 'set') return { of: set.type.of, set };
    if (set.type.kind === 'sequence' || set.type.kind === 'bag') {
      const type = { kind: 'set', of: set.type.of, max: set.type.max } as const;
      return { of: type.of, set: { op: 'setOf', type, collection: set } };
    }
    return this.fail(`this is ${showType(set.type)}: it has no elements`, syntax.at);
  }

  // ---------------------------------------------------------------- names

  #meaning(name: string, syntax: Syntax): ExprNode {
    const { at } = syntax;
    if (syntax.kind === 'name') {
      const defined = this.#defined(name);
      if (defined !== null) return defined;
      const property = this.#spec.properties.find((p) => p.name === name);
      if (property?.kind === 'invariant' || property?.kind === 'reachable') return property.body;
      if (property !== undefined)
        this.fail(`${name} is ${property.kind}: it has no value in a single state`, at);
      if (name === 'none') this.fail('nothing here tells of what this is none', at);
    }
    for (const type of this.#names.identities.values()) {
      const value = type.labels.indexOf(name);
      if (value >= 0) return { op: 'literal', type, value };
    }
    if (this.#names.values.has(name))
      return { op: 'literal', type: { kind: 'enum', values: [name] }, value: name };
    const union = this.#names.cases.get(name);
    if (union !== undefined) return this.#bareCase(union, name, at);
    const identities = this.#names.identities.get(name);
    if (identities !== undefined) return this.#allOf(identities);
    return this.unknown('variable or value', name, this.#everyName(), at);
  }

  /** What the spec or a quantifier gives a meaning, whatever is expected. */
  #defined(name: string): ExprNode | null {
    const bound = this.#scope.findLast((one) => one.name === name);
    if (bound !== undefined) return bound;
    const variable = this.#spec.variables.find((one) => one.name === name);
    if (variable !== undefined) return { op: 'variable', type: variable.type, name };
    if (name === 'true' || name === 'false')
      return { op: 'literal', type: BOOL, value: name === 'true' };
    const constant = this.#spec.constants.find((one) => one.name === name);
    return constant === undefined ? null : constantNode(constant);
  }

  #isDefined(syntax: Syntax): boolean {
    return syntax.kind === 'name' && this.#defined(syntax.name) !== null;
  }

  /** A bare word as a value of a type; null if it is none, or means something else. */
  #valueOf(syntax: Syntax & { readonly kind: 'name' | 'text' }, type: TypeNode): ExprNode | null {
    if (this.#isDefined(syntax)) return null;
    const name = syntax.kind === 'name' ? syntax.name : syntax.text;
    if (type.kind === 'enum' && type.values.includes(name))
      return { op: 'literal', type, value: name };
    if (type.kind === 'ids' || type.kind === 'index') {
      const value = type.labels.indexOf(name);
      if (value >= 0) return { op: 'literal', type, value };
      if (!this.#names.identities.has(name)) this.unknown(type.name, name, type.labels, syntax.at);
    }
    if (type.kind === 'unit' && name === 'unit') return { op: 'literal', type, value: null };
    if (type.kind === 'union' && this.#hasCase(type, name))
      return this.#bareCase(type, name, syntax.at);
    return null;
  }

  #bareCase(union: Extract<TypeNode, { kind: 'union' }>, tag: string, at: number): ExprNode {
    const { type } = union.cases.find((one) => one.tag === tag)!;
    if (type.kind !== 'unit') this.fail(`${tag} holds ${showType(type)}: write ${tag}(…)`, at);
    return { op: 'inject', type: union, tag, payload: { op: 'literal', type, value: null } };
  }

  #hasCase(union: Extract<TypeNode, { kind: 'union' }>, tag: string): boolean {
    return union.cases.some((one) => one.tag === tag);
  }

  #allOf(type: Extract<TypeNode, { kind: 'ids' | 'index' }>): ExprNode {
    const elements = type.labels.map((_, value): ExprNode => ({ op: 'literal', type, value }));
    return { op: 'elements', type: { kind: 'set', of: type, max: null }, elements };
  }

  #everyName(): readonly string[] {
    const { variables, constants, properties } = this.#spec;
    const { identities, values, cases } = this.#names;
    return [
      ...[...variables, ...this.#scope, ...constants, ...properties].map(({ name }) => name),
      ...Array.from(identities.values(), ({ labels }) => labels).flat(),
      ...values,
      ...cases.keys(),
    ];
  }

  /** Whether the type of an expression follows only from what it is compared with. */
  needsType(syntax: Syntax): boolean {
    switch (syntax.kind) {
      case 'name':
        return !this.#isDefined(syntax);
      case 'text':
      case 'record':
        return true;
      case 'set':
      case 'sequence':
        return syntax.items.every((item) => this.needsType(item));
      case 'call':
        return syntax.name === 'some' || this.#names.cases.has(syntax.name);
      default:
        return false;
    }
  }

  /** A bare word that is a value of the type. */
  #isBare(syntax: Syntax, type: TypeNode): boolean {
    if ((syntax.kind !== 'name' && syntax.kind !== 'text') || this.#isDefined(syntax)) return false;
    const name = syntax.kind === 'name' ? syntax.name : syntax.text;
    if (type.kind === 'enum') return type.values.includes(name);
    if (type.kind === 'ids' || type.kind === 'index') return type.labels.includes(name);
    return false;
  }

  isNone(syntax: Syntax): boolean {
    return syntax.kind === 'name' && syntax.name === 'none' && !this.#isDefined(syntax);
  }

  // ---------------------------------------------------------------- literals

  #elements(
    { kind, items }: Syntax & { readonly kind: 'set' | 'sequence' },
    of: TypeNode,
  ): ExprNode {
    const elements = items.map((item) => this.check(item, of));
    const type =
      kind === 'set'
        ? ({ kind, of, max: null } as const)
        : ({ kind, of, max: items.length } as const);
    return { op: 'elements', type, elements };
  }

  #integer(value: number, at: number): ExprNode {
    if (!Number.isSafeInteger(value)) this.fail('this number is too large', at);
    return { op: 'literal', type: { kind: 'range', lo: value, hi: value }, value };
  }

  // ---------------------------------------------------------------- types

  #joined(left: ExprNode, right: ExprNode, at: number): [ExprNode, ExprNode] {
    const [a, b] = [this.wrapped(left, right.type), this.wrapped(right, left.type)];
    // Integers of any two ranges can be compared as they are.
    if (a.type.kind === 'range' && b.type.kind === 'range') return [a, b];
    const type = joinTypes(a.type, b.type) ?? this.differ(left.type, right.type, at);
    return [this.coerced(a, type, at), this.coerced(b, type, at)];
  }

  /** A value beside an option stands for an option of it. */
  wrapped(node: ExprNode, beside: TypeNode): ExprNode {
    if (beside.kind !== 'option' || node.type.kind === 'option') return node;
    return { op: 'some', type: { kind: 'option', of: node.type }, arg: node };
  }

  /** A literal set may have any elements of the type, however few the variable's type allows. */
  #widest(type: TypeNode): TypeNode {
    return type.kind === 'set' ? { ...type, max: null } : type;
  }

  coerced(node: ExprNode, type: TypeNode, at: number): ExprNode {
    if (joinTypes(node.type, type) === null)
      return this.fail(`this is ${showType(node.type)}, not ${showType(type)}`, at);
    return this.located(at, () => coerce(node, type, 'value'));
  }

  differ(a: TypeNode, b: TypeNode, at: number): never {
    return this.fail(`${showType(a)} and ${showType(b)} cannot be compared or combined`, at);
  }

  // ---------------------------------------------------------------- mistakes

  /** The only argument of a call. */
  only({ name, args, at }: Syntax & { readonly kind: 'call' }): Syntax {
    if (args.length !== 1) this.fail(`${name} takes one value`, at);
    return args[0]!;
  }

  /** Runs what the language itself checks; its mistakes are told at a place of the expression. */
  located<T>(at: number, body: () => T): T {
    try {
      return body();
    } catch (error) {
      if (!(error instanceof SpecMistakes)) throw error;
      const { message, hint } = error.mistakes[0]!;
      throw new WatchMistake(message, this.#text, at, hint);
    }
  }

  unknown(what: string, name: string, known: readonly string[], at: number): never {
    const few = known.length <= 12 ? `It is one of ${known.join(', ')}.` : '';
    return this.fail(`there is no ${what} '${name}'`, at, didYouMean(name, known) || few);
  }

  fail(message: string, at: number, hint = ''): never {
    throw new WatchMistake(message, this.#text, at, hint);
  }
}

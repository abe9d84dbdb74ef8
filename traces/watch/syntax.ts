/** What a watch expression says, before its names and types are looked at. `at`: where in the text. */
export type Syntax =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  /** Quoted: a value of an enumeration or an identity. */
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | CallSyntax
  | BinarySyntax
  | { readonly kind: 'not' | 'negate'; readonly arg: Syntax; readonly at: number }
  | FieldSyntax
  | IndexSyntax
  | IfSyntax
  | QuantifierSyntax
  | ComprehensionSyntax
  | ListSyntax
  | RecordSyntax;

export interface CallSyntax {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Syntax[];
  readonly at: number;
}
export type BinaryOperator =
  | 'implies'
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'is'
  | 'in'
  | 'not in'
  | 'subset'
  | '+'
  | '-'
  | 'union'
  | 'intersect'
  | 'minus'
  | '*'
  | 'div'
  | 'mod';
/** `at` is the operator's place. */
export interface BinarySyntax {
  readonly kind: 'binary';
  readonly op: BinaryOperator;
  readonly left: Syntax;
  readonly right: Syntax;
  readonly at: number;
}
/** `of.name`; `at` is the name's place. */
export interface FieldSyntax {
  readonly kind: 'field';
  readonly of: Syntax;
  readonly name: string;
  readonly at: number;
}
/** `of[key]`; `at` is the bracket's place. */
export interface IndexSyntax {
  readonly kind: 'index';
  readonly of: Syntax;
  readonly key: Syntax;
  readonly at: number;
}
export interface IfSyntax {
  readonly kind: 'if';
  readonly cond: Syntax;
  readonly then: Syntax;
  readonly else: Syntax;
  readonly at: number;
}
export interface BinderSyntax {
  readonly name: string;
  readonly domain: Syntax;
  readonly at: number;
}
export interface QuantifierSyntax {
  readonly kind: 'forAll' | 'exists';
  readonly binders: readonly BinderSyntax[];
  readonly body: Syntax;
  readonly at: number;
}
/** `count(x in D: body)`, `{x in D: body}`, `{body: x in D}`, `sum(body: x in D)`. */
export interface ComprehensionSyntax {
  readonly kind: 'comprehension';
  readonly op: 'count' | 'choose' | 'filter' | 'mapSet' | 'sum' | 'minOf' | 'maxOf';
  readonly binder: BinderSyntax;
  readonly body: Syntax;
  readonly at: number;
}
/** `{a, b}` or `[a, b]`. */
export interface ListSyntax {
  readonly kind: 'set' | 'sequence';
  readonly items: readonly Syntax[];
  readonly at: number;
}
/** `{ field: value }`. */
export interface RecordSyntax {
  readonly kind: 'record';
  readonly fields: readonly {
    readonly name: string;
    readonly value: Syntax;
    readonly at: number;
  }[];
  readonly at: number;
}

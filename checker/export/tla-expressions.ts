/**
 * Expressions of the language as TLA+ text.
 *
 * | language         | TLA+                                                   |
 * | ---------------- | ------------------------------------------------------ |
 * | enum, ids        | strings                                                |
 * | index            | integers from 0                                        |
 * | unit             | `"unit"`                                               |
 * | option           | `<<>>` and `<<x>>`                                     |
 * | struct           | records                                                |
 * | union            | `<<"Tag", payload>>`                                   |
 * | map              | functions                                              |
 * | set, sequence    | sets, sequences (counted from 1)                       |
 * | bag              | functions from the elements present to their number    |
 */
import { showExpr } from '../../spec/language/show.ts';
import type { Binder, ExprNode, TypeNode } from '../../spec/language/tree.ts';
import { UserError } from '../user-error.ts';

/** Raised where TLA+ has no equivalent that TLC evaluates to the same value. */
export class NotExportable extends UserError {
  constructor(what: string) {
    super(what, 'Write it without `choose`, or with integers.');
    this.name = 'NotExportable';
  }
}

/** The set of a type's values. */
export function typeSet(type: TypeNode): string {
  switch (type.kind) {
    case 'bool':
      return 'BOOLEAN';
    case 'range':
      return `(${integer(type.lo)}..${integer(type.hi)})`;
    case 'enum':
      return `{${type.values.map(quote).join(', ')}}`;
    case 'ids':
      return `{${type.labels.map(quote).join(', ')}}`;
    case 'index':
      return `(0..${type.size - 1})`;
    case 'unit':
      return '{"unit"}';
    case 'option':
      return `({<<>>} \\cup {<<o>> : o \\in ${typeSet(type.of)}})`;
    case 'struct':
      return `[${type.fields.map((f) => `${f.name}: ${typeSet(f.type)}`).join(', ')}]`;
    case 'union':
      return `(${type.cases.map((c) => `({${quote(c.tag)}} \\X ${typeSet(c.type)})`).join(' \\cup ')})`;
    case 'map':
      return `[${typeSet(type.key)} -> ${typeSet(type.value)}]`;
    case 'set': {
      const all = `(SUBSET ${typeSet(type.of)})`;
      return type.max === null ? all : `{s \\in ${all} : Cardinality(s) <= ${type.max}}`;
    }
    case 'sequence':
      return `(UNION {[1..n -> ${typeSet(type.of)}] : n \\in 0..${type.max}})`;
    case 'bag':
      return `{b \\in UNION {[s -> 1..${type.max}] : s \\in SUBSET ${typeSet(type.of)}} : BagSize(b) <= ${type.max}}`;
  }
}

export function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function integer(n: number): string {
  return n < 0 ? `(${n})` : String(n);
}

/** A bound name that cannot clash with any other name of the module: TLA+ forbids redefinition. */
export function boundName(bound: { readonly id: number; readonly name: string }): string {
  return `${bound.name.replaceAll('$', '_')}_${bound.id}`;
}

/** `x_1 \in S`. */
export function binding(binder: Binder): string {
  return `${boundName(binder)} \\in ${domainSet(binder)}`;
}

export function domainSet(binder: Binder): string {
  return binder.domain === null ? typeSet(binder.type) : tla(binder.domain);
}

const INFIX = {
  eq: '=',
  ne: '#',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  add: '+',
  sub: '-',
  mul: '*',
  div: '\\div',
  mod: '%',
  union: '\\cup',
  intersect: '\\cap',
  minus: '\\',
  subset: '\\subseteq',
  implies: '=>',
} as const;

/** An expression as TLA+; composite ones stand in parentheses. */
export function tla(node: ExprNode): string {
  switch (node.op) {
    case 'literal':
      return literal(node.type, node.value);
    case 'constant':
      return tla(node.value);
    case 'variable':
      return node.name;
    case 'bound':
      return boundName(node);
    case 'next':
      return `(${tla(node.arg)})'`;
    case 'convert':
      return tla(node.arg);
    case 'not':
      return `(~${tla(node.arg)})`;
    case 'and':
    case 'or': {
      if (node.args.length === 0) return node.op === 'and' ? 'TRUE' : 'FALSE';
      return `(${node.args.map(tla).join(node.op === 'and' ? ' /\\ ' : ' \\/ ')})`;
    }
    case 'implies':
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'union':
    case 'intersect':
    case 'minus':
    case 'subset':
      return `(${tla(node.left)} ${INFIX[node.op]} ${tla(node.right)})`;
    case 'min':
    case 'max': {
      const [a, b] = [tla(node.left), tla(node.right)];
      return `(IF ${a} ${node.op === 'min' ? '<=' : '>='} ${b} THEN ${a} ELSE ${b})`;
    }
    case 'negate':
      return `(0 - ${tla(node.arg)})`;
    case 'if':
      return `(IF ${tla(node.cond)} THEN ${tla(node.then)} ELSE ${tla(node.else)})`;
    case 'let':
      return `(LET ${boundName(node)} == ${tla(node.value)} IN ${tla(node.body)})`;
    case 'forAll':
    case 'exists': {
      const quantifier = node.op === 'forAll' ? '\\A' : '\\E';
      // One quantifier a binder, so that a later domain may use an earlier name.
      const opening = node.binders.map((b) => `${quantifier} ${binding(b)} : `).join('');
      return `(${opening}${tla(node.body)})`;
    }
    case 'count':
      return `Cardinality({${binding(node.binder)} : ${tla(node.body)}})`;
    case 'choose':
      return choose(node.binder, tla(node.body), showExpr(node));
    case 'filter':
      return `{${binding(node.binder)} : ${tla(node.body)}}`;
    case 'mapSet':
      return `{${tla(node.body)} : ${binding(node.binder)}}`;
    case 'sum':
      return `FoldSet(LAMBDA ${boundName(node.binder)}, acc : acc + ${tla(node.body)}, 0, ${domainSet(node.binder)})`;
    case 'minOf':
    case 'maxOf': {
      const comparison = node.op === 'minOf' ? '<=' : '>=';
      const images = `{${tla(node.body)} : ${binding(node.binder)}}`;
      return `(LET images == ${images} IN CHOOSE i \\in images : \\A j \\in images : i ${comparison} j)`;
    }
    case 'elements':
      return elements(node.type, node.elements.map(tla));
    case 'has':
      return has(node.collection, tla(node.element));
    case 'size':
      return size(node.collection);
    case 'withElement':
    case 'withoutElement':
      return `(${tla(node.set)} ${node.op === 'withElement' ? '\\cup' : '\\'} {${tla(node.element)}})`;
    case 'some':
      return `<<${tla(node.arg)}>>`;
    case 'none':
      return '<<>>';
    case 'isSome':
      return `(${tla(node.arg)} # <<>>)`;
    case 'unwrap':
      return `${tla(node.arg)}[1]`;
    case 'struct':
      return `[${node.type.fields.map((f, i) => `${f.name} |-> ${tla(node.fields[i]!)}`).join(', ')}]`;
    case 'field':
      return `${tla(node.struct)}.${node.field}`;
    case 'withField':
      return `[${tla(node.struct)} EXCEPT !.${node.field} = ${tla(node.value)}]`;
    case 'inject':
      return `<<${quote(node.tag)}, ${tla(node.payload)}>>`;
    case 'isTag':
      return `(${tla(node.arg)}[1] = ${quote(node.tag)})`;
    case 'payload':
      return `${tla(node.arg)}[2]`;
    case 'match': {
      const value = `m_${node.branches[0]!.id}`;
      const branches = node.branches.map(
        (b) =>
          `${value}[1] = ${quote(b.tag)} -> LET ${boundName(b)} == ${value}[2] IN ${tla(b.body)}`,
      );
      return `(LET ${value} == ${tla(node.arg)} IN CASE ${branches.join(' [] ')})`;
    }
    case 'mapOf':
      return `[${binding(node.binder)} |-> ${tla(node.body)}]`;
    case 'at':
      return `${tla(node.map)}[${tla(node.key)}]`;
    case 'withEntry':
      return `[${tla(node.map)} EXCEPT ![${tla(node.key)}] = ${tla(node.value)}]`;
    case 'head':
      return `Head(${tla(node.sequence)})`;
    case 'last':
      return `(LET q == ${tla(node.sequence)} IN q[Len(q)])`;
    case 'tail':
      return `Tail(${tla(node.sequence)})`;
    case 'front':
      return `(LET q == ${tla(node.sequence)} IN SubSeq(q, 1, Len(q) - 1))`;
    case 'append':
      return `Append(${tla(node.sequence)}, ${tla(node.element)})`;
    case 'removeAt':
      return `RemoveAt(${tla(node.sequence)}, ${tla(node.index)} + 1)`;
    case 'elementAt':
      return `${tla(node.sequence)}[${tla(node.index)} + 1]`;
    case 'indices':
      return `(0..(Len(${tla(node.sequence)}) - 1))`;
    case 'setOf':
      return setOf(node.collection);
    case 'countInBag':
      return `CountIn(${tla(node.bag)}, ${tla(node.element)})`;
    case 'withInBag':
      return `BagAdd(${tla(node.bag)}, ${tla(node.element)})`;
    case 'withoutInBag':
      return `BagRemove(${tla(node.bag)}, ${tla(node.element)})`;
    case 'ordinal':
      return tla(node.arg);
    case 'successor':
    case 'predecessor': {
      const step = node.op === 'successor' ? '+ 1' : `+ ${node.wrap ? node.type.size - 1 : '(-1)'}`;
      return node.wrap
        ? `((${tla(node.arg)} ${step}) % ${node.type.size})`
        : `(${tla(node.arg)} ${step})`;
    }
  }
}

function literal(type: TypeNode, value: boolean | number | string | null): string {
  if (type.kind === 'bool') return value === true ? 'TRUE' : 'FALSE';
  if (type.kind === 'ids') return quote(type.labels[value as number]!);
  if (value === null) return '"unit"';
  return typeof value === 'string' ? quote(value) : integer(value as number);
}

/** The least value that satisfies `body`; TLC's CHOOSE promises no order, so the least is asked for. */
function choose(binder: Binder, body: string, text: string): string {
  if (binder.type.kind !== 'range' && binder.type.kind !== 'index') {
    throw new NotExportable(
      `\`${text}\` chooses the least of values that have no order in TLA+: only integers and indices do`,
    );
  }
  const good = `{${binding(binder)} : ${body}}`;
  return `(LET good == ${good} IN CHOOSE i \\in good : \\A j \\in good : i <= j)`;
}

function elements(type: ExprNode['type'], parts: readonly string[]): string {
  if (type.kind === 'set') return `{${parts.join(', ')}}`;
  if (type.kind === 'sequence') return `<<${parts.join(', ')}>>`;
  return parts.reduce((bag, part) => `BagAdd(${bag}, ${part})`, '<<>>');
}

function has(collection: ExprNode, element: string): string {
  return `(${element} \\in ${setOf(collection)})`;
}

function setOf(collection: ExprNode): string {
  const text = tla(collection);
  if (collection.type.kind === 'set') return text;
  return collection.type.kind === 'sequence' ? `Range(${text})` : `(DOMAIN ${text})`;
}

function size(collection: ExprNode): string {
  const text = tla(collection);
  if (collection.type.kind === 'set') return `Cardinality(${text})`;
  return collection.type.kind === 'sequence' ? `Len(${text})` : `BagSize(${text})`;
}

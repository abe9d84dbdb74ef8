import type { Binder, ExprNode, LocationNode, TypeNode, UpdateNode } from './tree.ts';

/** A type as text, near to how it is written: `map(RM, oneOf(working, prepared))`. */
export function showType(type: TypeNode): string {
  switch (type.kind) {
    case 'bool':
    case 'unit':
      return type.kind;
    case 'range':
      return `${type.lo}..${type.hi}`;
    case 'enum':
      return `oneOf(${type.values.join(', ')})`;
    case 'ids':
    case 'index':
      return type.name;
    case 'option':
      return `option(${showType(type.of)})`;
    case 'struct':
      return `struct({ ${type.fields.map((f) => `${f.name}: ${showType(f.type)}`).join(', ')} })`;
    case 'union':
      return `union({ ${type.cases.map((c) => `${c.tag}: ${showType(c.type)}`).join(', ')} })`;
    case 'map':
      return `map(${showType(type.key)}, ${showType(type.value)})`;
    case 'set':
      return `setOf(${showType(type.of)}${type.max === null ? '' : `, ${type.max}`})`;
    case 'sequence':
    case 'bag':
      return `${type.kind}(${showType(type.of)}, ${type.max})`;
  }
}

/** A scalar of the given type as text: enumeration values bare, identities by label. */
export function showScalar(type: TypeNode, value: boolean | number | string | null): string {
  if (type.kind === 'ids' || type.kind === 'index')
    return type.labels[value as number] ?? `#${value}`;
  return value === null ? 'unit' : String(value);
}

/** How tightly an operator binds: an operand that binds less tightly stands in parentheses. */
const PRECEDENCE = {
  lowest: 0,
  implies: 1,
  or: 2,
  and: 3,
  not: 4,
  compare: 5,
  sum: 6,
  product: 7,
  path: 8,
};

const COMPARISONS = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  subset: 'subset of',
};
const ARITHMETIC = { add: '+', sub: '-', mul: '*', div: 'div', mod: 'mod' };
const SET_ALGEBRA = { union: 'union', intersect: 'intersect', minus: 'minus' };

/** An expression as text, in the field's usual notation: `rmState[a] = aborted and not (x in s)`. */
export function showExpr(node: ExprNode): string {
  return show(node, PRECEDENCE.lowest);
}

function show(node: ExprNode, around: number): string {
  const [text, own] = render(node);
  return own < around ? `(${text})` : text;
}

function render(node: ExprNode): [string, number] {
  const P = PRECEDENCE;
  const infix = (a: ExprNode, word: string, b: ExprNode, own: number): [string, number] => [
    `${show(a, own + 1)} ${word} ${show(b, own + 1)}`,
    own,
  ];
  const call = (name: string, ...args: ExprNode[]): [string, number] => [
    `${name}(${args.map((arg) => show(arg, P.lowest)).join(', ')})`,
    P.path,
  ];
  switch (node.op) {
    case 'literal':
      return [showScalar(node.type, node.value), P.path];
    case 'constant':
    case 'variable':
    case 'bound':
      return [node.name, P.path];
    case 'next':
      return call('next', node.arg);
    case 'convert':
      return render(node.arg);
    case 'not':
      if (node.arg.op === 'isSome') {
        return [`${show(node.arg.arg, P.compare + 1)} = none`, P.compare];
      }
      return [`not ${show(node.arg, P.not + 1)}`, P.not];
    case 'and':
    case 'or':
      if (node.args.length === 0) return [node.op === 'and' ? 'true' : 'false', P.path];
      if (node.args.length === 1) return render(node.args[0]!);
      return [node.args.map((arg) => show(arg, P[node.op] + 1)).join(` ${node.op} `), P[node.op]];
    case 'implies':
      return [`${show(node.left, P.or)} implies ${show(node.right, P.implies)}`, P.implies];
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
    case 'subset':
      return infix(node.left, COMPARISONS[node.op], node.right, P.compare);
    case 'add':
    case 'sub':
      return [
        `${show(node.left, P.sum)} ${ARITHMETIC[node.op]} ${show(node.right, P.product)}`,
        P.sum,
      ];
    case 'mul':
    case 'div':
    case 'mod':
      return infix(node.left, ARITHMETIC[node.op], node.right, P.product);
    case 'min':
    case 'max':
      return call(node.op, node.left, node.right);
    case 'negate':
      return [`-${show(node.arg, P.path)}`, P.product];
    case 'if':
      return [
        `if ${show(node.cond, P.implies)} then ${show(node.then, P.implies)} else ${show(node.else, P.lowest)}`,
        P.lowest,
      ];
    case 'let':
      return [
        `let ${node.name} = ${show(node.value, P.lowest)} in ${show(node.body, P.lowest)}`,
        P.lowest,
      ];
    case 'forAll':
    case 'exists':
      return [
        `${node.op === 'forAll' ? 'for all' : 'exists'} ${node.binders.map(showBinder).join(', ')}: ${show(node.body, P.lowest)}`,
        P.lowest,
      ];
    case 'count':
    case 'choose':
      return [`${node.op}(${showBinder(node.binder)}: ${show(node.body, P.lowest)})`, P.path];
    case 'filter':
      return [`{${showBinder(node.binder)}: ${show(node.body, P.lowest)}}`, P.path];
    case 'mapSet':
      return [`{${show(node.body, P.lowest)}: ${showBinder(node.binder)}}`, P.path];
    case 'sum':
    case 'minOf':
    case 'maxOf': {
      const name = node.op === 'sum' ? 'sum' : node.op.slice(0, 3);
      return [`${name}(${show(node.body, P.lowest)}: ${showBinder(node.binder)})`, P.path];
    }
    case 'elements': {
      const [open, close] =
        node.type.kind === 'set'
          ? ['{', '}']
          : node.type.kind === 'bag'
            ? ['bag(', ')']
            : ['[', ']'];
      return [`${open}${node.elements.map((e) => show(e, P.lowest)).join(', ')}${close}`, P.path];
    }
    case 'union':
    case 'intersect':
    case 'minus':
      return [
        `${show(node.left, P.sum)} ${SET_ALGEBRA[node.op]} ${show(node.right, P.product)}`,
        P.sum,
      ];
    case 'has':
      return infix(node.element, 'in', node.collection, P.compare);
    case 'size':
      return call('size', node.collection);
    case 'withElement':
    case 'withoutElement': {
      const word = node.op === 'withElement' ? 'union' : 'minus';
      return [`${show(node.set, P.sum)} ${word} {${show(node.element, P.lowest)}}`, P.sum];
    }
    case 'some':
      return call('some', node.arg);
    case 'none':
      return ['none', P.path];
    case 'isSome':
      return [`${show(node.arg, P.compare + 1)} != none`, P.compare];
    case 'unwrap':
      return [`${show(node.arg, P.path)}.value`, P.path];
    case 'struct':
      return [
        `{ ${node.type.fields.map((f, i) => `${f.name}: ${show(node.fields[i]!, P.lowest)}`).join(', ')} }`,
        P.path,
      ];
    case 'field':
      return [`${show(node.struct, P.path)}.${node.field}`, P.path];
    case 'withField':
      return [
        `${show(node.struct, P.path)}.with(${node.field}: ${show(node.value, P.lowest)})`,
        P.path,
      ];
    case 'inject':
      return node.payload.type.kind === 'unit' ? [node.tag, P.path] : call(node.tag, node.payload);
    case 'isTag':
      return [`${show(node.arg, P.compare + 1)} is ${node.tag}`, P.compare];
    case 'payload':
      return [`${show(node.arg, P.path)}.${node.tag}`, P.path];
    case 'match':
      return [
        `match ${show(node.arg, P.path)} { ${node.branches
          .map((b) => `${b.tag}(${b.name}): ${show(b.body, P.lowest)}`)
          .join('; ')} }`,
        P.path,
      ];
    case 'mapOf':
      return [`[${showBinder(node.binder)} -> ${show(node.body, P.lowest)}]`, P.path];
    case 'at':
      return [`${show(node.map, P.path)}[${show(node.key, P.lowest)}]`, P.path];
    case 'withEntry':
      return [
        `${show(node.map, P.path)}.with(${show(node.key, P.lowest)} -> ${show(node.value, P.lowest)})`,
        P.path,
      ];
    case 'head':
    case 'last':
    case 'tail':
    case 'front':
    case 'indices':
      return call(node.op, node.sequence);
    case 'append':
      return call('append', node.sequence, node.element);
    case 'removeAt':
      return call('removeAt', node.sequence, node.index);
    case 'elementAt':
      return [`${show(node.sequence, P.path)}[${show(node.index, P.lowest)}]`, P.path];
    case 'setOf':
      return call('elements', node.collection);
    case 'countInBag':
      return call('count', node.bag, node.element);
    case 'withInBag':
    case 'withoutInBag':
      return call(node.op === 'withInBag' ? 'with' : 'without', node.bag, node.element);
    case 'ordinal':
      return call('ordinal', node.arg);
    case 'successor':
    case 'predecessor':
      return call(`${node.op}${node.wrap ? 'Wrapping' : ''}`, node.arg);
  }
}

/** `a in RM`, `o in records[m]`. */
export function showBinder(binder: Binder): string {
  return `${binder.name} in ${binder.domain === null ? showType(binder.type) : show(binder.domain, PRECEDENCE.compare + 1)}`;
}

/** A location as text: `record[o].state`. */
export function showLocation(location: LocationNode): string {
  return showExpr(location);
}

/** An update as text: `rmState[rm]' = prepared`. */
export function showUpdate(update: UpdateNode): string {
  switch (update.op) {
    case 'assign':
      return `${showLocation(update.target)}' = ${showExpr(update.value)}`;
    case 'addElement':
      return `add ${showExpr(update.element)} to ${showLocation(update.target)}`;
    case 'removeElement':
      return `remove ${showExpr(update.element)} from ${showLocation(update.target)}`;
    case 'ifUpdate': {
      const otherwise =
        update.else.length === 0 ? '' : ` else { ${update.else.map(showUpdate).join('; ')} }`;
      return `if ${showExpr(update.cond)} then { ${update.then.map(showUpdate).join('; ')} }${otherwise}`;
    }
    case 'forEach':
      return `for each ${showBinder(update.binder)} { ${update.body.map(showUpdate).join('; ')} }`;
  }
}

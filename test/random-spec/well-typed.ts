import { showExpr, showType } from '../../spec/language/show.ts';
import type { Binder, ExprNode, SpecTree, TypeNode, UpdateNode } from '../../spec/language/tree.ts';
import { sameType } from '../../spec/language/type-algebra.ts';
import { expressionsOfSpec, visit } from '../../spec/language/walk.ts';

/** The places where a tree breaks the typing rule of the language, as text; none if it keeps it. */
export function typingMistakes(tree: SpecTree): string[] {
  const mistakes: string[] = [];
  for (const { where, node } of expressionsOfSpec(tree))
    visit(node, (inner) => {
      const wrong = disagreements(inner).filter(([is, wanted]) => !agree(is, wanted));
      for (const [is, wanted] of wrong)
        mistakes.push(
          `${where}: ${showType(is)} where ${wanted === 'integer' ? wanted : showType(wanted)} is wanted in ${showExpr(inner)}`,
        );
    });
  for (const update of tree.actions.flatMap(({ updates }) => updates))
    for (const [is, wanted] of updateTypes(update))
      if (!agree(is, wanted)) mistakes.push(`update of ${showType(is)} with ${update.op}`);
  return mistakes;
}

type Wanted = TypeNode | 'integer';

function agree(is: TypeNode, wanted: Wanted): boolean {
  return wanted === 'integer' ? is.kind === 'range' : sameType(is, wanted);
}

const BOOL = { kind: 'bool' } as const;

function part<K extends TypeNode['kind']>(
  node: ExprNode,
  ...kinds: K[]
): Extract<TypeNode, { readonly kind: K }> {
  if (!kinds.includes(node.type.kind as K))
    throw new Error(`${showExpr(node)} is a ${showType(node.type)}, not a ${kinds.join(' or ')}`);
  return node.type as Extract<TypeNode, { readonly kind: K }>;
}

function domains(binder: Binder): [TypeNode, Wanted][] {
  const { domain, type } = binder;
  return domain === null ? [] : [[part(domain, 'set').of, type]];
}

/** For each operand of a node, and for its result: the type that it has and the one that it must have. */
function disagreements(node: ExprNode): [TypeNode, Wanted][] {
  switch (node.op) {
    case 'literal':
    case 'variable':
    case 'bound':
    case 'none':
    case 'convert':
      return [];
    case 'constant':
      return [[node.value.type, node.type]];
    case 'next':
      return [[node.arg.type, node.type]];
    case 'not':
      return [[node.arg.type, BOOL]];
    case 'and':
    case 'or':
      return node.args.map((arg) => [arg.type, BOOL]);
    case 'implies':
      return [
        [node.left.type, BOOL],
        [node.right.type, BOOL],
      ];
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return [[node.right.type, node.left.type.kind === 'range' ? 'integer' : node.left.type]];
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'mod':
    case 'min':
    case 'max':
      return [
        [node.left.type, 'integer'],
        [node.right.type, 'integer'],
      ];
    case 'negate':
      return [[node.arg.type, 'integer']];
    case 'if':
      return [
        [node.cond.type, BOOL],
        [node.then.type, node.type],
        [node.else.type, node.type],
      ];
    case 'let':
      return [[node.body.type, node.type]];
    case 'forAll':
    case 'exists':
      return [...node.binders.flatMap(domains), [node.body.type, BOOL]];
    case 'count':
      return [...domains(node.binder), [node.body.type, BOOL]];
    case 'choose':
      return [...domains(node.binder), [node.body.type, BOOL], [node.binder.type, node.type]];
    case 'filter':
      return [...domains(node.binder), [node.body.type, BOOL], [node.binder.type, node.type.of]];
    case 'mapSet':
      return [...domains(node.binder), [node.body.type, node.type.of]];
    case 'sum':
    case 'minOf':
    case 'maxOf':
      return [...domains(node.binder), [node.body.type, 'integer']];
    case 'elements':
      return node.elements.map((element) => [element.type, node.type.of]);
    case 'union':
    case 'intersect':
    case 'minus':
      return [
        [part(node.left, 'set').of, node.type.of],
        [part(node.right, 'set').of, node.type.of],
      ];
    case 'subset':
      return [[part(node.right, 'set').of, part(node.left, 'set').of]];
    case 'has':
      return [[node.element.type, part(node.collection, 'set', 'sequence', 'bag').of]];
    case 'size':
      return [[part(node.collection, 'set', 'sequence', 'bag'), node.collection.type]];
    case 'withElement':
    case 'withoutElement':
      return [
        [node.element.type, node.type.of],
        [part(node.set, 'set').of, node.type.of],
      ];
    case 'some':
      return [[node.arg.type, node.type.of]];
    case 'isSome':
      return [[part(node.arg, 'option'), node.arg.type]];
    case 'unwrap':
      return [[part(node.arg, 'option').of, node.type]];
    case 'struct':
      return node.type.fields.map((field, i) => [node.fields[i]!.type, field.type]);
    case 'field':
      return [[fieldType(node.struct, node.field), node.type]];
    case 'withField':
      return [
        [node.struct.type, node.type],
        [node.value.type, fieldType(node.struct, node.field)],
      ];
    case 'inject':
      return [[node.payload.type, node.type.cases.find((one) => one.tag === node.tag)!.type]];
    case 'isTag':
      return [[caseType(node.arg, node.tag), caseType(node.arg, node.tag)]];
    case 'payload':
      return [[caseType(node.arg, node.tag), node.type]];
    case 'match': {
      const { cases } = part(node.arg, 'union');
      if (cases.some((one, i) => one.tag !== node.branches[i]?.tag))
        throw new Error(`the branches of ${showExpr(node)} are not the cases of its union`);
      return node.branches.map((branch) => [branch.body.type, node.type]);
    }
    case 'mapOf':
      return [
        [node.binder.type, node.type.key],
        [node.body.type, node.type.value],
      ];
    case 'at':
      return [
        [node.key.type, part(node.map, 'map').key],
        [part(node.map, 'map').value, node.type],
      ];
    case 'withEntry':
      return [
        [node.map.type, node.type],
        [node.key.type, node.type.key],
        [node.value.type, node.type.value],
      ];
    case 'head':
    case 'last':
      return [[part(node.sequence, 'sequence').of, node.type]];
    case 'tail':
    case 'front':
      return [[node.sequence.type, node.type]];
    case 'append':
      return [
        [{ ...part(node.sequence, 'sequence'), max: node.type.max }, node.type],
        [node.element.type, node.type.of],
      ];
    case 'removeAt':
      return [
        [node.sequence.type, node.type],
        [node.index.type, 'integer'],
      ];
    case 'elementAt':
      return [
        [part(node.sequence, 'sequence').of, node.type],
        [node.index.type, 'integer'],
      ];
    case 'indices':
      return [[node.type.of, 'integer']];
    case 'setOf':
      return [[part(node.collection, 'sequence', 'bag').of, node.type.of]];
    case 'countInBag':
      return [[node.element.type, part(node.bag, 'bag').of]];
    case 'withInBag':
    case 'withoutInBag':
      return [
        [part(node.bag, 'bag').of, node.type.of],
        [node.element.type, node.type.of],
      ];
    case 'ordinal':
      return [[part(node.arg, 'index'), node.arg.type]];
    case 'successor':
    case 'predecessor':
      return [[node.arg.type, node.type]];
  }
}

function fieldType(struct: ExprNode, name: string): TypeNode {
  return part(struct, 'struct').fields.find((field) => field.name === name)!.type;
}

function caseType(union: ExprNode, tag: string): TypeNode {
  return part(union, 'union').cases.find((one) => one.tag === tag)!.type;
}

function updateTypes(update: UpdateNode): [TypeNode, Wanted][] {
  switch (update.op) {
    case 'assign':
      return [[update.value.type, update.target.type]];
    case 'addElement':
    case 'removeElement':
      return [[update.element.type, part(update.target, 'set').of]];
    case 'ifUpdate':
      return [
        [update.cond.type, BOOL],
        ...update.then.flatMap(updateTypes),
        ...update.else.flatMap(updateTypes),
      ];
    case 'forEach':
      return [...domains(update.binder), ...update.body.flatMap(updateTypes)];
  }
}

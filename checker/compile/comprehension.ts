import type {
  ChooseNode,
  CountNode,
  ExtremumNode,
  FilterNode,
  MapOfNode,
  MapSetNode,
  SumNode,
} from '../../spec/language/tree.ts';
import { forBinder } from './binder-code.ts';
import { rank } from './domain-code.ts';
import { atom } from './js.ts';
import { shapeOf, type MapShape } from './layout.ts';
import { requireTrue } from './logic-code.ts';
import type { Scope } from './scope.ts';
import { addElement } from './set-code.ts';
import { fresh, itemSpot, put, type Val } from './values.ts';

export type ComprehensionNode =
  CountNode | ChooseNode | FilterNode | MapSetNode | SumNode | ExtremumNode | MapOfNode;

/** Expressions with a bound name that yield more than a truth value. */
export function comprehension(node: ComprehensionNode, scope: Scope): Val {
  const { code } = scope;
  const shape = shapeOf(node.type);
  switch (node.op) {
    case 'count': {
      const n = code.variable('n', '0');
      forBinder(node.binder, scope, (_, next) => {
        requireTrue(node.body, scope, next);
        code.line(`${n}++;`);
      });
      return { shape, js: atom(n) };
    }
    case 'choose': {
      const chosen = code.name('chosen');
      code.line(`let ${chosen};`);
      code.labelled('', (label) => {
        forBinder(node.binder, scope, (val, next) => {
          requireTrue(node.body, scope, next);
          code.line(`${chosen} = ${val.js.text};`);
          code.line(`break ${label};`);
        });
        code.line(scope.failure('no-such-value', node));
      });
      return { shape, js: atom(chosen) };
    }
    case 'filter': {
      const target = fresh(code, shape);
      forBinder(node.binder, scope, (val, next) => {
        requireTrue(node.body, scope, next);
        addElement(code, target, val);
      });
      return target;
    }
    case 'mapSet': {
      const target = fresh(code, shape);
      forBinder(node.binder, scope, () => addElement(code, target, scope.value(node.body)));
      return target;
    }
    case 'sum': {
      const sum = code.variable('sum', '0');
      forBinder(node.binder, scope, () => {
        const term = scope.value(node.body);
        code.line(`${sum} += ${term.js.text};`);
      });
      return { shape, js: atom(sum) };
    }
    case 'minOf':
    case 'maxOf':
      return extremum(node, scope);
    case 'mapOf': {
      const { items, value } = shape as MapShape;
      const target = fresh(code, shape);
      forBinder(node.binder, scope, (key) => {
        const entry = scope.value(node.body);
        put(code, target, itemSpot(code, items, value, rank(code, key)), entry, true);
      });
      return target;
    }
  }
}

function extremum(node: ExtremumNode, scope: Scope): Val {
  const { code } = scope;
  const least = node.op === 'minOf';
  const nothing = least ? 'Infinity' : '-Infinity';
  const best = code.variable('best', nothing);
  forBinder(node.binder, scope, () => {
    const term = code.keep(scope.value(node.body).js, 'term');
    code.line(`if (${term.text} ${least ? '<' : '>'} ${best}) ${best} = ${term.text};`);
  });
  if (node.binder.domain !== null)
    code.line(`if (${best} === ${nothing}) ${scope.failure('no-such-value', node)}`);
  return { shape: shapeOf(node.type), js: atom(best) };
}

import type { ActionNode, ExprNode, PropertyNode, SpecTree } from '../../spec/language/tree.ts';
import { action, BOOL, compare, declare, equal, int, range, tree, variable } from './build.ts';

const COUNTER = range(0, 20);

/** The variable of `counter`. */
export const k = variable('k', COUNTER);

/** From a fixed number to another. */
export function move(name: string, from: number, to: number): ActionNode {
  return action(name, {
    guards: [equal(k, int(from))],
    updates: [{ op: 'assign', target: k, value: int(to, COUNTER) }],
  });
}

/** A graph over numbers, starting at 0: one action for each edge, named `a1`, `a2`, … in order. */
export function graph(edges: readonly [number, number][], parts: Partial<SpecTree> = {}): SpecTree {
  return tree({
    variables: [declare('k', COUNTER, int(0, COUNTER))],
    actions: edges.map(([from, to], i) => move(`a${i + 1}`, from, to)),
    ...parts,
  });
}

export function property<K extends 'invariant' | 'stepInvariant' | 'reachable'>(
  kind: K,
  name: string,
  body: ExprNode,
): PropertyNode {
  return { kind, name, doc: null, source: null, body } as PropertyNode;
}

export const isNot = (node: ExprNode, value: number): ExprNode => ({ op: 'ne', type: BOOL, left: node, right: int(value) }); // prettier-ignore
export const nextOf = (arg: ExprNode): ExprNode => ({ op: 'next', type: arg.type, arg });

/** Two jugs of 3 and 5 litres, to measure 4 litres: the puzzle of 'Die Hard'. */
export function dieHard(): SpecTree {
  const big = variable('big', range(0, 5));
  const small = variable('small', range(0, 3));
  const number = (value: number): ExprNode => int(value);
  const fit = (arg: ExprNode, hi: number): ExprNode => ({
    op: 'convert',
    type: range(0, hi),
    arg,
    reason: 'value',
  });
  const math = (op: 'add' | 'sub' | 'min', left: ExprNode, right: ExprNode): ExprNode => ({ op, type: range(-8, 8), left, right }); // prettier-ignore
  const jug = (name: string, toBig: ExprNode, toSmall: ExprNode): ActionNode =>
    action(name, {
      updates: [
        { op: 'assign', target: big, value: fit(toBig, 5) },
        { op: 'assign', target: small, value: fit(toSmall, 3) },
      ],
    });
  const intoBig = math('min', small, math('sub', number(5), big));
  const intoSmall = math('min', big, math('sub', number(3), small));
  return tree({
    name: 'DieHard',
    variables: [
      declare('big', range(0, 5), int(0, range(0, 5))),
      declare('small', range(0, 3), int(0, range(0, 3))),
    ],
    actions: [
      jug('FillBig', number(5), small),
      jug('FillSmall', big, number(3)),
      jug('EmptyBig', number(0), small),
      jug('EmptySmall', big, number(0)),
      jug('PourIntoBig', math('add', big, intoBig), math('sub', small, intoBig)),
      jug('PourIntoSmall', math('sub', big, intoSmall), math('add', small, intoSmall)),
    ],
    properties: [property('invariant', 'NotSolved', isNot(big, 4))],
  });
}

export const below = (value: number): ExprNode => compare('lt', k, int(value));

import { List, Map, Set } from 'immutable';
import type { SearchOptions, SearchOutcome } from '../../checker/engine.ts';
import { search } from '../../checker/reference/search.ts';
import type { State, Value } from '../../checker/reference/value.ts';
import type {
  ActionNode,
  Binder,
  ExprNode,
  RangeTypeNode,
  SpecTree,
  TypeNode,
  VariableDeclaration,
  VariableNode,
} from '../../spec/language/tree.ts';

/** Trees written by hand, without the language's own builder: types. */
export const BOOL = { kind: 'bool' } as const satisfies TypeNode;
export const UNIT = { kind: 'unit' } as const satisfies TypeNode;
export const COLOUR = {
  kind: 'enum',
  values: ['red', 'green', 'blue'],
} as const satisfies TypeNode;
export const IDS = {
  kind: 'ids',
  name: 'P',
  size: 3,
  labels: ['p1', 'p2', 'p3'],
} as const satisfies TypeNode;
export const INDEX = {
  kind: 'index',
  name: 'N',
  size: 3,
  labels: ['n1', 'n2', 'n3'],
} as const satisfies TypeNode;
export const range = (lo: number, hi: number): RangeTypeNode => ({ kind: 'range', lo, hi });
export const option = (of: TypeNode) => ({ kind: 'option', of }) as const;
export const setOf = (of: TypeNode, max: number | null = null) =>
  ({ kind: 'set', of, max }) as const;
export const sequence = (of: TypeNode, max: number) => ({ kind: 'sequence', of, max }) as const;
export const bag = (of: TypeNode, max: number) => ({ kind: 'bag', of, max }) as const;
export const mapOf = (key: TypeNode, value: TypeNode) => ({ kind: 'map', key, value }) as const;
export const POINT = {
  kind: 'struct',
  fields: [
    { name: 'x', type: range(0, 3) },
    { name: 'on', type: BOOL },
  ],
} as const satisfies TypeNode;
export const MESSAGE = {
  kind: 'union',
  cases: [
    { tag: 'Prepared', type: IDS },
    { tag: 'Commit', type: UNIT },
  ],
} as const satisfies TypeNode;

/** Expressions. */
export const int = (value: number, type: TypeNode = range(value, value)): ExprNode => ({
  op: 'literal',
  type,
  value,
});
export const TRUE: ExprNode = { op: 'literal', type: BOOL, value: true };
export const FALSE: ExprNode = { op: 'literal', type: BOOL, value: false };
export const colour = (value: 'red' | 'green' | 'blue'): ExprNode => ({
  op: 'literal',
  type: COLOUR,
  value,
});
export const p = (value: number): ExprNode => ({ op: 'literal', type: IDS, value });
export const n = (value: number): ExprNode => ({ op: 'literal', type: INDEX, value });
export const variable = (name: string, type: TypeNode): VariableNode => ({
  op: 'variable',
  type,
  name,
});
export const bound = (id: number, type: TypeNode): ExprNode => ({
  op: 'bound',
  type,
  id,
  name: `x${id}`,
});
export const over = (id: number, type: TypeNode, domain: ExprNode | null = null): Binder => ({
  id,
  name: `x${id}`,
  type,
  domain,
});
export const elements = (
  type: ReturnType<typeof setOf> | ReturnType<typeof sequence> | ReturnType<typeof bag>,
  ...items: ExprNode[]
): ExprNode => ({ op: 'elements', type, elements: items });
export const compare = (
  op: 'lt' | 'le' | 'gt' | 'ge',
  left: ExprNode,
  right: ExprNode,
): ExprNode => ({ op, type: BOOL, left, right });
export const equal = (left: ExprNode, right: ExprNode): ExprNode => ({
  op: 'eq',
  type: BOOL,
  left,
  right,
});

/** An expression whose evaluation is a spec error: to show what is not evaluated. */
export const BOOM: ExprNode = {
  op: 'isSome',
  type: BOOL,
  arg: {
    op: 'some',
    type: option(UNIT),
    arg: { op: 'unwrap', type: UNIT, arg: { op: 'none', type: option(UNIT) } },
  },
};

/** Values. */
export const setValue = (...items: Value[]): Value => Set(items);
export const listValue = (...items: Value[]): Value => List(items);
export const mapValue = (...entries: [Value, Value][]): Value => Map(entries);
export const bagValue = (...items: Value[]): Value => List(items).countBy((item) => item);
export const state = (values: Record<string, Value>): State => Map(values);

/** Actions and specs, with what is not named left out. */
export function action(name: string, parts: Partial<ActionNode>): ActionNode {
  return {
    name,
    kind: 'step',
    parameters: [],
    guards: [],
    updates: [],
    doc: null,
    source: null,
    by: null,
    to: null,
    weaklyFair: null,
    stronglyFair: null,
    ...parts,
  };
}

export function declare(name: string, type: TypeNode, value: ExprNode): VariableDeclaration {
  return { name, type, init: { kind: 'value', value }, doc: null, ghost: false };
}

export function tree(parts: Partial<SpecTree>): SpecTree {
  return {
    name: 'Test',
    doc: null,
    constants: [],
    variables: [],
    initially: [],
    actions: [],
    fairness: [],
    properties: [],
    constraints: [],
    terminal: [],
    ...parts,
  };
}

/** A search without limits, but for what is given. */
export function searched(
  spec: SpecTree,
  options: Partial<SearchOptions> = {},
): Promise<SearchOutcome> {
  return search(spec, { ...UNLIMITED, ...options });
}

export const UNLIMITED: SearchOptions = {
  deadlock: true,
  maxStates: null,
  maxDepth: null,
  maxMemoryBytes: null,
  timeoutSeconds: null,
  workers: 1,
  store: 'exact',
  signal: null,
  onProgress: null,
};

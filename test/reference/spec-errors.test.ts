import { Map } from 'immutable';
import { describe, expect, test } from 'vitest';
import { environment } from '../../checker/reference/environment.ts';
import { evaluate } from '../../checker/reference/evaluate.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { firstBrokenConstraint, holdsIn, isTerminal } from '../../checker/reference/properties.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { successors } from '../../checker/reference/steps.ts';
import { taggedValue } from '../../checker/reference/value.ts';
import type { SpecErrorKind } from '../../checker/result.ts';
import type { ExprNode, SpecTree } from '../../spec/language/tree.ts';
import {
  action,
  bag,
  bagValue,
  BOOL,
  BOOM,
  bound,
  compare,
  declare,
  elements,
  FALSE,
  IDS,
  INDEX,
  int,
  listValue,
  mapOf,
  MESSAGE,
  n,
  option,
  over,
  range,
  sequence,
  setOf,
  state,
  tree,
  variable,
} from './build.ts';

const DIGIT = range(0, 9);
const before = state({
  k: 4,
  queue: listValue(5, 6),
  none: null,
  msg: taggedValue('Prepared', 1),
  votes: bagValue(1),
});
const k = variable('k', DIGIT);
const queue = variable('queue', sequence(DIGIT, 3));
const nothing = elements(sequence(DIGIT, 3));
const digits = elements(setOf(DIGIT));

/** The spec error that ends `body`; fails if there is none. */
function errorOf(body: () => unknown): SpecError {
  try {
    body();
  } catch (error) {
    if (error instanceof SpecError) return error;
    throw error;
  }
  throw new Error('no spec error happened');
}

describe('each kind names the expression and the values', () => {
  const binary = (op: 'div' | 'mod', right: number): ExprNode => ({ op, type: DIGIT, left: k, right: int(right) }); // prettier-ignore
  const convert = (arg: ExprNode, reason: 'value' | 'index'): ExprNode => ({ op: 'convert', type: range(0, 3), arg, reason }); // prettier-ignore
  const cases: [SpecErrorKind, ExprNode, string, string][] = [
    ['out-of-range', convert(k, 'value'), 'k', '4 is outside 0..3'],
    ['index-out-of-bounds', convert(k, 'index'), 'k', '4 is outside 0..3'],
    ['index-out-of-bounds', { op: 'elementAt', type: DIGIT, sequence: queue, index: int(2) }, 'queue[2]', 'there is no element 2 in [5, 6]'],
    ['index-out-of-bounds', { op: 'elementAt', type: DIGIT, sequence: queue, index: int(-1) }, 'queue[-1]', 'there is no element -1 in [5, 6]'],
    ['index-out-of-bounds', { op: 'removeAt', type: sequence(DIGIT, 3), sequence: queue, index: k }, 'removeAt(queue, k)', 'there is no element 4 in [5, 6]'],
    ['index-out-of-bounds', { op: 'successor', type: INDEX, arg: n(2), wrap: false }, 'successor(n3)', 'there is no N after n3'],
    ['index-out-of-bounds', { op: 'predecessor', type: INDEX, arg: n(0), wrap: false }, 'predecessor(n1)', 'there is no N before n1'],
    ['empty-sequence', { op: 'head', type: DIGIT, sequence: nothing }, 'head([])', '[] is empty'],
    ['empty-sequence', { op: 'last', type: DIGIT, sequence: nothing }, 'last([])', '[] is empty'],
    ['empty-sequence', { op: 'tail', type: sequence(DIGIT, 3), sequence: nothing }, 'tail([])', '[] is empty'],
    ['empty-sequence', { op: 'front', type: sequence(DIGIT, 3), sequence: nothing }, 'front([])', '[] is empty'],
    ['division-by-zero', binary('div', 0), 'k div 0', '4 div 0: the divisor is below 1'],
    ['division-by-zero', binary('mod', -1), 'k mod -1', '4 mod -1: the divisor is below 1'],
    ['no-such-value', { op: 'choose', type: DIGIT, binder: over(1, DIGIT), body: FALSE }, 'choose(x1 in 0..9: false)', 'no value satisfies false'],
    ['no-such-value', { op: 'minOf', type: DIGIT, binder: over(1, DIGIT, digits), body: k }, 'min(k: x1 in {})', 'there is no x1 in {}'],
    ['no-such-value', { op: 'maxOf', type: DIGIT, binder: over(1, DIGIT, digits), body: k }, 'max(k: x1 in {})', 'there is no x1 in {}'],
    ['no-such-value', { op: 'withoutInBag', type: bag(DIGIT, 3), bag: variable('votes', bag(DIGIT, 3)), element: k }, 'without(votes, k)', 'there is no 4 in bag(1)'],
    ['wrong-case', { op: 'unwrap', type: DIGIT, arg: variable('none', option(DIGIT)) }, 'none.value', 'none is none'],
    ['wrong-case', { op: 'payload', type: IDS, arg: variable('msg', MESSAGE), tag: 'Commit' }, 'msg.Commit', 'msg is Prepared(p2), not Commit'],
  ]; // prettier-ignore
  test.each(cases)('%s: %#', (kind, node, expression, message) => {
    const error = errorOf(() => evaluate(node, environment(before)));
    expect({ kind: error.kind, expression: error.expression, message: error.message }).toEqual({
      kind,
      expression,
      message,
    });
    expect(error.subject).toBe(node);
  });
});

describe('the context says where it happened', () => {
  const spec = (parts: Partial<SpecTree>): SpecTree =>
    tree({ variables: [declare('k', DIGIT, int(4))], ...parts });
  const here = state({ k: 4 });
  const x1 = bound(1, IDS);
  const failAtP2: ExprNode = {
    op: 'implies',
    type: BOOL,
    left: { op: 'eq', type: BOOL, left: x1, right: { op: 'literal', type: IDS, value: 1 } },
    right: BOOM,
  };

  test('a guard: the instance and the state', () => {
    const act = action('Act', { parameters: [over(1, IDS)], guards: [failAtP2] });
    const { context } = errorOf(() => successors(spec({ actions: [act] }), here));
    expect(context.instance).toEqual({ action: 'Act', parameters: Map({ x1: 1 }) });
    expect(context.state).toBe(here);
    expect(context.where).toBe(null);
  });

  test('a domain of a parameter: the instance as far as it is known', () => {
    const domain: ExprNode = { op: 'if', type: setOf(IDS), cond: BOOM, then: elements(setOf(IDS)), else: elements(setOf(IDS)) }; // prettier-ignore
    const act = action('Act', { parameters: [over(1, IDS), over(2, IDS, domain)] });
    const { context } = errorOf(() => successors(spec({ actions: [act] }), here));
    expect(context.instance).toEqual({ action: 'Act', parameters: Map({ x1: 0 }) });
  });

  test('an update: the instance, the update and the failing expression', () => {
    const value: ExprNode = { op: 'convert', type: DIGIT, arg: { op: 'mul', type: range(0, 81), left: k, right: k }, reason: 'value' }; // prettier-ignore
    const act = action('Square', { updates: [{ op: 'assign', target: k, value }] });
    const error = errorOf(() => successors(spec({ actions: [act] }), here));
    expect(error.report()).toEqual({
      kind: 'out-of-range',
      instance: { action: 'Square', parameters: Map() },
      where: null,
      expression: 'k * k',
      message: '16 is outside 0..9',
    });
  });

  test('a property, a constraint and a terminal predicate by name', () => {
    const invariant = { kind: 'invariant', name: 'Inv', doc: null, source: null, body: BOOM } as const; // prettier-ignore
    const where = (body: () => unknown): string | null => errorOf(body).context.where;
    expect(where(() => holdsIn(invariant, here))).toBe('invariant Inv');
    expect(where(() => holdsIn({ ...invariant, kind: 'reachable' }, here))).toBe('reachable Inv');
    const bounded = spec({ constraints: [{ name: 'Small', body: BOOM }], terminal: [BOOM] });
    expect(where(() => firstBrokenConstraint(bounded, here))).toBe('constraint Small');
    expect(where(() => isTerminal(bounded, here))).toBe('terminal');
  });

  test('an initial value or an initial predicate', () => {
    const value: ExprNode = { op: 'unwrap', type: DIGIT, arg: { op: 'none', type: option(DIGIT) } };
    const bad = tree({ variables: [declare('k', DIGIT, value)] });
    const worse = spec({ initially: [BOOM] });
    for (const one of [bad, worse])
      expect(errorOf(() => [...initialStates(one)]).context.where).toBe('initial states');
  });
});

test('keys of maps out of bounds are told as indices', () => {
  const map = variable('m', mapOf(range(0, 3), BOOL));
  const key: ExprNode = { op: 'convert', type: range(0, 3), arg: k, reason: 'index' };
  const m = state({ k: 4, m: Map([0, 1, 2, 3].map((i) => [i, true])) });
  const error = errorOf(() => evaluate({ op: 'at', type: BOOL, map, key }, environment(m)));
  expect(error.kind).toBe('index-out-of-bounds');
});

test('errors that come first in evaluation order are the ones told', () => {
  const div: ExprNode = { op: 'div', type: DIGIT, left: k, right: int(0) };
  const head: ExprNode = { op: 'head', type: DIGIT, sequence: nothing };
  const kindOf = (left: ExprNode, right: ExprNode): SpecErrorKind =>
    errorOf(() => evaluate(compare('lt', left, right), environment(before))).kind;
  expect(kindOf(div, head)).toBe('division-by-zero');
  expect(kindOf(head, div)).toBe('empty-sequence');
  // Both operands are evaluated before the divisor is judged.
  expect(kindOf({ op: 'div', type: DIGIT, left: head, right: int(0) }, k)).toBe('empty-sequence');
});

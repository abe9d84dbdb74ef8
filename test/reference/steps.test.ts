import { is } from 'immutable';
import { describe, expect, test } from 'vitest';
import { environment } from '../../checker/reference/environment.ts';
import { initialStates } from '../../checker/reference/initial-states.ts';
import { enabledInstances } from '../../checker/reference/instances.ts';
import { showInstance } from '../../checker/reference/show-value.ts';
import { SpecError } from '../../checker/reference/spec-error.ts';
import { successors, steps } from '../../checker/reference/steps.ts';
import { applyUpdates } from '../../checker/reference/updates.ts';
import type { State, Value } from '../../checker/reference/value.ts';
import type { ExprNode, LocationNode, UpdateNode } from '../../spec/language/tree.ts';
import {
  action,
  BOOL,
  BOOM,
  bound,
  COLOUR,
  colour,
  compare,
  declare,
  elements,
  equal,
  FALSE,
  IDS,
  int,
  mapOf,
  mapValue,
  over,
  p,
  POINT,
  range,
  setOf,
  setValue,
  state,
  tree,
  TRUE,
  variable,
} from './build.ts';

const DIGIT = range(0, 9);
const k = variable('k', DIGIT);
const j = variable('j', DIGIT);
const rm = variable('rm', mapOf(IDS, COLOUR));
const at = variable('at', mapOf(IDS, POINT));
const picked = variable('picked', setOf(IDS));
const few = variable('few', setOf(IDS, 2));

const point = (x: number, on: boolean): Value => mapValue(['x', x], ['on', on]);
const before = state({
  k: 4,
  j: 7,
  rm: mapValue([0, 'red'], [1, 'blue'], [2, 'red']),
  at: mapValue([0, point(0, false)], [1, point(1, true)], [2, point(2, false)]),
  picked: setValue(0),
  few: setValue(0, 1),
});

const assign = (target: LocationNode, value: ExprNode): UpdateNode => ({ op: 'assign', target, value }); // prettier-ignore
const entry = (map: LocationNode & { type: ReturnType<typeof mapOf> }, key: ExprNode): LocationNode => ({ op: 'at', type: map.type.value, map, key }); // prettier-ignore
const of = (struct: LocationNode, field: string, type: typeof DIGIT | typeof BOOL): LocationNode => ({ op: 'field', type, struct, field }); // prettier-ignore
const add = (target: LocationNode, element: ExprNode): UpdateNode => ({ op: 'addElement', target, element }); // prettier-ignore
const remove = (target: LocationNode, element: ExprNode): UpdateNode => ({ op: 'removeElement', target, element }); // prettier-ignore
const rmAt = (key: ExprNode): LocationNode => entry(rm as never, key);
const atAt = (key: ExprNode): LocationNode => entry(at as never, key);

const after = (...updates: UpdateNode[]): State => applyUpdates(updates, environment(before));

function errorOf(...updates: UpdateNode[]): SpecError {
  try {
    after(...updates);
  } catch (error) {
    if (error instanceof SpecError) return error;
    throw error;
  }
  throw new Error('no spec error happened');
}

describe('updates', () => {
  test('read the state before the step: two variables swap', () => {
    const swapped = after(assign(k, j), assign(j, k));
    expect([swapped.get('k'), swapped.get('j')]).toEqual([7, 4]);
  });

  test('leave what they do not name unchanged', () => {
    const changed = after(assign(rmAt(p(1)), colour('green')));
    expect(is(changed, before.set('rm', mapValue([0, 'red'], [1, 'green'], [2, 'red'])))).toBe(
      true,
    );
    expect(is(after(), before)).toBe(true);
  });

  test('write fields of entries side by side', () => {
    const place = atAt(p(2));
    const changed = after(
      assign(of(place, 'x', DIGIT), int(3)),
      assign(of(place, 'on', BOOL), TRUE),
    );
    expect(is((changed.get('at') as typeof before).get(2 as never), point(3, true))).toBe(true);
  });

  test('add and remove several elements of one set', () => {
    const changed = after(add(picked, p(1)), remove(picked, p(0)), add(picked, p(2)));
    expect(is(changed.get('picked'), setValue(1, 2))).toBe(true);
  });

  test('of a branch that is not taken are not evaluated', () => {
    const branch = (cond: ExprNode): UpdateNode => ({
      op: 'ifUpdate',
      cond,
      then: [assign(k, int(1))],
      else: [assign(j, int(2))],
    });
    expect(after(branch(TRUE)).toJS()).toMatchObject({ k: 1, j: 7 });
    expect(after(branch(FALSE)).toJS()).toMatchObject({ k: 4, j: 2 });
  });

  test('for each value of a domain all happen in one step', () => {
    const loop: UpdateNode = {
      op: 'forEach',
      binder: over(1, IDS, picked),
      body: [assign(rmAt(bound(1, IDS)), colour('green')), remove(picked, bound(1, IDS))],
    };
    const changed = after(loop);
    expect(is(changed.get('rm'), mapValue([0, 'green'], [1, 'blue'], [2, 'red']))).toBe(true);
    expect(is(changed.get('picked'), setValue())).toBe(true);
  });
});

describe('updates collide', () => {
  const green = colour('green');
  const all: ExprNode = {
    op: 'mapOf',
    type: mapOf(IDS, COLOUR),
    binder: over(9, IDS),
    body: green,
  };
  const none = elements(setOf(IDS));
  const loop: UpdateNode = { op: 'forEach', binder: over(1, IDS), body: [assign(k, int(1))] };
  const cases: [string, UpdateNode[], string][] = [
    ['on a variable', [assign(k, int(1)), assign(k, int(2))], 'k is written twice'],
    ['even with equal values', [assign(k, int(1)), assign(k, int(1))], 'k is written twice'],
    ['on one entry by two keys of one value', [assign(rmAt(p(1)), green), assign(rmAt(p(1)), green)], 'rm[p2] is written twice'],
    ['on an entry and its map', [assign(rmAt(p(1)), green), assign(rm, all)], 'rm[p2], part of it as rm, is written twice'],
    ['on a map and its entry', [assign(rm, all), assign(rmAt(p(1)), green)], 'rm, part of it as rm[p2], is written twice'],
    ['on a field and its entry', [assign(of(atAt(p(0)), 'x', DIGIT), int(1)), assign(atAt(p(0)), atAt(p(1)))], 'at[p1].x, part of it as at[p1], is written twice'],
    ['on one element of a set, added twice', [add(picked, p(1)), add(picked, p(1))], 'p2 in picked is written twice'],
    ['on one element of a set, added and removed', [add(picked, p(1)), remove(picked, p(1))], 'p2 in picked is written twice'],
    ['on an element and its set', [add(picked, p(1)), assign(picked, none)], 'p2 in picked, part of it as picked, is written twice'],
    ['in a loop that writes one place', [loop], 'k is written twice'],
    ['inside a branch', [assign(k, int(1)), { op: 'ifUpdate', cond: TRUE, then: [assign(k, int(2))], else: [] }], 'k is written twice'],
  ]; // prettier-ignore
  test.each(cases)('%s', (_, updates, message) => {
    const error = errorOf(...updates);
    expect(error.kind).toBe('colliding-updates');
    expect(error.message).toContain(`${message} in one step`);
  });

  test('at the second update, which is the one told', () => {
    const second = assign(k, int(2));
    const error = errorOf(assign(k, int(1)), second);
    expect(error.subject).toBe(second);
    expect(error.expression).toBe("k' = 2");
    expect(error.message).toBe("k is written twice in one step: by 'k' = 1' and by 'k' = 2'");
  });

  test('only after the operands of the second are evaluated', () => {
    const boom: ExprNode = { op: 'if', type: DIGIT, cond: BOOM, then: int(1), else: int(2) };
    expect(errorOf(assign(k, int(1)), assign(k, boom)).kind).toBe('wrong-case');
    expect(errorOf(assign(k, int(1)), assign(k, int(2)), assign(j, boom)).kind).toBe('colliding-updates'); // prettier-ignore
  });

  test('not on different keys, fields or elements', () => {
    expect(() =>
      after(
        assign(rmAt(p(0)), green),
        assign(rmAt(p(1)), green),
        assign(of(atAt(p(0)), 'x', DIGIT), int(1)),
        assign(of(atAt(p(1)), 'x', DIGIT), int(1)),
        add(picked, p(0)),
        add(picked, p(1)),
      ),
    ).not.toThrow();
  });
});

describe('a bounded set', () => {
  test('must fit after all updates', () => {
    const error = errorOf(add(few, p(2)));
    expect(error.kind).toBe('out-of-range');
    expect(error.message).toBe('few: {p1, p2, p3} has 3 elements, more than setOf(P, 2) can hold');
    expect(error.expression).toBe('add p3 to few');
  });

  test('may be exchanged element by element', () => {
    expect(is(after(add(few, p(2)), remove(few, p(0))).get('few'), setValue(1, 2))).toBe(true);
    expect(is(after(add(few, p(1))).get('few'), setValue(0, 1))).toBe(true);
  });
});

describe('initial states', () => {
  const any = (name: string) => ({ ...declare(name, range(0, 1), int(0)), init: { kind: 'any' } }) as const; // prettier-ignore
  const list = (spec: Parameters<typeof initialStates>[0]): unknown[] =>
    Array.from(initialStates(spec), (one) => one.toJS());

  test('are the product of the choices, the first variable most significant', () => {
    const from = elements(setOf(DIGIT), int(5, DIGIT), int(3, DIGIT));
    const b = { ...declare('b', DIGIT, int(0)), init: { kind: 'in', set: from } } as const;
    expect(list(tree({ variables: [any('a'), b, declare('c', BOOL, TRUE)] }))).toEqual([
      { a: 0, b: 3, c: true },
      { a: 0, b: 5, c: true },
      { a: 1, b: 3, c: true },
      { a: 1, b: 5, c: true },
    ]);
  });

  test('satisfy every initial predicate', () => {
    const [a, b] = [variable('a', range(0, 1)), variable('b', range(0, 1))];
    const initially = [equal(a, b), compare('gt', a, int(0))];
    expect(list(tree({ variables: [any('a'), any('b')], initially }))).toEqual([{ a: 1, b: 1 }]);
  });
});

describe('instances and successors', () => {
  const x = bound(1, IDS);
  const y = bound(2, IDS);
  const others: ExprNode = {
    op: 'withoutElement',
    type: setOf(IDS),
    set: elements(setOf(IDS), p(0), p(1)),
    element: x,
  };
  const pair = action('Pair', {
    parameters: [over(1, IDS), over(2, IDS, others)],
    guards: [{ op: 'ne', type: BOOL, left: x, right: p(1) }],
    updates: [assign(k, { op: 'ordinal', type: DIGIT, arg: y })],
  });
  const never = action('Never', { guards: [FALSE, BOOM] });
  const spec = tree({
    variables: [declare('k', DIGIT, int(4))],
    actions: [never, pair, action('Stay', {})],
  });
  const here = state({ k: 4 });

  test('come action by action, parameters nesting from left to right, domains read the state', () => {
    const shown = Array.from(enabledInstances(spec, here), ({ action: own, instance }) =>
      showInstance(own, instance),
    );
    expect(shown).toEqual(['Pair(p1, p2)', 'Pair(p3, p1)', 'Pair(p3, p2)', 'Stay()']);
  });

  test('there is one successor for each enabled instance, even if they are equal', () => {
    const found = successors(spec, here).map(({ instance, state: next }) => [
      instance.action,
      next.get('k'),
    ]);
    expect(found).toEqual([
      ['Pair', 1],
      ['Pair', 0],
      ['Pair', 1],
      ['Stay', 4],
    ]);
  });

  test('a step that is a spec error is thrown when it is reached, after those before it', () => {
    const bad = action('Bad', { guards: [BOOM] });
    const lazily = steps({ ...spec, actions: [pair, bad] }, here);
    expect([lazily.next().done, lazily.next().done, lazily.next().done]).toEqual([false, false, false]); // prettier-ignore
    expect(() => lazily.next()).toThrow(SpecError);
  });
});

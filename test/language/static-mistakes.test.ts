import { describe, expect, test } from 'vitest';
import {
  any,
  anyOf,
  bag,
  bool,
  exists,
  forAll,
  forEach,
  ids,
  ifElse,
  ifThen,
  index,
  map,
  next,
  oneOf,
  range,
  sequence,
  setOf,
  struct,
  union,
  type Builder,
} from '../../spec/language/index.ts';
import { told, toldWith, type Everything } from './told.ts';

/** What the types of TypeScript refuse, and a JavaScript author can write all the same. */
const wrong = (value: unknown): never => value as never;

type Case = readonly [
  name: string,
  build: (b: Builder, all: Everything) => void,
  ...says: string[],
];

function pinned(cases: readonly Case[]): void {
  for (const [name, build, ...says] of cases) {
    test(name, () => {
      expect(toldWith(build).map((line) => line.replace(/^T, |^T: /, ''))).toEqual(says);
    });
  }
}

describe('names', () => {
  pinned([
    ['two variables', (b, { n }) => { b.variable('n', bool, { init: false }); b.invariant('I', n.is(0)); }, "two variables are named 'n' | Rename one of them."],
    ['two constants', (b) => { b.constant.bool('RM', true); }, "two constants are named 'RM' | Rename one of them."],
    ['two actions', (b, { n }) => { b.action('A', { then: n.set(1) }); b.action('A', { then: n.set(2) }); }, "two actions are named 'A' | Rename one of them."],
    ['two properties, even of different kinds', (b, { on }) => { b.invariant('P', on); b.reachable('P', on); }, "two properties are named 'P' | Rename one of them."],
    ['two constraints', (b, { on }) => { b.constraint('C', on); b.constraint('C', on.not()); }, "two constraints are named 'C' | Rename one of them."],
    ['a constant and a variable', (b) => { b.variable('RM', bool, { init: false }); }, "'RM' names both a constant and a variable | Rename one of them."],
    ['a name with a space', (b, { on }) => { b.invariant('not here', on); }, "'not here' is not a name | Use letters, digits, `_` and `-`, a letter first."],
    ['an empty name', (b, { on }) => { b.action('', { then: on.set(true) }); }, "'' is not a name | Use letters, digits, `_` and `-`, a letter first."],
    ['two parameters', (b, { RM, seen, who }) => { b.action('A', { r: RM }, () => ({ r: seen }), ({ r }) => ({ then: who.set(r) })); }, "action A: two parameters are named 'r' | Rename one of them.", "action A: the parameter 'r' is never used | Use it in a guard or an update, or remove it."],
    ['an enumeration value', () => { oneOf('a', 'b', 'a'); }, "oneOf names 'a' twice | Each value must be named once."],
  ]); // prettier-ignore
});

describe('types', () => {
  pinned([
    ['an empty range', () => { range(3, 1); }, 'range(3, 1) is empty | The lower bound must not exceed the upper one.'],
    ['a range with a bound that depends on the state', (_, { n }) => { range(0, n); }, 'the upper bound must be an integer known beforehand | in: n | Use a number or integer constants, not the state.'],
    ['a range with half a bound', () => { range(0, 1.5); }, 'the upper bound must be an integer known beforehand | in: 1.5 | Use a number or integer constants, not the state.'],
    ['an enumeration without values', () => { oneOf(); }, 'oneOf() is empty | Name at least one value.'],
    ['no identities', () => { ids('P', 0); }, "ids('P', 0) cannot have 0 identities | The size is an integer from 1 to 4096."],
    ['too many identities', () => { index('P', 5000); }, "index('P', 5000) cannot have 5000 identities | The size is an integer from 1 to 4096."],
    ['a position that an index does not have', (_, { Node }) => { Node.at(3); }, 'Node has no position 3 | Its positions are 0 to 2.'],
    ['a struct without fields', () => { struct({}); }, 'struct({}) has no field | Name at least one field.'],
    ['a field named like a method', () => { struct({ set: bool }); }, "a field cannot be named 'set' | That is a method of every struct."],
    ['a union without cases', () => { union({}); }, 'union({}) has no case | Name at least one case.'],
    ['a case named like a method', () => { union({ of: bool }); }, "a case cannot be named 'of' | Rename it."],
    ['a map over too many keys', () => { map(range(0, 9999), bool); }, 'a map over 0..9999 has 10000 entries | A key type may have at most 4096 values.'],
    ['a set over too many elements', () => { setOf(range(0, 9999)); }, 'setOf(0..9999) is over 10000 possible elements | Say how many it holds at most: setOf(type, max).'],
    ['a sequence of no elements', () => { sequence(bool, 0); }, 'sequence cannot hold at most 0 elements | Give a max from 1 to 4096.'],
    ['a bag of too many elements', () => { bag(bool, 5000); }, 'bag cannot hold at most 5000 elements | Give a max from 1 to 4096.'],
    ['a set of at most half an element', () => { setOf(bool, 0.5); }, 'the max of setOf must be an integer known beforehand | in: 0.5 | Use a number or integer constants, not the state.', 'setOf cannot hold at most 0 elements | Give a max from 1 to 4096.'],
  ]); // prettier-ignore
});

describe('values', () => {
  pinned([
    ['a misspelt enumeration value', (b, { color }) => { b.invariant('I', color.is(wrong('gren'))); }, "invariant I: 'gren' is not a value of oneOf(red, green) | in: gren | Did you mean 'green'?"],
    ['a value of no enumeration', (b, { color }) => { b.invariant('I', color.isNot(wrong('x'))); }, "invariant I: 'x' is not a value of oneOf(red, green) | in: x | Its values are red, green."],
    ['a number out of range', (b, { n }) => { b.action('A', { then: n.set(4) }); }, 'action A: 4 is not a value of 0..3 | in: 4 | Give a value or an expression of 0..3.'],
    ['half a number', (b, { n }) => { b.invariant('I', n.is(1.5)); }, 'invariant I: 1.5 is not an integer | Numbers of a spec are integers within 2^53.'],
    ['a number for a boolean', (b, { on }) => { b.action('A', { then: on.set(wrong(1)) }); }, 'action A: 1 is not a value of bool | in: 1 | Give a value or an expression of bool.'],
    ['an initial value out of range', (b) => { b.variable('m', range(1, 3), { init: 0 }); }, 'variable m: 0 is not a value of 1..3 | in: 0 | Give a value or an expression of 1..3.'],
    ['a field that is missing', (b, { point }) => { b.action('A', { then: point.set(wrong({ x: 1 })) }); }, "action A: the field 'on' is missing | Give a value for each of x, on."],
    ['a field too many', (b, { point }) => { b.invariant('I', point.is(wrong({ x: 1, on: true, y: 2 }))); }, "invariant I: there is no field 'y' | The fields are x, on."],
    ['a change of a field that is not there', (b, { point }) => { b.action('A', { then: point.set(point.with(wrong({ xx: 1 }))) }); }, "action A: there is no field 'xx' | in: point | Did you mean 'x'?"],
    ['a field that is not there', (b, { point }) => { b.invariant('I', wrong((point as unknown as Record<string, unknown>)['y'])); }, 'invariant I: undefined is not a value of bool | Does it name a field or a method that does not exist?'],
    ['an element of another type', (b, { seen }) => { b.invariant('I', seen.has(wrong(1))); }, 'invariant I: 1 cannot be an element of setOf(RM) | in: 1 | Its elements are RM.'],
    ['an element of another type to add', (b, { seen }) => { b.action('A', { then: seen.add(wrong(true)) }); }, 'action A: true is not a value of RM | in: true | Give a value or an expression of RM.'],
    ['a set of other elements', (b, { seen, Node }) => { b.invariant('I', seen.isSubsetOf(wrong(setOf(Node).of([])))); }, 'invariant I: setOf(RM) and setOf(Node) cannot be combined | in: seen, {} | Both must be sets of the same elements.'],
    ['a value without a type', (b, { on }) => { b.invariant('I', wrong(ifElse(on, wrong([1]), wrong([2])))); }, 'invariant I: the value [1] needs a type here | Give it one with `SomeType.of(value)`.', 'invariant I: [2] is not a value of unit | Give a value or an expression of this type.', 'invariant I: this is of type unit, not bool | in: if on then unit else unit | Give a value or an expression of bool.'],
    ['a payload where there is none', (b, { message, Message }) => { b.action('A', { then: message.set(wrong(Message.Prepared(wrong(undefined)))) }); }, 'action A: undefined is not a value of RM | Does it name a field or a method that does not exist?'],
    ['a case that is not there', (b, { message }) => { b.invariant('I', message.isA(wrong('Comit'))); }, "invariant I: there is no case 'Comit' | in: message | Did you mean 'Commit'?"],
    ['a payload of a case that is not there', (b, { message }) => { b.invariant('I', message.as(wrong('Abort')) as never); }, "invariant I: there is no case 'Abort' | in: message | The cases are Prepared, Commit.", 'invariant I: this is of type unit, not bool | in: message.Abort | Give a value or an expression of bool.'],
    ['a match that leaves a case out', (b, { message, on }) => { b.invariant('I', message.match(wrong({ Prepared: () => on }))); }, 'invariant I: match has no branch for Commit | in: message | Add `Commit: (payload) => …`.'],
    ['values of two types compared', (b, { who, place }) => { b.invariant('I', who.is(wrong(place))); }, 'invariant I: RM and Node cannot be compared or combined | in: who, place | Both sides must have the same type.'],
    ['two enumerations compared', (b, { color, state, RM }) => { b.invariant('I', forAll(RM, (r) => color.is(wrong(state.at(r))))); }, 'invariant I: oneOf(red, green) and oneOf(working, done) cannot be compared | in: color, state[r] | Both sides must have the same type.'],
    ['arithmetic on what is no integer', (b, { n, color }) => { b.invariant('I', n.plus(wrong(color)).is(0)); }, 'invariant I: oneOf(red, green) is not an integer | in: color | Use an integer expression.'],
    ['a result beyond 2^53', (b, { n }) => { b.invariant('I', n.times(Number.MAX_SAFE_INTEGER).gt(0)); }, 'invariant I: this may exceed 2^53, beyond which integers are not exact | in: n * 9007199254740991 | Use smaller ranges.'],
    ['a key of another type', (b, { state, place }) => { b.invariant('I', state.at(wrong(place)).is('done')); }, 'invariant I: this is of type Node, not RM | in: place | Give a value or an expression of RM.'],
    ['a boolean that is none', (b, { n }) => { b.invariant('I', wrong(n)); }, 'invariant I: this is of type 0..3, not bool | in: n | Give a value or an expression of bool.'],
  ]); // prettier-ignore
});

describe('domains', () => {
  pinned([
    ['a number', (b, { on }) => { b.invariant('I', forAll(wrong(3), () => on)); }, 'invariant I: 3 cannot be ranged over | Use a type or a set, such as `setOf(SomeType).of([a, b])`.'],
    ['a sequence', (b, { queue }) => { b.invariant('I', exists(wrong(queue), () => true)); }, 'invariant I: sequence(0..3, 2) cannot be ranged over | in: queue | Use a type or a set, such as `setOf(SomeType).of([a, b])`.'],
    ['nothing', (b, { n }) => { b.action('A', { p: wrong(undefined) }, ({ p }) => ({ then: n.set(p) })); }, 'action A: undefined cannot be ranged over | Use a type or a set, such as `setOf(SomeType).of([a, b])`.', 'action A: this is of type bool, not 0..3 | in: p | Give a value or an expression of 0..3.', "action A: the parameter 'p' is never used | Use it in a guard or an update, or remove it."],
    ['too many values', (b, { n }) => { b.action('A', { i: range(0, 2 ** 25) }, ({ i }) => ({ when: [n.lt(i)], then: n.set(1) })); }, "action A: 'i' ranges over 0..33554432, which has 33554433 values | At most 16777216 can be enumerated: range over a set of the state instead."],
    ['too many values in an expression', (b) => { b.invariant('I', forAll(map(range(0, 30), bool), (f) => f.at(0))); }, "invariant I: 'f' ranges over map(0..30, bool), which has 2147483648 values | At most 16777216 can be enumerated: range over a set of the state instead."],
    ['any of too many initial values', (b) => { b.variable('f', map(range(0, 30), bool), { init: any }); }, 'variable f: init is any of 2147483648 values | At most 16777216 can be enumerated.'],
  ]); // prettier-ignore
});

describe('updates', () => {
  pinned([
    ['of one variable, twice', (b, { n }) => { b.action('A', { then: [n.set(1), n.set(2)] }); }, "action A: two updates of one step write the same location | in: n' = 1; n' = 2 | Join them into one update."],
    ['of a variable and of a part of it', (b, { point }) => { b.action('A', { then: [point.x.set(1), point.set({ x: 2, on: true })] }); }, "action A: two updates of one step write the same location | in: point.x' = 1; point' = { x: 2, on: true } | Join them into one update."],
    ['of one entry, twice', (b, { RM, state }) => { b.action('A', { r: RM }, ({ r }) => ({ then: [state.at(r).set('done'), state.at(r).set('working')] })); }, "action A: two updates of one step write the same location | in: state[r]' = done; state[r]' = working | Join them into one update."],
    ['of one element, twice', (b, { RM, seen }) => { b.action('A', { r: RM }, ({ r }) => ({ then: [seen.add(r), seen.remove(r)] })); }, 'action A: two updates of one step write the same location | in: add r to seen; remove r from seen | Join them into one update.'],
    ['of a set and of an element of it', (b, { RM, seen }) => { b.action('A', { r: RM }, ({ r }) => ({ then: [seen.set([]), seen.add(r)] })); }, "action A: two updates of one step write the same location | in: seen' = {}; add r to seen | Join them into one update."],
    ['of one variable, twice under one condition', (b, { on, n }) => { b.action('A', { then: ifThen(on, [n.set(1), n.set(2)]) }); }, "action A: two updates of one step write the same location | in: n' = 1; n' = 2 | Join them into one update."],
    ['of one variable for each of several', (b, { RM, n }) => { b.action('A', { then: forEach(RM, () => n.set(1)) }); }, "action A: every x writes the same location | in: n' = 1 | Let the location depend on x, or make the update outside of forEach."],
    ['of a constant', (b) => { const limit = b.constant.range('Limit', 0, 3, 1); b.action('A', { then: wrong((limit as unknown as Everything['n']).set(2)) }); }, 'action A: a constant cannot be updated | in: Limit | Update a variable, an entry of a variable (`.at(key)`) or a field of one.'],
    ['of an expression', (b, { n }) => { b.action('A', { then: wrong((n.plus(1) as unknown as Everything['n']).set(2)) }); }, 'action A: this is not a place that can be updated | in: n + 1 | Update a variable, an entry of a variable (`.at(key)`) or a field of one.'],
    ['a guard for an update', (b, { n }) => { b.action('A', { then: [wrong(n.is(1))] }); }, 'action A: n = 1 is not an update | Write updates as `place.set(value)`, `place.add(element)`, …'],
    ['nothing for an update', (b) => { b.action('A', { then: [wrong(undefined)] }); }, 'action A: undefined is not an update | Write updates as `place.set(value)`, `place.add(element)`, …'],
  ]); // prettier-ignore

  test('may write different places, or one under conditions', () => {
    const lines = toldWith((b, { RM, seen, state, n, on, point }) => {
      b.action('A', { r: RM, s: RM }, ({ r, s }) => ({
        then: [
          [seen.add(r), seen.add(s)],
          [state.at(r).set('done'), state.at(s).set('done')],
          [point.x.set(1), point.on.set(true)],
          ifThen(on, n.set(1), n.set(2)),
        ],
      }));
    });
    expect(lines.filter((line) => !line.includes('nothing refers'))).toEqual([]);
  });
});

describe('actions', () => {
  pinned([
    ['a parameter that is never used', (b, { RM, n }) => { b.action('A', { r: RM }, () => ({ then: n.set(1) })); }, "action A: the parameter 'r' is never used | Use it in a guard or an update, or remove it."],
    ['without `then`', (b) => { b.action('A', wrong({ when: [] })); }, 'action A: the action has no `then` | Return { when: [guards], then: [updates] }.'],
    ['an option that does not exist', (b, { n, on }) => { b.action('A', wrong({ guard: [on], then: n.set(1) })); }, "action A: there is no option 'guard' | The options are when, then, kind, doc, source, by, to, weaklyFair, stronglyFair."],
    ['a kind that does not exist', (b, { n }) => { b.action('A', { kind: wrong('falt'), then: n.set(1) }); }, 'action A: there is no kind of action "falt" | The kinds are step, fault, environment.'],
    ['a guard that is no list', (b, { n, on }) => { b.action('A', { when: wrong(on), then: n.set(1) }); }, 'action A: `when` is not a list | Write when: [guard, guard].'],
    ['a participant that is no name', (b, { n }) => { b.action('A', { by: wrong(7), then: n.set(1) }); }, 'action A: `by` is 7 | Give a name, or an expression over the parameters.'],
    ['fairness of nothing', (b, { n }) => { b.action('A', { weaklyFair: wrong('all'), then: n.set(1) }); }, 'action A: `weaklyFair` is "all" | Give true (some instance) or \'each\' (every instance).'],
    ['no action to be fair to', (b) => { b.weaklyFair(); }, 'weaklyFair() names no action | Give it one or more actions.'],
    ['an action of another spec to be fair to', (b) => { b.stronglyFair({ name: 'B' }); }, 'stronglyFair names B, which is not an action of this spec | Give it what `action(…)` returned.'],
    ['no body', (b) => { b.action('A', wrong(undefined)); }, 'action A: the action has no `then` | Return { when: [guards], then: [updates] }.'],
  ]); // prettier-ignore
});

describe('properties and initial states', () => {
  pinned([
    ['next outside a step invariant', (b, { n }) => { b.invariant('I', next(n).is(1)); }, 'invariant I: next(…) has a meaning only in a step invariant | in: next(n) | Remove it.'],
    ['next within next', (b, { n }) => { b.stepInvariant('S', next(next(n)).is(1)); }, 'stepInvariant S: next(…) stands in another next(…) | in: next(next(n)) | Remove one.'],
    ['an initial value that reads a variable', (b, { n }) => { b.variable('m', range(0, 3), { init: n }); }, "variable m: the initial value reads the variable 'n' | in: n | Relate variables with `initially(predicate)`."],
    ['no initial value', (b) => { b.variable('m', bool, wrong({})); }, 'variable m: the variable has no initial value | Give one: { init: value }, `any` or `anyOf(set)`.'],
    ['an initial choice that reads a variable', (b, { RM, seen }) => { b.variable('m', RM, { init: anyOf(seen) }); }, "variable m: the initial value reads the variable 'seen' | in: seen | Relate variables with `initially(predicate)`."],
    ['an option of a property that does not exist', (b, { on }) => { b.invariant('I', on, wrong({ docs: 'x' })); }, "invariant I: there is no option 'docs' | Did you mean 'doc'?"],
    ['a variable of another spec', (b) => { let other: Everything['on']; told((o) => { other = o.variable('x', bool, { init: true }); }); b.invariant('I', other!); }, "invariant I: 'x' is not a variable of this spec | Declare it in this builder."],
    ['a parameter outside its action', (b, { RM, seen, who }) => { let leaked: Everything['who']; b.action('A', { r: RM }, ({ r }) => { leaked = r as Everything['who']; return { then: who.set(r) }; }); b.invariant('I', seen.has(leaked!)); }, "invariant I: 'r' is used outside of what binds it | in: r | A parameter or quantified name exists only inside its own function."],
    ['a ghost that a guard reads', (b, { n }) => { const g = b.variable('g', bool, { init: true, ghost: true }); b.action('A', { when: [g], then: n.set(1) }); }, "action A: a guard reads the ghost variable 'g' | in: g | Ghosts are for properties only."],
    ['a ghost on which another variable depends', (b, { n }) => { const g = b.variable('g', range(0, 3), { init: 0, ghost: true }); b.action('A', { then: [n.set(g), g.set(n)] }); }, "action A: an update of another variable reads the ghost variable 'g' | in: g | Ghosts are for properties only."],
  ]); // prettier-ignore

  test('no variable at all', () => {
    expect(told(() => undefined)).toEqual(['T: the spec has no variable | Declare its state.']);
  });
});

test('all mistakes are reported at once, in the order of the spec, and each only once', () => {
  const lines = toldWith((b, { n, color }) => {
    const slip = (): ReturnType<typeof color.is> => color.is(wrong('gren'));
    b.action('A', { when: [slip()], then: n.set(9) });
    b.action('B', { when: [slip()], then: n.set(0) });
    b.invariant('I', n.gt(wrong('x')));
  });
  expect(lines).toEqual([
    "T: 'gren' is not a value of oneOf(red, green) | in: gren | Did you mean 'green'?",
    'T, action A: 9 is not a value of 0..3 | in: 9 | Give a value or an expression of 0..3.',
    "T, invariant I: 'x' is not an integer | in: x | Use an integer expression.",
  ]);
});

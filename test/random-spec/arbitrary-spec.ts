import fc from 'fast-check';
import type {
  ActionNode,
  Binder,
  ConstantDeclaration,
  ConstantNode,
  ExprNode,
  FairnessScope,
  InitNode,
  PropertyNode,
  SpecTree,
  TypeNode,
  VariableDeclaration,
} from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import { Ask, type Name, type World } from './ask.ts';
import { Choices } from './choices.ts';
import { collections } from './collections.ts';
import { compounds } from './compounds.ts';
import { destructors } from './destructors.ts';
import { integers } from './integers.ts';
import { leaves, value } from './leaves.ts';
import { logic } from './logic.ts';
import { BOOL, partsOf, randomType } from './types.ts';
import { randomUpdates } from './updates.ts';

export interface SpecOptions {
  /** The most variables, actions and properties. Default 4, 6 and 3. */
  readonly variables?: number;
  readonly actions?: number;
  readonly properties?: number;
  /** How deep an expression nests. Default 3. */
  readonly depth?: number;
  /** Whether liveness properties and fairness occur. Default false. */
  readonly liveness?: boolean;
}

/** The decisions for one spec, a list for each part: without a list, a part is not there. */
interface Recipe {
  readonly variables: readonly (readonly number[])[];
  readonly constants: readonly (readonly number[])[];
  readonly actions: readonly (readonly number[])[];
  readonly properties: readonly (readonly number[])[];
  readonly initially: readonly (readonly number[])[];
  readonly constraints: readonly (readonly number[])[];
  readonly terminal: readonly (readonly number[])[];
}

/** The most values of a variable's type, and of a type from which initial values are chosen freely. */
const MOST_VALUES = 3000;
const MOST_INITIAL_VALUES = 5;

/**
 * Whole specs, well-typed by construction, over small domains: every type, operation and kind of
 * update occurs, and so do spec errors. A failing spec shrinks to few parts and plain expressions.
 * State spaces may still be large: bound the search.
 */
export function arbitrarySpec(options: SpecOptions = {}): fc.Arbitrary<SpecTree> {
  return recipe(options).map((decisions) => buildSpec(decisions, options));
}

function recipe(options: SpecOptions): fc.Arbitrary<Recipe> {
  const decisions = fc.array(fc.nat(999), { maxLength: 160, size: 'max' });
  const parts = (least: number, most: number): fc.Arbitrary<number[][]> =>
    fc.array(decisions, { minLength: least, maxLength: most, size: 'max' });
  const rarely = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: decisions.map((one) => [one]) },
  );
  return fc.noBias(
    fc.record({
      variables: parts(1, options.variables ?? 4),
      constants: parts(0, 2),
      actions: parts(0, options.actions ?? 6),
      properties: parts(0, options.properties ?? 3),
      initially: rarely,
      constraints: rarely,
      terminal: rarely,
    }),
  );
}

function buildSpec(decisions: Recipe, options: SpecOptions): SpecTree {
  const depth = options.depth ?? 3;
  let lastId = 0;
  const constants = decisions.constants.map((numbers, i) => constant(new Choices(numbers), i));
  const constantNodes = constants.map(({ node }) => node);

  // Types first: expressions of the initial values look for them.
  const streams = decisions.variables.map((numbers) => new Choices(numbers));
  const types = streams.map((choices) => {
    const type = randomType(choices, 2, MOST_VALUES);
    return cardinality(type) === 1 && choices.below(4) < 3 ? BOOL : type;
  });
  const world: World = {
    types: [...types, ...constantNodes.map(({ type }) => type)].flatMap(partsOf),
    freshId: () => ++lastId,
    leaves,
    composites: [...logic, ...integers, ...collections, ...compounds, ...destructors],
  };
  const variables = types.map((type, i) => {
    const init = initial(type, new Ask(world, streams[i]!, constantNodes, 1));
    return { name: `v${i}`, type, init, doc: null, ghost: false };
  });
  const state: Name[] = [
    ...variables.map(({ name, type }) => ({ op: 'variable', type, name }) as const),
    ...constantNodes,
  ];
  const over = (numbers: readonly number[], mayPrime = false): Ask => {
    const choices = new Choices(numbers);
    return new Ask(world, choices, state, 1 + choices.below(depth), mayPrime);
  };

  return {
    name: 'Random',
    doc: null,
    constants: constants.map(({ declaration }) => declaration),
    variables,
    initially: decisions.initially.map((numbers) => mostlyTrue(variables, over(numbers))),
    actions: decisions.actions.map((numbers, i) =>
      action(`Act${i}`, variables, over(numbers), options.liveness ?? false),
    ),
    fairness: [],
    properties: decisions.properties.map((numbers, i) =>
      property(i, numbers, variables, over, options.liveness ?? false),
    ),
    constraints: decisions.constraints.map((numbers, i) => ({
      name: `Bound${i}`,
      body: mostlyTrue(variables, over(numbers)),
    })),
    terminal: decisions.terminal.map((numbers) => over(numbers).bool()),
  };
}

function constant(
  choices: Choices,
  i: number,
): { declaration: ConstantDeclaration; node: ConstantNode } {
  const name = `K${i}`;
  const [allowed, doc] = ['a value of its type', null];
  switch (choices.below(4)) {
    case 0: {
      const number = choices.below(4) - 1;
      const type = { kind: 'range', lo: -1, hi: 3 } as const;
      const literal = { op: 'literal', type, value: number } as const;
      return {
        declaration: { name, kind: 'range', value: number, declared: number, allowed, doc },
        node: { op: 'constant', type, name, value: literal },
      };
    }
    case 1: {
      const truth = choices.below(2) === 1;
      return {
        declaration: { name, kind: 'bool', value: truth, declared: truth, allowed, doc },
        node: {
          op: 'constant',
          type: BOOL,
          name,
          value: { op: 'literal', type: BOOL, value: truth },
        },
      };
    }
    case 2: {
      const type = { kind: 'enum', values: ['red', 'green', 'blue'] } as const;
      const colour = choices.pick(type.values);
      return {
        declaration: { name, kind: 'oneOf', value: colour, declared: colour, allowed, doc },
        node: { op: 'constant', type, name, value: { op: 'literal', type, value: colour } },
      };
    }
    default: {
      const of = { kind: 'range', lo: 0, hi: 3 } as const;
      const numbers = [0, 1, 2, 3].filter(() => choices.below(2) === 1);
      const type = { kind: 'set', of, max: null } as const;
      const elements = numbers.map((n) => ({ op: 'literal', type: of, value: n }) as const);
      return {
        declaration: { name, kind: 'set', value: numbers, declared: numbers, allowed, doc },
        node: { op: 'constant', type, name, value: { op: 'elements', type, elements } },
      };
    }
  }
}

function initial(type: TypeNode, ask: Ask): InitNode {
  switch (ask.choices.below(6)) {
    case 3:
      return cardinality(type) <= MOST_INITIAL_VALUES
        ? { kind: 'any' }
        : { kind: 'value', value: value(type, ask) };
    case 4: {
      const elements = [value(type, ask), ...ask.choices.some(2, () => value(type, ask))];
      return {
        kind: 'in',
        set: { op: 'elements', type: { kind: 'set', of: type, max: null }, elements },
      };
    }
    case 5:
      return { kind: 'value', value: ask.of(type) };
    default:
      return { kind: 'value', value: value(type, ask) };
  }
}

/** A predicate that few states break: that some variables do not have certain values. */
function mostlyTrue(variables: readonly VariableDeclaration[], ask: Ask): ExprNode {
  if (ask.choices.below(8) === 7) return ask.bool();
  const args = [...variables.slice(1), variables[0]!].slice(0, 2 + ask.choices.below(2));
  return {
    op: 'not',
    type: BOOL,
    arg: { op: 'and', type: BOOL, args: args.map((v) => hit(v, ask)) },
  };
}

/** A condition that is likelier to be true than false. */
function guard(variables: readonly VariableDeclaration[], ask: Ask): ExprNode {
  switch (ask.choices.below(3)) {
    case 0:
      return ask.bool();
    case 1:
      return { op: 'or', type: BOOL, args: [ask.bool(), ask.bool()] };
    default:
      return mostlyTrue(variables, ask);
  }
}

function hit({ name, type }: VariableDeclaration, ask: Ask): ExprNode {
  return { op: 'eq', type: BOOL, left: { op: 'variable', type, name }, right: value(type, ask) };
}

function action(
  name: string,
  variables: readonly VariableDeclaration[],
  ask: Ask,
  liveness: boolean,
): ActionNode {
  const parameters: Binder[] = [];
  let inside = ask;
  for (let i = ask.choices.below(3); i > 0; i--) {
    const parameter = inside.to(1).inhabitedBinder();
    parameters.push(parameter.binder);
    inside = inside.withNames(...parameter.inner.names.slice(inside.names.length));
  }
  const fairness = (): FairnessScope | null =>
    liveness ? ask.choices.pick([null, null, 'action', 'instance']) : null;
  const updates = randomUpdates(variables, inside);
  const who = inside.names.findLast((one) => one.op === 'bound');
  return {
    name,
    kind: ask.choices.pick(['step', 'step', 'fault', 'environment']),
    parameters,
    guards: ask.choices.some(2, () => guard(variables, inside)),
    updates,
    doc: null,
    source: null,
    by: ask.choices.pick([null, 'someone', who ?? null]),
    to: null,
    weaklyFair: fairness(),
    stronglyFair: fairness(),
  };
}

function property(
  i: number,
  numbers: readonly number[],
  variables: readonly VariableDeclaration[],
  over: (numbers: readonly number[], mayPrime?: boolean) => Ask,
  liveness: boolean,
): PropertyNode {
  const [first = 0, ...rest] = numbers;
  const named = { name: `Prop${i}`, doc: null, source: null };
  switch (first % (liveness ? 10 : 6)) {
    case 0:
    case 1:
    case 2:
      return { ...named, kind: 'invariant', body: mostlyTrue(variables, over(rest)) };
    case 3:
    case 4: {
      const ask = over(rest, true);
      return { ...named, kind: 'stepInvariant', body: mostlyTrueOfSteps(variables, ask) };
    }
    case 5:
      return { ...named, kind: 'reachable', body: witness(variables, over(rest)) };
    case 6:
      return { ...named, kind: 'eventually', body: witness(variables, over(rest)) };
    case 7:
      return { ...named, kind: 'alwaysEventually', body: witness(variables, over(rest)) };
    case 8:
      return { ...named, kind: 'eventuallyAlways', body: witness(variables, over(rest)) };
    default: {
      const ask = over(rest);
      const from = witness(variables, ask);
      return { ...named, kind: 'leadsTo', from, body: witness(variables, ask) };
    }
  }
}

function witness(variables: readonly VariableDeclaration[], ask: Ask): ExprNode {
  return ask.choices.below(2) === 0 ? hit(ask.choices.pick(variables), ask) : ask.bool();
}

/** That a step does not lead from a certain value to another; or anything about two states. */
function mostlyTrueOfSteps(variables: readonly VariableDeclaration[], ask: Ask): ExprNode {
  if (ask.choices.below(2) === 1) return ask.bool();
  const variable = ask.choices.pick(variables);
  const next = { op: 'next', type: BOOL, arg: hit(variable, ask) } as const;
  return {
    op: 'implies',
    type: BOOL,
    left: hit(ask.choices.pick(variables), ask),
    right: { op: 'not', type: BOOL, arg: next },
  };
}

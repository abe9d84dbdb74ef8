import { actionOf } from './action-body.ts';
import type { ActionHandle, Builder, PropertyOptions, VariableOptions } from './builder.ts';
import { Constants } from './constants.ts';
import type { AnyType, Bool, PlaceOf } from './expressions.ts';
import { wrap } from './handles.ts';
import { describe, liftTo } from './lift.ts';
import { report, within } from './mistakes.ts';
import { optionsOf } from './options.ts';
import type {
  ActionNode,
  ConstantValue,
  ExprNode,
  FairnessNode,
  InitNode,
  NamedPredicate,
  PropertyKind,
  PropertyNode,
  SpecTree,
  VariableDeclaration,
} from './tree.ts';

const BOOL = { kind: 'bool' } as const;

/** Collects what a builder function declares. */
export class TreeBuilder implements Builder {
  readonly constant: Constants;
  readonly #name: string;
  readonly #doc: string | null;
  readonly #variables: VariableDeclaration[] = [];
  readonly #initially: ExprNode[] = [];
  readonly #actions: ActionNode[] = [];
  readonly #fairness: FairnessNode[] = [];
  readonly #properties: PropertyNode[] = [];
  readonly #constraints: NamedPredicate[] = [];
  readonly #terminal: ExprNode[] = [];

  constructor(name: string, doc: string | null, given: Readonly<Record<string, ConstantValue>>) {
    this.#name = name;
    this.#doc = doc;
    this.constant = new Constants(given);
    // Builders are taken apart (`({ variable, action }) => …`) and extended (`{ ...builder, mine }`).
    for (const method of METHODS) {
      const bound = (this[method] as (...args: never[]) => unknown).bind(this);
      Object.defineProperty(this, method, { value: bound, enumerable: true });
    }
  }

  variable<T extends AnyType>(name: string, type: T, options: VariableOptions<T>): PlaceOf<T> {
    return within(`variable ${name}`, () => {
      const given = optionsOf<VariableOptions<T>>(options, ['init', 'doc', 'ghost']);
      const init = initOf(given.init, type);
      const { doc = null, ghost = false } = given;
      this.#variables.push({ name, type: type.node, init, doc, ghost });
      return wrap({ op: 'variable', type: type.node, name }) as PlaceOf<T>;
    });
  }

  initially(predicate: Bool): void {
    within('initially', () => this.#initially.push(liftTo(predicate, BOOL)));
  }

  action(name: string, ...rest: unknown[]): ActionHandle {
    return within(`action ${name}`, () => {
      this.#actions.push(actionOf(name, rest));
      return { name };
    });
  }

  weaklyFair(...actions: ActionHandle[]): void {
    this.#fairness.push({ strength: 'weak', actions: actions.map(nameOf) });
  }

  stronglyFair(...actions: ActionHandle[]): void {
    this.#fairness.push({ strength: 'strong', actions: actions.map(nameOf) });
  }

  invariant(name: string, predicate: Bool, options?: PropertyOptions): void {
    this.#property('invariant', name, predicate, options);
  }

  stepInvariant(name: string, predicate: Bool, options?: PropertyOptions): void {
    this.#property('stepInvariant', name, predicate, options);
  }

  reachable(name: string, predicate: Bool, options?: PropertyOptions): void {
    this.#property('reachable', name, predicate, options);
  }

  eventually(name: string, predicate: Bool, options?: PropertyOptions): void {
    this.#property('eventually', name, predicate, options);
  }

  alwaysEventually(name: string, predicate: Bool, options?: PropertyOptions): void {
    this.#property('alwaysEventually', name, predicate, options);
  }

  eventuallyAlways(name: string, predicate: Bool, options?: PropertyOptions): void {
    this.#property('eventuallyAlways', name, predicate, options);
  }

  leadsTo(name: string, from: Bool, to: Bool, options: PropertyOptions = {}): void {
    within(`leadsTo ${name}`, () => {
      const { doc = null, source = null } = optionsOf(options, PROPERTY_OPTIONS);
      const body = liftTo(to, BOOL);
      this.#properties.push({ kind: 'leadsTo', name, doc, source, from: liftTo(from, BOOL), body });
    });
  }

  constraint(name: string, predicate: Bool): void {
    within(`constraint ${name}`, () => {
      this.#constraints.push({ name, body: liftTo(predicate, BOOL) });
    });
  }

  terminal(predicate: Bool): void {
    within('terminal', () => this.#terminal.push(liftTo(predicate, BOOL)));
  }

  tree(): SpecTree {
    this.constant.reportUnknown();
    return {
      name: this.#name,
      doc: this.#doc,
      constants: this.constant.declarations,
      variables: this.#variables,
      initially: this.#initially,
      actions: this.#actions,
      fairness: this.#fairness,
      properties: this.#properties,
      constraints: this.#constraints,
      terminal: this.#terminal,
    };
  }

  #property(
    kind: Exclude<PropertyKind, 'leadsTo'>,
    name: string,
    predicate: Bool,
    options: PropertyOptions = {},
  ): void {
    within(`${kind} ${name}`, () => {
      const { doc = null, source = null } = optionsOf(options, PROPERTY_OPTIONS);
      this.#properties.push({ kind, name, doc, source, body: liftTo(predicate, BOOL) });
    });
  }
}

const METHODS = [
  'variable',
  'initially',
  'action',
  'weaklyFair',
  'stronglyFair',
  'invariant',
  'stepInvariant',
  'reachable',
  'eventually',
  'alwaysEventually',
  'eventuallyAlways',
  'leadsTo',
  'constraint',
  'terminal',
] as const satisfies readonly (keyof Builder)[];

const PROPERTY_OPTIONS = ['doc', 'source'] as const;

/** The name of an action; of something else, what it is. */
function nameOf(action: Partial<ActionHandle> | undefined): string {
  return typeof action?.name === 'string' ? action.name : describe(action);
}

function initOf(init: unknown, type: AnyType): InitNode {
  if (init === undefined) {
    report(
      'the variable has no initial value',
      'Give one: { init: value }, `any` or `anyOf(set)`.',
    );
    return { kind: 'any' };
  }
  const choice = typeof init === 'object' && init !== null && 'choice' in init ? init.choice : null;
  if (choice === null) return { kind: 'value', value: liftTo(init, type.node) };
  if (choice === 'any') return { kind: 'any' };
  const set = { kind: 'set', of: type.node, max: null } as const;
  return { kind: 'in', set: liftTo({ node: choice }, set) };
}

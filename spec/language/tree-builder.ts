import type {
  ActionBody,
  ActionHandle,
  Builder,
  Fair,
  Parameters,
  PropertyOptions,
  VariableOptions,
} from './builder.ts';
import { Constants } from './constants.ts';
import type { AnyType, Bool, Expr, PlaceOf } from './expressions.ts';
import { wrap } from './handles.ts';
import { freshId, liftTo, nodeOf } from './lift.ts';
import { report, within } from './mistakes.ts';
import { domainOf, updateNodes } from './operators.ts';
import type {
  ActionNode,
  Binder,
  ConstantValue,
  ExprNode,
  FairnessNode,
  FairnessScope,
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
      const init = initOf(options?.init, type);
      const { doc = null, ghost = false } = options ?? {};
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
    this.#fairness.push({ strength: 'weak', actions: actions.map((a) => a.name) });
  }

  stronglyFair(...actions: ActionHandle[]): void {
    this.#fairness.push({ strength: 'strong', actions: actions.map((a) => a.name) });
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
      const { doc = null, source = null } = options;
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
      const { doc = null, source = null } = options;
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

/** An action from the arguments after its name: body; parameters, body; parameters, dependent, body. */
function actionOf(name: string, rest: readonly unknown[]): ActionNode {
  const parameters: Binder[] = [];
  const bound: Record<string, unknown> = {};
  const declare = (domains: Parameters): void => {
    for (const [parameter, domain] of Object.entries(domains)) {
      const id = freshId();
      const { type, domain: set } = domainOf(domain);
      parameters.push({ id, name: parameter, type, domain: set });
      bound[parameter] = wrap({ op: 'bound', type, id, name: parameter });
    }
  };
  if (rest.length > 1) declare(rest[0] as Parameters);
  if (rest.length > 2) declare((rest[1] as (p: unknown) => Parameters)({ ...bound }));
  const last = rest.at(-1);
  const body = (typeof last === 'function' ? last(bound) : last) as ActionBody;
  if (typeof body !== 'object' || body === null || !('then' in body)) {
    report('the action has no `then`', 'Return { when: [guards], then: [updates] }.');
    return emptyAction(name, parameters);
  }
  return {
    ...emptyAction(name, parameters),
    kind: body.kind ?? 'step',
    guards: (body.when ?? []).map((guard) => liftTo(guard, BOOL)),
    updates: updateNodes(body.then),
    doc: body.doc ?? null,
    source: body.source ?? null,
    by: participant(body.by),
    to: participant(body.to),
    weaklyFair: fairness(body.weaklyFair),
    stronglyFair: fairness(body.stronglyFair),
  };
}

function emptyAction(name: string, parameters: readonly Binder[]): ActionNode {
  return {
    name,
    kind: 'step',
    parameters,
    guards: [],
    updates: [],
    doc: null,
    source: null,
    by: null,
    to: null,
    weaklyFair: null,
    stronglyFair: null,
  };
}

function participant(who: string | Expr | undefined): string | ExprNode | null {
  if (who === undefined || typeof who === 'string') return who ?? null;
  return nodeOf(who);
}

function fairness(fair: Fair | undefined): FairnessScope | null {
  if (fair === undefined || fair === false) return null;
  return fair === 'each' ? 'instance' : 'action';
}

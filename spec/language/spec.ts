import type {
  AnyType,
  Bool,
  Domain,
  ElementOf,
  Expr,
  OperandOf,
  PlaceOf,
  SetExpr,
} from './expressions.ts';
import { checkTree } from './check-tree.ts';
import { Constants } from './constants.ts';
import { wrap } from './handles.ts';
import { freshId, liftTo, nodeOf } from './lift.ts';
import { collectMistakes, report, SpecMistakes, within, type Mistake } from './mistakes.ts';
import { domainOf, updateNodes, type Updates } from './operators.ts';
import { renumber } from './renumber.ts';
import type {
  ActionKind,
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

/** An initial value that is not one value: any of the type, or any element of a set. */
export interface Choice {
  readonly choice: 'any' | ExprNode;
}
/** As an initial value: any value of the variable's type. */
export const any: Choice = { choice: 'any' };
/** As an initial value: any element of the set. */
export function anyOf(set: SetExpr<AnyType>): Choice {
  return { choice: set.node };
}

export interface VariableOptions<T extends AnyType> {
  /** The value in the initial states: one value, `any`, or `anyOf(set)`. */
  readonly init: OperandOf<T> | Choice;
  readonly doc?: string;
  /** History kept for properties only. No guard may read it, and no other variable may depend on it. */
  readonly ghost?: boolean;
}

/** Fairness of an action: as a whole (`true`), or of each of its instances by itself (`'each'`). */
export type Fair = boolean | 'each';

export interface ActionBody {
  /** The guard: a conjunction, from left to right. Empty or left out: always enabled. */
  readonly when?: readonly Bool[];
  /** Simultaneous updates: every right-hand side reads the state before the step. */
  readonly then: Updates;
  /** Default 'step'. */
  readonly kind?: ActionKind;
  /** One line on what happens. */
  readonly doc?: string;
  /** Where it comes from: a KIP section, an RPC. */
  readonly source?: string;
  /** Who acts: a name, or an expression over the parameters. */
  readonly by?: string | Expr;
  /** To whom a message goes. */
  readonly to?: string | Expr;
  readonly weaklyFair?: Fair;
  readonly stronglyFair?: Fair;
}

/** A declared action, to be named in `weaklyFair(…)`. */
export interface ActionHandle {
  readonly name: string;
}

export type Parameters = Readonly<Record<string, Domain>>;
export type BoundParameters<P extends Parameters> = { readonly [K in keyof P]: ElementOf<P[K]> };

export interface PropertyOptions {
  readonly doc?: string;
  readonly source?: string;
}

/** What a spec's builder function is given. */
export interface Builder {
  readonly constant: Constants;
  /** Declares a state variable. */
  variable<T extends AnyType>(name: string, type: T, options: VariableOptions<T>): PlaceOf<T>;
  /** Restricts the initial states. */
  initially(predicate: Bool): void;
  /** An action without parameters. */
  action(name: string, body: ActionBody): ActionHandle;
  /** An action with parameters: one instance for each value of each. */
  action<const P extends Parameters>(
    name: string,
    parameters: P,
    body: (parameters: BoundParameters<P>) => ActionBody,
  ): ActionHandle;
  /** An action whose later parameters range over sets that depend on the earlier ones. */
  action<const P extends Parameters, const Q extends Parameters>(
    name: string,
    parameters: P,
    dependent: (parameters: BoundParameters<P>) => Q,
    body: (parameters: BoundParameters<P> & BoundParameters<Q>) => ActionBody,
  ): ActionHandle;
  /** Weak fairness of the disjunction of some actions: WF(A or B). */
  weaklyFair(...actions: ActionHandle[]): void;
  /** Strong fairness of the disjunction of some actions. */
  stronglyFair(...actions: ActionHandle[]): void;
  /** Holds in every reachable state. */
  invariant(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Holds of every step that changes the state; `next(x)` is x afterwards. TLA+'s [][A]_vars. */
  stepInvariant(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** A witness: some reachable state satisfies it, so that the spec does not hold for want of behaviour. */
  reachable(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Every fair behaviour reaches such a state. */
  eventually(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Every fair behaviour reaches such states again and again. */
  alwaysEventually(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** Every fair behaviour ends up in such states for good. */
  eventuallyAlways(name: string, predicate: Bool, options?: PropertyOptions): void;
  /** After each state that satisfies `from`, one that satisfies `to` follows. */
  leadsTo(name: string, from: Bool, to: Bool, options?: PropertyOptions): void;
  /** Bounds the search: a state outside is checked, but neither kept nor expanded. */
  constraint(name: string, predicate: Bool): void;
  /** States that may have no successor; without it every such state is a deadlock. */
  terminal(predicate: Bool): void;
}

export interface SpecOptions {
  readonly doc?: string;
}

/** Recognises a spec even if it was made by another copy of this package. */
export const SPEC = Symbol.for('kripke.spec');

/** A spec: its builder, run once for each choice of constants. */
export class Spec {
  readonly [SPEC] = true;
  readonly name: string;
  readonly #build: (builder: Builder) => void;
  readonly #options: SpecOptions;

  constructor(name: string, build: (builder: Builder) => void, options: SpecOptions) {
    this.name = name;
    this.#build = build;
    this.#options = options;
  }

  /**
   * The spec's tree with the given constants, the defaults for the others.
   * @throws SpecMistakes with every static mistake of the spec.
   */
  instantiate(constants: Readonly<Record<string, ConstantValue>> = {}): SpecTree {
    return this.examine(constants).tree;
  }

  /**
   * As `instantiate`, with the warnings.
   * @throws SpecMistakes with every static mistake of the spec.
   */
  examine(constants: Readonly<Record<string, ConstantValue>> = {}): {
    tree: SpecTree;
    warnings: readonly Mistake[];
  } {
    const { result: tree, mistakes } = collectMistakes(this.name, () => {
      const builder = new TreeBuilder(this.name, this.#options.doc ?? null, constants);
      this.#build(builder);
      const made = builder.tree();
      checkTree(made);
      return renumber(made);
    });
    const errors = mistakes.filter((m) => m.severity === 'error');
    if (errors.length > 0) throw new SpecMistakes(unique(errors));
    return { tree, warnings: unique(mistakes) };
  }
}

/** One slip in a shared operator is reported once, not once a use. */
function unique(mistakes: readonly Mistake[]): Mistake[] {
  const seen = new Map(mistakes.map((m) => [JSON.stringify(m), m]));
  return [...seen.values()];
}

/**
 * Describes a system: `build` declares its constants, variables, actions and properties.
 * It must be a pure function of the constants, since it runs once for each choice of them.
 */
export function spec(
  name: string,
  build: (builder: Builder) => void,
  options: SpecOptions = {},
): Spec {
  return new Spec(name, build, options);
}

/** Collects what a builder function declares. */
class TreeBuilder implements Builder {
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
    // Builders are taken apart (`({ variable, action }) => …`), so methods must not need `this`.
    for (const method of METHODS) {
      const bound = (this[method] as (...args: never[]) => unknown).bind(this);
      Object.defineProperty(this, method, { value: bound });
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

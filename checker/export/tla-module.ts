import type {
  ActionNode,
  ExprNode,
  InitNode,
  LocationNode,
  SpecTree,
  TypeNode,
  UpdateNode,
} from '../../spec/language/tree.ts';
import { binding, boundName, domainSet, tla, typeSet } from './tla-expressions.ts';

/** A TLA+ module and the configuration with which TLC checks it. */
export interface TlaModule {
  readonly name: string;
  readonly module: string;
  readonly config: string;
}

/**
 * The spec as TLA+ that TLC can check as a second opinion: same states, same steps, same properties
 * (liveness too). Two things have no equivalent and are left out: values out of their type's range
 * are not errors, and `terminal` states only switch TLC's deadlock check off.
 * @throws NotExportable for an expression that TLC would evaluate differently.
 */
export function toTla(tree: SpecTree, options: { readonly deadlock: boolean }): TlaModule {
  const name = tree.name.replaceAll(/\W/g, '_');
  return { name, module: moduleText(tree, name), config: configText(tree, options.deadlock) };
}

function moduleText(tree: SpecTree, name: string): string {
  const title = ` MODULE ${name} `;
  const dashes = '-'.repeat(Math.max(4, 34 - Math.ceil(title.length / 2)));
  const variables = tree.variables.map((v) => v.name);
  return [
    `${dashes}${title}${dashes}`,
    ...(tree.doc === null ? [] : [`(* ${tree.doc} *)`]),
    'EXTENDS Integers, FiniteSets, Sequences, TLC',
    '',
    LIBRARY,
    `VARIABLES ${variables.join(', ')}`,
    `vars == <<${variables.join(', ')}>>`,
    '',
    initText(tree),
    '',
    ...tree.actions.flatMap((action) => [actionText(action, variables), '']),
    `Next ==\n${tree.actions.map((a) => `  \\/ ${actionName(a.name)}`).join('\n')}`,
    '',
    `Spec == Init /\\ [][Next]_vars${fairnessText(tree)}`,
    '',
    ...propertyText(tree),
    '='.repeat(dashes.length * 2 + title.length),
    '',
  ].join('\n');
}

/** What the modules that come with TLC lack. */
const LIBRARY = `FoldSet(op(_, _), base, set) ==
  LET fold[s \\in SUBSET set] ==
        IF s = {} THEN base
        ELSE LET x == CHOOSE e \\in s : TRUE IN op(x, fold[s \\ {x}])
  IN fold[set]
Range(f) == {f[x] : x \\in DOMAIN f}
RemoveAt(q, i) == SubSeq(q, 1, i - 1) \\o SubSeq(q, i + 1, Len(q))
CountIn(b, e) == IF e \\in DOMAIN b THEN b[e] ELSE 0
BagSize(b) == FoldSet(LAMBDA x, acc : acc + b[x], 0, DOMAIN b)
BagAdd(b, e) == [x \\in DOMAIN b \\cup {e} |-> IF x = e THEN CountIn(b, e) + 1 ELSE b[x]]
BagRemove(b, e) ==
  [x \\in (IF b[e] = 1 THEN DOMAIN b \\ {e} ELSE DOMAIN b) |-> IF x = e THEN b[x] - 1 ELSE b[x]]
`;

function initText(tree: SpecTree): string {
  const choices = tree.variables.map((v) => `  /\\ ${v.name} ${initChoice(v.init, v.type)}`);
  const predicates = tree.initially.map((node) => `  /\\ ${tla(node)}`);
  return ['Init ==', ...choices, ...predicates].join('\n');
}

function initChoice(init: InitNode, type: TypeNode): string {
  if (init.kind === 'value') return `= ${tla(init.value)}`;
  return `\\in ${init.kind === 'in' ? tla(init.set) : typeSet(type)}`;
}

/** Actions have names of their own, so that none clashes with a variable or a property. */
function actionName(name: string): string {
  return `Do${name.replaceAll(/\W/g, '_')}`;
}

function actionText(action: ActionNode, variables: readonly string[]): string {
  const doc = action.doc === null ? [] : [`(* ${action.doc} *)`];
  return [...doc, `${actionName(action.name)} ==`, instanceText(action, variables)].join('\n');
}

function instanceText(action: ActionNode, variables: readonly string[]): string {
  const opening = action.parameters.map((p) => `  \\E ${binding(p)} :\n`).join('');
  return `${opening}${stepText(action, variables)}`;
}

/** The action with its parameters free: guards, then what becomes of every variable. */
function stepText(action: ActionNode, variables: readonly string[]): string {
  const guards = action.guards.map((guard) => `  /\\ ${tla(guard)}`);
  const changed = variables.filter((v) => action.updates.some((u) => writes(u, v)));
  const updates = changed.map(
    (v) => `  /\\ ${v}' = ${action.updates.reduce((now, u) => updated(now, u, v), v)}`,
  );
  const kept = variables.filter((v) => !changed.includes(v));
  const unchanged = kept.length === 0 ? [] : [`  /\\ UNCHANGED <<${kept.join(', ')}>>`];
  return [...guards, ...updates, ...unchanged].join('\n');
}

function writes(update: UpdateNode, variable: string): boolean {
  switch (update.op) {
    case 'ifUpdate':
      return [...update.then, ...update.else].some((u) => writes(u, variable));
    case 'forEach':
      return update.body.some((u) => writes(u, variable));
    default:
      return rootOf(update.target) === variable;
  }
}

function rootOf(location: ExprNode): string {
  if (location.op === 'at') return rootOf(location.map);
  if (location.op === 'field') return rootOf(location.struct);
  return location.op === 'variable' ? location.name : '';
}

/**
 * `now`, the variable's value so far, after one more update. Right-hand sides name the variables
 * themselves, that is, the state before the step.
 */
function updated(now: string, update: UpdateNode, variable: string): string {
  if (!writes(update, variable)) return now;
  switch (update.op) {
    case 'assign':
      return except(now, update.target, tla(update.value));
    case 'addElement':
    case 'removeElement': {
      const op = update.op === 'addElement' ? '\\cup' : '\\';
      const element = `{${tla(update.element)}}`;
      if (update.target.op === 'variable') return `(${now} ${op} ${element})`;
      return except(now, update.target, `@ ${op} ${element}`);
    }
    case 'ifUpdate': {
      const then = update.then.reduce((value, u) => updated(value, u, variable), now);
      const otherwise = update.else.reduce((value, u) => updated(value, u, variable), now);
      return `(IF ${tla(update.cond)} THEN ${then} ELSE ${otherwise})`;
    }
    case 'forEach': {
      const acc = `acc_${update.binder.id}`;
      const body = update.body.reduce((value, u) => updated(value, u, variable), acc);
      return `FoldSet(LAMBDA ${boundName(update.binder)}, ${acc} : ${body}, ${now}, ${domainSet(update.binder)})`;
    }
  }
}

/** `[now EXCEPT ![k].f = value]`. */
function except(now: string, target: LocationNode, value: string): string {
  const path = pathOf(target);
  return path === '' ? value : `[${now} EXCEPT !${path} = ${value}]`;
}

function pathOf(location: ExprNode): string {
  if (location.op === 'at') return `${pathOf(location.map)}[${tla(location.key)}]`;
  if (location.op === 'field') return `${pathOf(location.struct)}.${location.field}`;
  return '';
}

function fairnessText(tree: SpecTree): string {
  const names = tree.variables.map((v) => v.name);
  const each = tree.actions.flatMap((action) => {
    const formulas: string[] = [];
    for (const [letter, scope] of [
      ['WF', action.weaklyFair],
      ['SF', action.stronglyFair],
    ] as const) {
      if (scope === 'action') formulas.push(`${letter}_vars(${actionName(action.name)})`);
      if (scope === 'instance') {
        formulas.push(instanceFairness(letter, action, names));
      }
    }
    return formulas;
  });
  const groups = tree.fairness.map(({ strength, actions }) => {
    const letter = strength === 'weak' ? 'WF' : 'SF';
    return `${letter}_vars(${actions.map(actionName).join(' \\/ ')})`;
  });
  return [...each, ...groups].map((formula) => `\n  /\\ ${formula}`).join('');
}

/** Fairness of each instance. What a parameter ranges over may depend on the state, so that it belongs to the step. */
function instanceFairness(
  letter: 'WF' | 'SF',
  action: ActionNode,
  variables: readonly string[],
): string {
  const opening = action.parameters
    .map((p) => `\\A ${boundName(p)} \\in ${typeSet(p.type)} : `)
    .join('');
  const dependent = action.parameters.filter(({ domain }) => domain !== null);
  const within = dependent.map((p) => `  /\\ ${binding(p)}\n`).join('');
  return `(${opening}${letter}_vars(\n${within}${stepText(action, variables)}))`;
}

function propertyText(tree: SpecTree): string[] {
  const properties = tree.properties.map((p) => {
    const body = tla(p.body);
    const formula = {
      invariant: body,
      reachable: `~${body}`,
      stepInvariant: `[][${body}]_vars`,
      eventually: `<>${body}`,
      alwaysEventually: `[]<>${body}`,
      eventuallyAlways: `<>[]${body}`,
      leadsTo: p.kind === 'leadsTo' ? `${tla(p.from)} ~> ${body}` : '',
    }[p.kind];
    return `${definition(p.name)} == ${formula}\n`;
  });
  const constraints = tree.constraints.map((c) => `${definition(c.name)} == ${tla(c.body)}\n`);
  return [...properties, ...constraints];
}

function definition(name: string): string {
  return `Prop_${name.replaceAll(/\W/g, '_')}`;
}

function configText(tree: SpecTree, deadlock: boolean): string {
  const list = (keyword: string, kinds: readonly string[]): string[] =>
    tree.properties
      .filter((p) => kinds.includes(p.kind))
      .map((p) => `${keyword} ${definition(p.name)}`);
  return [
    'SPECIFICATION Spec',
    ...list('INVARIANT', ['invariant']),
    ...list('PROPERTY', [
      'stepInvariant',
      'eventually',
      'alwaysEventually',
      'eventuallyAlways',
      'leadsTo',
    ]),
    ...tree.constraints.map((c) => `CONSTRAINT ${definition(c.name)}`),
    `CHECK_DEADLOCK ${deadlock && tree.terminal.length === 0 ? 'TRUE' : 'FALSE'}`,
    '',
  ].join('\n');
}

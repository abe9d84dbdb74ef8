import type { ActionBody, Fair, Parameters } from './builder.ts';
import type { Bool, Expr } from './expressions.ts';
import { wrap } from './handles.ts';
import { describe, freshId, liftTo, nodeOf } from './lift.ts';
import { report } from './mistakes.ts';
import { domainOf, updateNodes } from './operators.ts';
import { optionsOf } from './options.ts';
import type { ActionKind, ActionNode, Binder, ExprNode, FairnessScope } from './tree.ts';

const BOOL = { kind: 'bool' } as const;
const KINDS: readonly ActionKind[] = ['step', 'fault', 'environment'];
const OPTIONS = [
  'when',
  'then',
  'kind',
  'doc',
  'source',
  'by',
  'to',
  'weaklyFair',
  'stronglyFair',
] as const satisfies readonly (keyof ActionBody)[];

/** An action from the arguments after its name: body; parameters, body; parameters, dependent, body. */
export function actionOf(name: string, rest: readonly unknown[]): ActionNode {
  const parameters: Binder[] = [];
  const bound: Record<string, unknown> = {};
  const declare = (domains: Parameters): void => {
    for (const [parameter, domain] of Object.entries(domains)) {
      if (Object.hasOwn(bound, parameter)) {
        report(`two parameters are named '${parameter}'`, 'Rename one of them.');
      }
      const id = freshId();
      const { type, domain: set } = domainOf(domain);
      parameters.push({ id, name: parameter, type, domain: set });
      bound[parameter] = wrap({ op: 'bound', type, id, name: parameter });
    }
  };
  if (rest.length > 1) declare(rest[0] as Parameters);
  if (rest.length > 2) declare((rest[1] as (p: unknown) => Parameters)({ ...bound }));
  const last = rest.at(-1);
  return bodyOf(name, parameters, typeof last === 'function' ? last(bound) : last);
}

function bodyOf(name: string, parameters: readonly Binder[], given: ActionBody): ActionNode {
  const body = optionsOf(given, OPTIONS);
  if (body.then === undefined) {
    report('the action has no `then`', 'Return { when: [guards], then: [updates] }.');
  }
  return {
    name,
    kind: kindOf(body.kind),
    parameters,
    guards: guardsOf(body.when),
    updates: updateNodes(body.then ?? []),
    doc: body.doc ?? null,
    source: body.source ?? null,
    by: participant('by', body.by),
    to: participant('to', body.to),
    weaklyFair: fairness('weaklyFair', body.weaklyFair),
    stronglyFair: fairness('stronglyFair', body.stronglyFair),
  };
}

function kindOf(kind: ActionKind = 'step'): ActionKind {
  if (KINDS.includes(kind)) return kind;
  report(`there is no kind of action ${describe(kind)}`, `The kinds are ${KINDS.join(', ')}.`);
  return 'step';
}

function guardsOf(when: readonly Bool[] = []): ExprNode[] {
  if (Array.isArray(when)) return (when as readonly Bool[]).map((guard) => liftTo(guard, BOOL));
  report('`when` is not a list', 'Write when: [guard, guard].');
  return [];
}

function participant(option: string, who: string | Expr | undefined): string | ExprNode | null {
  if (who === undefined || typeof who === 'string') return who ?? null;
  const node = nodeOf(who);
  if (node === null) {
    report(
      `\`${option}\` is ${describe(who)}`,
      'Give a name, or an expression over the parameters.',
    );
  }
  return node;
}

function fairness(option: string, fair: Fair | undefined): FairnessScope | null {
  if (fair === undefined || fair === false) return null;
  if (fair === true) return 'action';
  if (fair !== 'each') {
    report(
      `\`${option}\` is ${describe(fair)}`,
      "Give true (some instance) or 'each' (every instance).",
    );
  }
  return 'instance';
}

import { bindings } from '../checker/reference/binders.ts';
import { bind } from '../checker/reference/environment.ts';
import type { Env } from '../checker/reference/environment.ts';
import { evaluate } from '../checker/reference/evaluate.ts';
import { showValue } from '../checker/reference/show-value.ts';
import { SpecError } from '../checker/reference/spec-error.ts';
import type { TaggedValue, Value } from '../checker/reference/value.ts';
import { showBinder, showExpr } from '../spec/language/show.ts';
import type { Binder, ExprNode, FilterNode, QuantifierNode } from '../spec/language/tree.ts';
import { instantiate } from './instantiate.ts';
import { operandValues } from './operand-values.ts';
import type { NamedValue } from './operand-values.ts';

/** A truth-valued expression with the parts that made it what it is. Plain data. */
export interface Explanation {
  readonly outcome: Outcome;
  /** The expression, with values in place of bound names. */
  readonly text: string;
  /** What joins the parts, for where `text` is too long: `all of`, `for all a in RM`. */
  readonly head: string;
  /** Why the parts decide: `fails for a = rm1`, or the message of an error. */
  readonly because: string | null;
  /** Values of the operands of a comparison and the like. */
  readonly values: readonly NamedValue[];
  /** The deciding parts, in the order of evaluation. */
  readonly parts: readonly Explanation[];
}
export type Outcome = 'true' | 'false' | 'error';

/** A quantifier that holds of nothing shows this many of the values that it was tried with. */
const SHOWN_ATTEMPTS = 3;

/**
 * Evaluates a truth-valued expression and walks down to the parts that decide: the false conjunct,
 * the witness that breaks a quantifier, the branch taken. What evaluation does not reach is left out.
 */
export function explain(node: ExprNode, env: Env): Explanation {
  const text = showExpr(instantiate(node, env.bound));
  const leaf = { text, head: text, because: null, values: [], parts: [] };
  let value: Value;
  try {
    value = evaluate(node, env);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { ...leaf, outcome: 'error', because: error.message };
  }
  const outcome = value === true ? 'true' : 'false';
  const structure = explainStructure(node, env, value === true);
  if (structure !== null) return { ...leaf, outcome, ...structure };
  return { ...leaf, outcome, values: operandValues(node, env, value === true) };
}

type Structure = Pick<Explanation, 'head' | 'parts'> & Partial<Explanation>;

function explainStructure(node: ExprNode, env: Env, holds: boolean): Structure | null {
  switch (node.op) {
    case 'convert':
      return explainStructure(node.arg, env, holds);
    case 'not':
      return explainNegation(node.arg, env);
    case 'and':
    case 'or': {
      if (node.args.length === 0) return null;
      if (node.args.length === 1) return explainStructure(node.args[0]!, env, holds);
      const head = node.op === 'and' ? 'all of' : 'some of';
      // A false conjunct or a true disjunct decides alone; otherwise all of them do.
      const decides = (arg: ExprNode): boolean => evaluate(arg, env) === holds;
      const one = holds === (node.op === 'or') ? node.args.find(decides)! : null;
      if (one === null) return { head, parts: node.args.map((arg) => explain(arg, env)) };
      const position = node.args.indexOf(one) + 1;
      return {
        head: `${head} ${node.args.length} parts, of which part ${position} is ${holds}`,
        parts: [explain(one, env)],
      };
    }
    case 'implies': {
      const left = explain(node.left, env);
      const parts = left.outcome === 'true' ? [left, explain(node.right, env)] : [left];
      return { head: 'the first part implies the second', parts };
    }
    case 'if': {
      const cond = explain(node.cond, env);
      const chosen = cond.outcome === 'true' ? node.then : node.else;
      return { head: 'if the first part, then the second', parts: [cond, explain(chosen, env)] };
    }
    case 'let': {
      const value = evaluate(node.value, env);
      return {
        head: `let ${node.name} = …`,
        because: `${node.name} = ${showValue(node.value.type, value)}`,
        parts: [explain(node.body, bind(env, node.id, value))],
      };
    }
    case 'match': {
      const { tag, payload } = evaluate(node.arg, env) as TaggedValue;
      const branch = node.branches.find((b) => b.tag === tag)!;
      const arg = showExpr(instantiate(node.arg, env.bound));
      return {
        head: `match ${arg}`,
        because: `${arg} is ${showValue(node.arg.type, evaluate(node.arg, env))}`,
        parts: [explain(branch.body, bind(env, branch.id, payload))],
      };
    }
    case 'forAll':
    case 'exists':
      return explainQuantifier(node, env, holds);
    case 'has':
      return node.collection.op === 'filter'
        ? explainSelection(node.collection, node.element, env)
        : null;
    default:
      return null;
  }
}

/** The parts of what is negated stand for it: `not (a and b)` is false because a and b are true. */
function explainNegation(arg: ExprNode, env: Env): Structure {
  const inner = explain(arg, env);
  const joined = ['and', 'or'].includes(arg.op) || inner.parts.length === 0;
  if (!joined) return { head: 'not', parts: [inner] };
  const { head, because, values, parts } = inner;
  return { head: `not ${head}`, because, values, parts };
}

function explainQuantifier(node: QuantifierNode, env: Env, holds: boolean): Structure {
  const instantiated = instantiate(node, env.bound) as QuantifierNode;
  const binders = instantiated.binders.map(showBinder).join(', ');
  const head = `${node.op === 'forAll' ? 'for all' : 'exists'} ${binders}`;
  const values = node.binders.flatMap(({ domain }) => domainValue(domain, env));
  if (holds === (node.op === 'exists')) {
    for (const inner of bindings(node.binders, env, evaluate)) {
      if (evaluate(node.body, inner) !== holds) continue;
      const because = `${holds ? 'holds' : 'fails'} for ${showBinding(node.binders, inner)}`;
      return { head, because, values, parts: [explain(node.body, inner)] };
    }
  }
  let tried = 0;
  const attempts: Explanation[] = [];
  for (const inner of bindings(node.binders, env, evaluate)) {
    tried++;
    if (holds || attempts.length === SHOWN_ATTEMPTS) continue;
    const attempt = explain(node.body, inner);
    const because = [`with ${showBinding(node.binders, inner)}`, attempt.because];
    attempts.push({ ...attempt, because: because.filter((part) => part !== null).join('; ') });
  }
  const because =
    tried === 0
      ? 'there is nothing to choose from'
      : `${holds ? 'holds' : 'fails'} for all ${tried}`;
  return { head, because, values, parts: attempts };
}

/** `x in {y in S: condition}` says that x is in S, and that the condition holds of it. */
function explainSelection(filter: FilterNode, element: ExprNode, env: Env): Structure {
  const { binder, body } = filter;
  const inDomain: ExprNode[] =
    binder.domain === null
      ? []
      : [{ op: 'has', type: { kind: 'bool' }, collection: binder.domain, element }];
  const domain = inDomain.map((node) => explain(node, env));
  const parts = domain.every((part) => part.outcome === 'true')
    ? [...domain, explain(body, bind(env, binder.id, evaluate(element, env)))]
    : domain;
  return { head: 'selected by', parts };
}

function showBinding(binders: readonly Binder[], env: Env): string {
  return binders.map((b) => `${b.name} = ${showValue(b.type, env.bound.get(b.id)!)}`).join(', ');
}

/** The value of a domain that the state decides, where it can be told without the binders before it. */
function domainValue(domain: ExprNode | null, env: Env): NamedValue[] {
  if (domain === null || domain.op === 'constant') return [];
  try {
    const text = showExpr(instantiate(domain, env.bound));
    const value = showValue(domain.type, evaluate(domain, env));
    return text === value ? [] : [{ text, value }];
  } catch {
    return [];
  }
}

import type { ExprNode, PropertyNode, SpecTree } from '../../spec/language/tree.ts';
import { actionFunction } from './action-code.ts';
import type { Assembly } from './assembly.ts';
import { Code, functionText } from './code.ts';
import { evaluate } from './expression.ts';
import { initialFunction } from './initial-code.ts';
import { atom, num } from './js.ts';
import { requireTrue } from './logic-code.ts';
import type { Program } from './program.ts';
import { Scope, View } from './scope.ts';
import type { Scalarset } from '../reduction/symmetry.ts';
import type { StateLayout } from './state-layout.ts';
import { symmetryFunctions } from './symmetry-code.ts';

/** What every kernel brings along. */
const PRELUDE = `\
/** How many ways there are to choose k of n. */
function binomial(n, k) {
  if (k > n) return k === 0 ? 1 : 0;
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return Math.round(result);
}
/** How many bits of a word are set. */
function bitCount(x) {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
/** The n lowest bits. */
function lowBits(n) {
  return n === 0 ? 0 : 0x7fffffff >>> (31 - n);
}
/** The remainder of floor division. */
function modulo(a, b) {
  const remainder = a % b;
  return remainder < 0 ? remainder + b : remainder;
}`;

/** The text of a kernel, and of each action's function by name. */
export interface KernelText {
  readonly code: string;
  readonly actions: ReadonlyMap<string, string>;
}

/** Writes the functions of `Kernel` (program.ts) for a spec. */
export function kernelText(
  tree: SpecTree,
  assembly: Assembly,
  layout: StateLayout,
  batch: Program['batch'],
  scalarsets: readonly Scalarset[],
): KernelText {
  const predicate = (where: string, name: string, body: ExprNode): string =>
    predicateFunction(assembly, layout, where, name, body);
  const properties = (kind: PropertyNode['kind']): PropertyNode[] =>
    tree.properties.filter((property) => property.kind === kind);
  const named = (kind: PropertyNode['kind'], prefix: string): string[] =>
    properties(kind).map(({ name, body }, i) =>
      predicate(`${kind} ${name}`, `${prefix}${i}`, body),
    );

  const invariants = named('invariant', 'invariant_');
  const witnesses = named('reachable', 'witness_');
  const constraints = tree.constraints.map(({ name, body }, i) =>
    predicate(`constraint ${name}`, `constraint_${i}`, body),
  );
  const terminal = tree.terminal.map((body, i) => predicate('terminal', `terminal_${i}`, body));
  const steps = stepFunctions(assembly, layout, properties('stepInvariant'));
  const stepCheck = steps.length === 0 ? null : 'checkStep';
  const symmetry =
    scalarsets.length === 0 ? [] : symmetryFunctions(tree, assembly, layout, scalarsets);
  const canonicalise = symmetry.length === 0 ? null : 'canonicalise';
  const actions = new Map(
    tree.actions.map((action, i) => [
      action.name,
      actionFunction(
        { assembly, layout, batch, stepCheck, canonicalise },
        action,
        i,
        functionName(action.name, i),
      ),
    ]),
  );
  const initial = initialFunction(tree, assembly, layout, batch, canonicalise);

  const expandLines = tree.actions.map(
    ({ name }, i) => `  count = ${functionName(name, i)}(count);`,
  );
  const code = [
    "'use strict';",
    // As a constant, unlike a parameter, the memory's address becomes part of the machine code.
    'return ((heap, hooks) => {',
    'const H = heap;',
    PRELUDE,
    ...assembly.shared,
    `const taken = new Float64Array(${tree.actions.length});`,
    'let initialStates = 0;',
    ...invariants,
    ...witnesses,
    ...constraints,
    ...terminal,
    ...steps,
    ...symmetry,
    initial,
    ...actions.values(),
    ['function expand(count) {', ...expandLines, '  return count;', '}'].join('\n'),
    chain(
      'violated',
      'a',
      invariants.map((_, i) => `if (!invariant_${i}(a)) return ${i + 1};`),
      '0',
    ),
    chain(
      'witnessed',
      'a, index',
      witnesses.map((_, i) => `if (index === ${i}) return witness_${i}(a);`),
      'false',
    ),
    chain(
      'within',
      'a',
      constraints.map((_, i) => `if (!constraint_${i}(a)) return false;`),
      'true',
    ),
    chain(
      'terminal',
      'a',
      terminal.map((_, i) => `if (terminal_${i}(a)) return true;`),
      'false',
    ),
    'function generated() {',
    '  return taken.reduce((sum, n) => sum + n, initialStates);',
    '}',
    'return { initial, expand, generated, taken, violated, witnessed, within, terminal };',
    '})(H, hooks);',
  ].join('\n');
  return { code, actions };
}

/** `action_3_RMPrepare`. */
function functionName(action: string, index: number): string {
  return `action_${index}_${action.replace(/[^A-Za-z0-9]/g, '_')}`;
}

function chain(name: string, parameters: string, lines: readonly string[], last: string): string {
  const body = [...lines, `return ${last};`].map((line) => `  ${line}`);
  return [`function ${name}(${parameters}) {`, ...body, '}'].join('\n');
}

/** Whether a predicate holds in the state at address `a`. */
function predicateFunction(
  assembly: Assembly,
  layout: StateLayout,
  where: string,
  name: string,
  body: ExprNode,
): string {
  const code = new Code(assembly);
  const scope = new Scope(code, where, evaluate, new View(code, layout, atom('a'), 'w'));
  code.comment(where);
  requireTrue(body, scope, 'return false;');
  code.line('return true;');
  return functionText(name, 'a', code);
}

/** A function for each step invariant, and one that checks all of them of a step that changes something. */
function stepFunctions(
  assembly: Assembly,
  layout: StateLayout,
  properties: readonly PropertyNode[],
): string[] {
  if (properties.length === 0) return [];
  const functions = properties.map(({ name, body }, i) => {
    const code = new Code(assembly);
    const [before, after] = [
      new View(code, layout, num(0), 'w'),
      new View(code, layout, atom('a'), 'x'),
    ];
    code.comment(`stepInvariant ${name}`);
    const scope = new Scope(code, `stepInvariant ${name}`, evaluate, before, after);
    requireTrue(body, scope, 'return false;');
    code.line('return true;');
    return functionText(`step_${i}`, 'a', code);
  });
  const lines = [
    'let i = 0;',
    `while (i < ${layout.words} && H[i] === H[a + i]) i++;`,
    `if (i === ${layout.words}) return; // a step that changes nothing satisfies every step invariant`,
    ...properties.map((_, i) => `if (!step_${i}(a)) return hooks.stepViolation(${i}, index);`),
  ].map((line) => `  ${line}`);
  return [...functions, ['function checkStep(a, index) {', ...lines, '}'].join('\n')];
}

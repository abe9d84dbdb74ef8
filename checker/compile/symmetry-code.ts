import type { SpecTree, UpdateNode, VariableNode } from '../../spec/language/tree.ts';
import { Renaming } from '../reduction/renaming.ts';
import type { Scalarset } from '../reduction/symmetry.ts';
import type { Assembly } from './assembly.ts';
import { Code, functionText } from './code.ts';
import { evaluate } from './expression.ts';
import { num } from './js.ts';
import { lowBits } from './packing.ts';
import { Scope, View } from './scope.ts';
import type { StateLayout } from './state-layout.ts';
import { UpdateCode } from './update-code.ts';

/**
 * The function `canonicalise(a)`, which replaces the packed state at `a` by the least of those that
 * differ from it by a renaming of the scalarsets. All that it needs are exchanges of neighbours:
 * sorting uses no others, and every order of n things is reached by exchanging neighbours n! - 1
 * times (Steinhaus, Johnson, Trotter).
 */
export function symmetryFunctions(
  tree: SpecTree,
  assembly: Assembly,
  layout: StateLayout,
  scalarsets: readonly Scalarset[],
): string[] {
  const { words } = layout;
  const from = assembly.allocate(words);
  const to = assembly.allocate(words);
  const best = assembly.allocate(words);
  const exchanges = scalarsets.map((scalarset, s) =>
    Array.from({ length: scalarset.size - 1 }, (_, i) =>
      exchangeFunction(tree, assembly, layout, {
        scalarset,
        name: `exchange_${s}_${i}`,
        i,
        from,
        to,
      }),
    ),
  );
  const names = scalarsets.map(({ size }, s) =>
    Array.from({ length: size - 1 }, (_, i) => `exchange_${s}_${i}`),
  );
  const sorted = scalarsets.flatMap(({ sortable }, s) => (sortable ? [s] : []));
  const permuted = scalarsets.flatMap(({ sortable }, s) => (sortable ? [] : [s]));
  return [
    ...exchanges.flat(),
    helpers(layout),
    ...sorted.map((s) => sortFunction(s, names[s]!, from, to)),
    ...permuted.map((s, i) =>
      permuteFunction(s, names[s]!, permuted[i + 1] ?? null, { from, to, best }),
    ),
    canonicaliseFunction(sorted, permuted, { from, best }),
  ];
}

/**
 * `isLess` compares variable by variable, in order of declaration, and not word by word: in words,
 * parts of several variables stand mixed, and then sorting by neighbours could end in different
 * orders for states that differ by a renaming only.
 */
function helpers(layout: StateLayout): string {
  const comparisons = layout.slots.flatMap(({ shape, cell }) => {
    if (!shape.small) return shape.masks.map((mask, i) => compareField(cell.word + i, 0, mask));
    return shape.bits === 0 ? [] : [compareField(cell.word, cell.shift, lowBits(shape.bits))];
  });
  return `\
/** Copies a packed state. */
function copyState(from, to) {
  for (let i = 0; i < ${layout.words}; i++) H[to + i] = H[from + i];
}
/** Whether the packed state at a is less than that at b. */
function isLess(a, b) {
  let x, y;
${comparisons.join('\n')}
  return false;
}
${ALL_ORDERS}`;
}

function compareField(word: number, shift: number, mask: number): string {
  const field = (state: string): string => `(H[${state} + ${word}] >>> ${shift}) & ${mask}`;
  return `  if ((x = ${field('a')}) !== (y = ${field('b')})) return x < y;`;
}

const ALL_ORDERS = `\
/** Which neighbours to exchange, one after the other, to see every order of n things. */
function allOrders(n) {
  const order = Array.from({ length: n }, (_, i) => i);
  const step = order.map(() => -1);
  const exchanges = [];
  for (;;) {
    let mobile = -1;
    order.forEach((x, i) => {
      const other = order[i + step[x]];
      if (other !== undefined && other < x && (mobile < 0 || x > order[mobile])) mobile = i;
    });
    if (mobile < 0) return Uint8Array.from(exchanges);
    const x = order[mobile];
    const target = mobile + step[x];
    exchanges.push(Math.min(mobile, target));
    order[mobile] = order[target];
    order[target] = x;
    for (let y = x + 1; y < n; y++) step[y] = -step[y];
  }
}`;

interface ExchangeContext {
  readonly scalarset: Scalarset;
  readonly name: string;
  /** The first of the two neighbours. */
  readonly i: number;
  readonly from: number;
  readonly to: number;
}

/** Writes to `to` the state at `from` with two neighbours exchanged. */
function exchangeFunction(
  tree: SpecTree,
  assembly: Assembly,
  layout: StateLayout,
  { scalarset, name, i, from, to }: ExchangeContext,
): string {
  const code = new Code(assembly);
  const renaming = new Renaming({ scalarset: scalarset.name, a: i, b: i + 1 });
  const updates = tree.variables.flatMap((variable): UpdateNode[] => {
    const target: VariableNode = { op: 'variable', type: variable.type, name: variable.name };
    const value = renaming.ofVariable(target);
    return value === null ? [] : [{ op: 'assign', target, value }];
  });
  code.comment(`exchange of neighbours ${i} and ${i + 1} of ${scalarset.name}`);
  const view = new View(code, layout, num(from), 'w');
  const scope = new Scope(code, `symmetry over ${scalarset.name}`, evaluate, view);
  new UpdateCode(scope, layout, updates, num(to)).write();
  return functionText(name, '', code);
}

function sortFunction(s: number, names: readonly string[], from: number, to: number): string {
  const passes = names.flatMap((name) => [
    `    ${name}();`,
    `    if (isLess(${to}, ${from})) { copyState(${to}, ${from}); sorted = false; }`,
  ]);
  const lines = [
    '  let sorted;',
    '  do {',
    '    sorted = true;',
    ...passes,
    '  } while (!sorted);',
  ];
  return [`function sort_${s}() {`, ...lines, '}'].join('\n');
}

/** Sees the state under every order of one scalarset; for each, under every order of the next one. */
function permuteFunction(
  s: number,
  names: readonly string[],
  next: number | null,
  { from, to, best }: { from: number; to: number; best: number },
): string {
  const look =
    next === null
      ? `if (isLess(${from}, ${best})) copyState(${from}, ${best});`
      : `permute_${next}();`;
  return [
    `const exchanges_${s} = [${names.join(', ')}];`,
    `const orders_${s} = allOrders(${names.length + 1});`,
    `function permute_${s}() {`,
    `  ${look}`,
    `  for (let i = 0; i < orders_${s}.length; i++) {`,
    `    exchanges_${s}[orders_${s}[i]]();`,
    `    copyState(${to}, ${from});`,
    `    ${look}`,
    '  }',
    '}',
  ].join('\n');
}

function canonicaliseFunction(
  sorted: readonly number[],
  permuted: readonly number[],
  { from, best }: { from: number; best: number },
): string {
  const search =
    permuted.length === 0
      ? []
      : [
          `  copyState(${from}, ${best});`,
          `  permute_${permuted[0]}();`,
          `  copyState(${best}, ${from});`,
        ];
  return [
    'function canonicalise(a) {',
    `  copyState(a, ${from});`,
    ...search,
    ...sorted.map((s) => `  sort_${s}();`),
    `  copyState(${from}, a);`,
    '}',
  ].join('\n');
}

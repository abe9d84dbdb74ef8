import { LATEST, RECOMMENDED, type Choice } from '../../spec/kip-1289/designs.ts';
import { ROWS, type Row } from '../../spec/kip-1289/rows.ts';
import type { ActionNode, PropertyNode } from '../../spec/language/tree.ts';
import { specOf } from './behaviour.ts';
import { rowOf } from './flaws.ts';
import { table } from './markdown.ts';

const designOf = (row: Row): Choice => ({
  ...RECOMMENDED,
  [row.switch]: row.value,
  ...row.with,
});

/** Every design that the verdict table tries, the two main ones first. */
export const ALL_DESIGNS: readonly Choice[] = [RECOMMENDED, LATEST, ...ROWS.map(designOf)];

/** Rows that together have every action and property that any design has. */
const TELLING = [
  'SC_FENCE=verifyThenAppend',
  'SPL_LEARN=reinitOnPending',
  'SPL_LEARN=push',
  'MARKER_ACK=early',
  'MEMBER_EPOCH_CHECK=atStage, policy: a member out of date cannot stage',
  'MEMBER_CHECK_SITE=heartbeatPush',
  'DLQ_ON_COMMIT=archivingThenSpl',
  'DLQ_ON_COMMIT=archivingThenSpl, and the dead-letter record cannot be written',
  'REGISTER_BY=client',
  'SAME_TXN=twoPreparedTxns',
  'ADMIN_RESET_WHILE_PENDING=refused',
  'ZOMBIE_SC_READ=staleAllowed',
  'RETENTIONS=1, retention deletes a record in flight',
  'START_RULE=asWritten',
];

/** A few designs that together have every action and property. */
export const TELLING_DESIGNS: readonly Choice[] = [
  RECOMMENDED,
  LATEST,
  ...TELLING.map((key) => designOf(rowOf(key))),
];

/** The declarations of these designs, each name once, in the order of the first design that has it. */
function declared<T extends { readonly name: string }>(
  of: (design: Choice) => readonly T[],
): readonly T[] {
  const byName = new Map<string, T>();
  for (const design of TELLING_DESIGNS)
    for (const one of of(design)) if (!byName.has(one.name)) byName.set(one.name, one);
  return [...byName.values()];
}

/** What happens: each action of each design, faults apart. */
export function actionTables(): string {
  const all = declared<ActionNode>((design) => specOf(design).actions);
  const rows = (faults: boolean): readonly (readonly string[])[] =>
    all
      .filter(({ kind }) => (kind === 'fault') === faults)
      .map(({ name, doc, source }) => [`\`${name}\``, doc!, source!]);
  return [
    table(['action', 'what happens', 'source'], rows(false)),
    '',
    table(['fault', 'what happens', 'source'], rows(true)),
  ].join('\n');
}

const KINDS: Readonly<Record<PropertyNode['kind'], string>> = {
  invariant: 'always',
  stepInvariant: 'in every step',
  reachable: 'can happen',
  eventually: 'eventually',
  alwaysEventually: 'again and again',
  eventuallyAlways: 'eventually for ever',
  leadsTo: 'leads to',
};

/** What must hold: each property of each design. */
export function propertyTable(): string {
  const all = declared<PropertyNode>((design) => specOf(design).properties);
  return table(
    ['property', 'must hold', 'what it says'],
    all.map(({ name, kind, doc }) => [`\`${name}\``, KINDS[kind], doc!]),
  );
}

/** In what the recommended design differs from the latest. */
export function designTable(): string {
  const latest = specOf(LATEST).constants;
  return table(
    ['switch', 'D', 'REF', 'what it decides'],
    Object.entries(RECOMMENDED).map(([name, value]) => {
      const { value: before, doc } = latest.find((constant) => constant.name === name)!;
      return [`\`${name}\``, `\`${before}\``, `\`${value}\``, doc ?? ''];
    }),
  );
}

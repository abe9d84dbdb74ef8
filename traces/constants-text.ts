import type { ConstantDeclaration, ConstantValue } from '../spec/language/tree.ts';

/**
 * `RM = 3, MODE = late, S = {a, b}`: all constants where that takes no more than `room` characters,
 * else those that differ from their declaration. Empty if a spec has none.
 */
export function constantsText(constants: readonly ConstantDeclaration[], room: number): string {
  const all = listed(constants);
  if (all.length <= room) return all;
  const own = constants.filter(({ value, declared }) => shown(value) !== shown(declared));
  return own.length === 0 ? 'as declared' : `${listed(own)}; others as declared`;
}

function listed(constants: readonly ConstantDeclaration[]): string {
  return constants.map(({ name, value }) => `${name} = ${shown(value)}`).join(', ');
}

function shown(value: ConstantValue): string {
  return Array.isArray(value) ? `{${value.join(', ')}}` : String(value);
}

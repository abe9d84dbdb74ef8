import type { SpecTree } from './tree.ts';

/**
 * Gives bound names the identities 1, 2, … in the order in which they stand in the spec, so that
 * the same spec has the same tree whatever was built before it in the process.
 */
export function renumber(tree: SpecTree): SpecTree {
  const ids = new Map<number, number>();
  const done = new Map<object, unknown>();
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = done.get(value);
    if (known !== undefined) return known;
    const result = Array.isArray(value)
      ? value.map(copy)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(key, part)]));
    const frozen = Object.freeze(result);
    done.set(value, frozen);
    return frozen;
  };
  const renamed = (key: string, part: unknown): unknown => {
    if (key !== 'id' || typeof part !== 'number') return copy(part);
    if (!ids.has(part)) ids.set(part, ids.size + 1);
    return ids.get(part);
  };
  return copy(tree) as SpecTree;
}

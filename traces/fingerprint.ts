import { createHash } from 'node:crypto';
import type { SpecTree } from '../spec/language/tree.ts';

/** Words about the spec, not part of what it says. Bound names stand for themselves, so ids are left out too. */
const IGNORED = new Set(['doc', 'source', 'id', 'allowed']);

/**
 * A hash of everything that a spec says, with its constants' values: `sha256:` and 64 digits. It
 * stays the same when only documentation changes, and from one load of the spec to the next.
 */
export function fingerprint(spec: SpecTree): string {
  // Specs share sub-expressions; each is hashed once, or a small spec could take exponential time.
  const seen = new Map<object, string>();
  const hash = (node: unknown): string => {
    if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'absent';
    const known = seen.get(node);
    if (known !== undefined) return known;
    const parts = Array.isArray(node)
      ? ['list', ...node.map(hash)]
      : Object.entries(node)
          .filter(([name]) => !IGNORED.has(name))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => `${name}=${hash(part)}`);
    const digest = createHash('sha256').update(parts.join('\n')).digest('hex');
    seen.set(node, digest);
    return digest;
  };
  return `sha256:${hash(spec)}`;
}

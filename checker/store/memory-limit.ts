import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** The share of the machine's memory that a search takes by default: the rest is the system's. */
const SAFE_SHARE = 0.75;

/** A safe share of what the machine and the process's control groups allow, in bytes. */
export function defaultMaxMemory(
  total: number = totalmem(),
  read: (path: string) => string | null = readText,
): number {
  return Math.floor(Math.min(total, controlGroupLimit(read)) * SAFE_SHARE);
}

/**
 * The least memory limit of the process's control groups, of version 1 or 2, in bytes; Infinity if
 * there is none. A limit of a group holds for all groups below it, so all ancestors count.
 */
export function controlGroupLimit(read: (path: string) => string | null = readText): number {
  let limit = Infinity;
  const note = (path: string): void => {
    const text = read(path)?.trim();
    if (text !== undefined && /^\d+$/.test(text)) limit = Math.min(limit, Number(text));
  };
  for (const line of (read('/proc/self/cgroup') ?? '').split('\n')) {
    // hierarchy-id:controllers:path, with no controllers in version 2
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    const version1 = controllers.split(',').includes('memory');
    if (controllers !== '' && !version1) continue;
    for (const ancestor of ancestors(path)) {
      note(
        version1
          ? `/sys/fs/cgroup/memory${ancestor}/memory.limit_in_bytes`
          : `/sys/fs/cgroup${ancestor}/memory.max`,
      );
    }
  }
  return limit;
}

/** `/a/b` gives `/a/b`, `/a` and the empty path of the root. */
function ancestors(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return Array.from({ length: parts.length + 1 }, (_, index) =>
    parts
      .slice(0, parts.length - index)
      .map((part) => `/${part}`)
      .join(''),
  );
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

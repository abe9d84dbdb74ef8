import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The modules that a module loads as it is imported: not those of types, nor those of `import(…)`. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)';/gm,
  );
  return [...statements].map(([, specifier]) => specifier!);
}

/** Everything that comes with a module: files of this repository by their path, packages by their name. */
function graphOf(entry: string): string[] {
  const found = new Set<string>();
  const queue = [entry];
  for (const path of queue) {
    if (found.has(path)) continue;
    found.add(path);
    if (!path.endsWith('.ts')) continue;
    for (const specifier of importsOf(resolve(root, path))) {
      const isFile = specifier.startsWith('.');
      queue.push(isFile ? relative(root, resolve(root, dirname(path), specifier)) : specifier);
    }
  }
  return [...found];
}

describe('the language', () => {
  const graph = graphOf('spec/language/index.ts');

  test('comes with nothing but itself', () => {
    expect(graph.length).toBeGreaterThan(20);
    const others = graph.filter((path) => !path.startsWith('spec/language/'));
    expect(others.sort()).toEqual(['node:path', 'node:url']);
  });

  test('has no circle of imports', () => {
    const circle = (path: string, above: readonly string[]): string[] | null => {
      if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
      if (cleared.has(path) || !path.endsWith('.ts')) return null;
      for (const specifier of importsOf(resolve(root, path))) {
        if (!specifier.startsWith('.')) continue;
        const next = relative(root, resolve(root, dirname(path), specifier));
        const found = circle(next, [...above, path]);
        if (found !== null) return found;
      }
      cleared.add(path);
      return null;
    };
    const cleared = new Set<string>();
    expect(circle('spec/language/index.ts', [])).toBe(null);
  });
});

describe('the entry of the package', () => {
  const graph = graphOf('checker/index.ts');

  test('comes with the language, and with no engine', () => {
    expect(graph).toContain('spec/language/index.ts');
    const engine =
      /^(checker\/(compile|search|store|reference)\/|immutable|piscina|bin\/|traces\/)/;
    expect(graph.filter((path) => engine.test(path))).toEqual([]);
  });

  test('is what this test would find an engine in', () => {
    expect(graphOf('checker/compiled-engine.ts')).toContain('checker/compile/compile.ts');
    expect(graphOf('checker/reference/search.ts')).toContain('immutable');
  });
});

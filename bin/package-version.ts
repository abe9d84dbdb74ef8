import { createRequire } from 'node:module';

/** The version of this package. */
export function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('kripke/package.json');
  return String(Reflect.get(manifest as object, 'version'));
}

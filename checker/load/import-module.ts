import nodeModule, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as jitiModule from 'jiti';

/** The name under which a spec imports the language. */
const packageName = 'kripke';

/** The namespace of an imported module. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Imports a user's `.ts`, `.mts`, `.js` or `.mjs` file as it stands.
 *
 * Node's own type stripping is the fast way and is taken where it is there. What it refuses
 * (enumerations, imports without an extension, a type imported like a value) and every file on an
 * older Node goes through jiti. A spec that stands where `kripke` is not installed gets this copy.
 *
 * @throws what the module throws, or jiti's error for a file that cannot be parsed or resolved.
 */
export async function importModule(file: string): Promise<ModuleExports> {
  const registerHooks = nativeHooks();
  if (registerHooks !== null) {
    try {
      return await importNatively(file, registerHooks);
    } catch (error) {
      if (!isLoaderError(error)) throw error;
    }
  }
  return importThroughJiti(file);
}

type Resolve = (specifier: string, context: unknown) => { url: string; shortCircuit?: boolean };
type RegisterHooks = (hooks: {
  resolve(specifier: string, context: unknown, next: Resolve): ReturnType<Resolve>;
}) => { deregister(): void };

/** Node's hooks for resolving imports, if this Node also strips types; else null. */
function nativeHooks(): RegisterHooks | null {
  const strips = Boolean(Reflect.get(process.features, 'typescript'));
  const hooks: unknown = Reflect.get(nodeModule, 'registerHooks');
  return strips && typeof hooks === 'function' ? (hooks as RegisterHooks) : null;
}

async function importNatively(file: string, registerHooks: RegisterHooks): Promise<ModuleExports> {
  const own = ownEntry();
  // The hook answers only where the spec's folder has no copy, so that a project's copy wins.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== packageName) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return { url: own, shortCircuit: true };
      }
    },
  });
  const restoreWarnings = silenceLoaderWarnings();
  try {
    return (await import(pathToFileURL(file).href)) as ModuleExports;
  } finally {
    restoreWarnings();
    hooks.deregister();
  }
}

/**
 * Node warns about a package.json without "type" and, in some versions, about type stripping as
 * such. Neither says anything about the spec.
 */
function silenceLoaderWarnings(): () => void {
  const emitWarning = process.emitWarning;
  const filtered = (warning: string | Error, ...rest: unknown[]): void => {
    const [options] = rest;
    const type =
      typeof options === 'object' && options !== null ? Reflect.get(options, 'type') : options;
    const code =
      typeof options === 'object' && options !== null ? Reflect.get(options, 'code') : rest[1];
    if (type === 'ExperimentalWarning' || code === 'MODULE_TYPELESS_PACKAGE_JSON') return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  process.emitWarning = filtered;
  return () => {
    process.emitWarning = emitWarning;
  };
}

/** Raised before the module ran: parsing, linking or resolving failed. */
function isLoaderError(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && code.startsWith('ERR_');
}

async function importThroughJiti(file: string): Promise<ModuleExports> {
  const require = createRequire(import.meta.url);
  // Required, not imported: Node would look through the whole bundle for its exports first (40 ms).
  const { createJiti } = require('jiti') as typeof jitiModule;
  const copy = copyImportedBy(file);
  const root = dirname(require.resolve(`${packageName}/package.json`));
  const useOwn = copy === null || copy.startsWith(root + sep);
  const jiti = createJiti(pathToFileURL(file).href, {
    fsCache: cacheFolder(),
    interopDefault: false,
    ...(useOwn ? { virtualModules: { [packageName]: await import(ownEntry()) } } : {}),
  });
  return jiti.import<ModuleExports>(file);
}

/** This package's entry point, which is one folder up both in the sources and when compiled. */
function ownEntry(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`../index.${extension}`, import.meta.url).href;
}

/** The copy of the package that a file would import, or null. */
function copyImportedBy(file: string): string | null {
  try {
    return createRequire(file).resolve(packageName);
  } catch {
    return null;
  }
}

/** jiti's default would be a folder inside the user's project. */
function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, 'kripke', 'jiti');
}

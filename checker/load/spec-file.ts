import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { isModel, isSpec, model, type Model } from '../../spec/language/model.ts';
import type { Spec } from '../../spec/language/spec.ts';
import { importModule, type ModuleExports } from './import-module.ts';
import { SpecFileError } from './load-error.ts';
import { explainLoadFailure } from './load-failure.ts';

/** A model with the name under which a file exports it. */
export interface NamedModel {
  readonly name: string;
  readonly model: Model;
}

/** What a spec file holds. */
export interface SpecFile {
  /** The absolute path. */
  readonly path: string;
  readonly specs: readonly Spec[];
  /**
   * Its models in the order in which the file exports them. A file that exports specs only has one model
   * a spec, with the constants' own values, called 'default' (or like the spec, if there are several).
   */
  readonly models: readonly NamedModel[];
}

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/**
 * Loads a spec file, TypeScript or JavaScript, without a build step.
 *
 * @throws {SpecFileError} when there is no such file, or it cannot be loaded, or holds no spec.
 * @throws {SpecMistakes} when what it declares outside a spec is wrong.
 */
export async function loadSpecFile(file: string): Promise<SpecFile> {
  const path = resolve(file);
  await requireScript(file, path);
  let exports: ModuleExports;
  try {
    exports = await withoutExit(() => importModule(path));
  } catch (error) {
    throw explainLoadFailure(file, error);
  }
  return contentsOf(file, path, exports);
}

let loading = 0;
let exit = process.exit;

/** A spec file that ends the process would look like a check that went well: it throws instead. */
async function withoutExit<T>(body: () => Promise<T>): Promise<T> {
  if (loading++ === 0) {
    exit = process.exit;
    process.exit = (code): never => {
      throw new Error(`process.exit(${code ?? ''}) is called`);
    };
  }
  try {
    return await body();
  } finally {
    if (--loading === 0) process.exit = exit;
  }
}

async function requireScript(file: string, path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOENT' || found.code === 'ENOTDIR') {
      throw new SpecFileError('missing', file, 'there is no such file');
    }
    throw new SpecFileError('unreadable', file, `cannot be read (${found.code})`, { cause: found });
  }
  if (found.isDirectory()) {
    throw new SpecFileError('directory', file, 'is a directory', {
      hint: 'Name a spec file in it.',
    });
  }
  if (!found.isFile()) throw new SpecFileError('unreadable', file, 'is not a regular file');
  if (!extensions.includes(extname(path))) {
    throw new SpecFileError('not-a-script', file, 'is no TypeScript or JavaScript file', {
      hint: `A spec file ends in ${extensions.slice(0, -1).join(', ')} or ${extensions.at(-1)}.`,
    });
  }
}

function contentsOf(file: string, path: string, exports: ModuleExports): SpecFile {
  const specs = new Set<Spec>();
  const models = new Map<Model, string>();
  for (const name of inOrderOfMention(path, Object.keys(exports))) {
    const value = exports[name];
    if (isSpec(value)) specs.add(value);
    if (!isModel(value)) continue;
    specs.add(value.spec);
    if (!models.has(value)) models.set(value, name);
  }
  if (specs.size === 0) {
    throw new SpecFileError('no-spec', file, 'exports no spec', {
      hint: "A spec file has a line like: export default spec('Name', (…) => { … });",
    });
  }
  requireDistinctNames(file, [...specs]);
  const named = [...models].map(([model, name]) => ({ name, model }));
  return { path, specs: [...specs], models: named.length > 0 ? named : impliedModels([...specs]) };
}

function requireDistinctNames(file: string, specs: readonly Spec[]): void {
  const names = specs.map((spec) => spec.name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice === undefined) return;
  throw new SpecFileError('name-twice', file, `has two specs called '${twice}'`, {
    hint: 'Give one of them another name.',
  });
}

function impliedModels(specs: readonly Spec[]): readonly NamedModel[] {
  return specs.map((spec) => ({
    name: specs.length === 1 ? 'default' : spec.name,
    model: model(spec, {}),
  }));
}

/**
 * A module's namespace is sorted by name, and a loader may have its own order; a file's author put
 * the models in an order that means something.
 */
function inOrderOfMention(path: string, names: readonly string[]): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const place = (name: string): number => {
    // `$` is the one character of a name that means something in a regular expression.
    const escaped = name.replaceAll('$', '\\$');
    const found = new RegExp(`\\bexport\\b[^;=]*?(?<![\\w$])${escaped}(?![\\w$])`).exec(text);
    return found === null ? text.length : found.index + found[0].length;
  };
  return [...names]
    .sort()
    .map((name) => ({ name, at: place(name) }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

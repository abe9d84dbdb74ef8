import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isModel, isSpec, model, type Model } from '../spec/language/model.ts';
import type { Spec } from '../spec/language/spec.ts';
import { ManyModelsError, UnknownNameError } from './call-errors.ts';
import type { Engine, EngineName, StoreName } from './engine.ts';
import { requireSensible, type Limits } from './limits.ts';
import { loadSpecFile, type NamedModel, type SpecFile } from './load/spec-file.ts';
import { prepareModel, type Overrides, type PreparedModel } from './prepare.ts';
import type { CheckResult, Progress } from './result.ts';

/** How a search is run; none of it changes what a complete search finds. */
export interface RunOptions extends Limits {
  /** Threads; default: as many as the machine lets this process use. */
  readonly workers?: number | undefined;
  readonly store?: StoreName | undefined;
  readonly engine?: EngineName | undefined;
  /** Ends the check as 'inconclusive' with what was covered. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface CheckOptions extends RunOptions, Overrides {
  /** Which model of a file that has several. */
  readonly model?: string | undefined;
}

/**
 * Checks a model, a spec with its constants' own values, or a model of a spec file: explores every
 * reachable state and judges every property, and gives the shortest counterexample to one that fails.
 *
 * ```ts
 * const result = await check('two-phase.ts', { constants: { RM: 4 } });
 * result.verdict; // 'holds'
 * ```
 *
 * @throws {SpecFileError} for a file that cannot be loaded.
 * @throws {SpecMistakes} with every static mistake of the spec.
 * @throws {UnknownNameError | ManyModelsError | OptionError} for a call that makes no sense.
 * @throws {NoInitialState} for a spec without an initial state.
 */
export async function check(
  subject: Spec | Model | string | URL,
  options: CheckOptions = {},
): Promise<CheckResult> {
  requireSensible(options);
  const { name, model: chosen } = await modelOf(subject, options.model);
  return checkPrepared(prepareModel(name, chosen, options), options);
}

/** Checks a model that `prepareModel` made ready. */
export async function checkPrepared(
  prepared: PreparedModel,
  options: RunOptions = {},
): Promise<CheckResult> {
  requireSensible(options);
  const search = await engineNamed(options.engine ?? 'compiled');
  const outcome = await search(prepared.checked, {
    deadlock: prepared.deadlock,
    symmetry: prepared.symmetry,
    maxStates: options.maxStates ?? null,
    maxDepth: options.maxDepth ?? null,
    maxMemoryBytes: options.maxMemoryBytes ?? null,
    timeoutSeconds: options.timeoutSeconds ?? null,
    workers: options.workers ?? availableParallelism(),
    store: options.store ?? 'exact',
    signal: options.signal ?? null,
    onProgress: options.onProgress ?? null,
  });
  const constants = Object.fromEntries(prepared.tree.constants.map((c) => [c.name, c.value]));
  return { ...outcome, model: prepared.name, constants };
}

async function engineNamed(name: EngineName): Promise<Engine> {
  switch (name) {
    case 'compiled':
      return (await import('./compiled-engine.ts')).searchCompiled;
    case 'reference':
      return (await import('./reference/search.ts')).search;
  }
}

async function modelOf(
  subject: Spec | Model | string | URL,
  name: string | undefined,
): Promise<NamedModel> {
  if (isModel(subject)) return { name: name ?? 'model', model: subject };
  if (isSpec(subject)) return { name: name ?? 'default', model: model(subject) };
  const file = subject instanceof URL ? fileURLToPath(subject) : subject;
  const { models } = await loadSpecFile(file);
  if (name !== undefined) return findModel(models, name);
  if (models.length > 1) {
    throw new ManyModelsError(
      file,
      models.map((m) => m.name),
    );
  }
  return models[0]!;
}

/**
 * The model of that name.
 *
 * @throws {UnknownNameError} when there is none.
 */
export function findModel(models: SpecFile['models'], name: string): NamedModel {
  const found = models.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  throw new UnknownNameError(
    'model',
    name,
    models.map((candidate) => candidate.name),
  );
}

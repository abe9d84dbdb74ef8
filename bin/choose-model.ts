import { ManyModelsError } from '../checker/call-errors.ts';
import { findModel } from '../checker/check.ts';
import { loadSpecFile, type NamedModel } from '../checker/load/spec-file.ts';
import { prepareModel, readConstants, type PreparedModel } from '../checker/prepare.ts';
import type { Arguments } from './arguments.ts';
import { parseBinding } from './option-values.ts';
import { UsageError } from './usage-error.ts';
import { projectSpec } from './project-spec.ts';

/** What a command names of a spec. */
export const specPositional = {
  spec: {
    type: 'string',
    desc: 'The spec file (.ts, .mts, .js, .mjs); else the "kripke.spec" of package.json',
  },
} as const;

/** The option that sets constants. */
export const constantOption = {
  constant: {
    type: 'string',
    requiresArg: true,
    desc: 'Set a constant, as in RM=3, LOSSY=true, MODE=late or S=a,b (repeatable)',
  },
} as const;

/** Options of a command that is about one model. */
export const oneModelOptions = {
  model: { type: 'string', requiresArg: true, desc: 'Which model, where the file has several' },
  ...constantOption,
} as const;

/** Models of a spec file, made ready. */
export interface ChosenModels {
  /** The file as the caller named it. */
  readonly file: string;
  readonly models: readonly PreparedModel[];
}

/**
 * Loads the spec that the command line names and makes ready the models that it names, or all of
 * the file's. All are made ready before any is used, so that a slip in the last one shows at once.
 */
export async function chooseModels(args: Arguments): Promise<ChosenModels> {
  const file = args.text('spec') ?? projectSpec(process.cwd());
  if (file === '') {
    throw new UsageError("the spec's name is empty", 'Is it a shell variable that is not set?');
  }
  const { models } = await loadSpecFile(file);
  const constants = bindings(args.texts('constant'));
  const properties = args.texts('property');
  const prepared = named(models, args.texts('model')).map(({ name, model }) =>
    prepareModel(name, model, {
      constants: readConstants(model, constants),
      properties: properties.length === 0 ? undefined : properties,
      deadlock: args.flag('deadlock'),
    }),
  );
  return { file, models: prepared };
}

function bindings(texts: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const text of texts) {
    const [name, value] = parseBinding('--constant', text);
    if (values.has(name)) throw new UsageError(`--constant ${name} is given more than once`);
    values.set(name, value);
  }
  return values;
}

/**
 * As `chooseModels`, for a command that is about one model.
 *
 * @throws {ManyModelsError} when the file has several and none is named.
 */
export async function chooseModel(
  args: Arguments,
): Promise<{ readonly file: string; readonly model: PreparedModel }> {
  const { file, models } = await chooseModels(args);
  if (models.length > 1) {
    throw new ManyModelsError(
      file,
      models.map(({ name }) => name),
    );
  }
  return { file, model: models[0]! };
}

function named(models: readonly NamedModel[], names: readonly string[]): readonly NamedModel[] {
  if (names.length === 0) return models;
  return [...new Set(names)].map((name) => findModel(models, name));
}

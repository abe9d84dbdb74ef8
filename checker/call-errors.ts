import type { ConstantDeclaration } from '../spec/language/tree.ts';

/** A name that the spec does not have: a model, a constant, a property or an action. */
export class UnknownNameError extends Error {
  readonly subject: 'model' | 'constant' | 'property' | 'action';
  readonly unknown: string;
  readonly known: readonly string[];

  constructor(subject: UnknownNameError['subject'], unknown: string, known: readonly string[]) {
    super(`there is no ${subject} '${unknown}'`);
    this.name = 'UnknownNameError';
    this.subject = subject;
    this.unknown = unknown;
    this.known = known;
  }
}

/** A constant's value given as text that cannot be read as one. */
export class ConstantTextError extends Error {
  readonly declaration: ConstantDeclaration;
  readonly text: string;

  constructor(declaration: ConstantDeclaration, text: string) {
    super(`'${text}' is no value for the constant ${declaration.name}: ${declaration.allowed}`);
    this.name = 'ConstantTextError';
    this.declaration = declaration;
    this.text = text;
  }
}

/** A limit or another number that makes no sense. */
export class OptionError extends Error {
  /** As in `CheckOptions`. */
  readonly option: string;
  readonly value: unknown;
  /** What it may be, in words. */
  readonly allowed: string;

  constructor(option: string, value: unknown, allowed: string) {
    super(`${option} is ${String(value)}, but must be ${allowed}`);
    this.name = 'OptionError';
    this.option = option;
    this.value = value;
    this.allowed = allowed;
  }
}

/** A file with several models, where one is asked for. */
export class ManyModelsError extends Error {
  readonly file: string;
  readonly models: readonly string[];

  constructor(file: string, models: readonly string[]) {
    super(`${file} has several models: ${models.join(', ')}`);
    this.name = 'ManyModelsError';
    this.file = file;
    this.models = models;
  }
}

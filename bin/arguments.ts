import { UsageError } from './usage-error.ts';

/** What stands on the command line of one command, by the options' long names. */
export class Arguments {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** Whether a flag was given; undefined if neither it nor its negation was. */
  flag(name: string): boolean | undefined {
    const value = this.#only(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** The text given to an option or positional, or undefined. */
  text(name: string): string | undefined {
    const value = this.#only(name);
    return value === undefined ? undefined : String(value);
  }

  /** Every text given to a repeatable option. */
  texts(name: string): readonly string[] {
    const value = this.#values[name];
    return value === undefined ? [] : [value].flat().map(String);
  }

  /** An option's text read by `parse`, which takes the flag's name for its messages. */
  parsed<T>(name: string, parse: (flag: string, text: string) => T): T | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parse(`--${name}`, text);
  }

  /** The one of `choices` that was given; yargs refuses any other. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name);
    return choices.find((choice) => choice === text);
  }

  #only(name: string): unknown {
    const value = this.#values[name];
    if (Array.isArray(value)) throw new UsageError(`--${name} is given more than once`);
    return value;
  }
}

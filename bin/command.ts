import type { Options, PositionalOptions } from 'yargs';
import type { Arguments } from './arguments.ts';
import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** A command of `kripke`: what its help says, and what it does. */
export interface Command {
  readonly name: string;
  /** The name with the positional arguments: `check [spec]`. */
  readonly usage: string;
  readonly positionals: Readonly<Record<string, PositionalOptions>>;
  readonly summary: string;
  readonly options: Readonly<Record<string, Options>>;
  readonly examples: readonly (readonly [call: string, what: string])[];
  /** Imports what it needs only now, so that help and completion come at once. */
  run(args: Arguments, terminal: Terminal): Promise<ExitCode>;
}

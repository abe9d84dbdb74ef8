import { runCommandLine } from './command-line.ts';
import { exitCodes, type ExitCode } from './exit-code.ts';
import { openTerminal } from './terminal.ts';

/** Runs `kripke` with the words after its name; resolves to the exit status. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    return await runCommandLine(argv);
  } catch (error) {
    const { describeError, errorDocument } = await import('./report-error.ts');
    const terminal = openTerminal(argv.includes('--no-color') ? false : undefined);
    const debug = argv.includes('--debug');
    terminal.err(describeError(error, { debug, colors: terminal.errColors }));
    // A program that asked for JSON gets a document whatever happens.
    if (argv.includes('--json')) {
      terminal.out(`${JSON.stringify(errorDocument(error), null, 2)}\n`);
    }
    return exitCodes.wrong;
  }
}

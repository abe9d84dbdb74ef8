import yargs, { type Argv } from 'yargs';
import { didYouMean } from '../spec/language/mistakes.ts';
import { Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import { check } from './commands/check.ts';
import { explain } from './commands/explain.ts';
import { explore } from './commands/explore.ts';
import { exportCommand } from './commands/export.ts';
import { graph } from './commands/graph.ts';
import { init } from './commands/init.ts';
import { simulate } from './commands/simulate.ts';
import { trace } from './commands/trace.ts';
import { exitCodes, type ExitCode } from './exit-code.ts';
import { packageVersion } from './package-version.ts';
import { openTerminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const commands: readonly Command[] = [
  check,
  simulate,
  trace,
  explain,
  explore,
  graph,
  exportCommand,
  init,
];

/** Options of every command. */
const commonOptions = {
  color: { type: 'boolean', desc: 'Colours even when not on a terminal; --no-color: none' },
  debug: { type: 'boolean', desc: 'Print a stack trace with an error' },
} as const;

/**
 * Reads the command line and runs its command.
 *
 * @throws {UsageError} when it makes no sense, and whatever the command throws.
 */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  requireKnownCommand(argv);
  let exitCode: ExitCode = exitCodes.ok;
  const cli = yargs([...argv])
    .scriptName('kripke')
    .locale('en')
    .usage('$0 <command>\n\nExplicit-state model checking of specs in TypeScript.')
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .options(commonOptions)
    .strict()
    .exitProcess(false)
    .version(packageVersion())
    .wrap(Math.min(100, process.stdout.columns || 80))
    .epilogue('kripke COMMAND --help says more about a command.')
    .demandCommand(1)
    .fail((message, error) => {
      // What yargs itself finds may come as an error too; what a command throws is no usage error.
      if (error !== undefined && error.name !== 'YError') throw error;
      throw usageError(error?.message ?? message, argv);
    });
  for (const command of commands) {
    cli.command(
      command.usage,
      command.summary,
      (y) => describe(y, command),
      async (values) => {
        const args = new Arguments(values);
        exitCode = await command.run(args, openTerminal(args.flag('color')));
      },
    );
  }
  cli.completion('completion', 'Print a completion script for bash, zsh or fish');
  await cli.parseAsync();
  return exitCode;
}

function describe(y: Argv, command: Command): Argv {
  y.usage(`$0 ${command.usage}\n\n${command.summary}.`).epilogue('');
  for (const [name, options] of Object.entries(command.positionals)) y.positional(name, options);
  for (const [call, what] of command.examples) y.example(call, what);
  return y.options(command.options);
}

/** Commands are checked before yargs sees them: it would call `chekc` an unknown argument. */
function requireKnownCommand(argv: readonly string[]): void {
  const names = [...commands.map(({ name }) => name), 'completion'];
  const word = argv[0];
  if (word === undefined) throw new UsageError('no command is given', listOf(names));
  if (word.startsWith('-')) return;
  if (names.includes(word)) return;
  const hint = /\.[mc]?[jt]s$/.test(word)
    ? `To check a spec: kripke check ${word}`
    : didYouMean(word, names) || listOf(names);
  throw new UsageError(`there is no command '${word}'`, hint);
}

function listOf(names: readonly string[]): string {
  return `The commands are ${names.join(', ')}; kripke --help says more.`;
}

/** Says what yargs found in the words of this command line. */
function usageError(message: string, argv: readonly string[]): UsageError {
  const command = commands.find(({ name }) => name === argv[0]);
  const seeHelp = `See: kripke ${command === undefined ? '' : `${command.name} `}--help`;
  const unknown = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(', ')[0];
  if (unknown !== undefined) {
    const flag = argv.find((word) =>
      new RegExp(`^--?(no-)?${escapeText(unknown)}(=|$)`).test(word),
    );
    if (flag === undefined) return new UsageError(`'${unknown}' is one argument too many`, seeHelp);
    const known = Object.keys({ ...commonOptions, ...command?.options });
    const suggestion = didYouMean(unknown, known).replace(/'(.*)'/, '--$1');
    return new UsageError(`there is no option ${flag.split('=')[0]}`, suggestion || seeHelp);
  }
  if (message.startsWith('Not enough non-option arguments')) {
    if (command !== undefined) {
      return new UsageError('too few arguments', `It is: kripke ${command.usage}`);
    }
    return new UsageError('no command is given', listOf(commands.map(({ name }) => name)));
  }
  const needsValue = /^Not enough arguments following: (.*)$/.exec(message)?.[1];
  if (needsValue !== undefined) return new UsageError(`--${needsValue} needs a value`, seeHelp);
  const choice = /Argument: (\S+), Given: "(.*)", Choices: (.*)/.exec(message);
  if (choice !== null) {
    const [, option, given, choices] = choice;
    const names = [...choices!.matchAll(/"([^"]*)"/g)].map((name) => name[1]!);
    const hint = didYouMean(given!, names) || `It is one of ${names.join(', ')}.`;
    return new UsageError(`--${option} ${given}: there is no such ${option}`, hint);
  }
  return new UsageError(message.trim().replace(/\n\s*/g, ' '), seeHelp);
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

import { writeFile } from 'node:fs/promises';
import { UserError } from '../../checker/user-error.ts';
import { didYouMean } from '../../spec/language/mistakes.ts';
import { explainAction, renderActionExplanation } from '../../traces/explain-action.ts';
import { renderText } from '../../traces/text.ts';
import type { TextOptions } from '../../traces/text.ts';
import { formatOfFile, renderTrace } from '../trace-formats.ts';
import type { Exploration } from './exploration.ts';
import type { RunOutcome } from './run-to.ts';
import { Chalk } from 'chalk';

/** What a command does beside changing where one stands. */
export interface Reply {
  /** Where one stands, or what is watched, may be another: it is to be shown again. */
  readonly changed: boolean;
  /** What there is to say; null if nothing. */
  readonly text: string | null;
  readonly quit: boolean;
}

interface ExploreCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What follows the name. */
  readonly usage: string;
  readonly doc: string;
  run(exploration: Exploration, rest: string, look: CommandLook): Promise<Reply> | Reply;
}

/** How text is laid out, and what may stop a search. */
export interface CommandLook extends TextOptions {
  readonly signal?: AbortSignal | undefined;
  /** States that a search looks at. */
  readonly maxStates?: number | undefined;
}

const changed: Reply = { changed: true, text: null, quit: false };
const said = (text: string): Reply => ({ changed: false, text, quit: false });

const commands: readonly ExploreCommand[] = [
  {
    name: 'take',
    aliases: ['t'],
    usage: 'N or TITLE',
    doc: 'take what is enabled, by its number or as in take Prepare(r1); the number alone will do',
    run(exploration, rest) {
      exploration.take(rest);
      return changed;
    },
  },
  {
    name: 'back',
    aliases: ['b'],
    usage: '[N]',
    doc: 'go back by a step, or N',
    run(exploration, rest) {
      exploration.back(count(rest));
      return changed;
    },
  },
  {
    name: 'forward',
    aliases: ['f'],
    usage: '[N]',
    doc: 'go forward again on the path taken before',
    run(exploration, rest) {
      exploration.forward(count(rest));
      return changed;
    },
  },
  {
    name: 'go',
    aliases: ['g'],
    usage: 'STEP',
    doc: 'go to a step of the path: 0 is the beginning',
    run(exploration, rest) {
      exploration.goTo(/^\d+$/.test(rest) ? Number(rest) : NaN);
      return changed;
    },
  },
  {
    name: 'init',
    aliases: [],
    usage: 'N',
    doc: 'begin anew, in initial state N',
    run(exploration, rest) {
      exploration.begin(count(rest));
      return changed;
    },
  },
  {
    name: 'run',
    aliases: ['r'],
    usage: 'CONDITION',
    doc: 'go the shortest way to the next state in which it holds, as in run not NoLoss',
    async run(exploration, rest, { signal, maxStates }) {
      const outcome = await exploration.run(rest, {
        signal,
        ...(maxStates === undefined ? {} : { maxStates }),
      });
      return { changed: outcome.kind === 'found', text: runText(outcome), quit: false };
    },
  },
  {
    name: 'watch',
    aliases: ['w'],
    usage: 'EXPRESSION',
    doc: 'show its value in every state, as in watch rmState[r1]',
    run(exploration, rest) {
      exploration.watch(rest);
      return changed;
    },
  },
  {
    name: 'unwatch',
    aliases: ['u'],
    usage: 'N',
    doc: 'watch it no more',
    run(exploration, rest) {
      exploration.unwatch(rest);
      return changed;
    },
  },
  {
    name: 'print',
    aliases: ['p', '='],
    usage: 'EXPRESSION',
    doc: 'its value here, once',
    run: (exploration, rest) => said(exploration.valueOf(rest).text),
  },
  {
    name: 'why',
    aliases: ['y'],
    usage: 'ACTION [k=v …]',
    doc: 'why an action can or cannot be taken here',
    run(exploration, rest, look) {
      const [action = '', ...bindings] = rest.split(/\s+/);
      if (action === '') throw new UserError('no action is named', 'As in: why Commit m=m1.');
      const given = bindings.map((binding) => {
        const at = binding.indexOf('=');
        if (at <= 0) throw new UserError(`'${binding}': a name, '=' and a value`, 'As in m=m1.');
        return [binding.slice(0, at), binding.slice(at + 1)];
      });
      const { spec, state, position } = exploration;
      const explanation = explainAction(spec, state, action, Object.fromEntries(given));
      return said(renderActionExplanation(explanation, position, look).trimEnd());
    },
  },
  {
    name: 'path',
    aliases: ['trace'],
    usage: '',
    doc: 'the path up to here, told as a trace',
    run: (exploration, _, look) => said(renderText(exploration.report(), look).trimEnd()),
  },
  {
    name: 'save',
    aliases: ['s'],
    usage: 'FILE',
    doc: 'save the path as a trace; the ending says how: .json .html .mmd .txt .tla .itf.json',
    async run(exploration, rest) {
      await save(exploration, rest);
      return said(`The path is in ${rest}`);
    },
  },
  {
    name: 'list',
    aliases: ['l'],
    usage: '',
    doc: 'show again where one stands and what is enabled',
    run: () => changed,
  },
  {
    name: 'help',
    aliases: ['?', 'h'],
    usage: '',
    doc: 'show this',
    run: () => said(helpText()),
  },
  {
    name: 'quit',
    aliases: ['q', 'exit'],
    usage: '',
    doc: 'end',
    run: () => ({ changed: false, text: null, quit: true }),
  },
];

/** Names of the commands that a page may ask for: none of them touches a file or ends the process. */
export const harmlessCommands: ReadonlySet<string> = new Set(
  commands.map(({ name }) => name).filter((name) => name !== 'save' && name !== 'quit'),
);

/**
 * Does what a line says: `take 3`, `watch record[o1].state`, `run size(msgs) > 2`; a number alone takes
 * that choice.
 * @throws {UserError} for a line that cannot be understood or done
 */
export async function perform(
  exploration: Exploration,
  line: string,
  look: CommandLook,
): Promise<Reply> {
  const { command, rest } = commandOf(line);
  return command.run(exploration, rest, look);
}

/** The command that a line begins with. @throws {UserError} if there is none */
export function commandOf(line: string): {
  readonly command: { readonly name: string } & Pick<ExploreCommand, 'run'>;
  readonly rest: string;
} {
  const text = line.trim();
  const [word = '', gap = ''] = /^(\d+$|[=?]|\S+)(\s*)/.exec(text)?.slice(1) ?? [];
  if (/^\d+$/.test(text)) return { command: commands[0]!, rest: text };
  const command = commands.find(({ name, aliases }) => name === word || aliases.includes(word));
  if (command !== undefined) return { command, rest: text.slice(word.length + gap.length) };
  const names = commands.map(({ name }) => name);
  throw new UserError(
    `there is no command '${word}'`,
    didYouMean(word, names) || `They are ${names.join(', ')}; ? says more.`,
  );
}

function helpText(): string {
  const rows = commands.map(({ name, aliases, usage, doc }) => {
    const short = aliases.length === 0 ? '' : ` (${aliases[0]})`;
    return [`${name}${short} ${usage}`.trimEnd(), doc] as const;
  });
  const width = Math.max(...rows.map(([call]) => call.length));
  return [
    ...rows.map(([call, doc]) => `  ${call.padEnd(width)}  ${doc}`),
    '',
    '  Expressions are written as traces show them: record[o1].state = ACQUIRED,',
    '  size(msgs) > 2 and not (o1 in done), exists m in Member: owner[o1] = m.',
    '  The name of an invariant stands for its condition.',
  ].join('\n');
}

function count(text: string): number {
  if (text === '') return 1;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UserError(`'${text}' is not a number from 1`);
}

function runText(outcome: RunOutcome): string {
  const states = `${outcome.states.toLocaleString('en-US')} states`;
  switch (outcome.kind) {
    case 'found':
      return outcome.steps.length === 1
        ? 'It holds after 1 step.'
        : `It holds after ${outcome.steps.length} steps.`;
    case 'nowhere':
      return outcome.bounded
        ? `It holds in none of the ${states} that can be reached from here within the constraints.`
        : `It holds in none of the ${states} that can be reached from here.`;
    case 'limit':
      return `It holds in none of the first ${states}, within ${outcome.depth} steps. --run-states sets how many are looked at.`;
    case 'stopped':
      return `Stopped after ${states}, within ${outcome.depth} steps.`;
  }
}

async function save(exploration: Exploration, file: string): Promise<void> {
  if (file === '') throw new UserError('no file is named', 'As in: save path.json.');
  const plain = { colors: new Chalk({ level: 0 }), width: 80, full: false };
  const format = formatOfFile(file) ?? 'json';
  const text = await renderTrace(exploration.report(), format, plain);
  try {
    await writeFile(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`${file}: cannot be written (${code})`);
  }
}

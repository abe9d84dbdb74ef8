import { UserError } from '../../../checker/user-error.ts';
import type { Style } from '../../../traces/style.ts';
import { perform } from '../commands.ts';
import type { Exploration } from '../exploration.ts';
import { viewOf } from '../view.ts';
import {
  choiceBlock,
  headBlock,
  matches,
  propertyBlock,
  stateBlock,
  stepBlock,
  watchBlock,
} from './blocks.ts';
import { PromptLine } from './prompt-line.ts';

/** A key as Node's readline tells it. */
export interface Key {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** Keys that open the prompt with the beginning of a command. */
const PROMPTS: Readonly<Record<string, string>> = {
  ':': '',
  w: 'watch ',
  u: 'unwatch ',
  r: 'run ',
  g: 'go ',
  p: 'print ',
  y: 'why ',
  s: 'save ',
};

const KEYS = [
  ['↑ ↓  j k', 'mark a choice'],
  ['Enter →', 'take it; or a number and Enter'],
  ['← b  f', 'back and forward on the path; Home End: to its ends'],
  ['/', 'show only the choices with some text; Esc: all'],
  ['S', 'the whole state, or only what changed'],
  ['w u p', 'watch an expression, watch it no more, print one'],
  ['r', 'run to the next state in which a condition holds; Esc stops it'],
  ['y', 'why an action can or cannot be taken here'],
  ['g t s', 'go to a step, show the path, save it'],
  ['PgUp PgDn', 'scroll'],
  [':', 'any command by its name: :help'],
  ['q', 'end'],
] as const;

/**
 * The whole terminal as an explorer: what is on it follows from the exploration and from what was
 * typed. It reads keys and gives lines; it knows of no terminal.
 */
export class Screen {
  readonly #exploration: Exploration;
  readonly #style: Style;
  readonly #maxStates: number;
  #chosen = 1;
  #filter = '';
  #full = false;
  #scroll: number | null = null;
  #message = '';
  /** A text that covers the screen until a key is pressed. */
  #page: readonly string[] | null = null;
  #prompt: PromptLine | null = null;
  #running: AbortController | null = null;
  #size: ScreenSize = { columns: 80, rows: 24 };
  readonly #history: string[] = [];

  constructor(exploration: Exploration, style: Style, maxStates: number) {
    this.#exploration = exploration;
    this.#style = style;
    this.#maxStates = maxStates;
  }

  /** Whether a search is under way, which only Escape stops. */
  get isSearching(): boolean {
    return this.#running !== null;
  }

  // ---------------------------------------------------------------- keys

  /** Does what a key means. Resolves to true when it ends the exploration. */
  async press(key: Key): Promise<boolean> {
    if (this.#running !== null) {
      if (key.name === 'escape') this.#running.abort();
      return false;
    }
    if (this.#prompt !== null) return this.#pressInPrompt(this.#prompt, key);
    if (this.#page !== null) return this.#pressOnPage(this.#page, key);
    this.#message = '';
    const typed = key.sequence ?? '';
    if (typed === 'q') return true;
    if (/^[0-9]$/.test(typed)) return this.#open(typed);
    if (typed === '?') return this.#cover(this.#help());
    if (typed === '/') return this.#open('', '/');
    if (typed === 'S') {
      this.#full = !this.#full;
      return false;
    }
    const prompt = PROMPTS[typed];
    if (prompt !== undefined) return this.#open(prompt);
    switch (key.name) {
      case 'up':
      case 'k':
        return this.#mark(-1);
      case 'down':
      case 'j':
        return this.#mark(1);
      case 'return':
      case 'enter':
      case 'right':
      case 'l':
        return this.#perform(`take ${this.#chosen}`);
      case 'left':
      case 'backspace':
      case 'b':
      case 'h':
        return this.#perform('back');
      case 'f':
        return this.#perform('forward');
      case 'home':
        return this.#perform('go 0');
      case 'end':
        return this.#perform(`go ${this.#exploration.path.length - 1}`);
      case 't':
        return this.#perform('path');
      case 'pageup':
        return this.#scrollBy(-1);
      case 'pagedown':
        return this.#scrollBy(1);
      case 'escape':
        this.#filter = '';
        return this.#mark(0);
      default:
        return false;
    }
  }

  #open(text: string, sign = ':'): false {
    this.#prompt = new PromptLine(sign, text, sign === ':' ? this.#history : []);
    return false;
  }

  async #pressInPrompt(prompt: PromptLine, key: Key): Promise<boolean> {
    const done = prompt.press(key);
    if (prompt.sign === '/') {
      this.#filter = done === 'cancel' ? '' : prompt.text;
      this.#mark(0);
    }
    if (done === null) return false;
    this.#prompt = null;
    if (done === 'cancel' || prompt.sign === '/' || prompt.text.trim() === '') return false;
    this.#history.push(prompt.text);
    return this.#perform(prompt.text);
  }

  #pressOnPage(page: readonly string[], key: Key): false {
    const body = this.#bodyRows();
    const last = Math.max(0, page.length - body);
    const moves: Readonly<Record<string, number>> = {
      ...{ up: -1, k: -1, down: 1, j: 1 },
      ...{ pageup: -body, pagedown: body, space: body, home: -last, end: last },
    };
    const move = moves[key.name ?? ''];
    if (move === undefined) {
      this.#page = null;
      this.#scroll = null;
    } else {
      this.#scroll = Math.max(0, Math.min(last, (this.#scroll ?? 0) + move));
    }
    return false;
  }

  /** Moves the mark among the choices that are shown. */
  #mark(by: number): false {
    const shown = this.#exploration.choices.filter(({ title }) => matches(title, this.#filter));
    const index = shown.findIndex(({ number }) => number === this.#chosen);
    const next = index < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, index + by));
    this.#chosen = shown[next]?.number ?? 1;
    this.#scroll = null;
    return false;
  }

  #scrollBy(pages: number): false {
    const move = pages * Math.max(1, this.#bodyRows() - 2);
    this.#scroll = Math.max(0, (this.#scroll ?? this.#top(this.#lines())) + move);
    return false;
  }

  #cover(page: readonly string[]): false {
    this.#page = page;
    this.#scroll = 0;
    return false;
  }

  async #perform(line: string): Promise<boolean> {
    this.#running = new AbortController();
    try {
      const look = { style: this.#style, width: this.#size.columns };
      const reply = await perform(this.#exploration, line, {
        ...look,
        signal: this.#running.signal,
        maxStates: this.#maxStates,
      });
      if (reply.changed) {
        this.#chosen = this.#exploration.choices[0]?.number ?? 1;
        this.#filter = '';
        this.#scroll = null;
      }
      if (reply.text !== null && reply.text.includes('\n')) this.#cover(reply.text.split('\n'));
      else this.#message = reply.text ?? '';
      return reply.quit;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const lines = [error.message, ...error.hint.split('\n').filter((part) => part !== '')];
      if (lines.length <= 2) this.#message = this.#style.bad(lines.join('. '));
      else this.#cover([this.#style.bad(lines[0]!), '', ...lines.slice(1).map((l) => `  ${l}`)]);
      return false;
    } finally {
      this.#running = null;
    }
  }

  // ---------------------------------------------------------------- lines

  /** The screen's lines, as many as it has rows. */
  render(size: ScreenSize): readonly string[] {
    this.#size = size;
    const body = this.#bodyRows();
    const all = this.#lines();
    const top = Math.min(this.#top(all), Math.max(0, all.length - body));
    const shown = all.slice(top, top + body).map(({ text }) => text);
    const rest = all.length - top - body;
    const below = rest > 0 ? ` ${rest} more lines: PgDn` : '';
    const blank = Array<string>(Math.max(0, body - shown.length)).fill('');
    return [...shown, ...blank, ...this.#footer(below)];
  }

  #bodyRows(): number {
    return Math.max(1, this.#size.rows - 2);
  }

  #footer(below: string): readonly string[] {
    const { quiet } = this.#style;
    const prompt = this.#prompt?.render(this.#size.columns);
    if (prompt !== undefined) return ['', prompt];
    if (this.#running !== null) return ['', quiet('searching …  Esc stops it')];
    const keys =
      this.#page === null
        ? '↑↓ mark  Enter take  ← back  w watch  r run to  / find  ? help  q end'
        : '↑↓ scroll  any other key: back';
    const filter = this.#filter === '' ? '' : `only '${this.#filter}' (Esc: all)  `;
    return [this.#message, quiet(`${filter}${keys}${below}`.slice(0, this.#size.columns))];
  }

  /** The line at the top, so that the marked choice is in view. */
  #top(lines: readonly { readonly marked: boolean }[]): number {
    if (this.#scroll !== null) return this.#scroll;
    const marked = lines.findIndex((line) => line.marked);
    const body = this.#bodyRows();
    return marked < body ? 0 : marked - Math.floor(body / 2);
  }

  #lines(): readonly { readonly text: string; readonly marked: boolean }[] {
    const plain = (text: string): { text: string; marked: boolean } => ({ text, marked: false });
    if (this.#page !== null) return this.#page.map(plain);
    const look = { style: this.#style, width: this.#size.columns };
    const view = viewOf(this.#exploration, Math.max(30, look.width - 30));
    const blocks = [
      headBlock(view, look),
      [...stepBlock(view, look), ...stateBlock(view, this.#full, look)],
      watchBlock(view, look),
      propertyBlock(view, look),
    ];
    return [
      ...blocks
        .filter((block) => block.length > 0)
        .flatMap((block) => [...block.map(plain), plain('')]),
      ...choiceBlock(view, look, this.#chosen, this.#filter).map(({ text, number }) => ({
        text,
        marked: number === this.#chosen,
      })),
    ];
  }

  #help(): readonly string[] {
    const { heading, path } = this.#style;
    return [
      heading('Keys'),
      '',
      ...KEYS.map(([keys, what]) => `  ${path(keys.padEnd(12))}${what}`),
    ];
  }
}

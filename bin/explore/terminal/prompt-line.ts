import type { Key } from './screen.ts';

/** A line that is typed at the foot of the screen. */
export class PromptLine {
  /** What stands before it: `:` for a command, `/` for a search. */
  readonly sign: string;
  readonly #history: readonly string[];
  #text: string;
  #cursor: number;
  #recalled: number;

  constructor(sign: string, text: string, history: readonly string[]) {
    this.sign = sign;
    this.#history = history;
    this.#text = text;
    this.#cursor = text.length;
    this.#recalled = history.length;
  }

  get text(): string {
    return this.#text;
  }

  /** Edits the line; tells when it is done with. */
  press({ name, sequence = '', ctrl }: Key): 'enter' | 'cancel' | null {
    switch (name) {
      case 'return':
      case 'enter':
        return 'enter';
      case 'escape':
        return 'cancel';
      case 'backspace':
        if (this.#text === '') return 'cancel';
        this.#splice(Math.max(0, this.#cursor - 1), this.#cursor);
        return null;
      case 'delete':
        this.#splice(this.#cursor, this.#cursor + 1);
        return null;
      case 'left':
        this.#cursor = Math.max(0, this.#cursor - 1);
        return null;
      case 'right':
        this.#cursor = Math.min(this.#text.length, this.#cursor + 1);
        return null;
      case 'home':
        this.#cursor = 0;
        return null;
      case 'end':
        this.#cursor = this.#text.length;
        return null;
      case 'up':
        return this.#recall(-1);
      case 'down':
        return this.#recall(1);
    }
    if (ctrl === true) {
      if (name === 'u') this.#splice(0, this.#cursor);
      if (name === 'a') this.#cursor = 0;
      if (name === 'e') this.#cursor = this.#text.length;
      return null;
    }
    // Escape sequences of unknown keys are no text.
    if (sequence !== '' && !/[\p{Cc}]/u.test(sequence))
      this.#splice(this.#cursor, this.#cursor, sequence);
    return null;
  }

  /** The line with its cursor, cut on the left where it is too long. */
  render(width: number): string {
    const under = this.#text[this.#cursor] ?? ' ';
    const before = this.#text.slice(0, this.#cursor);
    const room = Math.max(8, width - 4);
    const shown = before.length > room ? `…${before.slice(-room + 1)}` : before;
    const after = this.#text.slice(this.#cursor + 1, this.#cursor + 1 + room - shown.length);
    return `${this.sign}${shown}\u001b[7m${under}\u001b[27m${after}`;
  }

  #splice(from: number, to: number, text = ''): void {
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#cursor = from + text.length;
  }

  #recall(by: number): null {
    this.#recalled = Math.max(0, Math.min(this.#history.length, this.#recalled + by));
    this.#text = this.#history[this.#recalled] ?? '';
    this.#cursor = this.#text.length;
    return null;
  }
}

import { UserError } from '../../checker/user-error.ts';

/** An expression that cannot be understood: what is wrong, and a mark under the place of it. */
export class WatchMistake extends UserError {
  /** The text of the expression. */
  readonly text: string;
  /** Where in the text, from 0. */
  readonly at: number;

  constructor(message: string, text: string, at: number, hint = '') {
    const lines = [text, `${' '.repeat(at)}^`, ...(hint === '' ? [] : [hint])];
    super(message, lines.join('\n'));
    this.name = 'WatchMistake';
    this.text = text;
    this.at = at;
  }
}

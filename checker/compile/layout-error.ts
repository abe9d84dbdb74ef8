import { UserError } from '../user-error.ts';

/** A variable or an intermediate value too large to be laid out in packed words. */
export class LayoutError extends UserError {
  /** What is too large: `variable log`, `sequence(Message, 9000)`. */
  readonly what: string;
  /** How large it is, in words for people: `120,000 words of 31 bits`. */
  readonly size: string;

  constructor(what: string, size: string) {
    super(`${what} is too large to be packed: it takes ${size}`, 'Use smaller types or bounds.');
    this.name = 'LayoutError';
    this.what = what;
    this.size = size;
  }
}

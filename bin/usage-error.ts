/** A command line that cannot be understood. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(message: string, hint = '') {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}

/**
 * An error whose message is written for the user: what is wrong and where. Any other error that
 * reaches the command line is a defect of the checker.
 */
export class UserError extends Error {
  /** What to do about it; '' if nothing is known. */
  readonly hint: string;

  constructor(message: string, hint = '', options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

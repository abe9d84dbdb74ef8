import { UserError } from '../checker/user-error.ts';

/** A command line that cannot be understood. */
export class UsageError extends UserError {
  constructor(message: string, hint = '') {
    super(message, hint);
    this.name = 'UsageError';
  }
}

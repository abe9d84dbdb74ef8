import { UserError } from '../user-error.ts';

/** A state space with more states than the engine can number. */
export class StateSpaceTooLarge extends UserError {
  readonly limit: number;

  constructor(what: string, limit: number) {
    super(
      `the state space is too large: the engine can number ${limit.toLocaleString('en')} ${what}, and there are more`,
      'Bound the model with smaller constants, a constraint or --max-depth.',
    );
    this.name = 'StateSpaceTooLarge';
    this.limit = limit;
  }
}

/** The memory that a search needs before its first state is not to be had. */
export class NotEnoughMemory extends UserError {
  readonly bytes: number;

  constructor(bytes: number) {
    super(
      `not enough memory to start: the system refuses to reserve ${bytes.toLocaleString('en')} bytes`,
      'Give the process more memory.',
    );
    this.name = 'NotEnoughMemory';
    this.bytes = bytes;
  }
}

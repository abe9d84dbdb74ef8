/** A state space with more states than the engine can number. */
export class StateSpaceTooLarge extends Error {
  readonly limit: number;

  constructor(what: string, limit: number) {
    super(
      `The state space is too large: the engine can number ${limit.toLocaleString('en')} ${what}, and there are more.`,
    );
    this.name = 'StateSpaceTooLarge';
    this.limit = limit;
  }
}

/** The memory that a search needs before its first state is not to be had. */
export class NotEnoughMemory extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`Not enough memory to start: the system refuses to reserve ${bytes} bytes.`);
    this.name = 'NotEnoughMemory';
    this.bytes = bytes;
  }
}

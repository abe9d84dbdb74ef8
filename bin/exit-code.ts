/** What the command's exit status says. */
export const exitCodes = {
  /** Every property holds, or every model gave the verdict that it expects. */
  ok: 0,
  /** A property is violated, a deadlock was found, or a verdict is not the expected one. */
  violated: 1,
  /** The spec or the call is wrong, and so is a fault of kripke itself. */
  wrong: 2,
  /** A limit was reached before the whole state space was seen. */
  inconclusive: 3,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** From the one that says most to the one that says least. */
const gravity: readonly ExitCode[] = [130, 2, 1, 3, 0];

/**
 * The exit code of several checks: an interruption outweighs a wrong spec, which outweighs a
 * violation, which outweighs an inconclusive check.
 */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return gravity.find((code) => codes.includes(code)) ?? exitCodes.ok;
}

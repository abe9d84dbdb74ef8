import type { OracleCase } from './cases.ts';

/** How much work a case is: successors to compute, times renamings of each where it is symmetric. */
export function work({ options, expected }: OracleCase): number {
  if (expected.verdict !== 'holds') return 0;
  const sizes = (options.symmetry ?? []).map((name) => Number(options.constants?.[name]));
  return expected.generated * sizes.reduce((product, size) => product * factorial(size), 1);
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/** KRIPKE_ORACLE=all in the environment asks for large cases and many threads: some minutes of work. */
export const isThorough = process.env['KRIPKE_ORACLE'] === 'all';

/** The cases that are small enough to be run. */
export function within(
  cases: readonly OracleCase[],
  most: { readonly usually: number; readonly all: number },
): OracleCase[] {
  const limit = isThorough ? most.all : most.usually;
  return cases.filter((one) => work(one) <= limit);
}

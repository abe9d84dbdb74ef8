import { describe } from './lift.ts';
import { didYouMean, report } from './mistakes.ts';

/**
 * Options as an author gives them, as an object whatever they are. One that does not exist is a
 * mistake: ignoring it in silence (`guard` for `when`) would change what a spec means.
 */
export function optionsOf<O extends object>(
  given: O | undefined,
  known: readonly (keyof O & string)[],
): Partial<O> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null) {
    report(`${describe(given)} is not an object of options`, `Options are ${known.join(', ')}.`);
    return {};
  }
  const names: readonly string[] = known;
  for (const name of Object.keys(given).filter((key) => !names.includes(key))) {
    const all = `The options are ${known.join(', ')}.`;
    report(`there is no option '${name}'`, didYouMean(name, names) || all);
  }
  return given;
}

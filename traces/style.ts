import type { ChalkInstance } from 'chalk';
import { Chalk } from 'chalk';

/** How the parts of a text trace look. Every function keeps the text itself. */
export interface Style {
  readonly heading: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly good: (text: string) => string;
  readonly fault: (text: string) => string;
  readonly path: (text: string) => string;
  readonly old: (text: string) => string;
  readonly fresh: (text: string) => string;
  readonly quiet: (text: string) => string;
}

/** The colours, through the given chalk: `new Chalk({ level: 0 })` gives plain text. */
export function styleOf(chalk: ChalkInstance): Style {
  // Chalk joins all its arguments, so that it must not be handed to `map` as it is.
  const paint = (colour: ChalkInstance) => (text: string) => colour(text);
  return {
    heading: paint(chalk.bold),
    bad: paint(chalk.red.bold),
    good: paint(chalk.green),
    fault: paint(chalk.yellow.bold),
    path: paint(chalk.cyan),
    old: paint(chalk.red),
    fresh: paint(chalk.green),
    quiet: paint(chalk.dim),
  };
}

/** No colour at all. */
export const plainStyle: Style = styleOf(new Chalk({ level: 0 }));

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
  return {
    heading: chalk.bold,
    bad: chalk.red.bold,
    good: chalk.green,
    fault: chalk.yellow.bold,
    path: chalk.cyan,
    old: chalk.red,
    fresh: chalk.green,
    quiet: chalk.dim,
  };
}

/** No colour at all. */
export const plainStyle: Style = styleOf(new Chalk({ level: 0 }));

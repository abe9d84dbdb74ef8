import { extname } from 'node:path';

/** The forms in which a graph is written. */
export const graphFormats = ['dot', 'graphml', 'svg'] as const;
export type GraphFormat = (typeof graphFormats)[number];

/** The format that a file's name asks for, or null. */
export function graphFormatOfFile(file: string): GraphFormat | null {
  const ending = extname(file).slice(1).toLowerCase();
  if (ending === 'gv') return 'dot';
  return graphFormats.find((format) => format === ending) ?? null;
}

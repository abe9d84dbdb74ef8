import { extname } from 'node:path';
import type { ChalkInstance } from 'chalk';
import type { TraceReport } from '../traces/report.ts';

/** The forms in which a trace can be shown or saved, with the file endings that ask for them. */
const endings = {
  text: ['.txt'],
  json: ['.json'],
  itf: ['.itf.json'],
  tla: ['.tla'],
  mermaid: ['.mmd', '.mermaid'],
  html: ['.html', '.htm'],
} as const;

export type TraceFormat = keyof typeof endings;

export const traceFormats = Object.keys(endings) as readonly TraceFormat[];

/** The format that a file's name asks for, or null. */
export function formatOfFile(file: string): TraceFormat | null {
  // The longest ending first: `.itf.json` is no plain `.json`.
  const known = traceFormats
    .flatMap((format) => endings[format].map((ending) => ({ format, ending })))
    .sort((a, b) => b.ending.length - a.ending.length);
  return known.find(({ ending }) => file.toLowerCase().endsWith(ending))?.format ?? null;
}

/** How a text trace looks. */
export interface TextLook {
  readonly colors: ChalkInstance;
  readonly width: number;
  /** Every variable at every step. */
  readonly full: boolean;
}

/** A trace in the given format; each renderer is imported when it is wanted. */
export async function renderTrace(
  report: TraceReport,
  format: TraceFormat,
  { colors, width, full }: TextLook,
): Promise<string> {
  switch (format) {
    case 'text': {
      const { renderText } = await import('../traces/text.ts');
      const { styleOf } = await import('../traces/style.ts');
      return renderText(report, { style: styleOf(colors), width, full });
    }
    case 'json':
      return (await import('../traces/json.ts')).renderJson(report);
    case 'itf':
      return (await import('../traces/itf.ts')).renderItf(report);
    case 'tla':
      return (await import('../traces/tla.ts')).renderTla(report);
    case 'mermaid':
      return (await import('../traces/mermaid.ts')).renderMermaid(report);
    case 'html':
      return (await import('../traces/html.ts')).renderHtml(report);
  }
}

/** `trace.json` → `trace-small.json`, for one trace of several. */
export function withModelName(file: string, model: string): string {
  const ending = file.toLowerCase().endsWith('.itf.json') ? '.itf.json' : extname(file);
  return `${file.slice(0, file.length - ending.length)}-${model}${ending}`;
}

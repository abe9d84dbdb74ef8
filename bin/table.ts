/** A cell: its text, and what colours it once it has its width. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** Rows in aligned columns, two blanks apart; `right` tells which columns hold figures. */
export function renderTable(
  rows: readonly (readonly Cell[])[],
  right: readonly boolean[],
  indent: string,
): string {
  const widths = right.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.text.length ?? 0)),
  );
  const lines = rows.map((row) => {
    const cells = row.map(({ text, paint = (same) => same }, column) => {
      const padding = ' '.repeat(widths[column]! - text.length);
      const last = column === row.length - 1 && !right[column];
      return right[column] ? padding + paint(text) : paint(text) + (last ? '' : padding);
    });
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

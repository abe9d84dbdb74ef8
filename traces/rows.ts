import type { List, Map } from 'immutable';
import { is } from 'immutable';
import { sortedEntries } from '../checker/reference/order.ts';
import { showValue } from '../checker/reference/show-value.ts';
import type { SomeValue, TaggedValue, Value } from '../checker/reference/value.ts';
import type { TypeNode } from '../spec/language/tree.ts';
import type { Change } from './diff.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

/** One place of the state with what is to be said about it. */
export interface Row {
  readonly path: string;
  readonly entries: readonly RowEntry[];
}
export interface RowEntry {
  /** `=` the value now, `+` an element more, `-` an element less, `→` a value instead of another. */
  readonly sign: '=' | '+' | '-' | '→';
  readonly text: string;
  /** Only with `→`: the value before. */
  readonly before?: string;
}

/** A change as a row. `room` is how many characters stand beside the path. */
export function changeRow(change: Change, room: number): Row {
  const { path, type } = change;
  const signed = (sign: '+' | '-', values: readonly Value[], note = ''): RowEntry[] =>
    values.map((value) => ({ sign, text: `${showValue(type, value)}${note}` }));
  if (change.kind === 'elements')
    return { path, entries: [...signed('-', change.removed), ...signed('+', change.added)] };
  const before = showValue(type, change.before);
  const text = showValue(type, change.after);
  if (before.length + text.length + 3 > room && type.kind === 'sequence') {
    const shift = shiftOf(change.before as List<Value>, change.after as List<Value>);
    const show = (sign: '+' | '-', values: List<Value>, note: string): RowEntry[] =>
      values.toArray().map((v) => ({ sign, text: `${showValue(type.of, v)} ${note}` }));
    if (shift !== null)
      return {
        path,
        entries: [
          ...show('-', shift.dropped, '(from the front)'),
          ...show('+', shift.appended, '(at the end)'),
        ],
      };
  }
  return { path, entries: [{ sign: '→', text, before }] };
}

/** What a queue lost at its front and won at its end, if that is all and something stayed. */
function shiftOf(
  before: List<Value>,
  after: List<Value>,
): { dropped: List<Value>; appended: List<Value> } | null {
  for (let drop = 0; drop < before.size; drop++) {
    const kept = before.skip(drop);
    if (kept.size <= after.size && is(kept, after.take(kept.size)))
      return { dropped: before.take(drop), appended: after.skip(kept.size) };
  }
  return null;
}

/**
 * A value as rows: one where it fits into `room` characters, else one for each of its parts. A map
 * with one value everywhere is one part, `path[*]`.
 */
export function valueRows(
  path: string,
  type: TypeNode,
  value: Value,
  room: number,
): readonly Row[] {
  const text = showValue(type, value);
  if (text.length > room) {
    switch (type.kind) {
      case 'struct': {
        const fields = value as Map<Value, Value>;
        return type.fields.flatMap((f) =>
          valueRows(`${path}.${f.name}`, f.type, fields.get(f.name)!, room),
        );
      }
      case 'map': {
        const entries = sortedEntries(type, value as Map<Value, Value>);
        const [first, ...others] = entries;
        if (others.length > 0 && others.every(([, entry]) => is(entry, first![1])))
          return valueRows(`${path}[*]`, type.value, first![1], room);
        return entries.flatMap(([key, entry]) =>
          valueRows(`${path}[${showValue(type.key, key)}]`, type.value, entry, room),
        );
      }
      case 'option':
        return valueRows(`${path}.value`, type.of, (value as SomeValue).value, room);
      case 'union': {
        const tagged = value as TaggedValue;
        const { type: of } = type.cases.find((c) => c.tag === tagged.tag)!;
        return valueRows(`${path}.${tagged.tag}`, of, tagged.payload, room);
      }
      default:
    }
  }
  return [{ path, entries: [{ sign: '=', text }] }];
}

/** Where things stand on a line: `indent` blanks, a path, values from `column` on, all in `width`. */
export interface Columns {
  readonly indent: number;
  readonly column: number;
  readonly width: number;
}

/**
 * The columns that suit a trace with these paths. A path that would push every value far aside
 * stands on a line of its own.
 */
export function columnsFor(paths: Iterable<string>, indent: number, width: number): Columns {
  const most = Math.min(30, 0.4 * width);
  let longest = 0;
  for (const path of paths) if (path.length <= most) longest = Math.max(longest, path.length);
  return { indent, column: indent + longest + 2, width };
}

export const roomIn = ({ width, column }: Columns): number => width - column;

/** Rows as aligned lines. */
export function renderRows(
  rows: readonly Row[],
  columns: Columns,
  style: Style,
): readonly string[] {
  return rows.flatMap((row) => renderRow(row, columns, style));
}

function renderRow(row: Row, columns: Columns, style: Style): readonly string[] {
  const room = roomIn(columns);
  const margin = ' '.repeat(columns.column);
  const values = row.entries.flatMap((entry) => renderEntry(entry, room, style));
  const beside = columns.indent + row.path.length + 2 <= columns.column;
  const label = ' '.repeat(columns.indent) + style.path(row.path);
  // The arrow of a second line hangs in the two blanks before the column.
  const placed = values.map(
    ({ hang, text }) => margin.slice(hang.length) + style.quiet(hang) + text,
  );
  if (!beside) return [label, ...placed];
  const gap = ' '.repeat(columns.column - columns.indent - row.path.length);
  return [label + gap + placed[0]!.slice(margin.length), ...placed.slice(1)];
}

interface ValueLine {
  readonly hang: string;
  readonly text: string;
}

function renderEntry(entry: RowEntry, room: number, style: Style): readonly ValueLine[] {
  const lines = (text: string, paint: (text: string) => string, hang = ''): ValueLine[] =>
    wrap(text, room).map((line, i) => ({ hang: i === 0 ? hang : '', text: paint(line) }));
  const asIs = (text: string): string => text;
  switch (entry.sign) {
    case '=':
      return lines(entry.text, asIs);
    case '+':
      return lines(`+ ${entry.text}`, style.fresh);
    case '-':
      return lines(`- ${entry.text}`, style.old);
    case '→': {
      const before = entry.before!;
      if (before.length + entry.text.length + 3 <= room) {
        const text = `${style.old(before)} ${style.quiet('→')} ${style.fresh(entry.text)}`;
        return [{ hang: '', text }];
      }
      return [...lines(before, style.old), ...lines(entry.text, style.fresh, '→ ')];
    }
  }
}

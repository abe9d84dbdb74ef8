/** Words before which an expression is broken first. */
const JOINS = new Set(['and', 'or', 'implies', 'then', 'else']);

/**
 * Breaks an expression or a value into lines of at most `width` characters, at spaces: where it can,
 * after a comma or before a connective, and not between a field and its value. Lines after the first are indented by two. A word
 * longer than the width stays whole: a cut name could not be searched for.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let words = text.split(' ');
  while (words.length > 0) {
    const indent = lines.length === 0 ? '' : '  ';
    const fitting = fit(words, width - indent.length);
    const taken = fitting < words.length ? goodBreak(words, fitting) : fitting;
    lines.push(indent + words.slice(0, taken).join(' '));
    words = words.slice(taken);
  }
  return lines;
}

/** Breaks prose into lines of at most `width` characters. */
export function wrapProse(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let words = text.trim().split(/\s+/);
  while (words.length > 0) {
    const taken = fit(words, width);
    lines.push(words.slice(0, taken).join(' '));
    words = words.slice(taken);
  }
  return lines;
}

/** How many of the words fit on a line; at least one. */
function fit(words: readonly string[], width: number): number {
  let count = 1;
  let length = words[0]!.length;
  while (count < words.length && length + 1 + words[count]!.length <= width) {
    length += 1 + words[count]!.length;
    count++;
  }
  return count;
}

/** The last good place to break within the first `most` words, if it leaves at least half of them. */
function goodBreak(words: readonly string[], most: number): number {
  for (let count = most; count >= most / 2; count--) {
    if (/[,;]$/.test(words[count - 1]!) || JOINS.has(words[count]!)) return count;
  }
  return most > 1 && words[most - 1]!.endsWith(':') ? most - 1 : most;
}

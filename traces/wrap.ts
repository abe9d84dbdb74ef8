/**
 * Breaks text into lines of at most `width` characters, at spaces. Lines after the first are
 * indented by two. A word longer than the width stays whole: a cut name could not be searched for.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = `  ${word}`;
    }
  }
  return [...lines, line];
}

/** Breaks text into lines of at most `width` characters without indenting the later ones. */
export function wrapProse(text: string, width: number): readonly string[] {
  return wrap(text.replace(/\s+/g, ' ').trim(), width).map((line) => line.trimStart());
}

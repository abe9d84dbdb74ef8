import { WatchMistake } from './watch-mistake.ts';

/** A word, number, quoted text or sign of an expression. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** As written; of quoted text what is between the quotes. */
  readonly text: string;
  /** Where it begins, from 0. */
  readonly at: number;
}

/** Longer signs first: `<=` is not `<` and `=`. */
const SIGNS = [
  ...['===', '!==', '=>', '->', '==', '!=', '/=', '<=', '>=', '&&', '||'],
  ...['→', '≠', '≤', '≥', '∈', '∧', '∨', '¬', '∀', '∃'],
  ...['(', ')', '[', ']', '{', '}', ',', ':', '.', '=', '<', '>', '+', '-', '*', '/', '%', '!'],
] as const;

/** Signs that say the same as another one. */
const SAME: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  '!==': '!=',
  '/=': '!=',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '→': '->',
  '&&': 'and',
  '∧': 'and',
  '||': 'or',
  '∨': 'or',
  '=>': 'implies',
  '!': 'not',
  '¬': 'not',
  '∈': 'in',
  '∀': 'forall',
  '∃': 'exists',
};

/**
 * The tokens of an expression; the last is the end.
 * @throws WatchMistake
 */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const blank = /^\s+/.exec(rest)?.[0];
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const [token, length] = tokenAt(text, rest, at);
    tokens.push(token);
    at += length;
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

function tokenAt(text: string, rest: string, at: number): [Token, length: number] {
  const number = /^\d+/.exec(rest)?.[0];
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(rest)?.[0];
  if (name !== undefined) return [{ kind: 'name', text: name, at }, name.length];
  if (number !== undefined) return [{ kind: 'number', text: number, at }, number.length];
  const quoted = /^'([^']*)'|^"([^"]*)"/.exec(rest);
  if (quoted !== null)
    return [{ kind: 'text', text: quoted[1] ?? quoted[2]!, at }, quoted[0].length];
  if (rest.startsWith("'") || rest.startsWith('"'))
    throw new WatchMistake('the text has no closing quote', text, at);
  const sign = SIGNS.find((one) => rest.startsWith(one));
  if (sign === undefined) throw new WatchMistake(`'${[...rest][0]}' means nothing here`, text, at);
  const meaning = SAME[sign] ?? sign;
  const kind = /^[a-z]/.test(meaning) ? 'name' : 'sign';
  return [{ kind, text: meaning, at }, sign.length];
}

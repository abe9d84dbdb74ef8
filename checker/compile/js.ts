/**
 * Fragments of generated JavaScript. Every fragment is free of side effects and cannot fail, so it
 * may be moved, repeated or dropped. Operations on constants are folded.
 */
export interface Js {
  readonly text: string;
  /** Binding strength, as JavaScript ranks its operators; `ATOM` needs no parentheses anywhere. */
  readonly level: number;
  /** The value, where it is known now. */
  readonly known: number | boolean | null;
  /** For an address within a state: which state, and the word's number in it. */
  readonly place: Place | null;
  /** For a comparison: the opposite one. */
  readonly opposite?: string;
  /** For a field cut out of a word: from where, so that a field of it is cut out of the word at once. */
  readonly cut?: Cut;
}

/** A field of a word from bit `shift` on; `masked` if there is something above it. */
export interface Cut {
  readonly word: Js;
  readonly shift: number;
  readonly masked: boolean;
}
/** A word of a state whose words are read through `state`. */
export interface Place {
  readonly state: StateWords;
  readonly word: number;
}
/** How generated code reads the words of one state. */
export interface StateWords {
  word(index: number): Js;
}

export const ATOM = 20;
const LEVEL: Readonly<Record<string, number>> = {
  '*': 13,
  '/': 13,
  '%': 13,
  '+': 12,
  '-': 12,
  '<<': 11,
  '>>': 11,
  '<': 10,
  '<=': 10,
  '>': 10,
  '>=': 10,
  '===': 9,
  '!==': 9,
  '&': 8,
  '^': 7,
  '|': 6,
  '&&': 5,
  '||': 4,
};
const UNARY = 15;
const CONDITIONAL = 3;

/** A name, a call or an element: nothing that needs parentheses. */
export function atom(text: string): Js {
  return { text, level: ATOM, known: null, place: null };
}

export function num(value: number): Js {
  const n = value === 0 ? 0 : value;
  return { text: String(n), level: n < 0 ? UNARY : ATOM, known: n, place: null };
}

export function bool(value: boolean): Js {
  return { text: String(value), level: ATOM, known: value, place: null };
}

/** Text with its level, for what has no constructor of its own. */
export function raw(text: string, level: number): Js {
  return { text, level, known: null, place: null };
}

/** An address in a state: static words of it are read through `place`. */
export function placed(js: Js, place: Place): Js {
  return { ...js, place };
}

/** Whether the fragment is a name or a constant, so that repeating it costs nothing. */
export function isSimple(js: Js): boolean {
  return js.known !== null || /^[\w$]+$/.test(js.text);
}

function wrap(js: Js, least: number): string {
  return js.level >= least ? js.text : `(${js.text})`;
}

/** Chains of these read well without parentheses. */
const CHAINS = new Set(['+', '*', '&&', '||', '|']);

// Parentheses beyond what JavaScript needs: few readers know how shifts and masks bind.
function infix(op: string, a: Js, b: Js): Js {
  const level = LEVEL[op]!;
  const chained = CHAINS.has(op) && a.level === level;
  const plain = level <= LEVEL['&&']! ? LEVEL['===']! : UNARY;
  const left = chained ? a.text : wrap(a, Math.max(level, Math.min(plain, ATOM)));
  return raw(`${left} ${op} ${wrap(b, Math.max(level + 1, plain))}`, level);
}

type Known = { readonly a: number; readonly b: number } | null;

function knownNumbers(a: Js, b: Js): Known {
  return typeof a.known === 'number' && typeof b.known === 'number'
    ? { a: a.known, b: b.known }
    : null;
}

export function add(a: Js, b: Js): Js {
  if (b.known === 0) return a;
  const known = knownNumbers(a, b);
  if (known) {
    const sum = num(known.a + known.b);
    return a.place ? placed(sum, { ...a.place, word: a.place.word + known.b }) : sum;
  }
  if (a.known === 0) return b;
  if (typeof b.known === 'number' && b.known < 0) return sub(a, num(-b.known));
  const sum = infix('+', a, b);
  if (a.place && typeof b.known === 'number')
    return placed(sum, { state: a.place.state, word: a.place.word + b.known });
  return sum;
}

export function sub(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  if (known) return num(known.a - known.b);
  if (b.known === 0) return a;
  if (typeof b.known === 'number' && b.known < 0) return add(a, num(-b.known));
  return infix('-', a, b);
}

export function mul(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  if (known) return num(known.a * known.b);
  if (a.known === 1) return b;
  if (b.known === 1) return a;
  return infix('*', a, b);
}

/** Quotient and remainder of 0 <= a < 2^31 by a constant of at least 1. */
export function quotient(a: Js, b: number): Js {
  if (typeof a.known === 'number') return num(Math.floor(a.known / b));
  return b === 1 ? a : infix('|', infix('/', a, num(b)), num(0));
}
export function remainder(a: Js, b: number): Js {
  if (typeof a.known === 'number') return num(a.known % b);
  return b === 1 ? num(0) : infix('%', a, num(b));
}

export function shl(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  if (known) return num(known.a << known.b);
  if (b.known === 0) return a;
  if (a.known === 0) return a;
  return infix('<<', a, b);
}

export function shr(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  if (known) return num(known.a >> known.b);
  return b.known === 0 ? a : infix('>>', a, b);
}

export function and(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  if (known) return num(known.a & known.b);
  return a.known === 0 || b.known === 0 ? num(0) : infix('&', a, b);
}

export function or(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  if (known) return num(known.a | known.b);
  if (a.known === 0) return b;
  return b.known === 0 ? a : infix('|', a, b);
}

export function xor(a: Js, b: Js): Js {
  const known = knownNumbers(a, b);
  return known ? num(known.a ^ known.b) : infix('^', a, b);
}

/** `a` without the bits of `b`. */
export function andNot(a: Js, b: Js): Js {
  if (typeof b.known === 'number') return b.known === 0 ? a : and(a, num(~b.known));
  return infix('&', a, raw(`~${wrap(b, UNARY)}`, UNARY));
}

export type Comparison = '===' | '!==' | '<' | '<=' | '>' | '>=';

const OPPOSITE = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
} as const;

export function compare(op: Comparison, a: Js, b: Js): Js {
  if (a.known !== null && b.known !== null) {
    const [x, y] = [Number(a.known), Number(b.known)];
    const results = {
      '===': x === y,
      '!==': x !== y,
      '<': x < y,
      '<=': x <= y,
      '>': x > y,
      '>=': x >= y,
    };
    return bool(results[op]);
  }
  return { ...infix(op, a, b), opposite: infix(OPPOSITE[op], a, b).text };
}

export function not(a: Js): Js {
  if (typeof a.known === 'boolean') return bool(!a.known);
  if (a.opposite !== undefined) return { ...raw(a.opposite, a.level), opposite: a.text };
  if (a.text.startsWith('!') && a.level === UNARY) return raw(a.text.slice(1), ATOM);
  return raw(`!${wrap(a, UNARY)}`, UNARY);
}

export function both(a: Js, b: Js): Js {
  if (a.known === false || b.known === true) return a;
  if (a.known === true) return b;
  return infix('&&', a, b);
}

export function either(a: Js, b: Js): Js {
  if (a.known === true || b.known === false) return a;
  if (a.known === false) return b;
  return infix('||', a, b);
}

export function cond(test: Js, a: Js, b: Js): Js {
  if (test.known !== null) return test.known === true ? a : b;
  if (a.text === b.text) return a;
  return raw(
    `${wrap(test, CONDITIONAL + 1)} ? ${wrap(a, CONDITIONAL)} : ${wrap(b, CONDITIONAL)}`,
    CONDITIONAL,
  );
}

export function call(name: string, ...args: readonly Js[]): Js {
  return atom(`${name}(${args.map((arg) => arg.text).join(', ')})`);
}

export function negate(a: Js): Js {
  if (typeof a.known === 'number') return num(-a.known);
  return raw(`-${wrap(a, ATOM)}`, UNARY);
}

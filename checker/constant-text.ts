import type { ConstantDeclaration, ConstantValue } from '../spec/language/tree.ts';
import { ConstantTextError } from './call-errors.ts';

/**
 * Reads a constant's value from text, as a command line gives it: an integer for the size of `ids`
 * and `index` and for a range, `true` or `false`, an enumeration's value, and for a set its elements
 * with commas between them (`S=a,b`; the empty set is `S=`).
 *
 * @throws {ConstantTextError} for text that is not of the constant's kind. Whether a value of the
 * right kind is one of those allowed is the spec's to say.
 */
export function parseConstant(declaration: ConstantDeclaration, text: string): ConstantValue {
  const trimmed = text.trim();
  switch (declaration.kind) {
    case 'ids':
    case 'index':
    case 'range':
      if (!isInteger(trimmed)) throw new ConstantTextError(declaration, text);
      return Number(trimmed);
    case 'bool':
      if (trimmed !== 'true' && trimmed !== 'false') throw new ConstantTextError(declaration, text);
      return trimmed === 'true';
    case 'oneOf':
      return trimmed;
    case 'set':
      return parseSet(declaration, trimmed);
  }
}

function parseSet(declaration: ConstantDeclaration, text: string): ConstantValue {
  const inner = text.replace(/^\{(.*)\}$/, '$1').trim();
  if (inner === '') return [];
  const elements = inner.split(',').map((element) => element.trim());
  if (elements.includes('')) throw new ConstantTextError(declaration, text);
  return elements;
}

function isInteger(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

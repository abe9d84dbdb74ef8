import type { Mistake, SpecMistakes } from '../spec/language/mistakes.ts';

/**
 * An error as the static mistakes of a spec, or null if it is something else. A spec may use its
 * project's own copy of this package, whose class is another one with the same name.
 */
export function asSpecMistakes(error: unknown): SpecMistakes | null {
  if (!(error instanceof Error) || error.name !== 'SpecMistakes') return null;
  const mistakes: unknown = Reflect.get(error, 'mistakes');
  return Array.isArray(mistakes) ? (error as Error & { mistakes: readonly Mistake[] }) : null;
}

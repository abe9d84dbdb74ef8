import type { VariableDeclaration } from '../../spec/language/tree.ts';
import { LayoutError } from './layout-error.ts';
import { MAX_WORDS, shapeOf, type Shape } from './layout.ts';
import { bitsFor, FULL_WORD, lowBits, wordBits, type Cell } from './packing.ts';

/** Where a variable stands in a packed state. A block begins at `cell.word`. */
export interface Slot {
  readonly name: string;
  readonly shape: Shape;
  readonly cell: Cell;
}

/** The layout of a packed state. */
export interface StateLayout {
  readonly words: number;
  readonly slots: readonly Slot[];
  /** A field that belongs to the store, never to the state. */
  readonly credit: Cell;
}

/** With so many bits, the store numbers more levels than most searches have. */
const WIDEST_CREDIT = 24;

/**
 * Blocks first, in order of declaration; then the small variables, widest first, each into the
 * first hole that takes it; last the credit field, which must tell `actions` actions apart and has
 * as many bits beyond that as a word has left: the store keeps level numbers there.
 */
export function layOutState(
  variables: readonly VariableDeclaration[],
  actions: number,
): StateLayout {
  const used: number[] = [];
  const cells = new Map<string, Cell>();
  const shapes = new Map(variables.map(({ name, type }) => [name, variableShape(name, type)]));

  for (const { name } of variables) {
    const shape = shapes.get(name)!;
    if (shape.small) continue;
    cells.set(name, { word: used.length, shift: 0, bits: 0 });
    used.push(...shape.masks);
  }
  const small = variables.filter(({ name }) => shapes.get(name)!.small);
  const widestFirst = [...small].sort(
    (a, b) => shapes.get(b.name)!.bits - shapes.get(a.name)!.bits,
  );
  for (const { name } of widestFirst) cells.set(name, takeHole(used, shapes.get(name)!.bits));
  const credit = takeWidestHole(used, Math.max(1, bitsFor(actions)), WIDEST_CREDIT);
  if (used.length > MAX_WORDS)
    throw new LayoutError('the state', `${used.length.toLocaleString('en')} words of 31 bits`);

  const slots = variables.map(({ name }) => ({
    name,
    shape: shapes.get(name)!,
    cell: cells.get(name)!,
  }));
  return { words: used.length, slots, credit };
}

function variableShape(name: string, type: VariableDeclaration['type']): Shape {
  try {
    return shapeOf(type);
  } catch (error) {
    if (error instanceof LayoutError)
      throw new LayoutError(`variable ${name} (${error.what})`, error.size);
    throw error;
  }
}

/** Marks the first free run of `bits` bits as used, in a new word if no word has one. */
function takeHole(used: number[], bits: number): Cell {
  if (bits === 0) return { word: 0, shift: 0, bits: 0 };
  for (const [word, taken] of used.entries()) {
    const shift = holeIn(taken, bits);
    if (shift === null) continue;
    used[word] = (taken | (lowBits(bits) << shift)) & FULL_WORD;
    return { word, shift, bits };
  }
  used.push(lowBits(bits));
  return { word: used.length - 1, shift: 0, bits };
}

/** As many free bits in a row as there are, from `least` up to `most`; in a new word if it must be. */
function takeWidestHole(used: number[], least: number, most: number): Cell {
  for (let bits = most; bits > least; bits--) {
    const fits = used.some((taken) => holeIn(taken, bits) !== null);
    if (fits) return takeHole(used, bits);
  }
  return takeHole(used, least);
}

/** Where `bits` bits in a row are free in a word. */
function holeIn(taken: number, bits: number): number | null {
  for (let shift = 0; shift + bits <= wordBits; shift++) {
    if ((taken & (lowBits(bits) << shift)) === 0) return shift;
  }
  return null;
}

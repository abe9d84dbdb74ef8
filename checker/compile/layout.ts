import { showType } from '../../spec/language/show.ts';
import type { TypeNode } from '../../spec/language/tree.ts';
import { cardinality } from '../../spec/language/type-algebra.ts';
import { LayoutError } from './layout-error.ts';
import {
  bitsFor,
  DATA_BITS,
  FULL_WORD,
  lowBits,
  packInOrder,
  wordBits,
  type Cell,
} from './packing.ts';

/**
 * How the values of a type are written in bits. A *small* value is one code of at most 31 bits; a
 * *block* is a run of words, of which only the bits in `masks` are its own (others may stand in the
 * holes, so every reader masks).
 *
 * Values are canonical (equal values have equal bits) and order-preserving: codes as numbers, and
 * blocks word by word, compare as the values do in the canonical order of their type.
 */
export type Shape =
  AtomShape | OptionShape | UnionShape | StructShape | MapShape | MaskShape | ListShape;

interface ShapeBase {
  readonly type: TypeNode;
  readonly small: boolean;
  /** Small: the bits of a code. Block: 0. */
  readonly bits: number;
  /** Small: one more than the largest code. Block: 0. */
  readonly span: number;
  /** Block: its own bits in each word. Small: empty. */
  readonly masks: readonly number[];
  /** How many values there are; `Infinity` beyond 2^53. */
  readonly count: number;
  /** Whether the code of a value is its rank in the canonical order. */
  readonly dense: boolean;
}

/** bool, range, enum, ids, index, unit: the code is the rank. A range beyond 2^31 is two words. */
export interface AtomShape extends ShapeBase {
  readonly form: 'atom';
}
/** Small: 0 for none, 1 + code. Block: a tag, then the payload's words. */
export interface OptionShape extends ShapeBase {
  readonly form: 'option';
  readonly of: Shape;
  readonly tag: Cell;
  readonly payload: Cell;
}
/** Small: the code after an offset for each tag. Block: a tag, then the payload's words. */
export interface UnionShape extends ShapeBase {
  readonly form: 'union';
  readonly cases: readonly UnionCase[];
  readonly tag: Cell;
  /** First word of the payload; a small payload stands at its low end. */
  readonly payload: number;
}
export interface UnionCase {
  readonly tag: string;
  readonly shape: Shape;
  /** Small: the least code of this case. */
  readonly offset: number;
}
/** The fields side by side, the first most significant. */
export interface StructShape extends ShapeBase {
  readonly form: 'struct';
  readonly fields: readonly StructField[];
}
export interface StructField {
  readonly name: string;
  readonly shape: Shape;
  readonly cell: Cell;
}
/** The entries side by side in the order of the keys, the first most significant. */
export interface MapShape extends ShapeBase {
  readonly form: 'map';
  readonly key: Shape;
  readonly value: Shape;
  readonly items: Items;
}
/** A set as a mask: bit r (from the low end of the last word) for the element of rank r. */
export interface MaskShape extends ShapeBase {
  readonly form: 'mask';
  readonly of: Shape;
  readonly max: number | null;
}
/**
 * Elements in slots, and how many. A sequence in its order; a bag in ascending order; a set with
 * `max` in descending order with its size least significant. Slots beyond the size are zero.
 */
export interface ListShape extends ShapeBase {
  readonly form: 'list';
  readonly of: Shape;
  readonly max: number;
  readonly order: 'sequence' | 'bag' | 'set';
  readonly items: Items;
  readonly size: Cell;
}

/** `n` equal components, the first most significant. */
export interface Items {
  readonly n: number;
  /** The first word. */
  readonly word: number;
  /** Bits of a small component; words of a block. */
  readonly stride: number;
  /** Small components in one word; `Infinity` where the holder is a code. */
  readonly perWord: number;
  /** Shift of the first component of a word. */
  readonly top: number;
}

/** The most words that one value may take. */
export const MAX_WORDS = 1 << 16;

const byNode = new Map<number, WeakMap<TypeNode, Shape>>();
const byText = new Map<string, Shape>();

/** The layout of a type; the same object for structurally equal types. Throws `LayoutError`. */
export function shapeOf(type: TypeNode): Shape {
  let shapes = byNode.get(wordBits);
  if (shapes === undefined) byNode.set(wordBits, (shapes = new WeakMap()));
  let shape = shapes.get(type);
  if (shape === undefined) {
    const text = `${wordBits} ${JSON.stringify(type)}`;
    shape = byText.get(text) ?? layOut(type);
    byText.set(text, shape);
    shapes.set(type, shape);
  }
  return shape;
}

/** Words of a block; 0 for a small value. */
export function wordsOf(shape: Shape): number {
  return shape.masks.length;
}

function layOut(type: TypeNode): Shape {
  const count = cardinality(type);
  switch (type.kind) {
    case 'bool':
    case 'enum':
    case 'ids':
    case 'index':
    case 'unit':
      return { form: 'atom', ...small(type, count, count) };
    case 'range': {
      const span = Math.max(0, type.hi - type.lo + 1);
      if (span <= 2 ** wordBits) return { form: 'atom', ...small(type, span, span) };
      // Two halves of v, counted from the half of lo, so that neither leaves the exact integers.
      const high = Math.floor(type.hi / 2 ** DATA_BITS) - Math.floor(type.lo / 2 ** DATA_BITS);
      return { form: 'atom', ...block(type, count, [lowBits(bitsFor(high + 1)), FULL_WORD]) };
    }
    case 'option':
      return layOutOption(type, shapeOf(type.of), count);
    case 'struct':
      return layOutStruct(type, count);
    case 'union':
      return layOutUnion(type, count);
    case 'map': {
      const [key, value] = [shapeOf(type.key), shapeOf(type.value)];
      limit(type, key.count);
      const { items, ...base } = layOutItems(type, count, value, key.count);
      return { form: 'map', ...base, key, value, items };
    }
    case 'set': {
      const of = shapeOf(type.of);
      if (type.max !== null && of.count > listBits(of, type.max))
        return layOutList(type, 'set', of, Math.min(type.max, of.count), count);
      limit(type, Math.ceil(of.count / wordBits));
      const base =
        of.count <= wordBits
          ? small(type, count, 2 ** of.count)
          : block(type, count, maskWords(of.count));
      return { form: 'mask', ...base, of, max: type.max };
    }
    case 'sequence':
      return layOutList(type, 'sequence', shapeOf(type.of), type.max, count);
    case 'bag':
      return layOutList(type, 'bag', shapeOf(type.of), type.max, count);
  }
}

function small(type: TypeNode, count: number, span: number): ShapeBase {
  return { type, small: true, bits: bitsFor(span), span, masks: [], count, dense: span === count };
}

function block(type: TypeNode, count: number, masks: readonly number[]): ShapeBase {
  limit(type, masks.length);
  return { type, small: false, bits: 0, span: 0, masks, count, dense: false };
}

function limit(type: TypeNode, words: number): void {
  if (words > MAX_WORDS)
    throw new LayoutError(showType(type), `${words.toLocaleString('en')} words of 31 bits`);
}

function partOf(shape: Shape): { bits: number } | { masks: readonly number[] } {
  return shape.small ? { bits: shape.bits } : { masks: shape.masks };
}

const NOWHERE: Cell = { word: 0, shift: 0, bits: 0 };

function layOutOption(type: TypeNode, of: Shape, count: number): OptionShape {
  if (of.small && of.span < 2 ** wordBits)
    return {
      form: 'option',
      ...small(type, count, 1 + of.span),
      of,
      tag: NOWHERE,
      payload: NOWHERE,
    };
  const { cells, masks } = packInOrder([{ bits: 1 }, payloadPart([of])]);
  return { form: 'option', ...block(type, count, masks), of, tag: cells[0]!, payload: cells[1]! };
}

/** The words that hold any one of several payloads; a small one takes the low end of the first. */
function payloadPart(shapes: readonly Shape[]): { masks: number[] } {
  const masks: number[] = [];
  for (const shape of shapes) {
    const own = shape.small ? (shape.bits > 0 ? [lowBits(shape.bits)] : []) : shape.masks;
    own.forEach((mask, i) => (masks[i] = (masks[i] ?? 0) | mask));
  }
  return { masks };
}

function layOutUnion(type: TypeNode & { kind: 'union' }, count: number): UnionShape {
  let offset = 0;
  const cases = type.cases.map((one): UnionCase => {
    const shape = shapeOf(one.type);
    const laid = { tag: one.tag, shape, offset };
    offset += shape.small ? shape.span : Infinity;
    return laid;
  });
  if (offset <= 2 ** wordBits)
    return { form: 'union', ...small(type, count, offset), cases, tag: NOWHERE, payload: 0 };
  const tagBits = bitsFor(cases.length);
  const { cells, masks } = packInOrder([
    { bits: tagBits },
    payloadPart(cases.map((one) => one.shape)),
  ]);
  const base = block(type, count, masks);
  return { form: 'union', ...base, cases, tag: cells[0]!, payload: cells[1]!.word };
}

function layOutStruct(type: TypeNode & { kind: 'struct' }, count: number): StructShape {
  const shapes = type.fields.map((field) => shapeOf(field.type));
  const bits = shapes.reduce((sum, shape) => sum + (shape.small ? shape.bits : Infinity), 0);
  if (bits <= wordBits) {
    let shift = bits;
    let span = 1;
    const fields = type.fields.map(({ name }, i): StructField => {
      const shape = shapes[i]!;
      shift -= shape.bits;
      span += Math.max(0, shape.span - 1) * 2 ** shift;
      return { name, shape, cell: { word: 0, shift, bits: shape.bits } };
    });
    return { form: 'struct', ...small(type, count, count === 0 ? 0 : span), fields };
  }
  const { cells, masks } = packInOrder(shapes.map(partOf));
  const fields = type.fields.map(({ name }, i) => ({ name, shape: shapes[i]!, cell: cells[i]! }));
  return { form: 'struct', ...block(type, count, masks), fields };
}

/** `n` components of shape `of` in one code, if they fit with `more` further bits. */
function itemsInCode(of: Shape, n: number, more: number, base: number): Items | null {
  if (!of.small || of.bits * n + more > wordBits) return null;
  return { n, word: 0, stride: of.bits, perWord: Infinity, top: base + of.bits * (n - 1) };
}

function itemsInWords(type: TypeNode, of: Shape, n: number): { items: Items; masks: number[] } {
  if (!of.small) {
    const stride = of.masks.length;
    limit(type, stride * n);
    const masks = Array.from({ length: n }, () => of.masks).flat();
    return { items: { n, word: 0, stride, perWord: 1, top: 0 }, masks };
  }
  const stride = of.bits;
  if (stride === 0) return { items: { n, word: 0, stride, perWord: Infinity, top: 0 }, masks: [] };
  const perWord = Math.floor(wordBits / stride);
  limit(type, Math.ceil(n / perWord));
  const masks = Array.from({ length: Math.ceil(n / perWord) }, (_, i) => {
    const filled = Math.min(perWord, n - i * perWord) * stride;
    return lowBits(filled) << (perWord * stride - filled);
  });
  return { items: { n, word: 0, stride, perWord, top: (perWord - 1) * stride }, masks };
}

/** The span of `n` equal components side by side. */
function spanOfItems(of: Shape, n: number): number {
  return n === 0
    ? 1
    : Math.max(0, of.span - 1) * ((2 ** (of.bits * n) - 1) / (2 ** of.bits - 1 || 1)) + 1;
}

function layOutItems(
  type: TypeNode,
  count: number,
  of: Shape,
  n: number,
): ShapeBase & { items: Items } {
  const items = itemsInCode(of, n, 0, 0);
  if (items !== null) return { ...small(type, count, spanOfItems(of, n)), items };
  const laid = itemsInWords(type, of, n);
  return { ...block(type, count, laid.masks), items: laid.items };
}

function listBits(of: Shape, max: number): number {
  const slot = of.small ? of.bits : of.masks.length * wordBits;
  return max * slot + bitsFor(max + 1);
}

function layOutList(
  type: TypeNode,
  order: ListShape['order'],
  of: Shape,
  max: number,
  count: number,
): ListShape {
  const sizeBits = bitsFor(max + 1);
  const inCode = itemsInCode(of, max, sizeBits, order === 'set' ? sizeBits : 0);
  if (inCode !== null) {
    const slots = of.bits * max;
    const full = max * 2 ** (order === 'set' ? 0 : slots);
    const span = full + (spanOfItems(of, max) - 1) * 2 ** (order === 'set' ? sizeBits : 0) + 1;
    const size = { word: 0, shift: order === 'set' ? 0 : slots, bits: sizeBits };
    return { form: 'list', ...small(type, count, span), of, max, order, items: inCode, size };
  }
  const { items, masks } = itemsInWords(type, of, max);
  const parts = [{ bits: sizeBits }, { masks }];
  const packed = packInOrder(order === 'set' ? parts.reverse() : parts);
  const [size, first] = order === 'set' ? packed.cells.reverse() : packed.cells;
  const base = block(type, count, packed.masks);
  return {
    form: 'list',
    ...base,
    of,
    max,
    order,
    items: { ...items, word: first!.word },
    size: size!,
  };
}

/** The masks of a set of `n` possible elements: the first word holds the highest ranks. */
function maskWords(n: number): number[] {
  const words = Math.ceil(n / wordBits);
  return Array.from({ length: words }, (_, i) =>
    lowBits(i === 0 ? n - (words - 1) * wordBits : wordBits),
  );
}

import { List, Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import { rankOf, valuesOf } from '../reference/domains.ts';
import { sortedElements } from '../reference/order.ts';
import {
  someValue,
  taggedValue,
  type SomeValue,
  type State,
  type TaggedValue,
  type Value,
} from '../reference/value.ts';
import type { Items, ListShape, MapShape, MaskShape, Shape } from './layout.ts';
import { DATA_BITS, lowBits, wordBits, type Cell } from './packing.ts';
import type { StateLayout } from './state-layout.ts';

/**
 * Values from and to packed bits, one at a time: what traces and tests use. A small value is read
 * from `words[at]` of which all bits are its code; a block from the words at `at` on.
 */

/** The state packed at `offset`. */
export function decodeState(layout: StateLayout, words: Int32Array, offset: number): State {
  return ImmutableMap(
    layout.slots.map(({ name, shape, cell }) => [name, readCell(shape, words, offset, cell)]),
  );
}

/** A state as its packed words. */
export function encodeState(layout: StateLayout, state: State): Int32Array {
  const words = new Int32Array(layout.words);
  for (const { name, shape, cell } of layout.slots)
    writeCell(shape, words, 0, cell, state.get(name)!);
  return words;
}

/** One small code of a value. */
export function encodeSmall(shape: Shape, value: Value): number {
  const words = new Int32Array(1);
  write(shape, words, 0, value);
  return words[0]!;
}

/** The words of a block. */
export function encodeBlock(shape: Shape, value: Value): Int32Array {
  const words = new Int32Array(shape.masks.length);
  write(shape, words, 0, value);
  return words;
}

function readCell(shape: Shape, words: Int32Array, at: number, cell: Cell): Value {
  if (!shape.small) return read(shape, words, at + cell.word);
  const code = shape.bits === 0 ? 0 : (words[at + cell.word]! >> cell.shift) & lowBits(cell.bits);
  return read(shape, Int32Array.of(code), 0);
}

/** Writes into a cell that was zero. */
function writeCell(shape: Shape, words: Int32Array, at: number, cell: Cell, value: Value): void {
  if (!shape.small) write(shape, words, at + cell.word, value);
  else if (shape.bits > 0) words[at + cell.word]! |= encodeSmall(shape, value) << cell.shift;
}

/** The cell of item `i`. */
function itemCell(items: Items, of: Shape, i: number): Cell {
  if (!of.small) return { word: items.word + i * items.stride, shift: 0, bits: 0 };
  const row = items.perWord === Infinity ? 0 : Math.floor(i / items.perWord);
  const column = i - row * (items.perWord === Infinity ? 0 : items.perWord);
  return { word: items.word + row, shift: items.top - column * items.stride, bits: items.stride };
}

function read(shape: Shape, words: Int32Array, at: number): Value {
  switch (shape.form) {
    case 'atom':
      return readAtom(shape, words, at);
    case 'option': {
      if (shape.small)
        return words[at] === 0 ? null : someValue(read(shape.of, Int32Array.of(words[at]! - 1), 0));
      const some = (words[at + shape.tag.word]! >> shape.tag.shift) & 1;
      return some === 0 ? null : someValue(readPayload(shape.of, words, at + shape.payload.word));
    }
    case 'union': {
      if (shape.small) {
        const code = words[at]!;
        const found = shape.cases.findLast((one) => one.offset <= code && one.shape.span > 0)!;
        return taggedValue(found.tag, read(found.shape, Int32Array.of(code - found.offset), 0));
      }
      const { word, shift, bits } = shape.tag;
      const found = shape.cases[(words[at + word]! >> shift) & lowBits(bits)]!;
      return taggedValue(found.tag, readPayload(found.shape, words, at + shape.payload));
    }
    case 'struct':
      return ImmutableMap<Value, Value>(
        shape.fields.map((field) => [field.name, readCell(field.shape, words, at, field.cell)]),
      );
    case 'map':
      return ImmutableMap<Value, Value>(
        keysOf(shape).map((key, i) => [
          key,
          readCell(shape.value, words, at, itemCell(shape.items, shape.value, i)),
        ]),
      );
    case 'mask':
      return ImmutableSet<Value>(
        domainOf(shape.of).filter((_, rank) => {
          const { word, shift } = maskBit(shape, rank);
          return ((words[at + word]! >> shift) & 1) === 1;
        }),
      );
    case 'list': {
      const { word, shift, bits } = shape.size;
      const size = bits === 0 ? 0 : (words[at + word]! >> shift) & lowBits(bits);
      const elements = Array.from({ length: size }, (_, i) =>
        readCell(shape.of, words, at, itemCell(shape.items, shape.of, i)),
      );
      if (shape.order === 'sequence') return List(elements);
      if (shape.order === 'set') return ImmutableSet(elements);
      return List(elements).countBy((element) => element) as unknown as Value;
    }
  }
}

function readPayload(of: Shape, words: Int32Array, at: number): Value {
  return readCell(of, words, at, { word: 0, shift: 0, bits: of.bits });
}

function readAtom(shape: Shape, words: Int32Array, at: number): Value {
  const { type } = shape;
  const code = words[at] ?? 0;
  switch (type.kind) {
    case 'bool':
      return code === 1;
    case 'range': {
      if (shape.small) return type.lo + code;
      const half = code & shape.masks[0]!;
      return (half + Math.floor(type.lo / 2 ** DATA_BITS)) * 2 ** DATA_BITS + words[at + 1]!;
    }
    case 'enum':
      return type.values[code]!;
    case 'unit':
      return null;
    default:
      return code;
  }
}

function write(shape: Shape, words: Int32Array, at: number, value: Value): void {
  switch (shape.form) {
    case 'atom':
      return writeAtom(shape, words, at, value);
    case 'option': {
      if (value === null) return;
      const inner = (value as SomeValue).value;
      if (shape.small) {
        words[at] = 1 + encodeSmall(shape.of, inner);
        return;
      }
      words[at + shape.tag.word]! |= 1 << shape.tag.shift;
      return writePayload(shape.of, words, at + shape.payload.word, inner);
    }
    case 'union': {
      const { tag, payload } = value as TaggedValue;
      const position = shape.cases.findIndex((one) => one.tag === tag);
      const found = shape.cases[position]!;
      if (shape.small) {
        words[at] = found.offset + encodeSmall(found.shape, payload);
        return;
      }
      words[at + shape.tag.word]! |= position << shape.tag.shift;
      return writePayload(found.shape, words, at + shape.payload, payload);
    }
    case 'struct': {
      const fields = value as ImmutableMap<Value, Value>;
      for (const field of shape.fields)
        writeCell(field.shape, words, at, field.cell, fields.get(field.name)!);
      return;
    }
    case 'map': {
      const entries = value as ImmutableMap<Value, Value>;
      keysOf(shape).forEach((key, i) => {
        const cell = itemCell(shape.items, shape.value, i);
        writeCell(shape.value, words, at, cell, entries.get(key)!);
      });
      return;
    }
    case 'mask':
      for (const element of value as ImmutableSet<Value>) {
        const { word, shift } = maskBit(shape, Number(rankOf(shape.of.type, element)));
        words[at + word]! |= 1 << shift;
      }
      return;
    case 'list': {
      const elements = elementsInSlots(shape, value);
      if (shape.size.bits > 0) words[at + shape.size.word]! |= elements.length << shape.size.shift;
      elements.forEach((element, i) =>
        writeCell(shape.of, words, at, itemCell(shape.items, shape.of, i), element),
      );
    }
  }
}

function writePayload(of: Shape, words: Int32Array, at: number, value: Value): void {
  writeCell(of, words, at, { word: 0, shift: 0, bits: of.bits }, value);
}

function writeAtom(shape: Shape, words: Int32Array, at: number, value: Value): void {
  const { type } = shape;
  switch (type.kind) {
    case 'bool':
      words[at] = value === true ? 1 : 0;
      return;
    case 'range': {
      const n = value as number;
      if (shape.small) {
        words[at] = n - type.lo;
        return;
      }
      const half = Math.floor(n / 2 ** DATA_BITS);
      words[at]! |= half - Math.floor(type.lo / 2 ** DATA_BITS);
      words[at + 1] = n - half * 2 ** DATA_BITS;
      return;
    }
    case 'enum':
      words[at] = type.values.indexOf(value as string);
      return;
    case 'unit':
      return;
    default:
      words[at] = value as number;
  }
}

function elementsInSlots(shape: ListShape, value: Value): Value[] {
  const { type } = shape;
  if (type.kind === 'set') return sortedElements(type, value).reverse();
  if (type.kind === 'bag') return sortedElements(type, value);
  return (value as List<Value>).toArray();
}

/** The word and bit of the element of a rank in a set's mask. */
function maskBit(shape: MaskShape, rank: number): { word: number; shift: number } {
  const last = Math.max(0, shape.masks.length - 1);
  return { word: last - Math.floor(rank / wordBits), shift: rank % wordBits };
}

const domains = new WeakMap<Shape, readonly Value[]>();

/** All values of a type that indexes a map or a mask, in canonical order. */
function domainOf(shape: Shape): readonly Value[] {
  let values = domains.get(shape);
  if (values === undefined) domains.set(shape, (values = [...valuesOf(shape.type)]));
  return values;
}

function keysOf(shape: MapShape): readonly Value[] {
  return domainOf(shape.key);
}

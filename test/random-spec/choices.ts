/**
 * A stream of decisions, read from numbers. Where the numbers end, every decision is the first
 * alternative: generators put the simplest one first, so that fewer and smaller numbers make a
 * simpler spec, and fast-check's shrinking of arrays shrinks specs.
 */
export class Choices {
  readonly #numbers: readonly number[];
  #position = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** An integer from 0 to n - 1. */
  below(n: number): number {
    if (n <= 1) return 0;
    const number = this.#numbers[this.#position++] ?? 0;
    return number % n;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Up to `most` items, each made from the stream. */
  some<T>(most: number, make: (i: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, i) => make(i));
  }

  /** One of the items, as often as its weight says. */
  weighted<T extends { readonly weight: number }>(items: readonly T[]): T {
    const total = items.reduce((sum, item) => sum + item.weight, 0);
    let left = this.below(total);
    for (const item of items) {
      if (left < item.weight) return item;
      left -= item.weight;
    }
    return items[0]!;
  }
}

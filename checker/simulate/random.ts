/**
 * A pseudo-random sequence of one walk: sfc32 (Chris Doty-Humphrey, PractRand), seeded from the seed
 * of the simulation and the number of the walk, so that no walk depends on another.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** `seed` and `stream`: integers from 0 up to 2^53. */
  constructor(seed: number, stream: number) {
    this.#a = low(seed);
    this.#b = Math.imul(high(seed) ^ Math.imul(low(stream), 0x9e3779b1), 0x85ebca6b);
    this.#c = low(stream) ^ Math.imul(high(stream) + 1, 0xc2b2ae35);
    // The first outputs of neighbouring seeds resemble each other.
    for (let i = 0; i < 16; i++) this.#next();
  }

  /** An integer from 0 to `limit - 1`, each as likely; `limit` is from 1 to 2^31. */
  below(limit: number): number {
    // What would favour the small numbers is thrown away.
    const most = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      const value = this.#next();
      if (value < most) return value % limit;
    }
  }

  /** A number from 0 to below 1, in steps of 2^-32. */
  fraction(): number {
    return this.#next() / 2 ** 32;
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}

function low(value: number): number {
  return value | 0;
}

function high(value: number): number {
  return Math.floor(value / 2 ** 32) | 0;
}

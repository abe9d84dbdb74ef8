/** Registers: their number is 2^14, which gives a standard error of 0.8 %. */
const BITS = 14;
const REGISTERS = 2 ** BITS;

/**
 * An estimate of how many distinct states were seen, in 16 KB however many there are: HyperLogLog
 * (Flajolet, Fusy, Gandouet, Meunier 2007) with 64-bit hashes, so that no correction is needed for
 * large counts, and linear counting for small ones. Estimates of parts can be joined.
 */
export class DistinctEstimate {
  readonly registers: Uint8Array;

  constructor(registers: Uint8Array = new Uint8Array(REGISTERS)) {
    this.registers = registers;
  }

  /** Counts a state by two independent 32-bit hashes of it. */
  add(first: number, second: number): void {
    const register = first >>> (32 - BITS);
    const rank = second === 0 ? 33 + Math.clz32(first << BITS) : 1 + Math.clz32(second);
    if (rank > this.registers[register]!) this.registers[register] = rank;
  }

  join(other: DistinctEstimate): void {
    for (const [i, rank] of other.registers.entries()) {
      if (rank > this.registers[i]!) this.registers[i] = rank;
    }
  }

  get value(): number {
    let sum = 0;
    let empty = 0;
    for (const rank of this.registers) {
      sum += 2 ** -rank;
      if (rank === 0) empty++;
    }
    const alpha = 0.7213 / (1 + 1.079 / REGISTERS);
    const raw = (alpha * REGISTERS * REGISTERS) / sum;
    const small = raw <= 2.5 * REGISTERS && empty > 0;
    return Math.round(small ? REGISTERS * Math.log(REGISTERS / empty) : raw);
  }
}

/** Reads a packet bit by bit. Behind its end are zeros. */
export class Bits {
  at = 0
  readonly #bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.at > this.#bytes.length * 8
  }

  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left -= 1, this.at += 1)
      value = value * 2 + (((this.#bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1)
    return value
  }

  /** Number of zeros before the next one. */
  readZeros(): number {
    let zeros = 0
    while (!this.isOver && this.read(1) === 0) zeros += 1
    return zeros
  }

  /** A number of H.264, whose length stands before it. */
  readGolomb(): number {
    const zeros = Math.min(this.readZeros(), 32)
    return 2 ** zeros - 1 + this.read(zeros)
  }
}

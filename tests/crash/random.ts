/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** 0 ≤ x < 1. */
  readonly next: () => number
  readonly below: (end: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T | undefined
  /** A unique word, so that a search finds only its text. */
  readonly word: (prefix: string) => string
}

const LETTERS = 'abcdfghjkmnpqrtvwxz'
const WORD_LENGTH = 10

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)],
    word: (prefix) => prefix + Array.from({ length: WORD_LENGTH }, () => LETTERS[below(LETTERS.length)]).join(''),
  }
}

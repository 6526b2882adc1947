/** Spelling mistakes: which words are near another one. Words are as `splitWords` returns them. */

/** Shorter words are near too many others; longer ones are hardly typed. */
const LENGTH_MIN = 3
const LENGTH_MAX = 20
/** Up to this length a word may differ by one mistake, above by two. */
const SHORT_MAX_LENGTH = 4

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/** Letters as they are after folding. Of other scripts, letters are only left out or swapped. */
const ALPHABETS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Latin}/u, [...range(0x61, 0x7a), 'ß', 'æ', 'ø', 'œ', 'ł']],
  [/\p{Script=Cyrillic}/u, [...range(0x430, 0x44f), 'і', 'є', 'ґ']],
  [/\p{Script=Greek}/u, range(0x3b1, 0x3c9)],
  [/\p{Script=Hebrew}/u, range(0x5d0, 0x5ea)],
  [/\p{Script=Arabic}/u, range(0x621, 0x64a)],
]

/** How many mistakes are forgiven; none in words that are too short or too long. */
export function mistakesIn(word: string): number {
  const { length } = Array.from(word)
  if (length < LENGTH_MIN || length > LENGTH_MAX) return 0
  return length <= SHORT_MAX_LENGTH ? 1 : 2
}

/** Everything that is one mistake away: a letter left out, added, replaced, or two swapped. */
export function editsOf(word: string): string[] {
  const letters = Array.from(word)
  const [, alphabet] = ALPHABETS.find(([script]) => script.test(word)) ?? [null, []]
  const edits = new Set<string>()
  for (let at = 0; at <= letters.length; at += 1) {
    const start = letters.slice(0, at).join('')
    const [letter = '', next = '', ...end] = letters.slice(at)
    const rest = next + end.join('')
    if (letter !== '') edits.add(start + rest)
    if (next !== '') edits.add(start + next + letter + end.join(''))
    for (const other of alphabet) {
      edits.add(start + other + letter + rest)
      if (letter !== '') edits.add(start + other + rest)
    }
  }
  edits.delete(word)
  return [...edits]
}

/** Mistakes between two words, a swap of neighbours being one. */
export function distanceBetween(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  /** Of each beginning of `a`, the distance to each beginning of `b`. */
  const rows = [[0, ...to.map((_, index) => index + 1)]]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (const [row, letter] of from.entries()) {
    const present = [row + 1]
    rows.push(present)
    for (const [column, other] of to.entries()) {
      const isSwap = letter === to[column - 1] && other === from[row - 1]
      const swapped = isSwap ? at(row - 1, column - 1) + 1 : Number.POSITIVE_INFINITY
      present.push(Math.min(at(row, column) + (letter === other ? 0 : 1), at(row + 1, column) + 1, at(row, column + 1) + 1, swapped))
    }
  }
  return at(from.length, to.length)
}

const sharedStart = (a: string, b: string) => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** The nearest first, each once; of the same distance those that begin alike longest, then in the order of their letters. */
export function nearestWords(word: string, words: Iterable<string>): string[] {
  const max = mistakesIn(word)
  return [...new Set(words)]
    .map((near) => ({ near, distance: distanceBetween(word, near), start: sharedStart(word, near) }))
    .filter(({ near, distance }) => near !== word && distance <= max)
    .toSorted((a, b) => a.distance - b.distance || b.start - a.start || (a.near < b.near ? -1 : 1))
    .map(({ near }) => near)
}

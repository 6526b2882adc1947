/** Finds words that differ from another one by few typing mistakes. Words have the form of the index. */

/** Shorter words are similar to too many others; longer ones are hardly ever typed. */
const LENGTH_MIN = 3
const LENGTH_MAX = 20
/** Words up to this length may differ by one mistake, longer ones by two. */
const SHORT_MAX_LENGTH = 4

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/** Letters after folding. In other scripts, only missing and swapped letters are tried. */
const ALPHABETS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Latin}/u, range(0x61, 0x7a)],
  [/\p{Script=Cyrillic}/u, [...range(0x430, 0x44f), 'і', 'є']],
  [/\p{Script=Greek}/u, range(0x3b1, 0x3c9)],
  [/\p{Script=Hebrew}/u, range(0x5d0, 0x5ea)],
  [/\p{Script=Arabic}/u, range(0x621, 0x64a)],
  [/\p{Script=Hangul}/u, [...range(0x1100, 0x1112), ...range(0x1161, 0x1175), ...range(0x11a8, 0x11c2)]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, [...range(0x3041, 0x3096), ...range(0x30a1, 0x30fc)]],
]

/** Syllables of Korean in their letters; a letter with a mark, such as й, is one. */
const lettersOf = (word: string) =>
  Array.from(word.normalize('NFC')).flatMap((letter) =>
    /\p{Script=Hangul}/u.test(letter) ? Array.from(letter.normalize('NFD')) : [letter],
  )

/** Maximum number of mistakes in a word; 0 if it is too short or too long. */
export function mistakesIn(word: string): number {
  const { length } = lettersOf(word)
  if (length < LENGTH_MIN || length > LENGTH_MAX) return 0
  return length <= SHORT_MAX_LENGTH ? 1 : 2
}

/** Returns all strings that are one mistake away: a letter removed, added or replaced, or two swapped. */
export function editsOf(word: string): string[] {
  const letters = lettersOf(word)
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
  return [...edits].map((edit) => edit.normalize('NFC')).filter((edit) => edit !== word)
}

/** Number of mistakes between two words (Damerau–Levenshtein); a swap of two neighbouring letters is one. */
export function distanceBetween(a: string, b: string): number {
  const [from, to] = [lettersOf(a), lettersOf(b)]
  /** `rows[i][j]` is the distance of the first i letters of `a` to the first j letters of `b`. */
  const rows = [[0, ...to.map((_, index) => index + 1)]]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    rows.push(current)
    for (const [column, other] of to.entries()) {
      const isSwap = letter === to[column - 1] && other === from[row - 1]
      const swapped = isSwap ? at(row - 1, column - 1) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(at(row, column) + (letter === other ? 0 : 1), at(row + 1, column) + 1, at(row, column + 1) + 1, swapped))
    }
  }
  return at(from.length, to.length)
}

const sharedStart = (a: string, b: string) => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** Orders distinct words by distance, then by the length of the common beginning (longest first), then alphabetically. */
export function nearestWords(word: string, words: Iterable<string>): string[] {
  const max = mistakesIn(word)
  return [...new Set(words)]
    .map((near) => ({ near, distance: distanceBetween(word, near), start: sharedStart(word, near) }))
    .filter(({ near, distance }) => near !== word && distance <= max)
    .toSorted((a, b) => a.distance - b.distance || b.start - a.start || (a.near < b.near ? -1 : 1))
    .map(({ near }) => near)
}

import { stemmer } from 'stemmer'

/**
 * The words of a text as both databases index them. Splitting and stemming here makes SQLite and PostgreSQL find the same
 * posts, and leaves no query language that a visitor's input could reach (decision 2).
 */

/** Longer words are cut: PostgreSQL refuses words of 2 KB. */
const WORD_MAX_LENGTH = 64
/** PostgreSQL's index of one post holds at most 1 MB; this stays well below. */
const INDEXED_MAX_BYTES = 400_000
/** Further words of a query are ignored. */
const QUERY_MAX_WORDS = 12

/** Lower case, accents folded, split at everything that is no letter or digit. */
export function splitWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
    .toLowerCase()
    .replace(/['’]/gu, '')
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => cutWord(word))
}

/** Never cuts a surrogate pair in two. */
const cutWord = (word: string) => (word.length > WORD_MAX_LENGTH ? Array.from(word).slice(0, WORD_MAX_LENGTH).join('') : word)

/** Beginnings of words up to this length are tokens; longer ones are looked up in `search_words`. */
export const SHORT_PREFIX_MAX_LENGTH = 3
/** Precedes tokens of the title. */
export const TITLE_MARK = '^'

/** Forms of a text's words, and which of them are written so; the others are stems alone. */
export interface TextWords {
  readonly words: readonly string[]
  readonly written: ReadonlySet<string>
}

/**
 * Tokens of a post: each word and its English stem, `~` and the first one, two and three letters of each, and the same of
 * the title with `^` before it.
 * @returns also the words alone
 */
export function searchTokens({ title, text }: { title: string; text: string }): { tokens: string[] } & TextWords {
  const [inTitle, inText] = [splitWords(title), splitWords(text)]
  const titleWords = formsOf(inTitle)
  const words = formsOf([...titleWords, ...inText])
  const withBeginnings = (all: readonly string[]) => [...all, ...new Set(all.flatMap(beginningsOf))]
  return {
    tokens: [...withBeginnings(words), ...withBeginnings(titleWords).map((token) => TITLE_MARK + token)],
    words,
    written: new Set([...inTitle, ...inText]),
  }
}

/** Each word once, and its stem. */
function formsOf(all: readonly string[]): string[] {
  const words = new Set<string>()
  let bytes = 0
  for (const word of new Set(all)) {
    for (const form of [word, stemmer(word)]) {
      if (words.has(form)) continue
      bytes += Buffer.byteLength(form)
      if (bytes > INDEXED_MAX_BYTES) return [...words]
      words.add(form)
    }
  }
  return [...words]
}

function beginningsOf(word: string): string[] {
  const letters = Array.from(word.slice(0, 2 * SHORT_PREFIX_MAX_LENGTH)).slice(0, SHORT_PREFIX_MAX_LENGTH)
  return letters.map((_, index) => `~${letters.slice(0, index + 1).join('')}`)
}

/** All stems must match; the last word may also be the beginning of one. */
export interface SearchQuery {
  readonly stems: readonly string[]
  readonly last: { readonly stem: string; readonly prefix: string }
}

/** Whether a short text would be found. */
export function matchesWords({ stems, last }: SearchQuery, text: string): boolean {
  const words = new Set(formsOf(splitWords(text)))
  return stems.every((stem) => words.has(stem)) && (words.has(last.stem) || [...words].some((word) => word.startsWith(last.prefix)))
}

/** @returns undefined for a blank search, 'no words' for one without letters and digits */
export function parseSearch(text: string): SearchQuery | 'no words' | undefined {
  if (text.trim() === '') return undefined
  const words = splitWords(text).slice(0, QUERY_MAX_WORDS)
  const last = words.pop()
  if (last === undefined) return 'no words'
  return { stems: words.map((word) => stemmer(word)), last: { stem: stemmer(last), prefix: last } }
}

import { stemmer } from 'stemmer'

/**
 * Words of a text for the index. Splitting and stemming in JavaScript makes SQLite and PostgreSQL find the same posts, and
 * keeps visitors' input out of the databases' query languages (decision 15).
 */

/** Longer words are cut: PostgreSQL refuses words of 2 KB. */
const WORD_MAX_LENGTH = 64
/** Maximum bytes of words per post, well below PostgreSQL's limit of 1 MB for a tsvector. */
const INDEXED_MAX_BYTES = 400_000
/** Further words of a query are ignored. */
const QUERY_MAX_WORDS = 12

/** Returns the words in lower case, without accents, split at everything but letters and digits. */
export function splitWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
    .toLowerCase()
    .replace(/['’]/gu, '')
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => cutWord(word))
}

/** Does not split surrogate pairs. */
const cutWord = (word: string) => (word.length > WORD_MAX_LENGTH ? Array.from(word).slice(0, WORD_MAX_LENGTH).join('') : word)

/** Prefixes up to this length are tokens; longer ones are looked up in `search_words`. */
export const SHORT_PREFIX_MAX_LENGTH = 3
/** Prefix of the title's tokens. */
export const TITLE_MARK = '^'

/** Words of a text. */
export interface TextWords {
  /** Words and their stems. */
  readonly words: readonly string[]
  /** Words as they occur in the text, without stems. */
  readonly written: ReadonlySet<string>
}

/**
 * Returns the tokens of a post: each word and its English stem, `~` with the first one, two and three letters of each, and
 * the same for the title with the prefix `^`.
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

/** Returns the distinct words and their stems. */
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

/** All stems must match; the last word may also be a prefix. */
export interface SearchQuery {
  readonly stems: readonly string[]
  readonly last: { readonly stem: string; readonly prefix: string }
}

/** Whether the query matches a short text. */
export function matchesWords({ stems, last }: SearchQuery, text: string): boolean {
  const words = new Set(formsOf(splitWords(text)))
  return stems.every((stem) => words.has(stem)) && (words.has(last.stem) || [...words].some((word) => word.startsWith(last.prefix)))
}

/** @returns undefined for a blank search, 'no words' for a search without letters or digits */
export function parseSearch(text: string): SearchQuery | 'no words' | undefined {
  if (text.trim() === '') return undefined
  const words = splitWords(text).slice(0, QUERY_MAX_WORDS)
  const last = words.pop()
  if (last === undefined) return 'no words'
  return { stems: words.map((word) => stemmer(word)), last: { stem: stemmer(last), prefix: last } }
}

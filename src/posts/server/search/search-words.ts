import { stemmer } from 'stemmer'
import { fold, wordsIn } from './written-words.ts'

/**
 * Words of texts and searches. Making them in JavaScript makes SQLite and PostgreSQL find the same posts, and keeps visitors'
 * input out of the databases' query languages (decision 15).
 */

/** Longer words are cut: PostgreSQL refuses words of 2 KB. */
const WORD_MAX_LENGTH = 64
/** Maximum bytes of words per post, well below PostgreSQL's limit of 1 MB for a tsvector. */
const INDEXED_MAX_BYTES = 400_000
/** Further words of a query are ignored. */
const QUERY_MAX_WORDS = 12

/** Does not split surrogate pairs. */
const cutWord = (word: string) =>
  word.length > WORD_MAX_LENGTH
    ? Array.from(word.slice(0, 2 * WORD_MAX_LENGTH))
        .slice(0, WORD_MAX_LENGTH)
        .join('')
    : word

/** Prefixes up to this length are tokens; longer ones are looked up in `search_words`. */
export const SHORT_PREFIX_MAX_LENGTH = 3
/** Prefix of the title's tokens. */
export const TITLE_MARK = '^'

const AMOUNT = /^(\d+)(?:[.,٫](\d+))?[\s°]*(\p{L}*)$/u
const NOT_LETTERS = /[^\p{L}\p{N}\p{M}]+/u
const joined = (text: string) => cutWord(text.split(NOT_LETTERS).join(''))

/** Returns `10mg` for '10 mg', `0~5ml` for '0,5 ml'. Undefined if the word is no number with or without a unit. */
function amountOf(folded: string): { whole: string; parts: string[] } | undefined {
  const [match, integer = '', decimals = '', unit = ''] = AMOUNT.exec(folded) ?? []
  if (match === undefined) return undefined
  const number = decimals === '' ? integer : `${integer}~${decimals}`
  return { whole: cutWord(number + unit), parts: [number, integer, decimals, unit].map(cutWord) }
}

/** Splits at hyphens, and at the other characters into which Unicode decomposes a word. */
const partsOf = (folded: string) => folded.split(/[^\p{L}\p{N}\p{M}']+/u)

/** Not the `t` of `don't`. */
const isLong = (part: string) => part.length > 1

/** Returns the words under which a written word is found, first the whole: `follow-up` also as `follow` and `up`, `l’hôpital` also as `hopital`. */
export function formsOf(written: string): string[] {
  const folded = fold(written)
  if (/^\p{L}+$/u.test(folded)) return [cutWord(folded)]
  const amount = amountOf(folded)
  const forms = amount
    ? [amount.whole, ...amount.parts]
    : [joined(folded), ...partsOf(folded).flatMap((part) => [joined(part), ...part.split("'").filter(isLong).map(cutWord)])]
  return [...new Set(forms)].filter((form) => form !== '')
}

/** What is attached to words: articles, prepositions and conjunctions of Arabic and Hebrew, endings of Japanese, particles of Korean. */
const ATTACHED =
  /^(?:[وفبك]?ال|و?لل|[והבלכמש])(?=\p{L}{3})|(?<=^\p{sc=Han}{1,8})\p{sc=Hira}+$|(?<=\p{sc=Hang})(?:에서|에게|한테|께서|으?로|까지|부터|처럼|보다|하고|이?랑)?(?:[은는이가을를에의와과도만])?$/u

/** Returns the English stem of a word, or a word of another script without what is attached to it. */
export const stemOf = (word: string): string => (/^[a-z]/.test(word) ? stemmer(word) : word.replace(ATTACHED, ''))

/** Words of a text. */
export interface TextWords {
  /** Words and their stems. */
  readonly words: readonly string[]
  /** Words as they occur in the text, without stems. */
  readonly written: ReadonlySet<string>
}

/**
 * Returns the tokens of a post: each word and its stem, `~` with the first one, two and three letters of each, and the same
 * for the title with the prefix `^`.
 */
export function searchTokens({ title, text }: { title: string; text: string }): { tokens: string[] } & TextWords {
  const [inTitle, inText] = [allForms(title), allForms(text)]
  const titleWords = withStems(inTitle)
  const words = withStems(new Set([...inTitle, ...inText]))
  const withBeginnings = (all: readonly string[]) => [...all, ...new Set(all.flatMap(beginningsOf))]
  return {
    tokens: [...withBeginnings(words), ...withBeginnings(titleWords).map((token) => TITLE_MARK + token)],
    words,
    written: new Set([...inTitle, ...inText]),
  }
}

function allForms(text: string): Set<string> {
  const written = new Set<string>()
  for (const word of wordsIn(text)) written.add(word.written)
  return new Set([...written].flatMap(formsOf))
}

/** Returns the words and their stems. */
function withStems(all: Iterable<string>): string[] {
  const words = new Set<string>()
  let bytes = 0
  for (const word of all) {
    for (const form of [word, stemOf(word)]) {
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

/** A word that a post must have in one of its forms. */
export interface SoughtWord {
  readonly forms: readonly string[]
  /** Set for the last word of a search: a word that begins so is one of the forms, too. */
  readonly prefix?: string
}

/** All words of one of these alternatives must match: `follow-up` as one word or as two. */
export type SearchTerm = readonly (readonly SoughtWord[])[]
/** All terms must match. */
export type SearchQuery = readonly SearchTerm[]

/** Whether the query matches a short text. */
export function matchesWords(query: SearchQuery, text: string): boolean {
  const words = withStems(allForms(text))
  const has = ({ forms, prefix }: SoughtWord) =>
    words.some((word) => forms.includes(word) || (prefix !== undefined && word.startsWith(prefix)))
  return query.every((term) => term.some((sought) => sought.every(has)))
}

/** @returns undefined for a blank search, 'no words' for a search without letters or digits */
export function parseSearch(text: string): SearchQuery | 'no words' | undefined {
  if (text.trim() === '') return undefined
  const written = [...wordsIn(text)].slice(0, QUERY_MAX_WORDS)
  const terms = written.map((word, index) => termOf(word.written, index === written.length - 1)).filter((term) => term.length > 0)
  return terms.length === 0 ? 'no words' : terms
}

/** `hopital` of `l'hopital`, but `don't` as a whole: what follows an elision is longer than what precedes it. */
function withoutElision(folded: string): string {
  const at = folded.indexOf("'")
  const length = folded.length - at - 1
  return at > 0 && length > Math.max(at, 2) ? folded.slice(at + 1) : folded
}

/** Units that words begin with, too: '10 min' of '10 minutes'. */
const BEGINNINGS: ReadonlySet<string> = new Set(['min', 'm', 'h', 's', 'g', 'l', 'c', 'f'])

const partsOfAmount = ({ whole, parts: [number = '', , , unit = ''] }: { whole: string; parts: string[] }, isLast: boolean) =>
  isLast && BEGINNINGS.has(unit) ? [number, unit] : [whole]

/** Reads a word of a search. Empty if no letter remains. */
export function termOf(written: string, isLast: boolean): SearchTerm {
  const folded = fold(written)
  const amount = amountOf(folded)
  const whole = amount?.whole ?? joined(folded)
  if (whole === '') return []
  const parts = amount
    ? partsOfAmount(amount, isLast)
    : partsOf(withoutElision(folded))
        .map(joined)
        .filter((part) => part !== '')
  const alternatives = parts.length === 0 || parts[0] === whole ? [[whole]] : [[whole], parts.slice(0, QUERY_MAX_WORDS)]
  return alternatives.map((words) => words.map((word, index) => soughtWord(word, isLast && index === words.length - 1)))
}

const soughtWord = (word: string, isPrefix: boolean): SoughtWord => ({ forms: soughtForms(word), ...(isPrefix ? { prefix: word } : {}) })

/** A text with an English word has its stem, too. In other scripts, what looks attached may belong to the word. */
function soughtForms(word: string): string[] {
  const stem = stemOf(word)
  return /^[a-z]/.test(word) || stem === word ? [stem] : [word, stem]
}

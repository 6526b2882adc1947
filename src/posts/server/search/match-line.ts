import { stemmer } from 'stemmer'
import { paragraphsOf } from '#posts/contract/body-text.ts'
import { type SearchQuery, splitWords } from './search-words.ts'

/** Characters of a body that are searched for the line. */
const READ_MAX = 100_000
/** Length of a line, and of the part before its first match. */
const LINE_MAX = 140
const BEFORE_MAX = 40

interface Match {
  readonly start: number
  readonly end: number
}

/** Finds the words of a text that a search matches, in order. */
function matchesIn(text: string, { stems, last }: SearchQuery): { matches: Match[]; found: number } {
  const wanted = new Set([...stems, last.stem])
  const firsts = new Set([...wanted, last.prefix].map((word) => word.charAt(0)))
  const found = new Set<string>()
  const matches: Match[] = []
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)) {
    // Stemming is slow, and leaves the first letter as it is.
    const form = splitWords(word).find((each) => firsts.has(each.charAt(0)))
    if (form === undefined) continue
    const stem = stemmer(form)
    const key = [form, stem].find((each) => wanted.has(each)) ?? (form.startsWith(last.prefix) ? last.stem : undefined)
    if (key === undefined) continue
    found.add(key)
    matches.push({ start: index, end: index + word.length })
  }
  return { matches, found: found.size }
}

/** Cuts a paragraph around its first match, between words. */
function cut(text: string, first: Match): { from: number; to: number } {
  const from = first.start <= BEFORE_MAX ? 0 : Math.max(text.indexOf(' ', first.start - BEFORE_MAX) + 1, first.start - BEFORE_MAX)
  const start = Math.min(from, first.start)
  const end = text.length - start <= LINE_MAX ? text.length : text.lastIndexOf(' ', start + LINE_MAX)
  return { from: start, to: Math.max(end, first.end) }
}

interface Line {
  readonly text: string
  readonly matches: readonly Match[]
  /** Number of different words of the search. */
  readonly found: number
}

function* linesOf(body: string): Generator<string> {
  for (const paragraph of paragraphsOf(body)) yield* paragraph.split('\n')
}

/** The first line with the most words of the search. */
function findBest(query: SearchQuery, body: string): Line {
  const wanted = new Set([...query.stems, query.last.stem]).size
  let best: Line = { text: '', matches: [], found: 0 }
  for (const line of linesOf(body.slice(0, READ_MAX))) {
    const text = line.trim()
    const { matches, found } = matchesIn(text, query)
    if (found > best.found) best = { text, matches, found }
    if (found === wanted) break
  }
  return best
}

/**
 * Returns the line of a body that matches a search best, in parts: every second part is a word that matches.
 * @returns undefined if none is in the paragraphs, for instance because only the title matches
 */
export function findMatchLine(query: SearchQuery, body: string): string[] | undefined {
  const { text, matches } = findBest(query, body)
  const [first] = matches
  if (first === undefined) return undefined
  const { from, to } = cut(text, first)
  const shown = matches.filter(({ end }) => end <= to)
  const parts = shown.flatMap(({ start, end }, index) => [text.slice(shown[index - 1]?.end ?? from, start), text.slice(start, end)])
  parts.push(text.slice(shown.at(-1)?.end ?? from, to))
  if (from > 0) parts[0] = `…${parts[0]}`
  if (to < text.length) parts[parts.length - 1] += '…'
  return parts
}

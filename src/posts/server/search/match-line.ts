import { paragraphsOf } from '#posts/contract/body-text.ts'
import { formsOf, type SearchQuery, type SearchTerm, stemOf } from './search-words.ts'
import { fold, wordsIn } from './written-words.ts'

/** Characters of a body that are searched for the line. */
const READ_MAX = 100_000
/** Length of a line, and of the part before its first match. */
const LINE_MAX = 140
const BEFORE_MAX = 40

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' })

interface Match {
  readonly start: number
  readonly end: number
}

/** Returns the term of the search that a word matches. */
type FindTerm = (written: string) => SearchTerm | undefined

function finderOf(query: SearchQuery): FindTerm {
  const sought = query.flatMap((term) => term.flat().map((word) => ({ ...word, term })))
  // Stemming is slow, and leaves the first letter of English words as it is.
  const firsts = new Set(sought.flatMap(({ forms }) => forms.map((form) => form.charAt(0))))
  return (written) => {
    for (const form of formsOf(written)) {
      if (/^[a-z]/.test(form) && !firsts.has(form.charAt(0))) continue
      const words = [form, stemOf(form)]
      const found = sought.find(({ forms, prefix }) =>
        words.some((word) => forms.includes(word) || (prefix !== undefined && word.startsWith(prefix))),
      )
      if (found) return found.term
    }
    return undefined
  }
}

/** Finds the words of a text that a search matches, in order. */
function matchesIn(text: string, query: SearchQuery, findTerm: FindTerm): { matches: Match[]; found: number } {
  const found = new Set<SearchTerm>()
  const matches: Match[] = []
  const forms = query.flat(2).flatMap((word) => word.forms)
  const holdsOne = (run: string) => {
    const folded = fold(run)
    return forms.some((form) => folded.includes(form))
  }
  for (const { start, end, written } of wordsIn(text, holdsOne)) {
    const term = findTerm(written)
    if (term === undefined) continue
    found.add(term)
    matches.push({ start, end })
  }
  return { matches, found: found.size }
}

/** Cuts a paragraph around its first match, between words. */
function cut(text: string, first: Match): { from: number; to: number } {
  const segments = SEGMENTER.segment(text)
  const before = segments.containing(first.start - BEFORE_MAX)
  const from = before ? Math.min(before.index + before.segment.length, first.start) : 0
  const to = segments.containing(from + LINE_MAX)?.index ?? text.length
  return { from, to: Math.max(to, first.end) }
}

interface Line {
  readonly text: string
  readonly matches: readonly Match[]
  /** Number of terms of the search. */
  readonly found: number
}

function* linesOf(body: string): Generator<string> {
  for (const paragraph of paragraphsOf(body)) yield* paragraph.split('\n')
}

/** The first line with the most words of the search. */
function findBest(query: SearchQuery, body: string): Line {
  const findTerm = finderOf(query)
  let best: Line = { text: '', matches: [], found: 0 }
  for (const line of linesOf(body.slice(0, READ_MAX))) {
    const text = line.trim()
    const { matches, found } = matchesIn(text, query, findTerm)
    if (found > best.found) best = { text, matches, found }
    if (found === query.length) break
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
  if (from > 0) parts[0] = `…${parts[0]?.trimStart()}`
  if (to < text.length) parts[parts.length - 1] = `${parts.at(-1)?.trimEnd()}…`
  return parts
}

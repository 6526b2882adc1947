import { sql } from 'kysely'
import { type Audience, AUDIENCES } from '#platform/contract/audiences.ts'
import { SUGGESTIONS_MAX } from '#posts/contract/post-limits.ts'
import { forEachAudience, isReadable } from '#site/server/index.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { editsOf, mistakesIn, nearestWords } from './near-words.ts'
import { findMatching, isPostOfPage, matchAll, matchTerm, type PageValues, type SearchFilter, selectPage } from './search-matches.ts'
import { formsOf, type SearchTerm, stemOf, termOf } from './search-words.ts'
import { wordsIn } from './written-words.ts'

/** Longer searches get no suggestions. */
const WORDS_MAX = 6
/** With more misspelt words, the search is probably in another language. */
const MISSPELT_MAX = 2
/** Maximum number of tried searches, and of similar words per misspelt word. */
const TRIES_MAX = 6
const NEAR_WORDS_MAX = { one: TRIES_MAX, several: 3 } as const
/** A misspelt word is compared with the words that share this many first letters, up to a maximum. */
const BEGINNING_LENGTH = 3
const SAME_BEGINNING_MAX = 1000
/** Length of a post's HTML that is searched for the spelling of a word. */
const READ_MAX_LENGTH = 100_000

type Filter = Omit<SearchFilter, 'query'>

interface Word {
  readonly typed: string
  /** In the form of the index. */
  readonly folded: string
  readonly term: SearchTerm
}

/**
 * Returns 'Did you mean' suggestions: searches in which similar words of the blog replace the misspelt ones. Only words
 * that this audience may read are used, and only searches with results are suggested (decision 15).
 */
export async function suggestSearches(db: Database, text: string, filter: Filter): Promise<string[]> {
  const words = [...wordsIn(text.normalize('NFC'))]
  if (words.length === 0 || words.length > WORDS_MAX) return []
  const search = words.flatMap(({ written: typed }, index) => {
    const [folded] = formsOf(typed)
    return folded === undefined ? [] : [{ typed, folded, term: termOf(typed, index === words.length - 1) }]
  })
  const isMisspelt = await findMisspelt(db, search, filter.audience)
  const misspelt = search.filter((_, index) => isMisspelt[index])
  if (misspelt.length === 0 || misspelt.length > MISSPELT_MAX) return []
  const near = await Promise.all(misspelt.map(({ folded }) => findNearWords(db, folded, filter.audience)))
  const tries = combine(near.map((found) => found.slice(0, near.length === 1 ? NEAR_WORDS_MAX.one : NEAR_WORDS_MAX.several)))
  const found = await findTries(db, { search, isMisspelt, tries: tries.slice(0, TRIES_MAX) }, filter)
  const written = await Promise.all(
    found.slice(0, SUGGESTIONS_MAX).map((each) => write(db, { search, isMisspelt, ...each }, filter.audience)),
  )
  return [...new Set(written.filter((each) => each !== null))]
}

/** Returns for each word whether no post of this audience contains it. */
async function findMisspelt(db: Database, search: readonly Word[], audience: Audience): Promise<boolean[]> {
  const matches = search.map(({ term }) => matchAll(db, [matchTerm(term)], { audience }))
  const known = await findMatching(db, matches)
  return matches.map((match) => !known.has(match))
}

interface NearValues {
  readonly edits: string
  readonly place: number
}

const findEdits = prepareQuery<NearValues, { word: string }>((db, value) => {
  const edits = isPostgres(db)
    ? sql`(select json_array_elements_text(${value('edits')}::json))`
    : sql`(select value from json_each(${value('edits')}))`
  return db
    .selectFrom('search_words')
    .select('word')
    .where(sql<boolean>`word in ${edits}`)
    .where('written_for', '<=', value('place'))
})

const findSameBeginning = prepareQuery<{ from: string; to: string; place: number }, { word: string }>((db, value) =>
  db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', value('from'))
    .where('word', '<', value('to'))
    .where('written_for', '<=', value('place'))
    .orderBy('word')
    .limit(SAME_BEGINNING_MAX),
)

/** Returns one similar word per stem, as others find the same posts. Words never written for this audience are not compared. */
async function findNearWords(db: Database, word: string, audience: Audience): Promise<string[]> {
  const mistakes = mistakesIn(word)
  if (mistakes === 0) return []
  const place = AUDIENCES.indexOf(audience)
  const from = Array.from(word).slice(0, BEGINNING_LENGTH).join('')
  const [edits, alike] = await Promise.all([
    findEdits(db, { edits: JSON.stringify(editsOf(word)), place }),
    mistakes === 1 ? [] : findSameBeginning(db, { from, to: `${from}\u{10FFFF}`, place }),
  ])
  const nearest = nearestWords(
    word,
    [...edits, ...alike].map((row) => row.word),
  )
  const stems = new Set<string>()
  return nearest.filter((each) => stems.size < stems.add(stemOf(each)).size)
}

/** Returns all combinations of one word from each list, those with the most similar words first. */
function combine(lists: readonly (readonly string[])[]): string[][] {
  let choices: { words: string[]; rank: number }[] = [{ words: [], rank: 0 }]
  for (const list of lists) {
    choices = choices.flatMap(({ words, rank }) => list.map((word, index) => ({ words: [...words, word], rank: rank + index })))
  }
  return choices.toSorted((a, b) => a.rank - b.rank).map(({ words }) => words)
}

interface Tried {
  readonly search: readonly Word[]
  readonly isMisspelt: readonly boolean[]
}

interface Found {
  /** Replacements of the misspelt words. */
  readonly words: readonly string[]
  readonly match: string
}

/** Returns the tried searches that have results. Replacement words are matched exactly. */
async function findTries(db: Database, { search, isMisspelt, tries }: Tried & { tries: string[][] }, filter: Filter): Promise<Found[]> {
  if (tries.length === 0) return []
  const kept = search.flatMap(({ term }, index) => (isMisspelt[index] ? [] : [matchTerm(term)]))
  const all = tries.map((words) => ({ words, match: matchAll(db, [...words, ...kept], filter) }))
  const matching = await findMatching(
    db,
    all.map(({ match }) => match),
  )
  return all.filter(({ match }) => matching.has(match))
}

const NEWEST = forEachAudience((audience) =>
  prepareQuery<PageValues, { title: string; content: string }>((db, value) =>
    db
      .selectFrom(selectPage(db, value, 'desc'))
      .crossJoin('posts')
      .where(isPostOfPage(db))
      .where(isReadable(audience))
      .select(['posts.title', 'posts.content']),
  ),
)

/** Writes a suggestion with each word spelt as in the newest post that the search finds. Null if that was deleted meanwhile. */
async function write(db: Database, { search, isMisspelt, words, match }: Tried & Found, audience: Audience): Promise<string | null> {
  const values = { anywhere: match, inTitle: '', partlyInTitle: '', notInTitle: '', startIndex: 0, limit: 1, endIndex: 1 }
  const [post] = await NEWEST[audience](db, values)
  if (!post) return null
  const text = `${post.title} ${visibleText(post.content.slice(0, READ_MAX_LENGTH))}`
  const rest = words.values()
  return search.map(({ typed }, index) => (isMisspelt[index] ? writtenForm(rest.next().value ?? '', text) : typed)).join(' ')
}

/** Prefers a lower-case occurrence: a capital may only mark the start of a sentence. */
function writtenForm(word: string, text: string): string {
  let first: string | undefined
  for (const { written: whole } of wordsIn(text)) {
    if (!formsOf(whole).includes(word)) continue
    const written = whole.split(/['’‐‑-]/).find((part) => formsOf(part)[0] === word) ?? whole
    if (written === written.toLowerCase()) return written
    first ??= written
  }
  return first ?? word
}

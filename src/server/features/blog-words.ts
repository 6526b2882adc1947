import { type BlogWords, blogWords } from '#contract/endpoints/site.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'

/** What the environment says of the blog, until an admin changes it. */
export const startingWords = (site: Omit<BlogWords, 'welcomeHeading' | 'welcomeText'>): BlogWords => ({
  ...site,
  welcomeHeading: '',
  welcomeText: '',
})

/** Each word has a row of its own, so that two admins can change two of them at once. */
const PREFIX = 'blog.'
const LAST = 'blog/'

const findChangedWords = prepareQuery<object, { name: string; value: string }>((db) =>
  db.selectFrom('settings').select(['name', 'value']).where('name', '>', PREFIX).where('name', '<', LAST),
)

const KNOWN_WORDS = blogWords.partial().strip()

/** Names and words of the blog: what the admins have changed, else what the environment says. */
export async function getBlogWords(db: Database, starting: BlogWords): Promise<BlogWords> {
  const rows = await findChangedWords(db, {})
  const changed = Object.fromEntries(rows.map(({ name, value }) => [name.slice(PREFIX.length), JSON.parse(value) as unknown]))
  return { ...starting, ...KNOWN_WORDS.parse(changed) }
}

/** What is left out stays as it is. */
export async function changeBlogWords(trx: Database, words: { readonly [Word in keyof BlogWords]?: string | undefined }): Promise<void> {
  for (const [word, text] of Object.entries(words)) {
    if (text === undefined) continue
    const value = JSON.stringify(text)
    await trx
      .insertInto('settings')
      .values({ name: PREFIX + word, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}

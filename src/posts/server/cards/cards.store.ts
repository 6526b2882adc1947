import type { Category } from '#platform/contract/categories.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { shownCover } from '#posts/server/shown-cover.ts'
import { isReadable } from '#site/server/index.ts'

interface CardRow {
  readonly id: string
  readonly title: string
  readonly category: Category
  readonly image_url: string | null
  readonly content: string
}

const findRow = prepareQuery<{ id: string }, CardRow>((db, value) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'category', 'image_url', 'content'])
    .where('id', '=', value('id'))
    .where(isReadable('public')),
)

/** Finds what the card of a public post shows. Other posts have no card. */
export async function findCardPost(db: Database, id: string) {
  const [row] = await findRow(db, { id })
  return row && { id: row.id, title: row.title, image: shownCover(row) }
}

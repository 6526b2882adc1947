import type { Database } from '#platform/database/database.ts'
import type { Source, SourceEntry, SourcePage } from '#moving/server/record/source.ts'

const ROWS_AT_ONCE = 500

/**
 * Moves what an earlier version saved under a key that it gave to several blogs to the key of this blog, as far as it is
 * certainly of this blog. A dry run does so, too: it changes whose the items are, and nothing that anybody sees.
 */
export async function adoptItems(
  db: Database,
  { key, formerKey, entries }: Pick<Source, 'key' | 'formerKey' | 'entries'>,
  pages: readonly SourcePage[] = [],
): Promise<void> {
  if (formerKey === undefined) return
  const keys = { key, formerKey }
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) await adoptPosts(db, keys, entries.slice(at, at + ROWS_AT_ONCE))
  const hasUniqueIds = entries.every(({ createdAt }) => createdAt === undefined)
  const ids = pages.map(({ id }) => id)
  for (let at = 0; hasUniqueIds && at < ids.length; at += ROWS_AT_ONCE)
    await move(db, keys)
      .where('kind', '=', 'page')
      .where('source_id', 'in', ids.slice(at, at + ROWS_AT_ONCE))
      .execute()
}

type Keys = Required<Pick<Source, 'key' | 'formerKey'>>

const move = (db: Database, { key, formerKey }: Keys) =>
  db.updateTable('imported_items').set({ source: key }).where('source', '=', formerKey)

/** A post whose id other blogs may have is this one only if its date is the same, too. */
async function adoptPosts(db: Database, keys: Keys, entries: readonly SourceEntry[]): Promise<void> {
  const dates = new Map(entries.map(({ id, createdAt }) => [id, createdAt]))
  const rows = await db
    .selectFrom('imported_items')
    .leftJoin('posts', 'posts.id', 'imported_items.target')
    .select(['source_id', 'target', 'created_at'])
    .where('source', '=', keys.formerKey)
    .where('kind', '=', 'post')
    .where('source_id', 'in', [...dates.keys()])
    .orderBy('source_id')
    .execute()
  const own = rows.filter(({ source_id: id, created_at: at }) => dates.get(id) === undefined || dates.get(id) === at)
  if (own.length === 0) return
  const targets = own.map(({ target }) => target)
  await db.transaction().execute(async (trx) => {
    const items = own.map(({ source_id: id }) => id)
    await move(trx, keys).where('kind', 'in', ['post', 'cover']).where('source_id', 'in', items).execute()
    for (const table of ['comments', 'trashed_comments'] as const) {
      const comments = trx.selectFrom(table).select('id').where('post_id', 'in', targets)
      await move(trx, keys).where('kind', '=', 'comment').where('target', 'in', comments).execute()
    }
  })
}

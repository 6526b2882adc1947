import { isReadable } from '#site/server/index.ts'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import type { Database } from '#platform/database/database.ts'
import type { SharedKey, Source, SourceEntry, SourcePage } from '#moving/server/record/source.ts'
import { importedSlug } from './posts/plan-slugs.ts'

const ROWS_AT_ONCE = 500

/** Patterns of keys that are made of the oldest post of a file, which the old blog may delete. */
const KEYS_OF_OLDEST: Partial<Record<SharedKey, string>> = { ghost: 'ghost %', 'wordpress ': 'wordpress without an address %' }

/** @returns the key under which an earlier run saved posts of this blog; the key of the file if there is none */
export async function findKey(db: Database, { key, formerKey, entries }: Keyed): Promise<string> {
  const pattern = formerKey && KEYS_OF_OLDEST[formerKey]
  if (pattern === undefined) return key
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  let found = key
  for (const ids of inChunks([...byId.keys()])) {
    const rows = await findPosts(db, ids).where('source', 'like', pattern).orderBy('source').execute()
    if (rows.some(({ source }) => source === key)) return key
    if (found === key) found = rows.find((row) => isSamePost(row, byId.get(row.source_id)))?.source ?? key
  }
  return found
}

type Keyed = Pick<Source, 'key' | 'formerKey' | 'entries'>

/**
 * Moves what an earlier version saved under a key that it gave to several blogs to the key of this blog. Where one post is
 * certainly of this blog, so is everything with the ids of the file, unless it is evidently of another one: importing again
 * what was deleted here would be worse. A dry run does so, too: it changes whose the items are, and nothing that anybody sees.
 */
export async function adoptItems(db: Database, { key, formerKey, entries }: Keyed, pages: readonly SourcePage[] = []): Promise<void> {
  if (formerKey === undefined) return
  const keys = { key, formerKey }
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const rows: PostRow[] = []
  for (const ids of inChunks([...byId.keys()]))
    rows.push(...(await findPosts(db, ids).where('source', 'in', [key, formerKey]).orderBy('source_id').execute()))
  const adopted = new Set(rows.filter(({ source }) => source === key).map(({ source_id: id }) => id))
  const former = rows.filter(({ source, source_id: id }) => source === formerKey && !adopted.has(id))
  const isKnown = adopted.size > 0 || former.some((row) => isSamePost(row, byId.get(row.source_id)))
  const own: PostRow[] = []
  if (isKnown) for (const row of former) if (await mayBeOwn(db, row, byId.get(row.source_id))) own.push(row)
  for (const some of inChunks(own)) await adoptPosts(db, keys, some)
  const hasUniqueIds = entries.every(({ createdAt }) => createdAt === undefined)
  if (isKnown || hasUniqueIds) await adoptPages(db, keys, pages)
}

function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) yield items.slice(at, at + ROWS_AT_ONCE)
}

/** Imported drafts are found without a date: dates of drafts are no sign of a blog. */
const findPosts = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('imported_items')
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'target').on('posts.id', 'not like', `${IMPORTED_DRAFT}%`))
    .select(['imported_items.source', 'source_id', 'target', 'posts.created_at as date', 'posts.title', 'posts.slug'])
    .where('imported_items.kind', '=', 'post')
    .where('source_id', 'in', ids)

type PostRow = Awaited<ReturnType<ReturnType<typeof findPosts>['execute']>>[number]

/** A post whose id other blogs may have is certainly this one if its date is the same, too. */
const isSamePost = ({ date }: PostRow, entry: SourceEntry | undefined): boolean =>
  entry !== undefined && (entry.createdAt === undefined || entry.createdAt === date)

/** Whether a row is not evidently of another blog: of a post with another date, title and slug. */
async function mayBeOwn(db: Database, row: PostRow, entry: SourceEntry | undefined): Promise<boolean> {
  if (row.title === null || entry === undefined || isSamePost(row, entry) || row.title === entry.title) return true
  const slug = importedSlug(entry.slug, entry.title)
  const named = db.selectFrom('post_slugs').select('slug').where('slug', '=', slug).where('post_id', '=', row.target)
  return row.slug === slug || (await named.executeTakeFirst()) !== undefined
}

type Keys = Required<Pick<Source, 'key' | 'formerKey'>>

const move = (db: Database, { key, formerKey }: Keys) =>
  db.updateTable('imported_items').set({ source: key }).where('source', '=', formerKey)

async function adoptPosts(db: Database, keys: Keys, own: readonly PostRow[]): Promise<void> {
  const targets = own.map(({ target }) => target)
  await db.transaction().execute(async (trx) => {
    const items = own.map(({ source_id: id }) => id)
    await move(trx, keys).where('kind', 'in', ['post', 'cover']).where('source_id', 'in', items).execute()
    const comments = trx.selectFrom('comments').select('id').where('post_id', 'in', targets)
    await move(trx, keys).where('kind', '=', 'comment').where('target', 'in', comments).execute()
  })
}

/** Leaves pages of another title and slug, which may be of another blog. */
async function adoptPages(db: Database, keys: Keys, pages: readonly SourcePage[]): Promise<void> {
  for (const { id, title, slug } of pages) {
    const others = db
      .selectFrom('posts')
      .select('id')
      .where(isReadable('admins', { kind: 'page' }))
      .where('title', '!=', title)
      .where('slug', '!=', slug ?? '')
    const known = db.selectFrom('imported_items').select('source_id').where('source', '=', keys.key).where('kind', '=', 'page')
    await move(db, keys)
      .where('kind', '=', 'page')
      .where('source_id', '=', id)
      .where('source_id', 'not in', known)
      .where('target', 'not in', others)
      .execute()
  }
}

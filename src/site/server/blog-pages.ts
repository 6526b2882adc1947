import type { Selectable } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { FIXED_PAGE_IDS, isBlogPage, isFixedPage } from '#site/contract/blog-pages.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { PostsTable } from '#migrations/schema.ts'
import { forEachAudience, isReadable } from './readable.ts'

const COLUMNS = [
  'id',
  'slug',
  'title',
  'content',
  'place',
  'position',
  'audience',
  'revision',
  'editor_id',
  'created_at',
  'updated_at',
] as const

/** Columns of `posts` that a page has. */
export type BlogPageRow = Pick<Selectable<PostsTable>, (typeof COLUMNS)[number]> & { readonly audience: Audience }

/** Condition that a row of `posts` is a page, of whatever audience. */
const IS_PAGE = isReadable('admins', { kind: 'page' })
/** What each page has in columns that only posts use. */
const NEW_PAGE = { kind: 'page', state: 'published', category: 'uncategorized' } as const

/** A fixed page that was never edited: the web shows its starter text. */
const unchangedPage = (id: string): BlogPageRow => ({
  id,
  slug: id,
  title: '',
  content: '',
  place: 'none',
  position: 0,
  audience: 'public',
  revision: 0,
  editor_id: null,
  created_at: 0,
  updated_at: 0,
})

/** By id, or by the slug of an own page. */
const BY_NAME = forEachAudience((audience) =>
  prepareQuery<{ name: string }, Pick<BlogPageRow, 'id' | 'title' | 'content' | 'audience' | 'updated_at'>>((db, value) =>
    db
      .selectFrom('posts')
      .select(['id', 'title', 'content', 'audience', 'updated_at'])
      .where((eb) => eb.or([eb('id', '=', value('name')), eb('slug', '=', value('name'))]))
      .where(isReadable(audience, { kind: 'page' }))
      .$narrowType<{ audience: Audience }>(),
  ),
)

/** Lists the pages that have a title or text, in menu order: edited fixed pages and own pages. */
export const listWrittenPages = (db: Database): Promise<BlogPageRow[]> =>
  db
    .selectFrom('posts')
    .select(COLUMNS)
    .where(IS_PAGE)
    .$narrowType<{ audience: Audience }>()
    .where((eb) => eb.or([eb('title', '!=', ''), eb('content', '!=', '')]))
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Finds a page by id or slug. @returns undefined where it is empty, shows the starter text, or is for others */
export async function findShownPage(db: Database, name: string, audience: Audience) {
  const [page] = await BY_NAME[audience](db, { name })
  if (!page) return undefined
  const hasWords = isFixedPage(page.id) ? page.title !== '' || page.content !== '' : page.content !== ''
  return hasWords ? page : undefined
}

/** @throws not_found */
export async function getBlogPage(db: Database, id: string): Promise<BlogPageRow> {
  const page = await findStoredPage(db, id)
  if (page) return page
  if (isFixedPage(id)) return unchangedPage(id)
  throw new AppError('not_found', 'This page is no longer there.')
}

const findStoredPage = async (db: Database, id: string): Promise<BlogPageRow | undefined> =>
  isBlogPage(id)
    ? db.selectFrom('posts').select(COLUMNS).where('id', '=', id).where(IS_PAGE).$narrowType<{ audience: Audience }>().executeTakeFirst()
    : undefined

/** Stores a fixed page that has no row, so that an unpublished change of it can be stored. */
export async function storeFixedPage(db: Database, id: string): Promise<void> {
  if (!isFixedPage(id)) return
  await db
    .insertInto('posts')
    .values({ ...unchangedPage(id), ...NEW_PAGE })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A page without its text. */
export type ListedPageRow = Pick<BlogPageRow, 'id' | 'slug' | 'title' | 'place' | 'audience'> & { readonly has_text: boolean }

/** Lists the fixed pages in the order of the contract, then own pages in menu order. */
export async function listBlogPages(db: Database): Promise<ListedPageRow[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'slug', 'title', 'place', 'audience'])
    .select((eb) => eb('content', '!=', '').as('has_text'))
    .where(IS_PAGE)
    .$narrowType<{ audience: Audience }>()
    .orderBy('position')
    .orderBy('id')
    .execute()
  const listed = rows.map((row) => ({ ...row, has_text: Boolean(row.has_text) }))
  const fixed = FIXED_PAGE_IDS.map((id) => listed.find((row) => row.id === id) ?? { ...unchangedPage(id), has_text: false })
  return [...fixed, ...listed.filter(({ id }) => !isFixedPage(id))]
}

/** Lists the own pages that this audience can see, in menu order. */
export const listOwnPages = (db: Database, audience: Audience) => OWN_PAGES[audience](db, {})

const OWN_PAGES = forEachAudience((audience) =>
  prepareQuery<object, Pick<BlogPageRow, 'id' | 'slug' | 'title' | 'place' | 'updated_at'>>((db) =>
    db
      .selectFrom('posts')
      .select(['id', 'slug', 'title', 'place', 'updated_at'])
      .where('content', '!=', '')
      .where('id', 'not in', FIXED_PAGE_IDS)
      .where(isReadable(audience, { kind: 'page' }))
      .orderBy('position')
      .orderBy('id'),
  ),
)

type Changes = Partial<Omit<BlogPageRow, 'id'>>

/** Call within a transaction that holds the lock of posts. @throws not_found */
export async function changeBlogPage(trx: Database, id: string, changes: Changes): Promise<BlogPageRow> {
  const before = await getBlogPage(trx, id)
  await storeFixedPage(trx, id)
  if (Object.keys(changes).length > 0) await trx.updateTable('posts').set(changes).where('id', '=', id).where(IS_PAGE).execute()
  return { ...before, ...changes }
}

/** Call within a write transaction. */
export async function createOwnPage(trx: Database, page: BlogPageRow): Promise<BlogPageRow> {
  await trx
    .insertInto('posts')
    .values({ ...page, ...NEW_PAGE })
    .execute()
  await orderMenu(trx, page, null)
  return page
}

/** Call within a write transaction. Its versions and unpublished changes end with it. @throws not_found */
export async function deleteOwnPage(trx: Database, id: string): Promise<void> {
  await getBlogPage(trx, id)
  await trx.deleteFrom('posts').where('id', '=', id).where(IS_PAGE).execute()
  await trx.deleteFrom('moved_addresses').where('kind', '=', 'page').where('target', '=', id).execute()
}

/** Moves a page before another one of its menu, or to the end. Call within a write transaction. */
export async function orderMenu(trx: Database, page: Pick<BlogPageRow, 'id' | 'place'>, before: string | null): Promise<void> {
  const pages = await listBlogPages(trx)
  const others = pages.filter(({ id, place }) => !isFixedPage(id) && place === page.place && id !== page.id)
  const index = others.findIndex(({ id }) => id === before)
  const ordered = others.map(({ id }) => id).toSpliced(index === -1 ? others.length : index, 0, page.id)
  for (const [position, id] of ordered.entries()) {
    await trx.updateTable('posts').set({ position }).where('id', '=', id).where(IS_PAGE).execute()
  }
}

import { isFreePart, isBlogPage, ownPageId } from '#contract/blog-pages.ts'
import { SLUG_MAX_LENGTH } from '#contract/limits.ts'
import { changeBlogPage, createOwnPage, getBlogPage } from '#server/features/blog-pages.ts'
import { SITE_TAG } from '#server/features/cache-tags.ts'
import { getSettings } from '#server/features/get-settings.ts'
import { keepPageAddresses } from '#server/features/moved-addresses.ts'
import { findFreeAddress, isAddressFree, requireRoom } from '#server/features/page-addresses.ts'
import { announceChanges } from '#server/platform/cache/change-feed.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#server/platform/database/database.ts'
import type { ImportedItems } from './imported-items.store.ts'
import { cleanTitle } from './import-post.ts'
import type { ImportReport } from './report.ts'
import type { SourcePage } from './source.ts'

export interface PageParts {
  readonly db: Database
  readonly memory: ImportedItems
  readonly report: ImportReport
  readonly now: () => number
  readonly newId: () => string
  readonly isDryRun: boolean
  /** What stands in links to it; the source's own unless given. */
  readonly plannedSlug?: string | undefined
  /** Admin in whose name pages are written. */
  readonly editorId: string
  /** The text as it is stored, with its pictures. @throws AppError */
  readonly bodyOf: (page: SourcePage) => Promise<string>
}

/**
 * Takes a page over, unless there is one of the family's in its place. Whole or not at all.
 * @returns the id of one that an earlier run has taken over
 */
export async function importPage(parts: PageParts, page: SourcePage): Promise<string | undefined> {
  const { db, report, now, isDryRun } = parts
  const known = page.fixed === null ? await findKnownPage(parts, page) : undefined
  if (known !== undefined) return known === 'deleted' ? undefined : known
  const content = page.html.trim() === '' ? '' : await parts.bodyOf(page)
  const title = page.title.trim() === '' && page.fixed !== null ? '' : cleanTitle(page.title, page.updatedAt ?? now(), report)
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const write =
      page.fixed === null ? await planOwnPage(trx, parts, { page, title }) : await planFixedPage(trx, { ...parts, page, title, content })
    if (!write) return
    report.counts.pages += 1
    if (isDryRun) return
    await write(trx, { title, content, editor_id: parts.editorId, created_at: now(), updated_at: page.updatedAt ?? now() })
    await announceChanges(trx, [SITE_TAG], now())
  })
  return undefined
}

interface Written {
  readonly title: string
  readonly content: string
  readonly editor_id: string
  readonly created_at: number
  readonly updated_at: number
}
/** Undefined where nothing is to be written. */
type Write = ((trx: DatabaseTransaction, words: Written) => Promise<void>) | undefined

type FixedPage = Pick<PageParts, 'memory' | 'report'> & { readonly page: SourcePage; readonly title: string; readonly content: string }

async function planFixedPage(trx: Database, { memory, report, page, title, content }: FixedPage): Promise<Write> {
  const id = page.fixed ?? ''
  const here = await getBlogPage(trx, id)
  if (here.title === title && here.content === content) return undefined
  if (here.title !== '' || here.content !== '') {
    report.add('keptHere', `the page ${id}`)
    return undefined
  }
  return async (write, words) => {
    await changeBlogPage(write, id, { ...words, revision: here.revision + 1 })
    await keepPageAddresses(write, page.addresses ?? [], id)
    // One of another blog, whose words are taken over once.
    if (page.id !== id) await memory.save(write, { kind: 'page', sourceId: page.id, target: id })
  }
}

async function planOwnPage(
  trx: Database,
  { memory, report, newId, isDryRun, plannedSlug }: PageParts,
  { page, title }: { readonly page: SourcePage; readonly title: string },
): Promise<Write> {
  if ((await findKnownPage({ db: trx, memory, report }, page)) !== undefined) return undefined
  await requireRoom(trx, isDryRun ? report.counts.pages : 0)
  const slug = await findAddress(trx, { ...page, slug: plannedSlug ?? page.slug }, title)
  if (page.slug !== slug) report.add('slug', `the page ${page.slug ?? title} is now ${slug}`)
  const id = isBlogPage(page.id) && /^[\w-]{1,64}$/.test(page.id) ? page.id : ownPageId(newId())
  const audience = page.audience ?? (await getSettings(trx)).defaultAudience
  return async (write, words) => {
    await createOwnPage(write, { id, slug, place: page.place, position: 0, audience, revision: 1, ...words })
    await memory.save(write, { kind: 'page', sourceId: page.id, target: id })
    await keepPageAddresses(write, page.addresses ?? [], id)
  }
}

/** @returns its id here, or 'deleted', which is reported; undefined for one that is new */
async function findKnownPage({ db, memory, report }: Pick<PageParts, 'db' | 'memory' | 'report'>, page: SourcePage) {
  const known = await memory.find(db, 'page', page.id)
  const here = await db
    .selectFrom('blog_pages')
    .select('id')
    .where('id', 'in', [known ?? page.id, page.id])
    .executeTakeFirst()
  if (here) return here.id
  if (known === undefined) return undefined
  report.add('deletedHere', `the page ${page.title}`)
  return 'deleted'
}

const ADDRESS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Its own where that may stand here and is free. */
async function findAddress(trx: Database, { slug }: SourcePage, title: string): Promise<string> {
  const mayStand = slug !== null && slug.length <= SLUG_MAX_LENGTH && ADDRESS.test(slug) && isFreePart(slug)
  return mayStand && (await isAddressFree(trx, slug)) ? slug : findFreeAddress(trx, title)
}

import { defaultAudience } from '#platform/contract/audiences.ts'
import { isFreePart, isBlogPage, ownPageId } from '#site/contract/blog-pages.ts'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'
import { SLUG_FORM } from '#platform/contract/slug-form.ts'
import { changeBlogPage, createOwnPage, getBlogPage, isBlogClosed, isReadable } from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { findFreeAddress, isAddressFree, recordPageAddresses, requireRoom } from '#posts/server/index.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import type { ImportedItems } from '#moving/server/writer/imported-items.store.ts'
import { cleanTitle } from './import-post.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourcePage } from '#moving/server/record/source.ts'

export interface PageParts {
  readonly db: Database
  readonly importedItems: ImportedItems
  readonly report: ImportReport
  readonly now: () => number
  readonly newId: () => string
  readonly isDryRun: boolean
  readonly timeZone: string
  /** Slug that links to the page already use; the page's own slug by default. */
  readonly plannedSlug?: string | undefined
  /** Admin who becomes the editor of pages. */
  readonly editorId: string
  /** Converts the text to its stored form and imports its pictures. @throws AppError */
  readonly bodyOf: (page: SourcePage) => Promise<string>
}

/**
 * Imports a page in one transaction, unless the family has written the fixed page that it would replace.
 * @returns the page's id if an earlier run imported it
 */
export async function importPage(parts: PageParts, page: SourcePage): Promise<string | undefined> {
  const { db, report, now, isDryRun } = parts
  const known = page.fixed === null ? await findKnownPage(parts, page) : undefined
  if (known !== undefined) return known === 'deleted' ? undefined : known
  const content = page.html.trim() === '' ? '' : await parts.bodyOf(page)
  const title = page.title.trim() === '' && page.fixed !== null ? '' : cleanTitle(page.title, page.updatedAt ?? now(), parts)
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
/** Undefined if there is nothing to write. */
type Write = ((trx: DatabaseTransaction, words: Written) => Promise<void>) | undefined

type FixedPage = Pick<PageParts, 'importedItems' | 'report'> & {
  readonly page: SourcePage
  readonly title: string
  readonly content: string
}

async function planFixedPage(trx: Database, { importedItems, report, page, title, content }: FixedPage): Promise<Write> {
  const id = page.fixed ?? ''
  const here = await getBlogPage(trx, id)
  if (here.title === title && here.content === content) return undefined
  if (here.title !== '' || here.content !== '') {
    report.add('keptHere', `the page ${id}`)
    return undefined
  }
  return async (write, words) => {
    await changeBlogPage(write, id, { ...words, revision: here.revision + 1 })
    await recordPageAddresses(write, page.addresses ?? [], id)
    // A page of another blog becomes a fixed page only once.
    if (page.id !== id) await importedItems.save(write, { kind: 'page', sourceId: page.id, target: id })
  }
}

async function planOwnPage(
  trx: Database,
  { importedItems, report, newId, isDryRun, plannedSlug }: PageParts,
  { page, title }: { readonly page: SourcePage; readonly title: string },
): Promise<Write> {
  if ((await findKnownPage({ db: trx, importedItems, report }, page)) !== undefined) return undefined
  await requireRoom(trx, isDryRun ? report.counts.pages : 0)
  const slug = await findAddress(trx, { ...page, slug: plannedSlug ?? page.slug }, title)
  if (page.slug !== slug) report.add('slug', `the page ${page.slug ?? title} is now ${slug}`)
  const id = isBlogPage(page.id) && /^[\w-]{1,64}$/.test(page.id) ? page.id : ownPageId(newId())
  const audience = page.audience ?? defaultAudience(await isBlogClosed(trx))
  return async (write, words) => {
    await createOwnPage(write, { id, slug, place: page.place, position: 0, audience, revision: 1, ...words })
    await importedItems.save(write, { kind: 'page', sourceId: page.id, target: id })
    await recordPageAddresses(write, page.addresses ?? [], id)
  }
}

/** @returns the page's id in Kindred; 'deleted', which is reported; undefined if it is new */
async function findKnownPage({ db, importedItems, report }: Pick<PageParts, 'db' | 'importedItems' | 'report'>, page: SourcePage) {
  const known = await importedItems.find(db, 'page', page.id)
  const here = await db
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', [known ?? page.id, page.id])
    .where(isReadable('admins', { kind: 'page' }))
    .executeTakeFirst()
  if (here) return here.id
  if (known === undefined) return undefined
  report.add('deletedHere', `the page ${page.title}`)
  return 'deleted'
}

/** The page's own slug if it is valid and free, otherwise a new one. */
async function findAddress(trx: Database, { slug }: SourcePage, title: string): Promise<string> {
  const isValid = slug !== null && slug.length <= SLUG_MAX_LENGTH && SLUG_FORM.test(slug) && isFreePart(slug)
  return isValid && (await isAddressFree(trx, slug)) ? slug : findFreeAddress(trx, title)
}

import { FIXED_PAGES, isFreePart, isFixedPage } from '#site/contract/blog-pages.ts'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'
import { SLUG_FORM } from '#platform/contract/slug-form.ts'
import { getBlogPage, isReadable } from '#site/server/index.ts'
import { findFreeAddress, isAddressFree, oldAddressKey } from '#posts/server/index.ts'
import { slugOf } from '#platform/text/slug.ts'
import type { Database } from '#platform/database/database.ts'
import type { ImportedItems } from '#moving/server/writer/imported-items.store.ts'
import type { SlugPlan } from './plan-slugs.ts'
import type { SourcePage } from '#moving/server/record/source.ts'

export interface PagePlan {
  /** In their order; `fixed` is set for pages that take the place of a fixed page. */
  readonly pages: readonly SourcePage[]
  /** Slugs in Kindred, by page id of the source. */
  readonly pageSlugs: ReadonlyMap<string, string>
  /** Path in Kindred, by an address on the old blog. */
  readonly pathAt: (address: string) => string | undefined
}

interface Parts {
  readonly db: Database
  readonly importedItems: ImportedItems
  readonly posts: SlugPlan
}

/** Decides the addresses of pages before the first text is written, so that posts can link to them. */
export async function planPages(parts: Parts, given: readonly SourcePage[]): Promise<PagePlan> {
  const paths = new Map<string, string>()
  const pageSlugs = new Map<string, string>()
  const pages: SourcePage[] = []
  for (const page of given) {
    const here = await findImportedSlug(parts, page)
    const fixed = page.fixed ?? (here === undefined ? await findFixed(parts.db, page) : null)
    const slug = here ?? (fixed === null ? await chooseSlug(parts, page, new Set(pageSlugs.values())) : null)
    if (slug !== null) pageSlugs.set(page.id, slug)
    pages.push({ ...page, fixed })
    for (const address of page.addresses ?? []) {
      const key = oldAddressKey(address)
      if (key !== null && !paths.has(key)) paths.set(key, fixed === null ? `/${slug}` : FIXED_PAGES[fixed])
    }
  }
  const pathAt = (address: string) =>
    paths.get(oldAddressKey(address) ?? '') ?? paths.get(oldAddressKey(address.replace(/[?#].*$/, '')) ?? '')
  return { pages, pageSlugs, pathAt }
}

/** Slug of a page that was imported before. */
async function findImportedSlug({ db, importedItems }: Parts, page: SourcePage): Promise<string | undefined> {
  const id = await importedItems.find(db, 'page', page.id)
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('posts')
    .select('slug')
    .where('id', '=', id)
    .where(isReadable('admins', { kind: 'page' }))
    .executeTakeFirst()
  return row?.slug
}

/** The fixed page with the page's slug, if that is still empty. Fixed pages are public, so a page with an audience takes none. */
async function findFixed(db: Database, { slug, audience, fixed }: SourcePage): Promise<SourcePage['fixed']> {
  if (fixed !== null || audience !== undefined || slug === null || !isFixedPage(slug) || FIXED_PAGES[slug] !== `/${slug}`) return null
  const { title, content } = await getBlogPage(db, slug)
  return title === '' && content === '' ? slug : null
}

async function chooseSlug({ db, posts }: Parts, { slug, title }: SourcePage, taken: ReadonlySet<string>): Promise<string> {
  const isFree = async (text: string) => !taken.has(text) && posts.idAt(`/${text}`) === undefined && (await isAddressFree(db, text))
  const isValid = slug !== null && slug.length <= SLUG_MAX_LENGTH && SLUG_FORM.test(slug) && isFreePart(slug)
  if (isValid && (await isFree(slug))) return slug
  const wanted = await findFreeAddress(db, title)
  if (await isFree(wanted)) return wanted
  for (let number = 2; ; number += 1) if (await isFree(`${slugOf(title)}-${number}`)) return `${slugOf(title)}-${number}`
}

import { FIXED_PAGES, isFreePart, isFixedPage } from '#site/contract/blog-pages.ts'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'
import { SLUG_FORM } from '#site/contract/slug-form.ts'
import { getBlogPage } from '#site/server/index.ts'
import { findFreeAddress, isAddressFree, oldAddressKey, slugOf } from '#posts/server/index.ts'
import { findFreeSlug } from '#writing/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { SourceEntry, SourcePage } from '#import-export/server/record/source.ts'

/** Longer than that of new posts: addresses of the old blog remain. */
const IMPORTED_SLUG_MAX_LENGTH = 200

/** All addresses, decided before the first text is written, so that texts can link to each other. */
export interface AddressPlan {
  /** Slugs here, by the id of the post or page in the source. */
  readonly slugs: ReadonlyMap<string, string>
  /** In their order; `fixed` is set for pages that take the place of a fixed page. */
  readonly pages: readonly SourcePage[]
  /** Path here, by an address on the old blog. */
  readonly pathAt: (address: string) => string | undefined
}

export async function planAddresses(db: Database, entries: readonly SourceEntry[], given: readonly SourcePage[]): Promise<AddressPlan> {
  const known = await listKnownSlugs(db)
  const slugs = new Map<string, string>()
  const paths = new Map<string, string>()
  const taken = new Set<string>()
  const plan = ({ id, slug, path, addresses }: { id: string; slug: string | null; path: string; addresses: readonly string[] }) => {
    if (slug !== null) slugs.set(id, slug)
    for (const address of addresses) {
      const key = oldAddressKey(address)
      if (key !== null && !paths.has(key)) paths.set(key, path)
    }
  }
  for (const { id, slug, title, addresses, isDraft } of entries) {
    if (isDraft) continue
    const chosen = known.get(`post ${id}`) ?? (await chooseSlug(db, importedSlug(slug, title), taken))
    taken.add(chosen)
    plan({ id, slug: chosen, path: `/post/${chosen}`, addresses })
  }
  const pages: SourcePage[] = []
  const takenPages = new Set<string>()
  const isTaken = (text: string) => takenPages.has(text) || paths.has(`/${text}`)
  for (const page of given) {
    const here = known.get(`page ${page.id}`)
    const fixed = page.fixed ?? (here === undefined ? await findFixed(db, page) : null)
    const slug = here ?? (fixed === null ? await choosePageSlug(db, page, isTaken) : null)
    if (slug !== null) takenPages.add(slug)
    pages.push({ ...page, fixed })
    plan({ id: page.id, slug, path: fixed === null ? `/${slug}` : FIXED_PAGES[fixed], addresses: page.addresses ?? [] })
  }
  const pathAt = (address: string) =>
    paths.get(oldAddressKey(address) ?? '') ?? paths.get(oldAddressKey(address.replace(/[?#].*$/, '')) ?? '')
  return { slugs, pages, pathAt }
}

/** Slugs of what was imported before. */
async function listKnownSlugs(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('imported_items')
    .innerJoin('posts', 'posts.id', 'imported_items.target')
    .select(['imported_items.kind', 'source_id', 'slug'])
    .where('imported_items.kind', 'in', ['post', 'page'])
    .where('posts.state', 'in', ['published', 'planned'])
    .execute()
  return new Map(rows.map(({ kind, source_id: id, slug }) => [`${kind} ${id}`, slug]))
}

async function chooseSlug(db: Database, wanted: string, taken: ReadonlySet<string>): Promise<string> {
  const holder = await db.selectFrom('post_slugs').select('slug').where('slug', '=', wanted).executeTakeFirst()
  if (!holder && !taken.has(wanted)) return wanted
  for (let slug = wanted, number = 2; ; number += 1) {
    const free = await findFreeSlug(db, { slug, postId: '' })
    if (!taken.has(free)) return free
    slug = `${wanted}-${number}`
  }
}

/** WordPress percent-encodes non-ASCII characters in slugs. */
function importedSlug(slug: string | null, title: string): string {
  if (slug === null || slug === '') return slugOf(title)
  if (slug.length <= IMPORTED_SLUG_MAX_LENGTH && SLUG_FORM.test(slug)) return slug
  try {
    return slugOf(decodeURIComponent(slug))
  } catch {
    return slugOf(slug)
  }
}

/** The fixed page with the page's slug, if that is still empty. Fixed pages are public, so a page with an audience takes none. */
async function findFixed(db: Database, { slug, audience, fixed }: SourcePage): Promise<SourcePage['fixed']> {
  if (fixed !== null || audience !== undefined || slug === null || !isFixedPage(slug) || FIXED_PAGES[slug] !== `/${slug}`) return null
  const { title, content } = await getBlogPage(db, slug)
  return title === '' && content === '' ? slug : null
}

/** The page's own slug if it is valid and free, otherwise a new one. */
async function choosePageSlug(db: Database, { slug, title }: SourcePage, isTaken: (slug: string) => boolean): Promise<string> {
  const isFree = async (text: string) => !isTaken(text) && (await isAddressFree(db, text))
  const isValid = slug !== null && slug.length <= SLUG_MAX_LENGTH && SLUG_FORM.test(slug) && isFreePart(slug)
  if (isValid && (await isFree(slug))) return slug
  const wanted = await findFreeAddress(db, title)
  if (await isFree(wanted)) return wanted
  for (let number = 2; ; number += 1) if (await isFree(`${slugOf(title)}-${number}`)) return `${slugOf(title)}-${number}`
}

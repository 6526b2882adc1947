import { SLUG_FORM } from '#platform/contract/slug-form.ts'
import { isReadable } from '#site/server/index.ts'
import { findFreeSlug } from '#writing/server/index.ts'
import { oldAddressKey } from '#posts/server/index.ts'
import { slugOf } from '#platform/text/slug.ts'
import type { Database } from '#platform/database/database.ts'
import type { ImportedItems } from '#moving/server/writer/imported-items.store.ts'
import type { Source } from '#moving/server/record/source.ts'

/** Longer than that of new posts: addresses of the old blog remain. */
const IMPORTED_SLUG_MAX_LENGTH = 200

export interface SlugPlan {
  /** Slugs in Kindred, by post id of the source. */
  readonly slugs: ReadonlyMap<string, string>
  /** Post id of the source, by an address on the old blog. */
  readonly idAt: (address: string) => string | undefined
}

/** Assigns all slugs before the first post is written, so that posts can link to later ones. */
export async function planSlugs(db: Database, source: Source, importedItems: ImportedItems): Promise<SlugPlan> {
  const slugs = new Map<string, string>()
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, slug, title, addresses, isDraft } of source.entries) {
    if (isDraft) continue
    const chosen =
      (await findImportedSlug(db, await importedItems.find(db, 'post', id))) ?? (await chooseSlug(db, importedSlug(slug, title), taken))
    taken.add(chosen)
    slugs.set(id, chosen)
    for (const address of addresses) {
      const key = oldAddressKey(address)
      if (key !== null && !ids.has(key)) ids.set(key, id)
    }
  }
  const idAt = (address: string) => {
    const [whole, path] = [oldAddressKey(address), oldAddressKey(address.replace(/[?#].*$/, ''))]
    return ids.get(whole ?? '') ?? ids.get(path ?? '')
  }
  return { slugs, idAt }
}

async function findImportedSlug(db: Database, postId: string | undefined): Promise<string | undefined> {
  if (postId === undefined) return undefined
  return (await db.selectFrom('posts').select('slug').where('id', '=', postId).where(isReadable('admins')).executeTakeFirst())?.slug
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
export function importedSlug(slug: string | null, title: string): string {
  if (slug === null || slug === '') return slugOf(title)
  if (slug.length <= IMPORTED_SLUG_MAX_LENGTH && SLUG_FORM.test(slug)) return slug
  try {
    return slugOf(decodeURIComponent(slug))
  } catch {
    return slugOf(slug)
  }
}

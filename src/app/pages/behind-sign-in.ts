import type { MatchedPage } from '#pages/pages.ts'
import { hasMovedContent } from '#posts/server/index.ts'
import { isReadable } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * Whether the address is that of a post or page which visitors may not read, but readers or the family may. Content for
 * admins alone counts as not found.
 */
export async function isBehindSignIn(db: Database, address: URL, match: MatchedPage | null): Promise<boolean> {
  const { postSlug, pageSlug } = match?.params ?? {}
  const found = await Promise.all([
    postSlug === undefined ? false : hasPost(db, clean(postSlug)),
    pageSlug === undefined ? false : hasPage(db, clean(pageSlug)),
    hasMovedContent(db, address, 'family'),
  ])
  return found.includes(true)
}

/** Removes what the API does not accept in text: null characters and lone surrogates. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Matches the current slug and former slugs. */
async function hasPost(db: Database, slug: string): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('posts.id')
    .where((eb) => eb('posts.id', '=', eb.selectFrom('post_slugs').select('post_slugs.post_id').where('post_slugs.slug', '=', slug)))
    .where(isReadable('family'))
    .executeTakeFirst()
  return post !== undefined
}

async function hasPage(db: Database, slug: string): Promise<boolean> {
  const page = await db
    .selectFrom('posts')
    .select('id')
    .where('slug', '=', slug)
    .where('content', '!=', '')
    .where(isReadable('family', { kind: 'page' }))
    .executeTakeFirst()
  return page !== undefined
}

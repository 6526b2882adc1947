import type { MatchedPage } from '#contract/pages.ts'
import { hasMovedContent } from '#server/features/moved-addresses.ts'
import { isReadable } from '#server/features/readable.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Whether a post or a page stands at an address without one for visitors, which some of those may read who have signed
 * in. What is for admins alone is as if it were not there.
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

/** As the calls of the API take text. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** By its slug, or one that it had. */
async function hasPost(db: Database, slug: string): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('posts.id')
    .where((eb) => eb('posts.id', '=', eb.selectFrom('post_slugs').select('post_slugs.post_id').where('post_slugs.slug', '=', slug)))
    .where(isReadable('family', 'posts'))
    .executeTakeFirst()
  return post !== undefined
}

async function hasPage(db: Database, slug: string): Promise<boolean> {
  const page = await db
    .selectFrom('blog_pages')
    .select('id')
    .where('slug', '=', slug)
    .where('content', '!=', '')
    .where(isReadable('family', 'blog_pages'))
    .executeTakeFirst()
  return page !== undefined
}

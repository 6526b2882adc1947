import { AppError } from '#platform/contract/errors.ts'
import { type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#platform/database/database.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { commentsTag, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'

/**
 * Runs a transaction that changes posts, and invalidates what shows them. These are serialised: two new posts of one title
 * must not take the same slug, and of two concurrent updates of one revision the second must fail.
 * @param ids of the existing posts and pages that it changes, moves to the trash or restores
 */
export async function writePosts<T>(
  write: ChangeFeed['write'],
  ids: readonly string[],
  work: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await write(async (trx, invalidate) => {
      await lockInTransaction(trx, 'post slugs')
      invalidate(POSTS_TAG, ...ids.map(tagOf))
      return work(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'Another post took this title at the same moment. Please try again.')
    throw error
  }
}

/** Comments have the audience of their post; pages are in the menu. */
const tagOf = (id: string) => (isBlogPage(id) ? SITE_TAG : commentsTag(id))

import { AppError } from '#platform/contract/errors.ts'
import { POSTS_TAG } from '#platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import { type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#platform/database/database.ts'

type Invalidate = (...tags: string[]) => void

/**
 * Runs a transaction that changes posts. These are serialised: two new posts of one title must not take the same slug, and
 * of two concurrent updates of one revision the second must fail.
 */
export async function writePosts<T>(
  write: ChangeFeed['write'],
  work: (trx: DatabaseTransaction, invalidate: Invalidate) => Promise<T>,
): Promise<T> {
  try {
    return await write(async (trx, invalidate) => {
      await lockInTransaction(trx, 'post slugs')
      invalidate(POSTS_TAG)
      return work(trx, invalidate)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'Another post took this title at the same moment. Please try again.')
    throw error
  }
}

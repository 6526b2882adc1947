import { AppError } from '#platform/contract/errors.ts'
import { PINNED_POSTS_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { lockPost } from '#posts/server/index.ts'
import { findPlannedPost } from './planned-posts.store.ts'

/** Call within `writePosts`. @throws not_found; conflict for a planned post, or if too many posts are pinned */
export async function setPinned(trx: Database, id: string, isPinned: boolean): Promise<void> {
  if (await findPlannedPost(trx, id)) throw new AppError('conflict', 'This post is planned. It can be pinned once it is published.')
  const post = await lockPost(trx, id)
  if (isPinned && post.pinned === 0 && !(await isRoomForPin(trx))) {
    throw new AppError('conflict', `${PINNED_POSTS_MAX} posts are pinned already. Please unpin one of them first.`)
  }
  await trx
    .updateTable('posts')
    .set({ pinned: isPinned ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

/** Call within `writePosts`, which serialises. */
export async function isRoomForPin(trx: Database): Promise<boolean> {
  const pinned = await trx
    .selectFrom('posts')
    .select('seq')
    .where((eb) => eb('pinned', '=', eb.lit(1)))
    .limit(PINNED_POSTS_MAX)
    .execute()
  return pinned.length < PINNED_POSTS_MAX
}

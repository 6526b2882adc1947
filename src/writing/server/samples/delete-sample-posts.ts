import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import { commentsTag } from '#platform/cache/cache-tags.ts'
import { listPictureFolders } from '#media/server/index.ts'
import { endTrashedPost, trashPost } from '#writing/server/trash/trash.store.ts'
import { writePosts } from '#writing/server/write-posts.ts'
import { deleteSampleIds, listSamplePosts } from '#posts/server/index.ts'

interface Parts {
  readonly write: ChangeFeed['write']
  readonly now: () => number
  /** Deletes the picture in a folder, unless something else shows it. */
  readonly deleteFolder: (folder: string) => Promise<void>
}

/**
 * Deletes the sample posts for good, with their comments, likes, drafts, former addresses and pictures. Samples
 * that an admin has edited remain as ordinary posts.
 */
export async function deleteSamplePosts({ write, now, deleteFolder }: Parts, by: string): Promise<{ deleted: number; stayed: number }> {
  const texts: string[] = []
  const counts = await writePosts(write, async (trx, invalidate) => {
    const samples = await listSamplePosts(trx)
    const unchanged = samples.filter(({ isChanged }) => !isChanged)
    for (const { id, isTrashed } of unchanged) {
      // Deleting from the trash also deletes everything that belongs to a post.
      if (!isTrashed) await trashPost(trx, id, { by, now: now() })
      texts.push(...((await endTrashedPost(trx, id)) ?? []))
      invalidate(commentsTag(id))
    }
    await deleteSampleIds(trx)
    return { deleted: unchanged.length, stayed: samples.length - unchanged.length }
  })
  for (const folder of new Set(texts.flatMap(listPictureFolders))) await deleteFolder(folder)
  return counts
}

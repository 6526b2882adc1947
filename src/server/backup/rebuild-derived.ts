import { visibleText } from '#server/features/posts/sanitize-body.ts'
import type { DatabaseTransaction } from '#server/platform/database/database.ts'
import { indexPost } from '#server/platform/database/full-text.ts'

const POSTS_AT_ONCE = 20

/** What is made from the rows and was not copied with them: the words of every post. Counters follow by their triggers. */
export async function rebuildDerived(trx: DatabaseTransaction): Promise<void> {
  let after = 0
  for (;;) {
    const posts = await trx
      .selectFrom('posts')
      .select(['seq', 'title', 'content'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(POSTS_AT_ONCE)
      .execute()
    for (const { seq, title, content } of posts) await indexPost(trx, { seq, title, text: visibleText(content) })
    after = posts.at(-1)?.seq ?? after
    if (posts.length < POSTS_AT_ONCE) return
  }
}

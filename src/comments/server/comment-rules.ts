import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { getSettings, isReadable } from '#site/server/index.ts'

interface NewComment {
  readonly postId: string
  readonly content: string
  readonly audience: Audience
}

/** Checks a new comment against the settings and its post, but not that the post exists. @throws bad_request, forbidden */
export async function requireAllowed(db: Database, comment: NewComment): Promise<void> {
  const { commentsOpen, commentMaxLength } = await getSettings(db)
  requireLength(comment.content, commentMaxLength)
  const post = await db
    .selectFrom('posts')
    .select('comments_open')
    .where('id', '=', comment.postId)
    // A refusal because of a post for others would reveal that it exists.
    .where(isReadable(comment.audience, 'posts'))
    .executeTakeFirst()
  if (!commentsOpen || post?.comments_open === 0) throw new AppError('forbidden', 'Comments are closed.')
}

/** Checks only changed content: an unchanged comment may exceed a limit that was lowered later. @throws bad_request */
export async function requireEditLength(db: Database, content: string, before: string): Promise<void> {
  if (content !== before) requireLength(content, (await getSettings(db)).commentMaxLength)
}

function requireLength(content: string, maxLength: number): void {
  if (content.length <= maxLength) return
  throw new AppError('bad_request', `A comment can have at most ${maxLength.toLocaleString('en')} characters.`, { field: 'content' })
}

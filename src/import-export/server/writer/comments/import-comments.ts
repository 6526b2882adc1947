import { createComment } from '#comments/server/index.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import { commentText, guestName, TOO_LONG, whyNoComment } from './comment-text.ts'
import { freeId } from '#import-export/server/writer/imported-items.store.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'
import type { SourceComment } from '#import-export/server/record/source.ts'

/** Counts and reports a comment. */
export function countComment({ text }: SourceComment, report: ImportReport, title: string): void {
  const why = whyNoComment(text)
  if (why === null) report.counts.comments += 1
  else report.add('comment', `${title}: ${why}`)
  if (why === TOO_LONG) report.miss({ what: 'comment', post: title, address: null, why })
}

interface CommentsOfPost {
  readonly postId: string
  readonly comments: readonly SourceComment[]
}

/** Top-level comment, or the id and time that stand in for a missing one. */
interface Thread {
  readonly id: string
  readonly at: number
}

/** Writes comments; top-level ones first, whatever their dates, because replies refer to them. */
export async function writeComments(trx: DatabaseTransaction, newId: () => string, { postId, comments }: CommentsOfPost): Promise<void> {
  const tops = flattenReplies(comments)
  const threads = new Map<string, Thread>()
  for (const comment of comments.filter(({ id }) => !tops.has(id))) {
    const written = await writeComment(trx, newId, { postId, comment, thread: null })
    if (written) threads.set(comment.id, written)
  }
  for (const comment of comments) {
    const top = tops.get(comment.id)
    if (top === undefined) continue
    // The comment that it replies to may not be imported.
    const thread = threads.get(top) ?? { id: await freeId({ db: trx, table: 'comments', newId }, top), at: comment.createdAt }
    threads.set(top, thread)
    await writeComment(trx, newId, { postId, comment, thread })
  }
}

interface NewComment {
  readonly postId: string
  readonly comment: SourceComment
  /** Null for a top-level comment. */
  readonly thread: Thread | null
}

/** @returns null for a comment that is not imported */
async function writeComment(
  trx: DatabaseTransaction,
  newId: () => string,
  { postId, comment, thread }: NewComment,
): Promise<Thread | null> {
  if (whyNoComment(comment.text) !== null) return null
  const id = await freeId({ db: trx, table: 'comments', newId }, comment.ownId)
  const row = {
    id,
    post_id: postId,
    user_id: null,
    guest_name: guestName(comment.name),
    content: commentText(comment.text),
    ...(thread && { parent_id: thread.id, parent_at: thread.at, replied_to_id: thread.id }),
    state: comment.pending ? ('pending' as const) : ('shown' as const),
    created_at: comment.createdAt,
    updated_at: Math.max(comment.createdAt, comment.updatedAt),
  }
  await createComment(trx, row, 'admins')
  return { id, at: comment.createdAt }
}

type Linked = Pick<SourceComment, 'id' | 'parentId'>

/**
 * Maps the id of each reply, at any depth, to the id of its top-level comment, since Kindred's replies are one level deep.
 * The top-level comment may be missing in the list. In a cycle of replies, one comment is the top-level one.
 */
export function flattenReplies(comments: readonly Linked[]): Map<string, string> {
  const parents = new Map(comments.map(({ id, parentId }) => [id, parentId]))
  /** Id of the top-level comment by comment id; null for a top-level comment. */
  const tops = new Map<string, string | null>()
  for (const { id } of comments) {
    const path: string[] = []
    const seen = new Set<string>()
    let at = id
    let next = parents.get(at)
    while (next && !tops.has(at) && !seen.has(at)) {
      seen.add(at)
      path.push(at)
      at = next
      next = parents.get(at)
    }
    const top = tops.get(at) ?? at
    for (const one of path) tops.set(one, one === top ? null : top)
  }
  return new Map([...tops].filter((entry): entry is [string, string] => entry[1] !== null))
}

import { createComment } from '#comments/server/index.ts'
import { commentsTag } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import { commentText, guestName, TOO_LONG, whyNoComment } from './comment-text.ts'
import { freeId } from '#moving/server/writer/imported-items.store.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceComment, SourcePost } from '#moving/server/record/source.ts'
import type { WriteParts } from '#moving/server/writer/write-parts.ts'

/** Adds comments that a newer export has to a post that was imported before. @returns whether there were any */
export async function importNewComments(
  parts: WriteParts & { readonly isDryRun: boolean },
  postId: string,
  post: SourcePost,
): Promise<boolean> {
  const { db, importedItems, report, now } = parts
  const missing: SourceComment[] = []
  for (const comment of post.comments) {
    const isKnown = (await importedItems.find(db, 'comment', comment.id)) !== undefined || (await isComment(db, comment.ownId))
    if (isKnown) continue
    const why = whyNoComment(comment.text)
    if (why === null) missing.push(comment)
    else if (why === TOO_LONG) countComment(comment, report, post.title)
  }
  if (missing.length === 0) return false
  if (!parts.isDryRun) {
    await db.transaction().execute(async (trx) => {
      await writeComments(trx, parts, { postId, comments: missing })
      await announceChanges(trx, [commentsTag(postId)], now())
    })
  }
  for (const comment of missing) countComment(comment, report, post.title)
  return true
}

/** Counts and reports a comment; also in a dry run. */
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

type CommentParts = Pick<WriteParts, 'importedItems' | 'newId'>
/** Top-level comment, or the id and time that stand in for a missing one. */
interface Thread {
  readonly id: string
  readonly at: number
}

/** Writes comments; top-level ones first, whatever their dates, because replies refer to them. */
export async function writeComments(trx: DatabaseTransaction, parts: CommentParts, { postId, comments }: CommentsOfPost): Promise<void> {
  const tops = flattenReplies(comments)
  const threads = new Map<string, Thread>()
  for (const comment of comments.filter(({ id }) => !tops.has(id))) {
    const written = await writeComment(trx, parts, { postId, comment, thread: null })
    if (written) threads.set(comment.id, written)
  }
  for (const comment of comments) {
    const top = tops.get(comment.id)
    if (top === undefined) continue
    const thread = threads.get(top) ?? (await findThread(trx, parts, { postId, sourceId: top, firstAt: comment.createdAt }))
    threads.set(top, thread)
    await writeComment(trx, parts, { postId, comment, thread })
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
  { importedItems, newId }: CommentParts,
  { postId, comment, thread }: NewComment,
): Promise<Thread | null> {
  // Known: of a post that was taken back, where it was deleted here.
  const isKnown = (await importedItems.find(trx, 'comment', comment.id)) !== undefined
  if (isKnown || whyNoComment(comment.text) !== null) return null
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
  await importedItems.save(trx, { kind: 'comment', sourceId: comment.id, target: id })
  return { id, at: comment.createdAt }
}

interface OutsideThread {
  readonly postId: string
  readonly sourceId: string
  /** Time of the first reply. */
  readonly firstAt: number
}

/** Finds a top-level comment that this run does not write: it was imported before, was not imported, or was deleted. */
async function findThread(
  trx: DatabaseTransaction,
  { importedItems, newId }: CommentParts,
  { postId, sourceId, firstAt }: OutsideThread,
): Promise<Thread> {
  const known = (await importedItems.find(trx, 'comment', sourceId)) ?? sourceId
  const here = await trx
    .selectFrom('comments')
    .select(['id', 'parent_id', 'parent_at', 'created_at'])
    .where('id', '=', known)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (here) return { id: here.parent_id ?? here.id, at: here.parent_at ?? here.created_at }
  const reply = await trx
    .selectFrom('comments')
    .select('parent_at')
    .where('post_id', '=', postId)
    .where('parent_id', '=', known)
    .limit(1)
    .executeTakeFirst()
  // An earlier run imported replies to the missing comment.
  if (reply) return { id: known, at: reply.parent_at ?? firstAt }
  return { id: await freeId({ db: trx, table: 'comments', newId }, known), at: firstAt }
}

async function isComment(db: Database, id: string | null): Promise<boolean> {
  if (id === null) return false
  return (await db.selectFrom('comments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
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

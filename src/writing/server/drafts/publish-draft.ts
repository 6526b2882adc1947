import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import { storeFixedPage } from '#site/server/index.ts'
import { findDeskPost, isNewText, NO_TEXT, type ShownPost } from '#posts/server/index.ts'
import { NEW_TEXT_ID } from '#writing/contract/writing.endpoints.ts'
import type { PostChanges, PostUpdate } from '#writing/server/publish-post.store.ts'
import { chooseMail, createAnyPost, getAnyPost, type Timing, updateAnyPost } from '#writing/server/save-post.ts'
import { type Draft, type DraftScope, findDraft, postGone, putEdit } from './drafts.store.ts'

type NewText = Omit<Parameters<typeof createAnyPost>[1], 'sequence'> & { readonly author_id: string }

interface NewTextCall {
  /** Number of the save that the writer has read. */
  readonly sequence: number
  /** Null if the writer has chosen none. */
  readonly audience: Audience | null
  readonly timing: Timing & { readonly publishAt: number | 'now' }
}

/**
 * Call within `writePosts`. Publishes or plans a new text, which may be a draft on the server. A retry after a lost response
 * changes nothing but whether the post is mailed.
 * @throws draft_conflict if another form has saved or published it since; gone, not_found; bad_request for another id
 */
export async function publishNewText(trx: DatabaseTransaction, post: NewText, call: NewTextCall): Promise<ShownPost> {
  if (!NEW_TEXT_ID.test(post.id)) throw new AppError('bad_request', 'A new text has another kind of id.')
  const scope = { postId: post.id, userId: post.author_id }
  const draft = await findDraft(trx, scope)
  if (draft?.state === 'trashed') throw new AppError('gone')
  if (draft?.isNew === false) return repeatPublication(trx, post, call)
  const stored = draft?.sequence ?? 0
  if (stored !== call.sequence && draft?.text && isOther(draft.text, post)) throw new AppError('draft_conflict')
  const created = await createAnyPost(trx, { ...post, sequence: stored }, call.timing)
  return endEdit(trx, scope, { sequence: Math.max(stored, call.sequence), post: created, now: call.timing.now })
}

async function repeatPublication(trx: DatabaseTransaction, { id, author_id, ...words }: NewText, call: NewTextCall): Promise<ShownPost> {
  const post = await findDeskPost(trx, id)
  if (post?.author_id !== author_id) throw postGone()
  return requireDone(trx, post, { changes: { ...words, audience: call.audience ?? post.audience }, ...call.timing })
}

/**
 * Call within `writePosts`. Publishes the caller's unpublished change of a published or planned text.
 * @throws draft_conflict if another form has saved or published it since; like `updateAnyPost`
 */
export async function publishEdit(
  trx: DatabaseTransaction,
  scope: DraftScope,
  { sequence, update }: { sequence: number; update: PostUpdate & Timing },
): Promise<ShownPost> {
  const edit = await findDraft(trx, scope)
  const stored = edit?.sequence ?? 0
  if (stored !== sequence && (!edit?.text || isOther(edit.text, update.changes))) {
    return requireDone(trx, await getAnyPost(trx, scope.postId), update)
  }
  const post = await updateAnyPost(trx, scope.postId, update)
  await storeFixedPage(trx, scope.postId)
  return endEdit(trx, scope, { sequence: stored, post, now: update.now })
}

/** Whether a form that has not read this save publishes something else, or for other readers than the writer has chosen in it. */
const isOther = (saved: NonNullable<Draft['text']>, published: PostChanges): boolean =>
  isNewText(saved, published) || (saved.audience !== null && saved.audience !== published.audience)

interface Published {
  readonly sequence: number
  readonly post: ShownPost
  readonly now: number
}

/** Leaves an empty row with the next number, so that a late save cannot begin the edit again. */
async function endEdit(trx: DatabaseTransaction, scope: DraftScope, { sequence, post, now }: Published): Promise<ShownPost> {
  const text = { ...NO_TEXT, audience: null, base_revision: post.revision }
  if (!(await putEdit(trx, scope, { sequence, text, isEnded: true, now }))) throw new AppError('draft_conflict')
  return post
}

/** Returns the post if it is as this call wants it: the response to an earlier one was lost. @throws draft_conflict */
async function requireDone(trx: DatabaseTransaction, post: ShownPost, call: Pick<PostUpdate, 'changes'> & Timing): Promise<ShownPost> {
  const { changes, publishAt } = call
  const { comments_open = post.comments_open, audience = post.audience } = changes
  const isInTime = publishAt === 'unchanged' || (publishAt === 'now' ? post.state === 'published' : publishAt === post.created_at)
  const isDone = isInTime && comments_open === post.comments_open && audience === post.audience && !isNewText(post, changes)
  if (!isDone) throw new AppError('draft_conflict')
  // The writer may have chosen otherwise since.
  await chooseMail(trx, post.id, call)
  return post
}

import { deleteComment } from '#comments/contract/comments.endpoints.ts'
import { removeUserContent } from '#comments/contract/removals.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'

/** Writes a draft and a planned post, and on a post an edit, a deleted comment, and a comment and a like of a removed account. */
export async function writeStates(blog: TestApp, admin: TestUser, postId: string): Promise<void> {
  const body = { title: 'Half a thought', category: 'life', image: '', content: '<p>Not yet.</p>', sequence: 0, baseRevision: 0 }
  for (const id of ['d'.repeat(32), postId]) await admin.call(saveDraft, { params: { postId: id }, body })
  await admin.call(createPost, { body: { ...body, publishAt: '2049-01-01T00:00:00.000Z' } })
  const rude = await blog.makeUser()
  const { _id: commentId } = await blog.makeComment(rude, postId, 'Deleted')
  await admin.call(deleteComment, { params: { commentId } })
  await blog.makeComment(rude, postId, 'Removed')
  await rude.put(`/api/post/like/${postId}`)
  await admin.call(removeUserContent, { params: { userId: rude.id } })
}

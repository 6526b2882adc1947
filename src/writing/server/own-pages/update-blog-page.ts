import { isFixedPage } from '#site/contract/blog-pages.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { type BlogPageRow, changeBlogPage, getBlogPage } from '#site/server/index.ts'
import type { PostUpdate } from '#writing/server/publish-post.store.ts'
import { isNewText, NO_TEXT, type ShownPost } from '#posts/server/index.ts'
import { createRevision } from '#writing/server/revisions/revisions.store.ts'

/** Returns a page in the shape of a post, for the editor. */
export const toEditablePost = (page: BlogPageRow): ShownPost => ({
  ...NO_TEXT,
  ...page,
  state: 'published',
  author_id: null,
  pinned: 0,
  likes: 0,
  comments_open: 1,
  author_name: null,
  author_display_name: null,
  author_picture: null,
})

/**
 * Updates title, text and audience; address and menu have separate calls. Call within `writePosts`.
 * @throws not_found; edit_conflict like a post; bad_request for another audience of a fixed page
 */
export async function updateBlogPage(trx: Database, id: string, update: PostUpdate): Promise<ShownPost> {
  const page = await getBlogPage(trx, id)
  const { audience = page.audience } = update.changes
  if (audience === page.audience) return updateText(trx, page, update)
  if (isFixedPage(id)) throw new AppError('bad_request', 'Every blog has this page; it is for everyone.', { field: 'audience' })
  return updateText(trx, await changeBlogPage(trx, id, { audience, updated_at: update.now }), update)
}

async function updateText(trx: Database, page: BlogPageRow, update: PostUpdate): Promise<ShownPost> {
  const before = toEditablePost(page)
  const { title = page.title, content = page.content } = update.changes
  if (!isNewText(before, { title, content })) return before
  if (update.baseRevision !== undefined && update.baseRevision !== page.revision) throw new AppError('edit_conflict')
  const isFirst = page.revision === 0
  // The starter text is not a version: it is part of the web and changes with the settings.
  if (before.title !== '' || before.content !== '') await createRevision(trx, before)
  const version = { revision: page.revision + 1, editor_id: update.editorId ?? null, updated_at: update.now }
  return toEditablePost(await changeBlogPage(trx, page.id, { title, content, ...version, ...(isFirst ? { created_at: update.now } : {}) }))
}

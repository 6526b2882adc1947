import type { PostState } from '#migrations/schema.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { toAuthor } from '#accounts/server/index.ts'
import { toPostText } from './post-text.ts'
import { shownCover } from './shown-cover.ts'
import type { ShownPost } from './posts.store.ts'

export const toPost = (row: Omit<ShownPost, 'state'> & { readonly state: PostState }): Post => ({
  _id: row.id,
  userId: row.author_id,
  ...toPostText(row, shownCover(row)),
  slug: row.slug,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  revision: row.revision,
  author: toAuthor(row),
  pinned: row.pinned === 1,
  commentsOpen: row.comments_open === 1,
  audience: row.audience,
  likes: row.likes,
  ...(row.state === 'planned' ? { publishAt: new Date(row.created_at).toISOString() } : {}),
})

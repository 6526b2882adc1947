import type { Post } from '#contract/endpoints/posts.ts'
import { drawnCoverUrl } from '#server/features/picture-addresses.ts'
import type { PostRow } from './posts.store.ts'

export const toPost = (row: PostRow): Post => ({
  _id: row.id,
  userId: row.author_id,
  title: row.title,
  slug: row.slug,
  category: row.category,
  image: row.image_url ?? drawnCoverUrl(row),
  content: row.content,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  revision: row.revision,
})

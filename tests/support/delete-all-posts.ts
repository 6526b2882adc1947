import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { Api } from '#ui/api/client.ts'

export async function deleteAllPosts(api: Api): Promise<void> {
  const { posts } = await api(listPosts, { query: { limit: 100 } })
  for (const { _id, userId } of posts) await api(deletePost, { params: { postId: _id, userId: userId ?? '-' } })
}

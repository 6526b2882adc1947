import type { Api } from '#ui/api/client.ts'

export async function deleteAllPosts(api: Api): Promise<void> {
  const { posts } = await api('GET /api/post/getposts', { query: { limit: 100 } })
  for (const { _id, userId } of posts)
    await api('DELETE /api/post/deletepost/:postId/:userId', { params: { postId: _id, userId: userId ?? '-' } })
}

import { countComments, listComments } from '#comments/contract/comments.endpoints.ts'
import { getPostLikes } from '#posts/contract/likes.endpoints.ts'
import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import { type Post, listPosts } from '#posts/contract/posts.endpoints.ts'
import { COMMENTS_PAGE_SIZE, POST_COMMENTS_MAX } from '#comments/contract/comment-limits.ts'
import { RECENT_ARTICLES_SIZE } from '#posts/contract/post-limits.ts'
import { readingTimeMinutes } from '#posts/contract/reading-time.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'
import type { CommentsPage } from '#comments/web/index.ts'
import { loadPageWords } from '#site/web/index.ts'
import { type Likes, type PostCard, toPostCards, writerOf } from '#posts/web/index.ts'
import { type LoaderArgs, redirect } from '#pages/page/page-module.ts'

/** Number of posts to load, so that three are left without the current one. */
const RECENT_ARTICLES_ASKED = RECENT_ARTICLES_SIZE + 1

/** Chooses the three newest other posts. */
export const chooseRecent = <T extends { readonly _id: string }>(newest: readonly T[], currentId: string): readonly T[] =>
  newest.filter((post) => post._id !== currentId).slice(0, RECENT_ARTICLES_SIZE)

export interface PostPageData {
  readonly post: Post & Pick<PostCard, 'readingTimeMinutes' | 'writer'>
  readonly comments: CommentsPage
  readonly recent: readonly PostCard[]
  readonly likes: Likes
  /** The family's own text; null for the starter text. */
  readonly callToAction: BlogPage | null
}

/** Loads a page of comments, and their total number. */
const loadComments = async (api: Api, postId: string, startIndex: number): Promise<CommentsPage> => {
  const input = { params: { postId }, query: { order: 'threads', limit: COMMENTS_PAGE_SIZE, startIndex } }
  const comments = await api(listComments, input)
  const isWhole = startIndex === 0 && comments.length < COMMENTS_PAGE_SIZE
  const { totalComments } = isWhole ? { totalComments: comments.length } : await api(countComments, { params: { postId } })
  return { comments, startIndex, total: totalComments }
}

const readStartIndex = ({ searchParams }: URL): number => {
  const startIndex = Number(searchParams.get('comments') ?? 0)
  return Number.isSafeInteger(startIndex) && startIndex > 0 ? Math.min(startIndex, POST_COMMENTS_MAX) : 0
}

/** Loads the post at the address and what is shown below it. An old slug redirects permanently; an unknown one is a 404. */
export const loadPost = async ({ api, params, url }: LoaderArgs): Promise<PostPageData> => {
  const slug = params['postSlug'] ?? ''
  const [{ posts, hasSeveralWriters }, callToAction, newest] = await Promise.all([
    api(listPosts, { query: { slug } }),
    loadPageWords(api, 'call-to-action'),
    api(listPosts, { query: { limit: RECENT_ARTICLES_ASKED } }),
  ])
  const [post] = posts
  if (post === undefined) throw new ApiError({ status: 404, code: 'not_found', message: 'There is no such post.' })
  if (post.slug !== slug) throw redirect(`/post/${post.slug}`, 301)

  const [comments, likes] = await Promise.all([
    loadComments(api, post._id, readStartIndex(url)),
    // The present likes, which are newer than those of lists.
    api(getPostLikes, { params: { postId: post._id } }),
  ])
  return {
    post: { ...post, readingTimeMinutes: readingTimeMinutes(post.content), writer: writerOf(post, hasSeveralWriters) },
    comments,
    likes,
    recent: chooseRecent(toPostCards(newest), post._id),
    callToAction,
  }
}

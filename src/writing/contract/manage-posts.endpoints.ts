import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { type CallOutput, endpoint } from '#platform/contract/endpoint.ts'
import { POST_STATUSES } from './post-statuses.ts'
import { isoDate, limitQuery, startIndexQuery, textQuery } from '#platform/contract/fields.ts'
import { post } from '#posts/contract/posts.endpoints.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

const overviewPost = z.strictObject({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
  image: z.string(),
  status: z.enum(POST_STATUSES),
  /** True when the caller has an unpublished change of this post. */
  hasUnsavedEdit: z.boolean(),
  pinned: z.boolean(),
  likes: z.int(),
  audience: z.enum(AUDIENCES),
  author: publicUser.nullable(),
  /** Publication date, for a planned post in the future. */
  createdAt: isoDate,
  updatedAt: isoDate,
  /** Only on planned posts, also in the trash. */
  publishAt: isoDate.optional(),
  deletedAt: isoDate.optional(),
})
export type OverviewPost = z.output<typeof overviewPost>

const draftSummary = z.strictObject({
  /** `new` for a new text. */
  postId: z.string(),
  /** Id of the new text, or of the post or page that was changed. */
  id: z.string(),
  sequence: z.int(),
  savedAt: isoDate,
  title: z.string(),
  category: z.string(),
  image: z.string(),
  excerpt: z.string(),
})
export type DraftSummary = z.output<typeof draftSummary>

/** Lists the posts of all writers: planned ones, then published ones, each newest first. Those in the trash only by their `status`. */
export const listPostOverview = endpoint('GET /api/post/overview', {
  access: 'admin',
  status: 200,
  query: z.object({
    /** `edited`: posts of which the caller has an unpublished change. */
    status: z
      .enum([...POST_STATUSES, 'edited'])
      .optional()
      .catch(undefined),
    /** Searches titles, and the text of published posts. */
    searchTerm: textQuery,
    startIndex: startIndexQuery,
    limit: limitQuery,
  }),
  output: z.strictObject({
    posts: z.array(overviewPost),
    /** Number of posts that match the filters. */
    totalPosts: z.int(),
    /** The caller's unpublished texts, newest first, filtered by `searchTerm`. */
    drafts: z.array(draftSummary),
  }),
})

/** Returns a published or planned post. */
export const getPostToEdit = endpoint('GET /api/post/getpost/:postId', {
  access: 'admin',
  status: 200,
  /** `chosenCover` is what `image` of an update takes. */
  output: post.extend({ chosenCover: z.string() }),
})
export type PostToEdit = CallOutput<typeof getPostToEdit>

/** 409 when three other posts are pinned, and for a planned post. */
export const pinPost = endpoint('PUT /api/post/pin/:postId', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ pinned: z.boolean({ error: 'Please say whether the post is to be pinned.' }) }),
  output: post,
})

export const managePostsEndpoints = { listPostOverview, getPostToEdit, pinPost }

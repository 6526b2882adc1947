import { z } from 'zod'
import { AUDIENCES } from '#contract/audiences.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import {
  audienceField,
  categoryField,
  draftMark,
  imageUrlField,
  isoDate,
  limitQuery,
  message,
  postContentField,
  postTitleField,
  publishAtField,
  replacedDrafts,
  startIndexQuery,
  textQuery,
} from '#contract/fields.ts'
import { POST_BODY_MAX_BYTES } from '#contract/limits.ts'
import { publicUser } from './users.ts'

export const post = z.strictObject({
  _id: z.string(),
  /** The author; null when the account is gone (posts of a deleted admin stay). */
  userId: z.string().nullable(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
  image: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** An addition: counts the versions that were published. */
  revision: z.int(),
  /** An addition: for the byline; null when the account is gone. */
  author: publicUser.nullable(),
  /** An addition: at most three are. */
  pinned: z.boolean(),
  /** An addition: false where an admin has closed the comments of this post. */
  commentsOpen: z.boolean(),
  /** An addition: who may read it. */
  audience: z.enum(AUDIENCES),
  /** An addition: the hearts of members and visitors. */
  likes: z.int(),
  /** An addition, only on a post that is planned for a time, which only admins get; `createdAt` is the same. */
  publishAt: isoDate.optional(),
  /** An addition, only on a sample post that nobody has changed. */
  isSample: z.literal(true).optional(),
})
export type Post = z.output<typeof post>

const commentsOpenField = z.boolean('Please choose whether readers can comment.')

/** The draft that is published, and those that it goes on from; publishing ends them, also for saves that arrive later. */
const publishedDraft = z.object({ ...draftMark.shape, replaces: replacedDrafts }).optional()

/** By publication date; `relevance`, an addition, puts the best match of a search first. `order` is the old spelling. */
const sortOrder = z.enum(['asc', 'desc', 'relevance']).optional().catch(undefined)

/** `totalPosts` and `lastMonthPosts` count all posts that the caller may read; `matchingPosts`, an addition, those under the filters. */
const postList = z.strictObject({
  posts: z.array(post),
  totalPosts: z.int(),
  lastMonthPosts: z.int(),
  matchingPosts: z.int(),
  /** An addition: whether the blog's posts are by more than one account, so that a byline tells something. */
  hasSeveralWriters: z.boolean(),
  /** An addition, where a search finds nothing: the same search with the nearest words of the blog, each of which finds posts. */
  suggestions: z.array(z.string()).optional(),
})
export type PostList = z.output<typeof postList>

export const postEndpoints = {
  'GET /api/post/getposts': {
    access: 'everyone',
    status: 200,
    query: z.object({
      userId: textQuery,
      postId: textQuery,
      slug: textQuery,
      category: textQuery,
      searchTerm: textQuery,
      sort: sortOrder,
      order: sortOrder,
      /** An addition: `first` puts pinned posts before the others, in the whole list with the newest first. */
      pinned: z.literal('first').optional().catch(undefined),
      startIndex: startIndexQuery,
      limit: limitQuery,
    }),
    output: postList,
  },
  'POST /api/post/create': {
    access: 'admin',
    status: 201,
    limit: null,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    body: z.object({
      title: postTitleField,
      category: categoryField.default('uncategorized'),
      image: imageUrlField.nullish(),
      content: postContentField,
      /** An addition: whether readers can comment. */
      commentsOpen: commentsOpenField.default(true),
      /** An addition; left out it is that of the settings. */
      audience: audienceField.optional(),
      /** An addition: in the future the post is planned, in the past it is the publication date. */
      publishAt: publishAtField.nullish(),
      /** An addition. A second call with the same writer, or with one that goes on from it, finds the post that the first one made. */
      draft: publishedDraft,
    }),
    output: post,
  },
  'PUT /api/post/updatepost/:postId/:userId': {
    access: 'admin',
    status: 200,
    limit: null,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    /** The whole post object; what is left out stays as it is. */
    body: z.object({
      title: postTitleField.optional(),
      category: categoryField.optional(),
      image: imageUrlField.nullish(),
      content: postContentField.optional(),
      commentsOpen: commentsOpenField.optional(),
      audience: audienceField.optional(),
      /** An addition: with it, 409 `edit_conflict` if the post has another revision by now, unless that says the same. A `revision` is ignored: clients may send the whole post object back. */
      baseRevision: z.int().optional(),
      /** An addition, as on create; null publishes a planned post now. 409 for a published post that is to be planned. */
      publishAt: publishAtField.nullish(),
      draft: publishedDraft,
    }),
    output: post,
  },
  'DELETE /api/post/deletepost/:postId/:userId': { access: 'admin', status: 200, limit: null, output: message },
} as const satisfies EndpointTable

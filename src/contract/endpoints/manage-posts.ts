import { z } from 'zod'
import { AUDIENCES } from '#contract/audiences.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { POST_STATUSES } from '#contract/post-statuses.ts'
import { isoDate, limitQuery, startIndexQuery, textQuery } from '#contract/fields.ts'
import { post } from './posts.ts'
import { publicUser } from './users.ts'

const overviewPost = z.strictObject({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
  image: z.string(),
  status: z.enum(POST_STATUSES),
  /** Whether the caller has an unpublished text of it. */
  hasUnsavedEdit: z.boolean(),
  pinned: z.boolean(),
  /** None while it is planned or in the trash. */
  likes: z.int(),
  audience: z.enum(AUDIENCES),
  author: publicUser.nullable(),
  /** The publication date, also the planned one. */
  createdAt: isoDate,
  updatedAt: isoDate,
  /** Of a planned post, also in the trash. */
  publishAt: isoDate.optional(),
  deletedAt: isoDate.optional(),
  /** Only on a sample post that nobody has changed. */
  isSample: z.literal(true).optional(),
})
export type OverviewPost = z.output<typeof overviewPost>

const draftSummary = z.strictObject({
  /** `new` for a text that is no post yet. */
  postId: z.string(),
  writer: z.string(),
  sequence: z.int(),
  savedAt: isoDate,
  title: z.string(),
  category: z.string(),
  image: z.string(),
  /** The first words of the text. */
  excerpt: z.string(),
})
export type DraftSummary = z.output<typeof draftSummary>

/** Additions, for admins who look after the posts of all writers. */
export const managePostsEndpoints = {
  /** Posts of all writers: planned ones, then published ones, then the trash, each the newest first. */
  'GET /api/post/overview': {
    access: 'admin',
    status: 200,
    query: z.object({
      /** `edited`: posts of which the caller has an unpublished text. */
      status: z
        .enum([...POST_STATUSES, 'edited'])
        .optional()
        .catch(undefined),
      /** Words of the title; of published posts also of the text. */
      searchTerm: textQuery,
      startIndex: startIndexQuery,
      limit: limitQuery,
    }),
    output: z.strictObject({
      posts: z.array(overviewPost),
      /** Under the filters. */
      totalPosts: z.int(),
      /** The caller's unpublished texts from all devices, the newest first; `searchTerm` filters them, too. */
      drafts: z.array(draftSummary),
    }),
  },
  /** A post as admins may see it, also a planned one. */
  'GET /api/post/getpost/:postId': { access: 'admin', status: 200, output: post },
  /** 409 when three others are pinned, and for a planned post. */
  'PUT /api/post/pin/:postId': {
    access: 'admin',
    status: 200,
    limit: null,
    body: z.object({ pinned: z.boolean({ error: 'Please say whether the post is to be pinned.' }) }),
    output: post,
  },
} as const satisfies EndpointTable

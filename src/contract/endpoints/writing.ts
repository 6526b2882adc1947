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
  replacedDrafts,
  startIndexQuery,
  text,
} from '#contract/fields.ts'
import { POST_BODY_MAX_BYTES, POST_TITLE_MAX_LENGTH } from '#contract/limits.ts'
import { post } from './posts.ts'
import { publicUser } from './users.ts'

/** Additions for who writes: drafts, earlier versions, and the trash. */

/** An unpublished text as far as it is; any part may be empty. */
const draftText = {
  title: text('The title must be text.').refine((value) => value.length <= POST_TITLE_MAX_LENGTH, 'The title is too long.'),
  category: categoryField,
  /** Empty where there is none. */
  image: imageUrlField,
  content: text('The text must be text.'),
  /** An addition: as chosen; null or left out where nothing was chosen. */
  audience: audienceField.nullish(),
}

const draft = z.strictObject({
  writer: z.string(),
  sequence: z.int(),
  /** Revision of the post that it was made from; null for a new post. */
  baseRevision: z.int().nullable(),
  savedAt: isoDate,
  title: z.string(),
  category: z.string(),
  image: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  /** Null where nothing was chosen. */
  audience: z.enum(AUDIENCES).nullable(),
})
export type ServerDraft = z.output<typeof draft>

const editor = publicUser.omit({ profilePicture: true }).nullable()

const revision = z.strictObject({
  revision: z.int(),
  title: z.string(),
  category: z.string(),
  image: z.string(),
  publishedAt: isoDate,
  /** Who published it; null when the account is gone. */
  editor,
})
export type Revision = z.output<typeof revision>
const wholeRevision = revision.extend({ content: z.string() })
export type WholeRevision = z.output<typeof wholeRevision>

const trashedPost = z.strictObject({
  _id: z.string(),
  title: z.string(),
  category: z.string(),
  image: z.string(),
  audience: z.enum(AUDIENCES),
  deletedAt: isoDate,
  /** When it ends for good. */
  endsAt: isoDate,
  deletedBy: editor,
  comments: z.int(),
})
export type TrashedPost = z.output<typeof trashedPost>

export const draftEndpoints = {
  /** The caller's own unpublished texts of a post, or with `new` of posts that are not there yet; the newest first. */
  'GET /api/post/draft/:postId': {
    access: 'admin',
    status: 200,
    output: z.strictObject({
      /** Of the post; null for a new one. */
      revision: z.int().nullable(),
      drafts: z.array(draft),
      /** Drafts that were published, discarded or taken on by another editor: older texts of theirs are no longer wanted. */
      ended: z.array(z.strictObject({ writer: z.string(), sequence: z.int() })),
    }),
  },
  /** Saves one; an older sequence than the last changes nothing and is answered all the same. Never touches the post. */
  'PUT /api/post/draft/:postId': {
    access: 'admin',
    status: 200,
    limit: 'draftSavesPerUser',
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    body: z.object({
      /** Owner of the text: 403 if another user has signed in since, in another tab. */
      userId: z.string().optional(),
      ...draftMark.shape,
      baseRevision: z.int().nullable(),
      ...draftText,
      replaces: replacedDrafts,
    }),
    output: z.strictObject({
      savedAt: isoDate,
      /** Of the post as it is published now; null for a new one. */
      revision: z.int().nullable(),
      /** Other unpublished texts of the same post by the same user. */
      others: z.array(z.strictObject({ writer: z.string(), sequence: z.int(), savedAt: isoDate })),
    }),
  },
  'DELETE /api/post/draft/:postId': {
    access: 'admin',
    status: 200,
    limit: 'draftSavesPerUser',
    query: draftMark,
    output: message,
  },
} as const satisfies EndpointTable

export const revisionEndpoints = {
  /** The newest first; the first of all is the one that is published. Without their bodies. */
  'GET /api/post/revisions/:postId': {
    access: 'admin',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
    output: z.strictObject({ revisions: z.array(revision), totalRevisions: z.int() }),
  },
  'GET /api/post/revision/:postId/:revision': { access: 'admin', status: 200, output: wholeRevision },
  /** Publishes an earlier version as a new one. */
  'POST /api/post/revision/:postId/:revision/restore': {
    access: 'admin',
    status: 200,
    limit: null,
    /** 409 `edit_conflict` when the post has another revision by now. */
    body: z.object({ baseRevision: z.int().optional() }),
    output: post,
  },
} as const satisfies EndpointTable

export const trashEndpoints = {
  'GET /api/post/trash': {
    access: 'admin',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
    output: z.strictObject({ posts: z.array(trashedPost), totalPosts: z.int() }),
  },
  'POST /api/post/trash/:postId/restore': { access: 'admin', status: 200, limit: null, output: post },
  'DELETE /api/post/trash/:postId': { access: 'admin', status: 200, limit: null, output: message },
} as const satisfies EndpointTable

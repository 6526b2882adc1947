import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { audienceField, draftMark, isoDate, limitQuery, message, revisionField, startIndexQuery } from '#platform/contract/fields.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { draftTextInput, postText } from '#posts/contract/post-text.ts'
import { post } from '#posts/contract/posts.endpoints.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

/** Endpoints for writers: drafts, revisions, and the trash. */

const draft = z.strictObject({
  id: z.string(),
  /** The form that saved it last. */
  writer: z.string(),
  sequence: z.int(),
  /** Revision of the post that the draft is based on; null for a new post. */
  baseRevision: z.int().nullable(),
  savedAt: isoDate,
  ...postText,
  /** Null when the writer has not chosen. */
  audience: z.enum(AUDIENCES).nullable(),
  /** Post that was published from it before its latest changes. */
  publishedAs: z.string().nullable(),
})
export type ServerDraft = z.output<typeof draft>

const editor = publicUser.omit({ profilePicture: true }).nullable()

const wholeRevision = z.strictObject({
  revision: z.int(),
  ...postText,
  publishedAt: isoDate,
  /** User who published it; null when the account is deleted. */
  editor,
})
export type WholeRevision = z.output<typeof wholeRevision>
const revision = wholeRevision.omit({ content: true })
export type Revision = z.output<typeof revision>

const trashedPost = z.strictObject({
  _id: z.string(),
  title: z.string(),
  category: z.string(),
  image: z.string(),
  audience: z.enum(AUDIENCES),
  deletedAt: isoDate,
  /** When the post is deleted permanently. */
  endsAt: isoDate,
  deletedBy: editor,
  comments: z.int(),
})
export type TrashedPost = z.output<typeof trashedPost>

/** The caller's drafts of a post, or with `new` of new posts, newest first. */
export const listDrafts = endpoint('GET /api/post/draft/:postId', {
  access: 'admin',
  status: 200,
  output: z.strictObject({
    /** Current revision of the post; null for a new one. */
    revision: z.int().nullable(),
    drafts: z.array(draft),
    /** Drafts that were discarded, or published as a post. */
    ended: z.array(draft.pick({ id: true, writer: true, sequence: true, publishedAs: true })),
  }),
})

/**
 * Saves a draft, never the post. A late or repeated save of its writer changes nothing, with the same response. 409
 * `draft_conflict` when another form has saved the draft since: the text is then saved as a draft of its own.
 */
export const saveDraft = endpoint('PUT /api/post/draft/:postId', {
  access: 'admin',
  status: 200,
  limit: 'draftSavesPerUser',
  bodyMaxBytes: POST_BODY_MAX_BYTES,
  body: z.object({
    /** Owner of the text: 403 when another user has signed in meanwhile, in another tab. */
    userId: z.string().optional(),
    ...draftMark.shape,
    baseRevision: revisionField.nullable(),
    ...draftTextInput,
    /** Null or missing when the writer has not chosen. */
    audience: audienceField.nullish(),
    /** `ended` discards the draft: its text is deleted. */
    state: z.enum(['open', 'ended']).default('open'),
  }),
  output: z.strictObject({
    savedAt: isoDate,
    /** Current revision of the published post; null for a new one. */
    revision: z.int().nullable(),
    /** The caller's other drafts of the same post. */
    others: z.array(z.strictObject({ id: z.string(), sequence: z.int(), savedAt: isoDate })),
  }),
})

export const draftEndpoints = { listDrafts, saveDraft }

/** Newest first, beginning with the published one. Without content. */
export const listRevisions = endpoint('GET /api/post/revisions/:postId', {
  access: 'admin',
  status: 200,
  query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
  output: z.strictObject({ revisions: z.array(revision), totalRevisions: z.int() }),
})

export const getRevision = endpoint('GET /api/post/revision/:postId/:revision', { access: 'admin', status: 200, output: wholeRevision })

/** Publishes an earlier version as a new one. */
export const restoreRevision = endpoint('POST /api/post/revision/:postId/:revision/restore', {
  access: 'admin',
  status: 200,
  limit: null,
  /** 409 `edit_conflict` when the post has another revision. */
  body: z.object({ baseRevision: revisionField.optional() }),
  output: post,
})

export const revisionEndpoints = { listRevisions, getRevision, restoreRevision }

export const listTrash = endpoint('GET /api/post/trash', {
  access: 'admin',
  status: 200,
  query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
  output: z.strictObject({ posts: z.array(trashedPost), totalPosts: z.int() }),
})

export const restorePost = endpoint('POST /api/post/trash/:postId/restore', { access: 'admin', status: 200, limit: null, output: post })

export const deleteTrashedPost = endpoint('DELETE /api/post/trash/:postId', { access: 'admin', status: 200, limit: null, output: message })

export const trashEndpoints = { listTrash, restorePost, deleteTrashedPost }

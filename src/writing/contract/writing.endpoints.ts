import { WRITING_RATE_LIMITS } from '#writing/contract/writing-limits.ts'
import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { audienceField, isoDate, limitQuery, message, startIndexQuery } from '#platform/contract/fields.ts'
import { revisionField, sequenceField } from '#writing/contract/draft-fields.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { draftTextInput, postText } from '#posts/contract/post-text.ts'
import { post } from '#posts/contract/posts.endpoints.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

/** Endpoints for writers: drafts, revisions, and the trash. */

const draft = z.strictObject({
  /** Number of its last save, which the next one names. */
  sequence: z.int(),
  savedAt: isoDate,
  /** Revision of the post that the text is based on; 0 for a text that was never published. */
  baseRevision: z.int(),
  /** `image` is empty where no cover is chosen. */
  ...postText,
  /** Null when the writer has not chosen. */
  audience: z.enum(AUDIENCES).nullable(),
})
export type ServerDraft = z.output<typeof draft>

const editor = publicUser.omit({ profilePicture: true }).nullable()

const wholeRevision = z.strictObject({
  /** Names the version in the calls of one; the published one has the id of its post. */
  id: z.string(),
  /** Null for a version that was never published: only its writer sees it. */
  revision: z.int().nullable(),
  /** `image` is the cover that its writer chose, as in drafts. */
  ...postText,
  publishedAt: isoDate,
  /** User who published it; null when the account is deleted. */
  editor,
})
export type WholeRevision = z.output<typeof wholeRevision>
const revision = wholeRevision.omit({ content: true })
export type Revision = z.output<typeof revision>

/** Drafts are listed to their author alone. */
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

/** Id that a browser may choose for a new text. The handler refuses others with 400. */
export const NEW_TEXT_ID = /^[0-9a-f]{32}$/

/**
 * The caller's unpublished text of a post or page; with `new`, the newest of the caller's own new texts that was not imported.
 * 410 `gone` for a text in the trash, 404 for a draft of another user.
 */
export const getDraft = endpoint('GET /api/post/draft/:postId', {
  access: 'admin',
  status: 200,
  output: z.strictObject({
    /** Null with `new` when there is none. */
    _id: z.string().nullable(),
    /** `draft`: the text was never published or planned. */
    state: z.enum(['draft', 'planned', 'published']),
    /** Current revision; 0 for a draft. */
    revision: z.int(),
    /** Number that the next save names; 0 where nothing was saved. */
    sequence: z.int(),
    /** Null where nothing is unpublished. */
    draft: draft.nullable(),
  }),
})

/**
 * Saves an unpublished text, never the published one. Without a post of this id, it becomes a new draft. A repeated save
 * changes nothing, with the same response. 409 `draft_conflict` when another form has saved since `sequence`, or has
 * published the draft: `getDraft` says what. 410 `gone` when the text is in the trash.
 */
export const saveDraft = endpoint('PUT /api/post/draft/:postId', {
  access: 'admin',
  status: 200,
  limit: WRITING_RATE_LIMITS.draftSavesPerUser,
  bodyMaxBytes: POST_BODY_MAX_BYTES,
  body: z.object({
    /** Owner of the text: 403 when another user has signed in meanwhile, in another tab. */
    userId: z.string().optional(),
    /** Number of the save that the form has read, or that was the response to its last one; 0 for none. */
    sequence: sequenceField,
    baseRevision: revisionField,
    ...draftTextInput,
    /** Null or missing when the writer has not chosen. */
    audience: audienceField.nullish(),
    /** The text that the writer did not choose when both were shown: it becomes a version that only its writer sees. */
    keep: z.object({ ...draftTextInput }).optional(),
    /** `ended` discards: a draft moves to the trash, an unpublished change leaves no text. */
    state: z.enum(['open', 'ended']).default('open'),
  }),
  output: z.strictObject({
    sequence: z.int(),
    savedAt: isoDate,
    /** Current revision of the post; 0 for a draft. */
    revision: z.int(),
  }),
})

export const draftEndpoints = { getDraft, saveDraft }

/** Newest first, beginning with the published one. Without content. */
export const listRevisions = endpoint('GET /api/post/revisions/:postId', {
  access: 'admin',
  status: 200,
  query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
  output: z.strictObject({ revisions: z.array(revision), totalRevisions: z.int() }),
})

export const getRevision = endpoint('GET /api/post/revision/:postId/:version', { access: 'admin', status: 200, output: wholeRevision })

/** Publishes an earlier version as a new one. */
export const restoreRevision = endpoint('POST /api/post/revision/:postId/:version/restore', {
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

/** A restored draft has no slug. */
export const restorePost = endpoint('POST /api/post/trash/:postId/restore', { access: 'admin', status: 200, limit: null, output: post })

export const deleteTrashedPost = endpoint('DELETE /api/post/trash/:postId', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  limit: null,
  output: message,
})

export const trashEndpoints = { listTrash, restorePost, deleteTrashedPost }

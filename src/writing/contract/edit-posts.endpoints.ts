import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { audienceField, draftMark, message, publishAtField, revisionField } from '#platform/contract/fields.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { postTextInput } from '#posts/contract/post-text.ts'
import { post } from '#posts/contract/posts.endpoints.ts'

const commentsOpenField = z.boolean('Please choose whether readers can comment.')

const mailField = z.boolean('Please say whether the post is to be mailed.')

/** The draft to publish, which ends with it. 409 `draft_conflict` as for a save of it. */
const publishedDraft = draftMark.optional()

/** `notices`: what was left out of the text, a sentence each. */
const writtenPost = post.extend({ notices: z.array(z.string()).readonly().optional() })

export const createPost = endpoint('POST /api/post/create', {
  access: 'admin',
  status: 201,
  limit: null,
  bodyMaxBytes: POST_BODY_MAX_BYTES,
  body: z.object({
    ...postTextInput,
    category: postTextInput.category.default('uncategorized'),
    /** Whether readers can comment. */
    commentsOpen: commentsOpenField.default(true),
    /** Defaults to the setting. */
    audience: audienceField.optional(),
    /** Publication date; in the future, the post is planned. */
    publishAt: publishAtField.nullish(),
    /** False: followers do not get it by mail. */
    mail: mailField.optional(),
    /** Makes the call idempotent: another one for the same draft updates the post of the first. */
    draft: publishedDraft,
  }),
  output: writtenPost,
})

export const updatePost = endpoint('PUT /api/post/updatepost/:postId/:userId', {
  access: 'admin',
  status: 200,
  limit: null,
  bodyMaxBytes: POST_BODY_MAX_BYTES,
  /** Missing fields stay unchanged. */
  body: z.object(postTextInput).partial().extend({
    commentsOpen: commentsOpenField.optional(),
    audience: audienceField.optional(),
    /** 409 `edit_conflict` when the post has another revision by now and differs. `revision` is ignored, as clients may send the whole post object. */
    baseRevision: revisionField.optional(),
    /** As on create; null publishes a planned post now. 409 for a date in the future on a published post. */
    publishAt: publishAtField.nullish(),
    /** As on create; false on a published post stops its pending mails. */
    mail: mailField.optional(),
    draft: publishedDraft,
  }),
  output: writtenPost,
})

export const deletePost = endpoint('DELETE /api/post/deletepost/:postId/:userId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: message,
})

export const editPostEndpoints = { createPost, updatePost, deletePost }

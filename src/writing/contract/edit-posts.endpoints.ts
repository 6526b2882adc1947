import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { audienceField, message } from '#platform/contract/fields.ts'
import { publishAtField, revisionField, sequenceField } from '#writing/contract/draft-fields.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { postTextInput } from '#posts/contract/post-text.ts'
import { post } from '#posts/contract/posts.endpoints.ts'

const commentsOpenField = z.boolean('Please choose whether readers can comment.')

/**
 * Whether followers get the post by mail. `unspecified`: as said before, and a new post in the usual way. Forms of an older
 * version send a boolean.
 */
const mailField = z
  .union([z.enum(['yes', 'no', 'unspecified']), z.boolean()], 'Please say whether the post is to be mailed.')
  .transform((value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value))
  .default('unspecified')
export type MailWish = z.output<typeof mailField>

/** Forms of an older version send null. */
const nowField = z.union([z.literal('now'), z.null()]).transform(() => 'now' as const)
const TIME_NEEDED = 'Please choose a date and a time.'

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
    publishAt: z.union([nowField, publishAtField], TIME_NEEDED).default('now'),
    mail: mailField,
    /**
     * Publishes the new text of this id, saved or not, so that a repeated call changes nothing but `mail`. 409
     * `draft_conflict` as for a save of it; 410 `gone` when it is in the trash.
     */
    draft: z.object({ id: z.string(), sequence: sequenceField }).optional(),
  }),
  output: writtenPost,
})

export const updatePost = endpoint('PUT /api/post/updatepost/:postId/:userId', {
  access: 'admin',
  status: 200,
  limit: null,
  bodyMaxBytes: POST_BODY_MAX_BYTES,
  /** Missing fields stay unchanged. */
  body: z
    .object(postTextInput)
    .partial()
    .extend({
      commentsOpen: commentsOpenField.optional(),
      audience: audienceField.optional(),
      /** 409 `edit_conflict` when the post has another revision by now and differs. `revision` is ignored, as clients may send the whole post object. */
      baseRevision: revisionField.optional(),
      /** As on create; `now` publishes a planned post. 409 for a date in the future on a published post. */
      publishAt: z.union([nowField, z.literal('unchanged'), publishAtField], TIME_NEEDED).default('unchanged'),
      /** On a published post, `no` stops its pending mails, and `yes` after a `no` mails it. */
      mail: mailField,
      /** The caller's unpublished change, which is published with this call. 409 `draft_conflict` as for a save of it. */
      draft: z.object({ sequence: sequenceField }).optional(),
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

import { z } from 'zod'
import { dateLanguages } from '#contract/date-languages.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { COMMENT_MAX_LENGTH, COMMENT_MAX_LENGTHS } from '#contract/limits.ts'

const choice = (message: string) => z.boolean(message)

/** What admins can set while the blog runs. */
export const settings = z.strictObject({
  /** A reader's comments wait for approval until one was approved. */
  firstCommentsWait: choice('Please choose whether first comments wait.'),
  /** Comments with a link wait for approval. */
  linkCommentsWait: choice('Please choose whether comments with links wait.'),
  /** Whether posts take new comments; each post may be closed by itself. */
  commentsOpen: choice('Please choose whether readers can comment.'),
  /** In UTF-16 units. */
  commentMaxLength: z.literal(COMMENT_MAX_LENGTHS, 'Please choose one of the lengths.'),
  /** That dates are written in. */
  dateLanguage: z.enum(dateLanguages, 'Please choose one of the languages.'),
})
export type Settings = z.output<typeof settings>

export const DEFAULT_SETTINGS: Settings = {
  firstCommentsWait: false,
  linkCommentsWait: true,
  commentsOpen: true,
  commentMaxLength: COMMENT_MAX_LENGTH,
  dateLanguage: 'en',
}

export const settingsEndpoints = {
  'GET /api/settings': { access: 'admin', status: 200, output: settings },
  /** What is left out stays as it is. */
  'PUT /api/settings': { access: 'admin', status: 200, limit: null, body: settings.partial().strip(), output: settings },
} as const satisfies EndpointTable

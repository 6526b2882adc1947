import { z } from 'zod'
import { dateLanguages } from '#platform/contract/format-date.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, message } from '#platform/contract/fields.ts'
import { COMMENT_MAX_LENGTH, COMMENT_MAX_LENGTHS, LISTED_OUTSIDERS_MAX, NOTE_MAX_LENGTH } from '#site/contract/site-limits.ts'

const SECOND_STEPS = ['none', 'required'] as const

const choice = (message: string) => z.boolean(message)

/** Settings that admins change in the dashboard. */
export const settings = z.strictObject({
  /** Comments of a reader outside the family need approval until one was approved. */
  firstCommentsWait: choice('Please choose whether first comments wait.'),
  /** False closes the comments of all posts; each post can also be closed separately. */
  commentsOpen: choice('Please choose whether readers can comment.'),
  /** In UTF-16 units. */
  commentMaxLength: z.literal(COMMENT_MAX_LENGTHS, 'Please choose one of the lengths.'),
  /** A closed blog is for the family alone: all others see only sign-in, the request to be let in, the privacy policy and the terms. */
  isClosed: choice('Please choose who may read.'),
  /** What visitors of a closed blog read on its sign-in page; empty for nothing. */
  closedNote: z.string('Please say it in words.').max(NOTE_MAX_LENGTH, `Please use at most ${NOTE_MAX_LENGTH} characters.`),
  /** `required`: admins need a passkey or a mailed code after their password. */
  adminSecondStep: z.enum(SECOND_STEPS, 'Please choose whether admins need a second step.'),
  /** Language of posts, the family's own pages and dates. */
  dateLanguage: z.enum(dateLanguages, 'Please choose one of the languages.'),
})
export type Settings = z.output<typeof settings>

export const DEFAULT_SETTINGS: Settings = {
  firstCommentsWait: false,
  commentsOpen: true,
  commentMaxLength: COMMENT_MAX_LENGTH,
  isClosed: false,
  closedNote: '',
  adminSecondStep: 'none',
  dateLanguage: 'en',
}

export const getSettings = endpoint('GET /api/settings', { access: 'admin', status: 200, output: settings })

/** Missing fields stay unchanged. Opening a closed blog and letting accounts in require a recent sign-in. */
export const updateSettings = endpoint('PUT /api/settings', {
  access: 'admin',
  status: 200,
  limit: null,
  body: settings
    .partial()
    .extend({
      /** `isClosed` as the form showed it: 409 if another admin has changed it since. */
      wasClosed: z.boolean().optional(),
      /** Ids of accounts that become family. */
      letIn: z.array(z.string().max(64)).max(LISTED_OUTSIDERS_MAX).optional(),
    })
    .strip(),
  output: settings,
})

/** An account that is neither family nor an admin's. */
const outsider = z.strictObject({ _id: z.string(), name: z.string(), createdAt: isoDate })

const readers = z.strictObject({
  isClosed: z.boolean(),
  /** Accounts that can sign in: of the family and admins, and all others. */
  family: z.int(),
  outsiders: z.int(),
  /** The newest of the others. */
  listed: z.array(outsider).max(LISTED_OUTSIDERS_MAX),
  /** People who follow by mail without an account: a closed blog mails them nothing. */
  followers: z.int(),
  /** Published posts for everyone. */
  publicPosts: z.int(),
  /**
   * What became of a blog of version 0.1; null once an admin has seen it. Posts for readers are the family's, which these accounts no
   * longer read. `isOpener`: new posts are for everyone, and were for fewer.
   */
  moved: z.strictObject({ posts: z.int(), accounts: z.int(), names: z.array(z.string()), isOpener: z.boolean() }).nullable(),
})
export type Readers = z.output<typeof readers>

export const getReaders = endpoint('GET /api/settings/readers', { access: 'admin', status: 200, output: readers })

/** An admin has seen how many posts became the family's. */
export const dismissMoved = endpoint('DELETE /api/settings/readers/moved', {
  access: 'admin',
  status: 200,
  limit: null,
  output: message,
})

export const settingsEndpoints = { getSettings, updateSettings, getReaders, dismissMoved }

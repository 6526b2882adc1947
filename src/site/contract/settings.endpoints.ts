import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { dateLanguages } from '#platform/contract/format-date.ts'
import { SIGN_UP_WAYS } from './sign-up-ways.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { COMMENT_MAX_LENGTH, COMMENT_MAX_LENGTHS, NOTE_MAX_LENGTH } from '#platform/contract/limits.ts'

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
  /** Audience of a new post unless its writer chooses another. */
  defaultAudience: z.enum(AUDIENCES, 'Please choose who may read new posts.'),
  /** Visitors of a closed blog see only sign-in and sign-up, the privacy policy and the terms. */
  isClosed: choice('Please choose whether visitors may read.'),
  signUp: z.enum(SIGN_UP_WAYS, 'Please choose who can sign up.'),
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
  defaultAudience: 'public',
  isClosed: false,
  signUp: 'open',
  closedNote: '',
  adminSecondStep: 'none',
  dateLanguage: 'en',
}

export const getSettings = endpoint('GET /api/settings', { access: 'admin', status: 200, output: settings })

/** Missing fields stay unchanged. */
export const updateSettings = endpoint('PUT /api/settings', {
  access: 'admin',
  status: 200,
  limit: null,
  /** `wayInBefore`: who may come in, as the form showed it (`wayInKey`); 409 if another admin has changed it since. */
  body: settings.partial().extend({ wayInBefore: z.string().optional() }).strip(),
  output: settings,
})

/** Who could read on a blog that is only for the family: accounts of neither the family nor an admin, and the posts for them. */
const outsiders = z.strictObject({ accounts: z.int(), posts: z.int() })
export type Outsiders = z.output<typeof outsiders>

export const getOutsiders = endpoint('GET /api/settings/outsiders', { access: 'admin', status: 200, output: outsiders })

export const settingsEndpoints = { getSettings, updateSettings, getOutsiders }

import type { EndpointKey, Endpoints } from './api.ts'
import type { ParamsOf, SchemaInput } from '#platform/contract/endpoint.ts'
import type { SecondStep } from '#platform/contract/errors.ts'
import { type PageId, pages } from './pages.ts'
import { matchPath } from '#platform/contract/paths.ts'

type BodyField<K extends EndpointKey> = Endpoints[K] extends { readonly body: infer S } ? keyof SchemaInput<S> & string : never

/** A form that works as plain HTML: it posts to the address of its page, and the server calls the endpoint. */
interface PageFormOf<K extends EndpointKey> {
  /** Page that shows the form, and that is rendered again when the submission fails. */
  readonly page: PageId
  /** Path pattern that it is posted to; by default that of its page. */
  readonly action?: string
  readonly endpoint: K
  /** Fields for the endpoint's body, and fields for its path parameters. */
  readonly fields: readonly BodyField<K>[]
  readonly params: readonly ParamsOf<K>[]
  /** Fields that may be repeated; the endpoint gets their values joined by commas. */
  readonly lists?: readonly BodyField<K>[]
  /** Fields whose submitted values are not rendered again. */
  readonly notRendered: readonly BodyField<K>[]
}
export type PageForm = { [K in EndpointKey]: PageFormOf<K> }[EndpointKey]

/** Every form that works without JavaScript. The hidden field `form` (FORM_FIELD) holds its name. */
export const pageForms = {
  'sign-in': {
    page: 'sign-in',
    endpoint: 'POST /api/auth/signin',
    fields: ['email', 'password'],
    params: [],
    notRendered: ['password'],
  },
  // This and the next form replace the sign-in form.
  'second-step': {
    page: 'sign-in',
    endpoint: 'POST /api/auth/second-step',
    fields: ['attempt', 'code'],
    params: [],
    notRendered: ['code'],
  },
  'second-step-code': {
    page: 'sign-in',
    endpoint: 'POST /api/auth/second-step/code',
    fields: ['attempt'],
    params: [],
    notRendered: [],
  },
  'sign-up': {
    page: 'sign-up',
    endpoint: 'POST /api/auth/signup',
    fields: ['username', 'email', 'password', 'website', 'note'],
    params: [],
    // A browser may have autofilled `website`, which would be refused again.
    notRendered: ['password', 'website'],
  },
  'forgot-password': {
    page: 'forgot-password',
    endpoint: 'POST /api/auth/forgot-password',
    fields: ['email'],
    params: [],
    notRendered: [],
  },
  'reset-password': {
    page: 'reset-password',
    endpoint: 'POST /api/auth/reset-password',
    fields: ['token', 'password'],
    params: [],
    // The token is rendered again: after a too short password, users need not open the mail again.
    notRendered: ['password'],
  },
  'verify-email': {
    page: 'verify-email',
    endpoint: 'POST /api/auth/verify-email',
    fields: ['token'],
    params: [],
    notRendered: [],
  },
  follow: {
    page: 'follow',
    endpoint: 'POST /api/following/ask',
    fields: ['email', 'posts', 'categories', 'website'],
    lists: ['categories'],
    params: [],
    notRendered: ['website'],
  },
  'follow-confirm': {
    page: 'follow-confirm',
    endpoint: 'POST /api/following/confirm',
    fields: ['token'],
    params: [],
    notRendered: [],
  },
  'following-change': {
    page: 'following',
    endpoint: 'PUT /api/following',
    fields: ['link', 'posts', 'categories'],
    lists: ['categories'],
    params: [],
    notRendered: [],
  },
  'following-end': {
    page: 'following',
    endpoint: 'POST /api/following/end',
    fields: ['link', 'what'],
    params: [],
    notRendered: [],
  },
  comment: {
    page: 'post',
    endpoint: 'POST /api/comment/create',
    fields: ['content', 'postId', 'parentId'],
    params: [],
    notRendered: [],
  },
  like: {
    page: 'post',
    endpoint: 'PUT /api/comment/likecomment/:commentId',
    fields: [],
    params: ['commentId'],
    notRendered: [],
  },
  // A separate path: the cookie of a visitor's hearts is sent to no other.
  heart: {
    page: 'post',
    action: '/heart/:postSlug',
    endpoint: 'PUT /api/post/like/:postId',
    fields: [],
    params: ['postId'],
    notRendered: [],
  },
  // In the header of every page.
  'sign-out': {
    page: 'home',
    action: '/sign-out',
    endpoint: 'POST /api/user/signout',
    fields: [],
    params: [],
    notRendered: [],
  },
} as const satisfies Readonly<Record<string, PageForm>>

export type FormName = keyof typeof pageForms
export const formNames = Object.keys(pageForms) as FormName[]

/** Hidden field with the name of the form. */
export const FORM_FIELD = 'form'

/** Path pattern that the form is posted to. */
export const formAction = (name: FormName): string => {
  const form: PageForm = pageForms[name]
  return form.action ?? pages[form.page].path
}

/** Names of the forms that may be posted to this path. */
export const formsAt = (pathname: string): readonly FormName[] => formNames.filter((name) => matchPath(formAction(name), pathname) !== null)

export interface FailedForm {
  readonly name: FormName
  readonly state: 'failed'
  readonly message: string
  /** Field that the message is about, if any. */
  readonly field?: string
  /** Submitted values by field name; never a password. */
  readonly values: Readonly<Record<string, string>>
}

/** The password was right; the second step is pending. */
export interface BegunSecondStep {
  readonly name: 'second-step'
  readonly state: 'begun'
  readonly message: string
  readonly secondStep: SecondStep
}

/** Result of a submitted form, for the page that is rendered in response. */
export type FormResult = FailedForm | BegunSecondStep | { readonly name: FormName; readonly state: 'done'; readonly message: string }

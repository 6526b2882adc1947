import { confirmFollowing, endFollowing, follow, updateFollowing } from '#following/contract/following.endpoints.ts'
import { createComment, likeComment } from '#comments/contract/comments.endpoints.ts'
import {
  forgotPassword,
  resetPassword,
  signIn,
  signOut,
  verifyEmail,
  passSecondStep,
  sendSecondStepCode,
} from '#accounts/contract/auth.endpoints.ts'
import { likePost } from '#posts/contract/likes.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import type { Endpoint, ParamsOf, SchemaInput } from '#platform/contract/endpoint.ts'
import type { PageForm } from '#platform/contract/page-form.ts'
import { matchPath } from '#platform/contract/paths.ts'
import { HEART_PATH } from '#posts/contract/hearts.ts'
import { type PageId, pages } from '#pages/pages.ts'

type BodyField<E> = E extends { readonly body: infer S } ? keyof SchemaInput<S> & string : never

/** A form whose fields are checked against its endpoint. */
interface PageFormOf<E extends Endpoint> extends PageForm {
  readonly page: PageId
  readonly endpoint: E
  readonly fields: readonly BodyField<E>[]
  readonly params: readonly ParamsOf<E['key']>[]
  readonly lists?: readonly BodyField<E>[]
  readonly notRendered: readonly BodyField<E>[]
}

const pageForm = <E extends Endpoint>(form: PageFormOf<E>): PageFormOf<E> => form

/** Every form that works without JavaScript. The hidden field `form` (FORM_FIELD) holds its name. */
export const pageForms = {
  'sign-in': pageForm({
    page: 'sign-in',
    endpoint: signIn,
    fields: ['email', 'password'],
    params: [],
    notRendered: ['password'],
  }),
  // This and the next form replace the sign-in form.
  'second-step': pageForm({
    page: 'sign-in',
    endpoint: passSecondStep,
    fields: ['attempt', 'code'],
    params: [],
    notRendered: ['code'],
  }),
  'second-step-code': pageForm({
    page: 'sign-in',
    endpoint: sendSecondStepCode,
    fields: ['attempt'],
    params: [],
    notRendered: [],
  }),
  'sign-up': pageForm({
    page: 'sign-up',
    endpoint: signUp,
    fields: ['username', 'email', 'password', 'website', 'note'],
    params: [],
    // A browser may have autofilled `website`, which would be refused again.
    notRendered: ['password', 'website'],
  }),
  'forgot-password': pageForm({
    page: 'forgot-password',
    endpoint: forgotPassword,
    fields: ['email'],
    params: [],
    notRendered: [],
  }),
  'reset-password': pageForm({
    page: 'reset-password',
    endpoint: resetPassword,
    fields: ['token', 'password'],
    params: [],
    // The token is rendered again: after a too short password, users need not open the mail again.
    notRendered: ['password'],
  }),
  'verify-email': pageForm({
    page: 'verify-email',
    endpoint: verifyEmail,
    fields: ['token'],
    params: [],
    notRendered: [],
  }),
  follow: pageForm({
    page: 'follow',
    endpoint: follow,
    fields: ['email', 'posts', 'categories', 'website'],
    lists: ['categories'],
    params: [],
    notRendered: ['website'],
  }),
  'follow-confirm': pageForm({
    page: 'follow-confirm',
    endpoint: confirmFollowing,
    fields: ['token'],
    params: [],
    notRendered: [],
  }),
  'following-change': pageForm({
    page: 'following',
    endpoint: updateFollowing,
    fields: ['link', 'posts', 'categories'],
    lists: ['categories'],
    params: [],
    notRendered: [],
  }),
  'following-end': pageForm({
    page: 'following',
    endpoint: endFollowing,
    fields: ['link', 'what'],
    params: [],
    notRendered: [],
  }),
  comment: pageForm({
    page: 'post',
    endpoint: createComment,
    fields: ['content', 'postId', 'parentId'],
    params: [],
    notRendered: [],
  }),
  like: pageForm({
    page: 'post',
    endpoint: likeComment,
    fields: [],
    params: ['commentId'],
    notRendered: [],
  }),
  // A separate path: the cookie of a visitor's hearts is sent to no other.
  heart: pageForm({
    page: 'post',
    action: HEART_PATH,
    endpoint: likePost,
    fields: [],
    params: ['postId'],
    notRendered: [],
  }),
  // In the header of every page.
  'sign-out': pageForm({
    page: 'home',
    action: '/sign-out',
    endpoint: signOut,
    fields: [],
    params: [],
    notRendered: [],
  }),
} as const

export type FormName = keyof typeof pageForms
export const formNames = Object.keys(pageForms) as FormName[]

/** Path pattern that the form is posted to. */
export const formAction = (name: FormName): string => pageForms[name].action ?? pages[pageForms[name].page].path

/** Names of the forms that may be posted to this path. */
export const formsAt = (pathname: string): readonly FormName[] => formNames.filter((name) => matchPath(formAction(name), pathname) !== null)

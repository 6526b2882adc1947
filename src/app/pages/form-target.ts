import type { CallOutput } from '#platform/contract/endpoint.ts'
import type { FormName, pageForms } from '#app/contract/page-forms.ts'
import { segmentsOf } from '#platform/contract/paths.ts'
import { safeReturnPath, signInPath } from '#platform/contract/return-path.ts'

type Output<N extends FormName> = CallOutput<(typeof pageForms)[N]['endpoint']>
/** `url` is the page that contains the form. */
type Target<N extends FormName> = (url: URL, output: Output<N>) => string | null

/** Redirects after a form succeeded; null if the page of the form is rendered with a message instead. */
const TARGETS: { readonly [N in FormName]: Target<N> | null } = {
  'sign-in': ({ searchParams }) => safeReturnPath(searchParams.get('from')),
  'second-step': ({ searchParams }) => safeReturnPath(searchParams.get('from')),
  'second-step-code': null,
  'sign-up': (url, { waits }) => {
    if (waits) return null
    const signIn = new URL(signInPath(safeReturnPath(url.searchParams.get('from'))), url)
    signIn.searchParams.set('welcome', '1')
    return signIn.pathname + signIn.search
  },
  'forgot-password': null,
  'reset-password': null,
  'verify-email': null,
  follow: null,
  'follow-confirm': (_, { link }) => `/following?${new URLSearchParams({ link, welcome: '1' })}`,
  'following-change': null,
  'following-end': () => '/following?ended=1',
  // A reply appears in its thread on the current page of comments, a new comment on the first page.
  comment: (url, comment) =>
    pathOf(url) + (comment.parentId === undefined ? '' : url.search) + (comment.pending ? COMMENTS : `#comment-${comment._id}`),
  // The query holds the page of comments.
  like: (url, comment) => `${pathOf(url)}${url.search}#comment-${comment._id}`,
  heart: (url) => pathOf(url) + HEARTS,
  'sign-out': () => '/',
}

const COMMENTS = '#comments'
const HEARTS = '#hearts'

/** Exactly one slash at the start: browsers take `//` as the start of another host. */
const pathOf = ({ pathname }: URL) => `/${segmentsOf(pathname).join('/')}`

/** @returns null where the page of the form is rendered instead */
export function targetOf(name: FormName, url: URL, output: unknown): string | null {
  const target = TARGETS[name] as ((url: URL, output: unknown) => string | null) | null
  return target === null ? null : target(url, output)
}

/** Sign-in page that returns to the comments. */
export const signInBeforeLike = (url: URL): string => signInPath(pathOf(url) + COMMENTS)

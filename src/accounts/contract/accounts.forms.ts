import { form, required, requiredAsTyped, text, textUnlessEmpty } from '#platform/contract/form.ts'
import { safeReturnPath, signInPath } from '#platform/contract/return-path.ts'
import { sendCodeAgain, sendSignInCode, signIn, signInWithCode, signInWithLink, signOut, verifyEmail } from './auth.endpoints.ts'
import { signUpByInvitation } from './invitations.endpoints.ts'
import { requestAccess, requestAccount, signUp } from './users.endpoints.ts'

/** Where the sign-in page leads to. */
const returnPath = ({ searchParams }: URL): string => safeReturnPath(searchParams.get('from'))

export const signInForm = form('sign-in', {
  pages: ['sign-in'],
  endpoint: signIn,
  fields: { email: required, password: requiredAsTyped },
  secret: ['password'],
  next: (_, url) => returnPath(url),
})

export const codeRequestForm = form('code-request', {
  pages: ['sign-in'],
  endpoint: sendSignInCode,
  fields: { email: required },
  values: ({ attempt }) => ({ attempt }),
})

// This and the next form replace the others of the sign-in page once a code is on its way.
export const codeForm = form('code', {
  pages: ['sign-in'],
  endpoint: signInWithCode,
  fields: { attempt: text, code: required },
  instance: ['attempt'],
  secret: ['code'],
  next: (_, url) => returnPath(url),
})

export const codeAgainForm = form('code-again', {
  pages: ['sign-in'],
  endpoint: sendCodeAgain,
  fields: { attempt: text },
  instance: ['attempt'],
})

export const signInLinkForm = form('sign-in-link', {
  pages: ['sign-in'],
  endpoint: signInWithLink,
  fields: { token: text },
  hidden: ['token'],
  next: (_, url) => returnPath(url),
})

/** The sign-in page with the word that the account is ready. */
const welcomePath = (url: URL): string => {
  const path = signInPath(returnPath(url))
  return `${path}${path.includes('?') ? '&' : '?'}welcome=1`
}

export const signUpForm = form('sign-up', {
  pages: ['sign-up'],
  endpoint: signUp,
  fields: { username: required, email: required, password: required },
  secret: ['password'],
  next: (_, url) => welcomePath(url),
})

/** In place of the sign-up where the blog is closed. */
export const requestAccountForm = form('ask-for-account', {
  pages: ['sign-up'],
  endpoint: requestAccount,
  fields: { displayName: required, email: required, password: textUnlessEmpty, note: required },
  secret: ['password'],
})

/** For who is signed in and kept out. */
export const requestAccessForm = form('ask-to-join', { pages: ['sign-in'], endpoint: requestAccess, fields: { note: required } })

export const verifyEmailForm = form('verify-email', {
  pages: ['verify-email'],
  endpoint: verifyEmail,
  fields: { token: text },
  hidden: ['token'],
})

export const invitedSignUpForm = form('invited-sign-up', {
  pages: ['invitation'],
  endpoint: signUpByInvitation,
  // The browser alone knows the token.
  fields: { token: text, displayName: required, email: required, password: textUnlessEmpty },
  hidden: ['token'],
  secret: ['token', 'password'],
  next: () => '/',
})

// In the header of every page.
export const signOutForm = form('sign-out', { pages: ['home'], action: '/sign-out', endpoint: signOut, next: () => '/' })

export const accountForms = [
  signInForm,
  codeRequestForm,
  codeForm,
  codeAgainForm,
  signInLinkForm,
  signUpForm,
  requestAccountForm,
  requestAccessForm,
  verifyEmailForm,
  invitedSignUpForm,
  signOutForm,
]

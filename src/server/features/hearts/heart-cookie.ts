import { formAction } from '#contract/page-forms.ts'
import { DAY_MS } from '#contract/limits.ts'
import { createToken, hashToken } from '#server/platform/tokens.ts'

const NAME = 'hearts'
const MAX_AGE_SECONDS = (365 * DAY_MS) / 1000
/** The browser sends it with the call and the form that give a heart, and with nothing else: not with `/api/post/likes`. */
const PATHS = ['/api/post/like', formAction('heart').replace(/\/:\w+$/, '')] as const

/** The random token of a visitor's device; a new one where it has none. */
export function readDevice(readCookie: (name: string) => string | undefined): string {
  const token = readCookie(NAME) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : createToken()
}

/** What is stored of a device: another value for each post, so that nobody can tell which posts one device has liked. */
export const deviceHash = (token: string, postId: string): string => hashToken(`${token}.${postId}`)

export const heartCookies = (token: string, { secure }: { secure: boolean }): string[] =>
  PATHS.map((path) => `${NAME}=${token}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secure ? '; Secure' : ''}`)

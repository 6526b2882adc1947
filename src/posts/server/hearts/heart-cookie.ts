import { HEART_PATH } from '#posts/contract/hearts.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'

const NAME = 'hearts'
const MAX_AGE_SECONDS = (365 * DAY_MS) / 1000
/** Cookie paths: only the call and the form that give a heart get the cookie, `/api/post/likes` does not. */
const PATHS = ['/api/post/like', HEART_PATH.replace(/\/:\w+$/, '')] as const

/** Returns the random token of a visitor's device, or a new one. */
export function readDevice(readCookie: (name: string) => string | undefined): string {
  const token = readCookie(NAME) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : createToken()
}

/** Returns the stored hash of a device. It differs for each post, so that nobody can tell which posts a device has liked. */
export const deviceHash = (token: string, postId: string): string => hashToken(`${token}.${postId}`)

export const heartCookies = (token: string, { secure }: { secure: boolean }): string[] =>
  PATHS.map((path) => `${NAME}=${token}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secure ? '; Secure' : ''}`)

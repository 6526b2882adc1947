import { parse } from 'hono/utils/cookie'
import { SESSION_TTL_MS } from '#contract/limits.ts'

const NAME = 'session'

/** @returns a cookie's value as the browser sent it, unchecked */
export const readCookie = (request: Request, name: string): string | undefined => parse(request.headers.get('cookie') ?? '', name)[name]

/** @returns the session's token as the browser sent it, unchecked */
export const readSessionCookie = (request: Request): string | undefined => readCookie(request, NAME)

/** `Set-Cookie` for a token; with null, one that deletes the cookie. */
export function sessionCookie(token: string | null, options: { secure: boolean }): string {
  const maxAgeSeconds = token === null ? 0 : SESSION_TTL_MS / 1000
  const secure = options.secure ? '; Secure' : ''
  return `${NAME}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}

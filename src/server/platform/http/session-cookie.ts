import { parse } from 'hono/utils/cookie'
import { SESSION_MAX_AGE_MS } from '#contract/limits.ts'

/** Over https with the prefix: no other host, and no page without https, can set a cookie of that name. */
const nameFor = (publicUrl: string) => (isHttps(publicUrl) ? '__Host-session' : 'session')
const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')

/** @returns a cookie's value as the browser sent it, unchecked; undefined where several have the name, as one may be planted */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie') ?? ''
  const count = header.split(';').filter((pair) => pair.split('=')[0]?.trim() === name).length
  return count === 1 ? parse(header, name)[name] : undefined
}

/** @returns the session's token as the browser sent it, unchecked */
export const readSessionCookie = (request: Request, publicUrl: string): string | undefined => readCookie(request, nameFor(publicUrl))

/**
 * `Set-Cookie` for a token, or with null for removing it. Kept as long as a session can last: pages replace no token, so who
 * only reads them, without scripts, gets no other cookie. When the session ends is the server’s to say.
 */
export function sessionCookie(token: string | null, publicUrl: string): string {
  const maxAgeSeconds = token === null ? 0 : SESSION_MAX_AGE_MS / 1000
  const secure = isHttps(publicUrl) ? '; Secure' : ''
  return `${nameFor(publicUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}

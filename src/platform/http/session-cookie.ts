import { parse } from 'hono/utils/cookie'
import { DAY_MS } from '#platform/contract/limits.ts'

/** Maximum age of a session. */
export const SESSION_MAX_AGE_MS = 365 * DAY_MS

/**
 * Over https, the prefix prevents other hosts and pages without https from setting the cookie. Over http, other programs of
 * this host share its cookies, so the name is one that none of them has.
 */
const nameFor = (publicUrl: string) => (isHttps(publicUrl) ? '__Host-session' : 'kindred-session')
/** The name over http in version 0.1, whose sessions go on. */
const FORMER_NAME = 'session'
const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')

const headerOf = (request: Request) => request.headers.get('cookie') ?? ''
const countCookies = (header: string, name: string) => header.split(';').filter((pair) => pair.split('=')[0]?.trim() === name).length

/** @returns a cookie's value as the browser sent it, unchecked; undefined if several have the name, as one may be forged */
export function readCookie(request: Request, name: string): string | undefined {
  const header = headerOf(request)
  return countCookies(header, name) === 1 ? parse(header, name)[name] : undefined
}

/** @returns the session's token as the browser sent it, unchecked */
export function readSessionCookie(request: Request, publicUrl: string): string | undefined {
  const name = nameFor(publicUrl)
  const isFormer = !isHttps(publicUrl) && countCookies(headerOf(request), name) === 0
  return readCookie(request, isFormer ? FORMER_NAME : name)
}

/**
 * Returns the `Set-Cookie` value for a token; null removes the cookie. The cookie lasts as long as a session can: pages
 * renew no token, so a reader without scripts gets no newer one. The server decides when the session ends.
 */
export function sessionCookie(token: string | null, publicUrl: string): string {
  const maxAgeSeconds = token === null ? 0 : SESSION_MAX_AGE_MS / 1000
  const secure = isHttps(publicUrl) ? '; Secure' : ''
  return `${nameFor(publicUrl)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}

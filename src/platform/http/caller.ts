import type { Context } from 'hono'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Caller } from './call-endpoint.ts'
import type { AppEnv } from './request-context.ts'
import { readCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

interface Options {
  readonly publicUrl: string
  /** `none`: the response may be shared. `read`: it belongs to the client, but sets no cookie. */
  readonly session: 'none' | 'read' | 'change'
  /** Overrides the audience of the context. */
  readonly audience?: Audience
  readonly addCacheTags: Caller['addCacheTags']
}

/** The client of a request, as endpoints know it. */
export function callerOf(context: Context<AppEnv>, { publicUrl, session, audience, addCacheTags }: Options): Caller {
  const request = context.req.raw
  const isNone = session === 'none'
  const canSetSession = session === 'change'
  return {
    sessionToken: isNone ? undefined : readSessionCookie(request, publicUrl),
    audience: audience ?? context.env.sharedBy,
    address: context.env.clientAddress,
    userAgent: request.headers.get('user-agent') ?? '',
    readCookie: (name) => (isNone ? undefined : readCookie(request, name)),
    setSession: (token) => {
      if (canSetSession) context.header('Set-Cookie', sessionCookie(token, publicUrl))
    },
    setCookie: (cookie) => context.header('Set-Cookie', cookie, { append: true }),
    canSetSession,
    addCacheTags,
  }
}

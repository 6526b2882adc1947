import type { Context } from 'hono'
import { audienceOfRole, type CallerRole, callerRoleOf } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Authenticate, Caller, Session } from './call-endpoint.ts'
import type { AppEnv, RequestContext } from './request-context.ts'
import { readCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

/** Returns the role of a token; 'visitor' also for a disabled account. Rejects when the session cannot be read: unknown is not 'visitor'. */
export async function roleOfSession(findSession: () => Promise<Pick<Session, 'viewer'> | null>): Promise<CallerRole> {
  return findSession().then(
    (session) => callerRoleOf(session?.viewer ?? null),
    (error: unknown) => {
      if (error instanceof AppError) return 'visitor'
      throw error
    },
  )
}

interface Options {
  /** `none`: the response may be shared. `read`: it belongs to the client, but sets no cookie. */
  readonly session: 'none' | 'read' | 'change'
  readonly addCacheTags?: Caller['addCacheTags']
  /** A write of this request may have begun or ended the session: read it again. */
  readonly isAfterWrite?: boolean
}

/** Returns the client of a request, as endpoints know it. */
export type CallerOf = (context: Context<AppEnv>, options: Options) => Caller

interface Parts {
  readonly authenticate: Authenticate
  /** Returns true when only the family reads the blog. */
  readonly isBlogClosed: () => Promise<boolean>
  readonly publicUrl: string
}

type Client = Pick<Caller, 'findSession' | 'findRole' | 'findAudience' | 'isBlogClosed'>

/** Session, role and closed blog are read at most once per request, when they are needed first. */
export function createCallerOf({ authenticate, isBlogClosed, publicUrl }: Parts): CallerOf {
  const clients = new WeakMap<RequestContext, Client>()

  function createClient(request: Request, { role }: RequestContext): Client {
    const findSession = once(async () => {
      const token = readSessionCookie(request, publicUrl)
      return token === undefined ? null : authenticate(token)
    })
    const findRole = once(async () => role ?? roleOfSession(findSession))
    const findAudience = async () => audienceOfRole(await findRole())
    return { findSession, findRole, findAudience, isBlogClosed: once(isBlogClosed) }
  }

  return (context, { session, addCacheTags = () => {}, isAfterWrite = false }) => {
    const request = context.req.raw
    const client = (isAfterWrite ? undefined : clients.get(context.env)) ?? createClient(request, context.env)
    clients.set(context.env, client)
    const isNone = session === 'none'
    const canSetSession = session === 'change'
    return {
      ...client,
      sessionToken: isNone ? undefined : readSessionCookie(request, publicUrl),
      address: context.env.clientAddress,
      userAgent: request.headers.get('user-agent') ?? '',
      readCookie: (name) => (isNone ? undefined : readCookie(request, name)),
      setSession: (token) => {
        if (canSetSession) context.header('Set-Cookie', sessionCookie(token, publicUrl))
      },
      setCookie: (cookie) => context.header('Set-Cookie', cookie, { append: true }),
      canSetSession,
      addCacheTags,
      outside: context.env.place.outside,
    }
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= read())
}

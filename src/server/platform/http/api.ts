import type { Context, Hono } from 'hono'
import { endpoints, type CallOutput, type EndpointKey, type Endpoints } from '#contract/api.ts'
import type { Endpoint, ParamsOf, SchemaOutput } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { BODY_MAX_BYTES } from '#contract/limits.ts'
import { mayOpenPage, type Viewer } from '#contract/permissions.ts'
import { TAGS_HEADER } from '#server/platform/cache/cache-tags.ts'
import { readJsonObject } from './body.ts'
import type { AppEnv } from './middleware.ts'
import { readCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

/** A live session as the database knows it. */
export interface Session {
  readonly tokenHash: string
  /** When its user signed in (ms); renewing does not move it. */
  readonly signedInAt: number
  readonly expiresAt: number
  readonly viewer: Viewer
}

type ViewerOf<E> = E extends { access: 'everyone' } ? null : Viewer
type SessionOf<E> = E extends { access: 'everyone' } ? null : Session
type Part<E, Name extends string> = E extends { readonly [P in Name]: infer S } ? SchemaOutput<S> : undefined

/** One call as a feature sees it: parsed, and by someone who may call it. */
export interface Call<K extends EndpointKey> {
  readonly params: Record<ParamsOf<K>, string>
  readonly query: Part<Endpoints[K], 'query'>
  readonly body: Part<Endpoints[K], 'body'>
  /** Who acts; null where the call is for everyone. */
  readonly viewer: ViewerOf<Endpoints[K]>
  readonly session: SessionOf<Endpoints[K]>
  /** The raw token, for calls that end a session without needing one. */
  readonly sessionToken: string | undefined
  readonly address: string
  /** As the browser names itself; empty where it does not. */
  readonly userAgent: string
  readonly readCookie: (name: string) => string | undefined
  /** Gives the browser this session token, or with null takes it away. */
  readonly setSession: (token: string | null) => void
  /** Says what the answer was made from, for whoever keeps it. */
  readonly madeFrom: (...tags: readonly string[]) => void
}

export type Handler<K extends EndpointKey> = (call: Call<K>) => Promise<CallOutput<K>>
/** The part of the API that one feature answers. */
export type Handlers<K extends EndpointKey> = { readonly [P in K]: Handler<P> }

export interface ApiDependencies {
  readonly authenticate: (token: string) => Promise<Session | null>
  readonly secureCookies: boolean
}

/** Puts every endpoint of the contract on the app; a missing handler does not compile. */
export function mountApi(app: Hono<AppEnv>, handlers: Handlers<EndpointKey>, dependencies: ApiDependencies): void {
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const [method = '', path = ''] = key.split(' ')
    const handler = handlers[key] as (call: unknown) => Promise<unknown>
    app.on(method, path, async (context) => {
      const answer = await handler(await readCall(context, endpoints[key], dependencies))
      // What is someone's own lies in no cache.
      if (endpoints[key].access !== 'everyone' || method !== 'GET') context.header('Cache-Control', 'no-store')
      return context.json(answer as object, endpoints[key].status)
    })
  }
}

/** Session before body: who may not call learns nothing of what the call would have said. */
async function readCall(context: Context<AppEnv>, endpoint: Endpoint, dependencies: ApiDependencies) {
  const request = context.req.raw
  const sessionToken = readSessionCookie(request)
  const session = endpoint.access === 'everyone' ? null : await requireSession(endpoint, sessionToken, dependencies)
  return {
    params: readParams(context.req.param()),
    query: endpoint.query && parse(endpoint.query, context.req.query()),
    body: endpoint.body && parse(endpoint.body, await readJsonObject(request, endpoint.bodyMaxBytes ?? BODY_MAX_BYTES)),
    viewer: session?.viewer ?? null,
    session,
    sessionToken,
    address: context.get('address'),
    madeFrom: (...tags: readonly string[]) => {
      if (context.env?.collectTags) context.header(TAGS_HEADER, tags.join(' '))
    },
    userAgent: request.headers.get('user-agent') ?? '',
    readCookie: (name: string) => readCookie(request, name),
    setSession: (token: string | null) => context.header('Set-Cookie', sessionCookie(token, { secure: dependencies.secureCookies })),
  }
}

async function requireSession(endpoint: Endpoint, token: string | undefined, dependencies: ApiDependencies): Promise<Session> {
  const session = token === undefined ? null : await dependencies.authenticate(token)
  if (!session) throw new AppError('not_signed_in')
  if (!mayOpenPage(session.viewer, endpoint.access)) throw new AppError('forbidden')
  return session
}

/** Ids are opaque, but none of ours has other characters; the databases never see the rest. */
function readParams(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (!/^[\w-]{1,64}$/.test(value)) throw new AppError('not_found')
  }
  return params
}

function parse(schema: NonNullable<Endpoint['query']>, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('bad_request', result.error.issues[0]?.message)
}

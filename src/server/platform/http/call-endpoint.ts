import { endpoints, type CallOutput, type EndpointKey, type Endpoints } from '#contract/api.ts'
import type { Endpoint, ParamsOf, SchemaOutput } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { BODY_MAX_BYTES } from '#contract/limits.ts'
import { mayOpenPage, type Viewer } from '#contract/permissions.ts'

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

/** Who calls, and by which way the answer goes back. */
export interface Caller {
  /** The raw token, for calls that end a session without needing one. */
  readonly sessionToken: string | undefined
  readonly address: string
  /** As the browser names itself; empty where it does not. */
  readonly userAgent: string
  readonly readCookie: (name: string) => string | undefined
  /** Gives the browser this session token, or with null takes it away. */
  readonly setSession: (token: string | null) => void
  /** Says what the answer was made from, for whoever keeps it. */
  readonly addCacheTags: (...tags: readonly string[]) => void
}

/** One call as a feature sees it: parsed, and by someone who may call it. */
export interface Call<K extends EndpointKey> extends Caller {
  readonly params: Record<ParamsOf<K>, string>
  readonly query: Part<Endpoints[K], 'query'>
  readonly body: Part<Endpoints[K], 'body'>
  /** Who acts; null where the call is for everyone. */
  readonly viewer: ViewerOf<Endpoints[K]>
  readonly session: SessionOf<Endpoints[K]>
}

export type Handler<K extends EndpointKey> = (call: Call<K>) => Promise<CallOutput<K>>
/** The part of the API that one feature answers. */
export type Handlers<K extends EndpointKey> = { readonly [P in K]: Handler<P> }

/** What came with a call, unchecked. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly readBody: (maxBytes: number) => Promise<unknown>
}

/** Answers one call, whichever way it came in. @throws AppError, and whatever goes wrong in a handler */
export type CallEndpoint = (key: EndpointKey, input: RawInput, caller: Caller) => Promise<unknown>

export type Authenticate = (token: string) => Promise<Session | null>

/** The whole API as one function: access, then what was sent, then the handler. */
export function createCallEndpoint(handlers: Handlers<EndpointKey>, authenticate: Authenticate): CallEndpoint {
  return async (key, input, caller) => {
    const endpoint: Endpoint = endpoints[key]
    // Session before body: who may not call learns nothing of what the call would have said.
    const session = endpoint.access === 'everyone' ? null : await requireSession(endpoint, caller.sessionToken, authenticate)
    const handler = handlers[key] as (call: unknown) => Promise<unknown>
    return handler({
      ...caller,
      params: readParams(input.params),
      query: endpoint.query && parse(endpoint.query, input.query),
      body: endpoint.body && parse(endpoint.body, await input.readBody(endpoint.bodyMaxBytes ?? BODY_MAX_BYTES)),
      viewer: session?.viewer ?? null,
      session,
    })
  }
}

async function requireSession(endpoint: Endpoint, token: string | undefined, authenticate: Authenticate): Promise<Session> {
  const session = token === undefined ? null : await authenticate(token)
  if (!session) throw new AppError('not_signed_in')
  if (!mayOpenPage(session.viewer, endpoint.access)) throw new AppError('forbidden')
  return session
}

/** Ids are opaque, but none of ours has other characters; the databases never see the rest. */
function readParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in params) {
    if (!/^[\w-]{1,64}$/.test(params[name] ?? '')) throw new AppError('not_found')
  }
  return params
}

function parse(schema: NonNullable<Endpoint['query']>, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('bad_request', result.error.issues[0]?.message)
}

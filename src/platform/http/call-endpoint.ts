import { type Audience, audienceOfRole, type CallerRole, callerRoleOf } from '#platform/contract/audiences.ts'
import { accessWhenClosed } from '#platform/contract/closed-blog.ts'
import type { CallOutput, Endpoint, EndpointTable, ParamsOf, SchemaOutput } from '#platform/contract/endpoint.ts'
import { AppError } from '#platform/contract/errors.ts'
import { BODY_MAX_BYTES, type RateLimit, SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'
import { mayOpenPage, type Viewer } from '#platform/contract/permissions.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import type { Streamed } from './json-stream.ts'
import type { RequestPlace } from './request-context.ts'

/** A valid session, read from the database. */
export interface Session {
  readonly id: string
  /** Milliseconds since 1970; renewing moves none of these. */
  readonly signedInAt: number
  /** When its user last showed the password, or signed in with the identity provider. */
  readonly confirmedAt: number
  /** Time until which the current token is fresh. */
  readonly freshUntil: number
  /** True when the client should get the next token. */
  readonly isRenewalDue: boolean
  readonly viewer: Viewer
}

type ViewerOf<E> = E extends { access: 'everyone' } ? null : Viewer
type SessionOf<E> = E extends { access: 'everyone' } ? null : Session
type Part<E, Name extends string> = E extends { readonly [P in Name]: infer S } ? SchemaOutput<S> : undefined

/** The client of a call, and what a handler may add to the response. */
export interface Caller {
  /** The raw token, for calls that end a session without needing one. */
  readonly sessionToken: string | undefined
  /** The session of the request's cookie, also where none is needed. @throws account_disabled */
  readonly findSession: () => Promise<Session | null>
  /** Who shares the response; 'visitor' also for a disabled account. */
  readonly findRole: () => Promise<CallerRole>
  readonly findAudience: () => Promise<Audience>
  /** Whether only the family reads the blog. */
  readonly isBlogClosed: () => Promise<boolean>
  readonly address: string
  /** The `User-Agent` header; empty if missing. */
  readonly userAgent: string
  readonly readCookie: (name: string) => string | undefined
  /** Sends the client this session token, or with null removes it. */
  readonly setSession: (token: string | null) => void
  /** Sends the client a whole `Set-Cookie`. For writes: a shared response drops it. */
  readonly setCookie: (cookie: string) => void
  /** False when the response cannot carry a cookie: then no session is renewed. */
  readonly canSetSession: boolean
  /** Adds tags of the data in the response; a write that invalidates one of them evicts the response from the cache. */
  readonly addCacheTags: (...tags: readonly string[]) => void
  readonly outside: RequestPlace['outside']
}

/** A call that was parsed and whose client has access, as handlers get it. */
interface ReadCall<E extends Endpoint> extends Caller {
  readonly role: CallerRole
  /** Decides what may be read. */
  readonly audience: Audience
  readonly params: Record<ParamsOf<E['key']>, string>
  readonly query: Part<E, 'query'>
  readonly body: Part<E, 'body'>
  /** The signed-in user; null when the call is for everyone. */
  readonly viewer: ViewerOf<E>
  readonly session: SessionOf<E>
}

interface WriteCall<E extends Endpoint> extends ReadCall<E> {
  /** Runs a transaction that counts the endpoint's limit before anything else. */
  readonly write: ChangeFeed['write']
}

export type Call<E extends Endpoint> = E['key'] extends `GET ${string}` ? ReadCall<E> : WriteCall<E>
type Output<E extends Endpoint> = E extends { readonly streamedAs: string } ? Streamed<CallOutput<E>> : CallOutput<E>
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Output<E>>
/** Handlers of a table of endpoints, by the same names. */
export type Handlers<Table extends EndpointTable> = { readonly [Name in keyof Table]: Handler<Table[Name]> }

/** Input of a call, not validated yet. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly readBody: (maxBytes: number) => Promise<unknown>
}

/** Runs one call, over HTTP or in process. @throws AppError, and every error of a handler */
export type CallEndpoint = (endpoint: Endpoint, input: RawInput, caller: Caller) => Promise<unknown>

export type Authenticate = (token: string) => Promise<Session | null>

interface RenewedSession {
  readonly token: string
  readonly freshUntil: number
}

interface Dependencies {
  readonly authenticate: Authenticate
  /** @throws recent_sign_in_required */
  readonly requireRecentSignIn: (session: Session | null) => void
  /** @returns the next token; undefined when the session has ended */
  readonly renewSession: (renewal: { token: string; session: Session; address: string }) => Promise<RenewedSession | undefined>
  readonly write: ChangeFeed['write']
  readonly now: () => number
}

/** All endpoints with their handlers. */
interface Api<Table extends EndpointTable> {
  readonly endpoints: Table
  readonly handlers: Handlers<Table>
}

/** Creates the API as one function. It checks access, parses the input, counts the limit and runs the handler. */
export function createCallEndpoint<Table extends EndpointTable>(
  { endpoints, handlers }: Api<Table>,
  dependencies: Dependencies,
): CallEndpoint {
  const handlerOf = new Map(
    Object.entries(endpoints).map(([name, { key }]) => [key, handlers[name] as (call: unknown) => Promise<unknown>]),
  )
  return async (endpoint, input, caller) => {
    // Session before body: a client without access learns nothing about the body's rules.
    const found = endpoint.access === 'everyone' ? null : await requireSession(endpoint, caller.sessionToken, dependencies.authenticate)
    const { session, sessionToken } = await renewIfDue(dependencies, found, caller)
    const handler = handlerOf.get(endpoint.key)
    if (!handler) throw new Error(`No handler for ${endpoint.key}.`)
    const role = session ? callerRoleOf(session.viewer) : await caller.findRole()
    const audience = audienceOfRole(role)
    await refuseWhenClosed(endpoint, input.params, { role, isBlogClosed: caller.isBlogClosed })
    const call = {
      ...caller,
      sessionToken,
      role,
      audience,
      params: readParams(input.params),
      ...(await readInput(endpoint, input)),
      viewer: session?.viewer ?? null,
      session,
    }
    // After the input, so that a form names its mistakes before it asks for the password.
    if (endpoint.needsRecentSignIn === true) dependencies.requireRecentSignIn(session)
    if (!endpoint.limit) return handler({ ...call, write: dependencies.write })
    return countedCall(dependencies, { limit: endpoint.limit, key: session?.viewer.id ?? caller.address }, (write) =>
      handler({ ...call, write }),
    )
  }
}

const CLOSED = 'This blog is for those who were let in. Please sign in to read it.'
const NOT_LET_IN = 'Only the family reads this blog, and you are not let in.'

const noAccess = (role: CallerRole) => (role === 'visitor' ? new AppError('not_signed_in', CLOSED) : new AppError('forbidden', NOT_LET_IN))

async function refuseWhenClosed(
  { access, whenClosed = access === 'everyone' ? 'family' : 'open' }: Endpoint,
  params: RawInput['params'],
  { role, isBlogClosed }: Pick<Caller, 'isBlogClosed'> & { readonly role: CallerRole },
): Promise<void> {
  const findAudience = () => audienceOfRole(role)
  if ((await accessWhenClosed({ whenClosed, params }, { findAudience, isBlogClosed })) !== 'open') throw noAccess(role)
}

/** Counts one use of a limit: before the work, or in the transaction of its first write, which saves a commit, or after work without one. */
async function countedCall(
  { write, now }: Dependencies,
  { limit, key }: { limit: RateLimit; key: string },
  work: (write: ChangeFeed['write']) => Promise<unknown>,
): Promise<unknown> {
  if (limit.countsFailures) {
    await write((trx) => takeFromLimit(trx, limit, { key, now: now() }))
    return work(write)
  }
  let isCounted = false
  const result = await work(async (change) => {
    const written = await write(async (trx, invalidate) => {
      if (!isCounted) await takeFromLimit(trx, limit, { key, now: now() })
      return change(trx, invalidate)
    })
    isCounted = true
    return written
  })
  // It wrote nothing, so nothing is done by half when this refuses.
  if (!isCounted) await write((trx) => takeFromLimit(trx, limit, { key, now: now() }))
  return result
}

/** Replaces a token that is no longer fresh at its next use. If the write fails, the call continues with the old one. */
async function renewIfDue({ renewSession }: Dependencies, session: Session | null, caller: Caller) {
  const { sessionToken, address } = caller
  const isDue = session !== null && session.isRenewalDue && caller.canSetSession
  if (!isDue || sessionToken === undefined) return { session, sessionToken }
  const renewed = await renewSession({ token: sessionToken, session, address }).catch(() => undefined)
  if (!renewed) return { session, sessionToken }
  caller.setSession(renewed.token)
  return { session: { ...session, freshUntil: renewed.freshUntil }, sessionToken: renewed.token }
}

async function requireSession(endpoint: Endpoint, token: string | undefined, authenticate: Authenticate): Promise<Session> {
  const session = token === undefined ? null : await authenticate(token)
  if (!session) throw new AppError('not_signed_in')
  if (!mayOpenPage(session.viewer, endpoint.access)) throw new AppError('forbidden')
  return session
}

async function readInput({ query, body, bodyMaxBytes = BODY_MAX_BYTES }: Endpoint, input: RawInput) {
  return { query: query && parse(query, input.query), body: body && parse(body, await input.readBody(bodyMaxBytes)) }
}

/** Ids have at most 64 characters; the address of a page has a slug, and a number where the slug was in use. */
const PARAM = new RegExp(`^[\\w-]{1,${SLUG_MAX_LENGTH + 10}}$`)

/** Refuses ids with characters that no id has, before they reach the database. */
function readParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in params) {
    if (!PARAM.test(params[name] ?? '')) throw new AppError('not_found')
  }
  return params
}

function parse(schema: NonNullable<Endpoint['query']>, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const [first] = errors
  const ofFields = errors.filter(({ field }, index) => field !== '' && errors.findIndex((other) => other.field === field) === index)
  throw new AppError('bad_request', first?.message, {
    field: first?.field || undefined,
    errors: ofFields.length > 1 ? ofFields : undefined,
  })
}

import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { randomUUID } from 'node:crypto'
import type { CallerRole } from '#platform/contract/audiences.ts'
import { clientAddress } from './address.ts'

/** Facts about a request that are not in the request itself. A client cannot forge any of them. */
export interface RequestContext {
  readonly requestId: string
  /** For rate limits and the log. */
  readonly clientAddress: string
  /** `shared`: everyone of the role will get this response, so no session may be read or set. */
  readonly response: 'shared' | 'private'
  /** The client's role; null when it was not resolved yet. Known for shared responses. */
  readonly role: CallerRole | null
  readonly place: RequestPlace
}

/** What a handler does with what its request shares with others. */
export interface RequestPlace {
  /** Runs work that waits for another server, and gives back the request's slot meanwhile. */
  readonly outside: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits for a turn of the event loop, between two pieces of work. */
  readonly nextTurn: () => Promise<void>
  /** Ends the client's connection. */
  readonly disconnect: () => void
}

/** Of a request that shares nothing, in tests. */
export const ALONE: RequestPlace = { outside: (work) => work(), nextTurn: async () => {}, disconnect: () => {} }

/** Renders the response to a request with the whole app. */
export type AppFetch = (request: Request, context: RequestContext) => Response | Promise<Response>

/** Type of the environment in Hono's context. */
export interface AppEnv {
  readonly Bindings: RequestContext
}

/** The client's connection. Tests that call the pipeline directly have no address. */
export interface Connection {
  readonly remoteAddress: string | undefined
  readonly disconnect?: () => void
}

interface Options {
  readonly trustedProxies: number
  /** Set when the response will be shared by everyone of this role. */
  readonly sharedWith?: CallerRole | null
  /** @param address of the client */
  readonly placeOf: (address: string) => RequestPlace
}

export function createRequestContext(request: Request, connection: Connection, options: Options): RequestContext {
  const { trustedProxies, sharedWith = null, placeOf } = options
  const forwardedFor = request.headers.get('x-forwarded-for')
  const address = clientAddress({ remoteAddress: connection.remoteAddress, forwardedFor, trustedProxies })
  return {
    requestId: randomUUID(),
    clientAddress: address,
    place: placeOf(address),
    response: sharedWith === null ? 'private' : 'shared',
    role: sharedWith,
  }
}

/** Paths under /api match in any letter case, with or without a slash at the end; no id has capitals. */
export const plainApiPath = (path: string): string => withoutTrailingSlashes(path.toLowerCase())

import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { randomUUID } from 'node:crypto'
import type { Audience } from '#platform/contract/audiences.ts'
import { clientAddress } from './address.ts'

/** Facts about a request that are not in the request itself. A client cannot forge any of them. */
export interface RequestContext {
  readonly requestId: string
  /** For rate limits and the log. */
  readonly clientAddress: string
  /** `shared`: everyone of the audience will get this response, so no session may be read or set. */
  readonly response: 'shared' | 'private'
  /** The client's audience; null when it was not resolved yet. Known for shared responses. */
  readonly audience: Audience | null
}

/** Renders the response to a request with the whole app. */
export type AppFetch = (request: Request, context: RequestContext) => Response | Promise<Response>

/** Type of the environment in Hono's context. */
export interface AppEnv {
  readonly Bindings: RequestContext
}

/** The client's connection. Tests that call the pipeline directly have no address. */
export interface Connection {
  readonly remoteAddress: string | undefined
}

interface Options {
  readonly trustedProxies: number
  /** Set when the response will be shared by everyone of this audience. */
  readonly sharedWith?: Audience | null
}

export function createRequestContext(request: Request, connection: Connection, options: Options): RequestContext {
  const { trustedProxies, sharedWith = null } = options
  const forwardedFor = request.headers.get('x-forwarded-for')
  return {
    requestId: randomUUID(),
    clientAddress: clientAddress({ remoteAddress: connection.remoteAddress, forwardedFor, trustedProxies }),
    response: sharedWith === null ? 'private' : 'shared',
    audience: sharedWith,
  }
}

/** Paths under /api match in any letter case, with or without a slash at the end (docs/product.md, 10); no id has capitals. */
export const plainApiPath = (path: string): string => withoutTrailingSlashes(path.toLowerCase())

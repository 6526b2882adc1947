import { randomUUID } from 'node:crypto'
import type { Audience } from '#platform/contract/audiences.ts'
import { clientAddress } from './address.ts'

/** Facts about a request that are not in the request itself. A client cannot forge any of them. */
export interface RequestContext {
  readonly requestId: string
  /** For rate limits and the log. */
  readonly clientAddress: string
  /** Set when the response will be shared by everyone of this audience: then no session may be read. */
  readonly sharedBy: Audience | null
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
  readonly sharedBy?: Audience | null
}

export function createRequestContext(request: Request, connection: Connection, options: Options): RequestContext {
  const { trustedProxies, sharedBy = null } = options
  const forwardedFor = request.headers.get('x-forwarded-for')
  return {
    requestId: randomUUID(),
    clientAddress: clientAddress({ remoteAddress: connection.remoteAddress, forwardedFor, trustedProxies }),
    sharedBy,
  }
}

import { randomUUID } from 'node:crypto'
import type { Audience } from '#contract/audiences.ts'
import { clientAddress } from './address.ts'

/** What the app knows about a request that is not in the request. Nothing here can be sent by a client. */
export interface RequestContext {
  readonly requestId: string
  /** For rate limits and the log. */
  readonly clientAddress: string
  /** Set when the response will be shared by everyone of this audience: then no session may be read. */
  readonly sharedBy: Audience | null
}

/** The whole app: every response is rendered by it. */
export type AppFetch = (request: Request, context: RequestContext) => Response | Promise<Response>

/** What Hono's handlers find in their context. */
export interface AppEnv {
  readonly Bindings: RequestContext
}

/** Where a request came from; without an address in tests that call the pipeline directly. */
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

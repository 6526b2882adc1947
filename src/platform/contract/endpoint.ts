import type { z } from 'zod'
import type { RateLimitName } from './limits.ts'
import type { PageAccess } from './permissions.ts'

/**
 * One call of the API. Its key in an endpoint table is `METHOD /path/:param`;
 * the web knows only that key and, at compile time, these types.
 */
export interface Endpoint {
  /** Coarse access check; the handler applies finer rules. */
  readonly access: PageAccess
  /**
   * Access for visitors on a closed blog; without it they get 401. `open` allows every call; a record allows only the
   * listed values of path parameters. Not needed where `access` requires a session.
   */
  readonly whenClosed?: 'open' | Readonly<Record<string, readonly string[]>>
  /** Status of a successful response. */
  readonly status: 200 | 201
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly output: z.ZodType
  /** Maximum request body in bytes; default `BODY_MAX_BYTES`. */
  readonly bodyMaxBytes?: number
  /** The response is a file to save, not JSON: the handler returns a {@link FileOutput}. */
  readonly isFile?: true
  /** False for a public GET whose response is about one person; other public GET responses are cached. */
  readonly isCacheable?: false
  readonly limit?: RateLimitName | null
}

/** A file that is streamed to the client. */
export interface FileOutput {
  readonly name: string
  readonly type: string
  readonly bytes: number
  /** Called at most once, when sending starts. */
  readonly open: () => ReadableStream
}

/** A call that changes something. Its rate limit counts per user, or per address where everyone may call it. */
interface WriteEndpoint extends Endpoint {
  /** Null: not limited, or counted by the handler. A comment beside it says which. */
  readonly limit: RateLimitName | null
}

export interface EndpointTable {
  readonly [key: `GET ${string}`]: Endpoint
  readonly [key: `${'POST' | 'PUT' | 'DELETE'} ${string}`]: WriteEndpoint
}

/** The names of `:param` parts of a path. */
export type ParamsOf<Key extends string> = Key extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Key extends `${string}:${infer Name}`
    ? Name
    : never

export type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never

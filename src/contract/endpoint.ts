import type { z } from 'zod'
import type { RateLimitName } from './limits.ts'
import type { PageAccess } from './permissions.ts'

/**
 * One call of the API. Its key in an endpoint table is `METHOD /path/:param`;
 * the web knows only that key and, at compile time, these types.
 */
export interface Endpoint {
  /** Who may call it at all; finer rules are the feature's. */
  readonly access: PageAccess
  /**
   * What visitors may do on a closed blog; without it they get 401. `open` for what lets people in; or only where the
   * path's parameters have one of these values. Nothing for what needs a session anyway.
   */
  readonly whenClosed?: 'open' | Readonly<Record<string, readonly string[]>>
  /** Status of a successful response. */
  readonly status: 200 | 201
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly output: z.ZodType
  /** Largest body in bytes where it is not the common one. */
  readonly bodyMaxBytes?: number
  /** The response is a file to save, not JSON: the handler returns a {@link FileOutput}. */
  readonly isFile?: true
  /** A response to a GET that is for everyone is shared, unless it is about one person. */
  readonly isCacheable?: false
  readonly limit?: RateLimitName | null
}

/** A file that is sent as it is read. */
export interface FileOutput {
  readonly name: string
  readonly type: string
  readonly bytes: number
  /** Called once, when the file is sent. */
  readonly open: () => ReadableStream
}

/** A call that changes something says how often it may be made: per user, or per address where it is open to everyone. */
interface WriteEndpoint extends Endpoint {
  /** Null: not limited, or counted by the handler itself; a comment beside it says which. */
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

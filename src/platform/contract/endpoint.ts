import type { z } from 'zod'
import type { OpenParams, WhenClosed } from './closed-blog.ts'
import type { RateLimit } from './limits.ts'
import type { PageAccess } from './permissions.ts'

/** Who may call an endpoint, how often, with which input, and what it returns. */
interface EndpointRules {
  /** Coarse access check; the handler applies finer rules. */
  readonly access: PageAccess
  /**
   * For those whom a closed blog keeps out; `family` is a 401 or a 403. Calls that need a session are about one's own account, and
   * open by default; others are for the family.
   */
  readonly whenClosed?: Exclude<WhenClosed, 'empty'> | OpenParams
  /** The session was confirmed minutes ago, by the password or another way of signing in. */
  readonly needsRecentSignIn?: true
  /** Status of a successful response. */
  readonly status: 200 | 201
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly output: z.ZodType
  /** Maximum request body in bytes; default `BODY_MAX_BYTES`. */
  readonly bodyMaxBytes?: number
  /** The response is a file to save, not JSON: the handler returns a {@link FileOutput}. */
  readonly isFile?: true
  /** The response is JSON of any length, saved under this name: the handler returns its parts, which are read while they are sent. */
  readonly streamedAs?: string
  /** False for a public GET whose response is about one person; other public GET responses are cached. */
  readonly isCacheable?: false
  readonly limit?: RateLimit | null
}

/** A file that is streamed to the client. */
export interface FileOutput {
  readonly name: string
  readonly type: string
  /** Undefined where it is not known before the end. */
  readonly bytes?: number
  /** Called at most once, when sending starts. */
  readonly open: () => ReadableStream
}

/** Rules of a call that changes something. Its rate limit counts per user, or per address where everyone may call it. */
interface WriteRules extends EndpointRules {
  /** Null: not limited, or counted by the handler. A comment beside it says which. */
  readonly limit: RateLimit | null
}

type ReadKey = `GET ${string}`
type WriteKey = `${'POST' | 'PUT' | 'DELETE'} ${string}`

/** One call of the API. In the browser it has only its key: the build removes the rules (vite.config.ts). */
export type Endpoint<Key extends string = ReadKey | WriteKey, Rules extends EndpointRules = EndpointRules> = Rules & {
  /** `METHOD /path/:param` */
  readonly key: Key
}

/** Declares an endpoint: `endpoint('GET /api/user/:userId', { access: 'everyone', … })`. Its path matches in any letter case. */
export function endpoint<const Key extends ReadKey, const Rules extends EndpointRules>(key: Key, rules: Rules): Endpoint<Key, Rules>
export function endpoint<const Key extends WriteKey, const Rules extends WriteRules>(key: Key, rules: Rules): Endpoint<Key, Rules>
export function endpoint(key: ReadKey | WriteKey, rules: EndpointRules): Endpoint {
  return { key, ...rules }
}

/** Endpoints by name. */
export type EndpointTable = Readonly<Record<string, Endpoint>>

/** The names of `:param` parts of a path. */
export type ParamsOf<Key extends string> = Key extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Key extends `${string}:${infer Name}`
    ? Name
    : never

export type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never

type Part<E, Name extends string> = E extends { readonly [P in Name]: infer S } ? S : never
type ParamsPart<Key extends string> = [ParamsOf<Key>] extends [never] ? object : { params: Record<ParamsOf<Key>, string> }
type QueryPart<E> = [Part<E, 'query'>] extends [never]
  ? object
  : { query?: Partial<Record<keyof SchemaInput<Part<E, 'query'>>, string | number | undefined>> }
/** Optional where each of its fields is. */
type BodyPart<E> = [Part<E, 'body'>] extends [never]
  ? object
  : object extends SchemaInput<Part<E, 'body'>>
    ? { body?: SchemaInput<Part<E, 'body'>> }
    : { body: SchemaInput<Part<E, 'body'>> }

/** Input of a call: path parameters, query and body, as far as the endpoint has them. */
export type CallInput<E extends Endpoint> = ParamsPart<E['key']> & QueryPart<E> & BodyPart<E>
/** Body of a successful response. */
export type CallOutput<E extends Endpoint> = z.output<E['output']>

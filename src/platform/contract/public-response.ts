import type { WhenClosed } from './closed-blog.ts'
import type { ParamsOf } from './endpoint.ts'

/** Values of `Cache-Control` for public responses. */
export const CACHING = {
  /** The server caches the response until a write invalidates one of its tags; clients revalidate each time. */
  server: 'public, no-cache',
  /** The content of the address never changes. */
  forever: 'public, max-age=31536000, immutable',
  /** The content never changes, but its audience may: browsers cache it, proxies revalidate each time (decision 37). */
  browsers: 'public, max-age=31536000, s-maxage=0, immutable',
  /** One client may store it, and revalidates each time. */
  client: 'private, no-cache',
  never: 'no-store',
} as const

/** Rules of a response that is neither a page nor a call of the API: a feed, a picture, a file for robots. */
interface PublicResponseRules {
  /** Default: GET, which includes HEAD. */
  readonly methods?: readonly ('GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS')[]
  /**
   * For whom it is the same. `everyone`: all get what visitors get, and no session is read. `audience`: shared by all of
   * an audience. `nobody`: it may depend on the person.
   */
  readonly sharing: 'everyone' | 'audience' | 'nobody'
  /** Default of `Cache-Control`, which a handler may override. */
  readonly caching: keyof typeof CACHING
  /** For those whom a closed blog keeps out. For `empty` the handler gets `isHidden`; `family` is a 404. */
  readonly whenClosed: WhenClosed
  /** Slow for the client but little work for this process: it takes no slot of admission. */
  readonly isTransfer?: true
}

export type PublicResponse<Path extends string = string> = PublicResponseRules & { readonly path: Path }
export type PublicResponseTable = Readonly<Record<string, PublicResponse>>

/** Names of the path parameters; `:name{pattern}` restricts one to a pattern. */
export type ResponseParams<R extends PublicResponse> = ParamsOf<WithoutPattern<R['path']>>
type WithoutPattern<Path extends string> = Path extends `${infer Start}{${string}` ? Start : Path

/** Declares a public response: `publicResponse('/feed.xml', { sharing: 'everyone', … })`. */
export const publicResponse = <const Path extends string, const Rules extends PublicResponseRules>(
  path: Path,
  rules: Rules,
): Rules & { readonly path: Path } => ({ path, ...rules })

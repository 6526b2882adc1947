import { crc32 } from 'node:zlib'
import type { CallerRole } from '#platform/contract/audiences.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { isWorthCompressing } from '#platform/http/compress.ts'
import { REQUEST_ID_HEADER } from '#platform/http/middleware.ts'
import { type HeaderRecord, prepareResponse, respondWith } from '#platform/http/prepared-response.ts'
import { readBytes, SURROGATE_KEY } from '#platform/http/response-text.ts'
import { readSessionCookie } from '#platform/http/session-cookie.ts'
import type { CacheKeys } from './cache-key.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { CachedResponse, ResponseStore } from './response-store.ts'

interface ResponseCacheParts {
  readonly store: ResponseStore
  readonly feed: Pick<ChangeFeed, 'isLive' | 'isBehind' | 'catchUp'>
  /** Called only for requests that carry a session cookie. */
  readonly roleOfSession: (token: string) => Promise<CallerRole>
  readonly isSameForAllRoles: CacheKeys['isSameForAllRoles']
  readonly now: () => number
  /** How long a CDN in front may keep what visitors get; 0 to ask each time. */
  readonly cdnSeconds?: number
  /** Shared responses are rendered for this origin, never for the one in a client's Host header. */
  readonly publicUrl: string
}

/** Renders a response that everyone of a role will share. */
type RenderShared = (request: Request, sharedWith: CallerRole) => Promise<Response>

export interface ResponseCache {
  /** Responds from the cache, or through `render`. @param address what `cacheableAddress` returned for this request */
  readonly respond: (request: Request, address: string, render: RenderShared) => Response | Promise<Response>
}

/** In front of the app: a hit touches neither the framework nor, without a session cookie, the database. */
export function createResponseCache(all: ResponseCacheParts): ResponseCache {
  const { store, feed, roleOfSession, isSameForAllRoles, now, publicUrl, cdnSeconds = 0 } = all
  /** Browsers ask each time, and so do proxies: a post whose audience was narrowed disappears at the next request. */
  const forVisitors = cdnSeconds === 0 ? 'public, no-cache' : `public, max-age=0, must-revalidate, s-maxage=${cdnSeconds}`
  const cacheControlOf = (role: CallerRole) => (role === 'visitor' ? forVisitors : 'private, no-cache')
  const isBehind = oncePerTick(feed.isBehind)

  function respondAs(role: CallerRole, parts: Parameters<ResponseCache['respond']>): Response | Promise<Response> {
    const [request, address, render] = parts
    const key = `${role} ${address}`
    const hit = store.get(key)
    if (hit) return respondWith(hit.response, request)
    return store
      .load(key, async () => {
        const response = await render(new Request(publicUrl + address), role)
        return toCachedResponse(response, { cacheControl: cacheControlOf(role), now: now(), isFollowed: feed.isLive() })
      })
      .then(({ response, isStorable }) => respondWith(response, request, isStorable ? MISS : undefined))
  }

  async function respondAfterCatchUp(parts: Parameters<ResponseCache['respond']>): Promise<Response> {
    const isCaughtUp = await feed.catchUp().then(
      () => true,
      () => false,
    )
    return isCaughtUp ? respondAs(await roleOf(parts), parts) : respondUncached(parts)
  }

  /** Nothing stored can be trusted while writes of other processes may be missed, so each response is rendered. */
  async function respondUncached(parts: Parameters<ResponseCache['respond']>): Promise<Response> {
    const [request, address, render] = parts
    const role = await roleOf(parts)
    const response = await render(new Request(publicUrl + address), role)
    return respondWith(
      (await toCachedResponse(response, { cacheControl: cacheControlOf(role), now: now(), isFollowed: false })).response,
      request,
    )
  }

  /** Feeds, sitemap and icons are public, also for members. */
  const isAnsweredAsVisitor = ([request, address]: Parameters<ResponseCache['respond']>) =>
    !request.headers.has('cookie') || isSameForAllRoles(address)

  const roleOf = async (parts: Parameters<ResponseCache['respond']>): Promise<CallerRole> => {
    if (isAnsweredAsVisitor(parts)) return 'visitor'
    const [request] = parts
    const token = readSessionCookie(request, publicUrl)
    return token === undefined ? 'visitor' : roleOfSession(token)
  }

  return {
    respond(...parts) {
      if (!feed.isLive()) return respondUncached(parts)
      if (isBehind()) return respondAfterCatchUp(parts)
      if (isAnsweredAsVisitor(parts)) return respondAs('visitor', parts)
      return roleOf(parts).then((role) => respondAs(role, parts))
    },
  }
}

/** Requests that are read in one tick of the event loop share one check, which costs a sixth of a cached response. */
function oncePerTick(check: () => boolean): () => boolean {
  let result: boolean | undefined
  return () => {
    if (result === undefined) setImmediate(() => (result = undefined))
    return (result ??= check())
  }
}

const CACHE_STATUS = 'Cache-Status'
const MISS: HeaderRecord = { [CACHE_STATUS]: 'kindred; fwd=miss; stored' }
const HIT: HeaderRecord = { [CACHE_STATUS]: 'kindred; hit' }

const tagsOf = ({ headers }: Response) => headers.get(SURROGATE_KEY)?.split(' ') ?? []

/** Internal, or set for each encoding. A shared response never begins a session. */
const DROPPED_HEADERS = new Set([SURROGATE_KEY, 'set-cookie', 'content-length', 'etag', 'vary'])

interface Circumstances {
  readonly cacheControl: string
  readonly now: number
  /** False when the change feed may miss writes of other processes; nothing may be stored then. */
  readonly isFollowed: boolean
}

async function toCachedResponse(response: Response, { cacheControl, now, isFollowed }: Circumstances): Promise<CachedResponse> {
  const bytes = await readBytes(response)
  const tags = tagsOf(response)
  // A page rendered without a part of its data has 'no-store'.
  const isStorable = response.status === 200 && response.headers.get('cache-control')?.includes('no-store') !== true
  const headers: Record<string, string> = { Vary: 'Accept-Encoding, Cookie' }
  for (const [name, value] of response.headers) if (!DROPPED_HEADERS.has(name)) headers[name] = value
  if (isStorable) headers['cache-control'] = cacheControl
  const isStored = isStorable && isFollowed && bytes.byteLength <= STORED_MAX_BYTES
  if (isStored) {
    // The id of the request that filled the cache would mislead.
    delete headers[REQUEST_ID_HEADER]
    Object.assign(headers, HIT)
  }
  const type = response.headers.get('content-type')
  return {
    response: prepareResponse({
      status: response.status,
      headers,
      etag: isStorable ? weakEtag(bytes) : undefined,
      isCompressible: isWorthCompressing(type, bytes.byteLength),
      bytes,
    }),
    tags,
    isStorable: isStored,
    expiresAt: now + HOUR_MS,
  }
}

/** Larger responses are rendered again for each request, or for all that wait: a few of them would evict all others. */
const STORED_MAX_BYTES = 256 * 1024

/** Only versions of the same address are compared, so a checksum and the length are enough. */
const weakEtag = (bytes: Uint8Array) => `W/"${crc32(bytes).toString(36)}-${bytes.byteLength.toString(36)}"`

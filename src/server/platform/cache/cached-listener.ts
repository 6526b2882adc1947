import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { chooseEncoding, compressBytes } from '#server/platform/http/compress.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { cacheKey } from './cache-key.ts'
import { TAGS_HEADER } from './cache-tags.ts'
import type { ChangeFeed } from './change-feed.ts'

interface Options {
  readonly cache: AnswerCache
  readonly feed: Pick<ChangeFeed, 'isLive' | 'isBehind' | 'catchUp'>
  /** The app: makes an answer for a normalised address, as anybody would get it. */
  readonly make: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<Response>
  /** Answers what is not kept. */
  readonly otherwise: RequestListener
}

/** Below this, compressing costs more than it saves. */
const COMPRESS_MIN_BYTES = 512
const COMPRESSIBLE = /^(text\/|application\/(json|xml|rss\+xml|atom\+xml))/
/** A cache in between may keep a page for seconds; a browser asks each time. */
const SHARED_CACHE_CONTROL = 'public, max-age=0, s-maxage=5'

/** Answers kept pages before any framework code runs; the rest goes on as before. */
export function createCachedListener({ cache, feed, make, otherwise }: Options): RequestListener {
  const answerFor = (key: string, request: IncomingMessage, response: ServerResponse) =>
    cache.load(key, async () => toAnswer(await make(key, request, response)))

  const serve = (key: string, request: IncomingMessage, response: ServerResponse): void => {
    const kept = cache.get(key)
    if (kept) return send(kept, request, response)
    answerFor(key, request, response).then(
      (answer) => send(answer, request, response),
      () => otherwise(request, response),
    )
  }

  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const key = isRead && feed.isLive() ? cacheKey(request.url ?? '/') : undefined
    if (key === undefined) return otherwise(request, response)
    if (!feed.isBehind()) return serve(key, request, response)
    feed.catchUp().then(
      () => serve(key, request, response),
      () => otherwise(request, response),
    )
  }
}

/** Takes an answer of the app apart, once. */
async function toAnswer(response: Response): Promise<Answer> {
  const raw = new Uint8Array(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  const isPrivate = /no-store|private/.test(response.headers.get('cache-control') ?? '') || response.headers.has('set-cookie')
  const mayBeKept = response.status === 200 && !isPrivate
  const tags = (response.headers.get(TAGS_HEADER) ?? '').split(' ').filter((tag) => tag !== '')
  const etag = mayBeKept ? `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"` : undefined
  const worthCompressing = raw.byteLength >= COMPRESS_MIN_BYTES && COMPRESSIBLE.test(type)
  const [br, gzip] = worthCompressing ? await Promise.all([compressBytes(raw, 'br'), compressBytes(raw, 'gzip')]) : []
  return {
    status: response.status,
    headers: headerList(response.headers, { etag, cacheControl: mayBeKept ? SHARED_CACHE_CONTROL : undefined }),
    etag,
    bodies: { raw, ...(br && { br }), ...(gzip && { gzip }) },
    tags,
    mayBeKept,
  }
}

const REPLACED = new Set([TAGS_HEADER, 'etag', 'vary', 'content-length', 'content-encoding'])

function headerList(headers: Headers, set: { etag: string | undefined; cacheControl: string | undefined }): string[] {
  const list: string[] = ['Vary', 'Accept-Encoding']
  for (const [name, value] of headers) {
    if (REPLACED.has(name) || (name === 'cache-control' && set.cacheControl !== undefined)) continue
    list.push(name, value)
  }
  if (set.etag !== undefined) list.push('ETag', set.etag)
  if (set.cacheControl !== undefined) list.push('Cache-Control', set.cacheControl)
  return list
}

/** One validator for all encodings: what the client has is still true whichever way it came. */
const isUnchanged = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch !== undefined && (ifNoneMatch === etag || ifNoneMatch.split(',').some((part) => part.trim() === etag))

function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (answer.etag !== undefined && isUnchanged(answer.etag, request.headers['if-none-match'])) {
    response.writeHead(304, answer.headers as string[]).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  const encoded = encoding && answer.bodies[encoding]
  const body = encoded ?? answer.bodies.raw
  const headers = [...answer.headers, 'Content-Length', String(body.byteLength)]
  if (encoded) headers.push('Content-Encoding', encoding)
  response.writeHead(answer.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

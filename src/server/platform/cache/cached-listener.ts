import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { compressBytes } from '#server/platform/http/compress.ts'
import { REQUEST_ID_HEADER } from '#server/platform/http/middleware.ts'
import { type HeaderList, prepareAnswer, sendWhole } from '#server/platform/http/whole-answer.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { cacheKey } from './cache-key.ts'
import { TAGS_HEADER } from './cache-tags.ts'
import type { ChangeFeed } from './change-feed.ts'

interface Options {
  readonly cache: AnswerCache
  readonly feed: Pick<ChangeFeed, 'isLive' | 'isBehind' | 'catchUp'>
  /** The app: makes an answer for a normalised address, as anybody would get it. */
  readonly make: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<Response>
  /** Lets a making begin; what is kept needs no leave. */
  readonly admission: Pick<Admission, 'enter' | 'leave'>
  /** Tells a reader that nothing more can be made just now. */
  readonly refuse: RequestListener
  /** Answers what is not kept. */
  readonly otherwise: RequestListener
}

/** Nobody may wait for what was never begun. */
class Refused extends Error {}

/** Below this, compressing costs more than it saves. */
const COMPRESS_MIN_BYTES = 512
const COMPRESSIBLE = /^(text\/|application\/(json|xml|rss\+xml|atom\+xml))/
/** A cache in between may keep a page for seconds; a browser asks each time. */
const SHARED_CACHE_CONTROL = 'public, max-age=0, s-maxage=5'

/** Answers kept pages before any framework code runs; the rest goes on as before. */
export function createCachedListener({ cache, feed, make, admission, refuse, otherwise }: Options): RequestListener {
  const answerFor = (key: string, request: IncomingMessage, response: ServerResponse) =>
    cache.load(key, async () => {
      if (!admission.enter()) throw new Refused()
      try {
        return await toAnswer(await make(key, request, response))
      } finally {
        admission.leave()
      }
    })

  const serve = (key: string, request: IncomingMessage, response: ServerResponse): void => {
    const kept = cache.get(key)
    if (kept) return sendWhole(kept, request, response)
    answerFor(key, request, response).then(
      (answer) => sendWhole(answer, request, response),
      (error: unknown) => (error instanceof Refused ? refuse : otherwise)(request, response),
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
  const worthCompressing = raw.byteLength >= COMPRESS_MIN_BYTES && COMPRESSIBLE.test(type)
  // What is not kept is sent once: the encoding that nearly everybody takes will do.
  const encodings = worthCompressing ? (['br', ...(mayBeKept ? ['gzip' as const] : [])] as const) : []
  const [br, gzip] = await Promise.all(encodings.map((encoding) => compressBytes(raw, encoding)))
  const headers = headerList(response.headers, mayBeKept ? SHARED_CACHE_CONTROL : undefined)
  const parts = { status: response.status, headers, bodies: { raw, br, gzip } }
  if (!mayBeKept) return { ...prepareAnswer(parts), tags, mayBeKept }
  // One validator for all encodings: what the client has is still true whichever way it came.
  const etag = `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  return { ...prepareAnswer({ ...parts, etagOf: () => etag }), tags, mayBeKept }
}

const REPLACED = new Set([TAGS_HEADER, 'etag', 'vary', 'content-length', 'content-encoding'])
const NOT_KEPT = new Set(['cache-control', REQUEST_ID_HEADER])

/** What is kept is everybody's: the id of the request that it was made for would only mislead. */
function headerList(headers: Headers, cacheControl: string | undefined): HeaderList {
  const list: string[] = ['Vary', 'Accept-Encoding']
  for (const [name, value] of headers) {
    if (REPLACED.has(name) || (cacheControl !== undefined && NOT_KEPT.has(name))) continue
    list.push(name, value)
  }
  if (cacheControl !== undefined) list.push('Cache-Control', cacheControl)
  return list
}

import type { IncomingMessage, RequestListener } from 'node:http'
import type { Admission } from '#server/platform/http/admission.ts'
import type { MadeAnswer } from '#server/platform/http/made-answer.ts'
import { type HeaderList, sendWhole } from '#server/platform/http/whole-answer.ts'
import type { AnswerCache } from './answer-cache.ts'
import { cacheKey } from './cache-key.ts'
import type { ChangeFeed } from './change-feed.ts'
import { toAnswer } from './to-answer.ts'

interface Options {
  readonly cache: AnswerCache
  readonly feed: Pick<ChangeFeed, 'isLive' | 'isBehind' | 'catchUp'>
  /** Makes the answer at a normalised address, as anybody would get it. */
  readonly make: (path: string, request: IncomingMessage) => Promise<MadeAnswer>
  /** What every answer says besides. */
  readonly headers: HeaderList
  /** Lets a making begin; what is kept needs no leave. */
  readonly admission: Pick<Admission, 'enter' | 'leave'>
  /** Tells a reader that nothing more can be made just now. */
  readonly refuse: RequestListener
  /** Answers what is not kept. */
  readonly otherwise: RequestListener
}

/** Nobody may wait for what was never begun. */
class Refused extends Error {}

/** Answers kept pages before any framework code runs; the rest goes on as before. */
export function createCachedListener({ cache, feed, make, headers, admission, refuse, otherwise }: Options): RequestListener {
  const answerFor = (key: string, request: IncomingMessage) =>
    cache.load(key, async () => {
      if (!admission.enter()) throw new Refused()
      try {
        return toAnswer(await make(key, request), headers)
      } finally {
        admission.leave()
      }
    })

  const serve: (key: string, ...parts: Parameters<RequestListener>) => void = (key, request, response) => {
    const kept = cache.get(key)
    if (kept) return sendWhole(kept, request, response)
    answerFor(key, request).then(
      (answer) => sendWhole(answer, request, response),
      (error: unknown) => (error instanceof Refused ? refuse : otherwise)(request, response),
    )
  }

  const isBehind = lookOnceATurn(feed.isBehind)
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const key = isRead && feed.isLive() ? cacheKey(request.url ?? '/') : undefined
    if (key === undefined) return otherwise(request, response)
    if (!isBehind(request.socket)) return serve(key, request, response)
    feed.catchUp().then(
      () => serve(key, request, response),
      () => otherwise(request, response),
    )
  }
}

/**
 * Requests that are read in one turn of the event loop were all under way when it began, so one look that finds nothing
 * new holds for all of them; it takes a sixth of the time of answering. Only a second request on the same connection can
 * have been sent since.
 */
function lookOnceATurn(look: () => boolean): (connection: object) => boolean {
  const asked = new Set<object>()
  return (connection) => {
    if (asked.size > 0 && !asked.has(connection)) {
      asked.add(connection)
      return false
    }
    if (look()) return true
    if (asked.size === 0) setImmediate(() => asked.clear())
    asked.add(connection)
    return false
  }
}

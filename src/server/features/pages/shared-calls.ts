import type { EndpointKey } from '#contract/api.ts'
import { type Tagged, TaggedCache } from '#server/platform/cache/tagged-cache.ts'
import type { CallEndpoint, RawInput } from '#server/platform/http/call-endpoint.ts'

interface CallAnswer extends Tagged {
  readonly body: unknown
}

/** The newest posts, in as many lengths as there are screens that show them. */
const CALLS_MAX = 4

/** Answers of calls that many pages make alike. */
export class SharedCalls extends TaggedCache<CallAnswer> {
  constructor() {
    super(CALLS_MAX, () => 1)
  }
}

/** What one page alone shows is kept with that page, not here. */
const isShared = (key: EndpointKey, { query }: RawInput) =>
  key === 'GET /api/post/getposts' && Object.keys(query).every((name) => name === 'limit')

/**
 * The API for public pages: what they share is asked for once, until something in it is written. Only for who has just looked
 * whether another process wrote. A body must be left as it is; others get the same one.
 */
export function keepSharedCalls(callEndpoint: CallEndpoint, calls: SharedCalls): CallEndpoint {
  return async (key, input, caller) => {
    if (!isShared(key, input)) return callEndpoint(key, input, caller)
    const name = input.query['limit'] ?? ''
    const make = async (): Promise<CallAnswer> => {
      const tags: string[] = []
      const body = await callEndpoint(key, input, { ...caller, addCacheTags: (...made) => void tags.push(...made) })
      return { body, tags, mayBeKept: true }
    }
    const { body, tags } = calls.get(name) ?? (await calls.load(name, make))
    caller.addCacheTags(...tags)
    return body
  }
}

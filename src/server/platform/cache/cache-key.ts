import { pageAccess } from '#contract/pages.ts'

/**
 * What an answer depends on, per address: a parameter that is not here changes nothing, so it makes no
 * entry of its own. Addresses that are not here are not kept.
 */
const PAGE_PARAMETERS: readonly (readonly [path: RegExp, parameters: readonly string[]])[] = [
  [/^\/search$/, ['searchTerm', 'search', 'sort', 'category', 'startIndex']],
  [/^\/sign-(in|up)$/, ['from']],
  [/^\/($|about$|projects$|privacy-policy$|terms$|post\/[^/]+$)/, []],
]

const API_PARAMETERS: readonly (readonly [path: RegExp, parameters: readonly string[]])[] = [
  [/^\/api\/post\/getposts$/, ['userId', 'postId', 'slug', 'category', 'searchTerm', 'sort', 'order', 'startIndex', 'limit']],
  [/^\/api\/comment\/getpostcomments\/[^/]+$/, []],
  [/^\/api\/user\/(?!getusers$)[^/]+$/, []],
  [/^\/api\/site$/, []],
]

/** Longer addresses are somebody's experiment. */
const KEY_MAX_LENGTH = 600

/**
 * The normalised address of what may be kept and shared, which is also the address it is made from.
 * @param target path and query as they stand in the request line
 * @returns undefined for everything else: writes, guarded pages, files
 */
export function cacheKey(target: string): string | undefined {
  if (target.length > KEY_MAX_LENGTH) return undefined
  const [path = '', query = ''] = splitOnce(target, '?')
  const isApi = /^\/api\//i.test(path)
  const normalized = isApi ? path.toLowerCase().replace(/\/+$/, '') : path.length > 1 ? path.replace(/\/$/, '') : path
  if (!isApi && pageAccess(normalized) !== 'everyone') return undefined
  const parameters = (isApi ? API_PARAMETERS : PAGE_PARAMETERS).find(([pattern]) => pattern.test(normalized))?.[1]
  if (parameters === undefined) return undefined
  const kept = query === '' || parameters.length === 0 ? '' : keepParameters(query, parameters)
  return kept === '' ? normalized : `${normalized}?${kept}`
}

function keepParameters(query: string, parameters: readonly string[]): string {
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of parameters) {
    // The first one counts, as it does for the handlers.
    const value = given.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept.toString()
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

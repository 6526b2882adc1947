import { plainApiPath } from '#server/platform/http/api-path.ts'
import { pageAccess } from '#contract/pages.ts'

/**
 * What an answer depends on, per address: a parameter that is not here changes nothing, so it makes no
 * entry of its own. Addresses that are not here are not kept.
 */
const PAGE_PARAMETERS: readonly (readonly [path: RegExp, parameters: readonly string[]])[] = [
  [/^\/search$/, ['searchTerm', 'search', 'sort', 'category', 'startIndex']],
  [/^\/sign-(in|up)$/, ['from']],
  [/^\/($|about$|projects$|privacy-policy$|terms$|post\/[^/]+$|feed\.xml$|sitemap(-[1-9]\d{0,4})?\.xml$|robots\.txt$)/, []],
]

const API_PARAMETERS: readonly (readonly [path: RegExp, parameters: readonly string[]])[] = [
  [/^\/api\/post\/getposts$/, ['userId', 'postId', 'slug', 'category', 'searchTerm', 'sort', 'order', 'startIndex', 'limit']],
  [/^\/api\/comment\/getpostcomments\/[^/]+$/, []],
  [/^\/api\/user\/(?!(?:getusers|my-data)$)[^/]+$/, []],
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
  const [path, query] = splitOnce(target, '?')
  // A number in place of a path, as other blogs have it, leads to a post (features/old-addresses.ts).
  if (path === '/' && /(^|&)p=\d/.test(query)) return undefined
  const parameters = /^\/api\//i.test(path) ? apiParameters(path) : pageParameters(path)
  if (parameters === undefined) return undefined
  const kept = query === '' || parameters.names.length === 0 ? '' : keepParameters(query, parameters.names)
  return kept === '' ? parameters.path : `${parameters.path}?${kept}`
}

interface Parameters {
  /** In its one form. */
  readonly path: string
  readonly names: readonly string[]
}

function apiParameters(path: string): Parameters | undefined {
  const normalized = plainApiPath(path)
  const names = API_PARAMETERS.find(([pattern]) => pattern.test(normalized))?.[1]
  return names && { path: normalized, names }
}

function pageParameters(path: string): Parameters | undefined {
  const normalized = path === '/' ? path : path.replace(/\/$/, '')
  const names = PAGE_PARAMETERS.find(([pattern]) => pattern.test(normalized))?.[1]
  return names && pageAccess(normalized) === 'everyone' ? { path: normalized, names } : undefined
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

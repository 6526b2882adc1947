import type { z } from 'zod'
import type { Endpoint, EndpointTable } from '#platform/contract/endpoint.ts'
import { patternOf, withoutTrailingSlashes } from '#platform/contract/paths.ts'
import type { PublicResponse, PublicResponseTable } from '#platform/contract/public-response.ts'
import { plainApiPath } from '#platform/http/request-context.ts'

/** Longer addresses are never worth caching. */
const ADDRESS_MAX_LENGTH = 600

/** Tables of everything that has an address. */
interface AddressTables {
  readonly endpoints: EndpointTable
  readonly responses: PublicResponseTable
  /** @returns null when no page has this path */
  readonly findPage: (path: string) => { readonly page: { readonly isCacheable: boolean; readonly query?: readonly string[] } } | null
}

export interface CacheKeys {
  /**
   * Returns the normalised address of a response that may be cached, without the query parameters that do not change it.
   * The response is rendered from the same address.
   * @param target path and query
   * @returns null for everything else: guarded pages and calls, files, addresses without a page
   */
  readonly cacheableAddress: (target: string) => string | null
  /** True when members get what visitors get. @param address what `cacheableAddress` returned */
  readonly isSameForAllRoles: (address: string) => boolean
}

interface Resource {
  readonly path: string
  /** The query parameters that change the response. */
  readonly query: readonly string[]
}

export function createCacheKeys({ endpoints, responses, findPage }: AddressTables): CacheKeys {
  const findEndpoint = createFindEndpoint(endpoints)
  const cached = Object.values(responses).filter(({ caching }) => caching === 'server')
  const isCachedResponse = createTest(cached)
  const isSameForAllRoles = createTest(cached.filter(({ sharing }) => sharing === 'everyone'))

  function findDocument(path: string): Resource | null {
    if (isCachedResponse(path)) return { path, query: [] }
    const match = findPage(path)
    if (!match?.page.isCacheable) return null
    return { path: path === '/' ? path : withoutTrailingSlashes(path), query: match.page.query ?? [] }
  }

  return {
    isSameForAllRoles,
    cacheableAddress(target) {
      if (target.length > ADDRESS_MAX_LENGTH) return null
      const at = target.indexOf('?')
      const path = at === -1 ? target : target.slice(0, at)
      const resource = /^\/api\//i.test(path) ? findEndpoint(plainApiPath(path)) : findDocument(path)
      if (resource === null) return null
      const query = at === -1 || resource.query.length === 0 ? '' : pickQuery(target.slice(at + 1), resource.query)
      return query === '' ? resource.path : `${resource.path}?${query}`
    },
  }
}

/** Tests whether a path without a query is that of one of the responses. */
function createTest(responses: readonly PublicResponse[]): (path: string) => boolean {
  const plain = new Set(responses.map(({ path }) => path).filter((path) => !path.includes(':')))
  const others = responses.filter(({ path }) => path.includes(':')).map(({ path }) => patternOf(path))
  const pattern = others.length === 0 ? null : new RegExp(`^(?:${others.join('|')})$`)
  return (path) => plain.has(path) || (pattern !== null && pattern.test(path))
}

/** Finds cacheable GET endpoints in the order of routing: a static path before one with parameters. */
function createFindEndpoint(endpoints: EndpointTable): (path: string) => Resource | null {
  const calls = Object.values<Endpoint>(endpoints)
    .filter(({ key }) => key.startsWith('GET '))
    .map(({ key, access, isCacheable, query }) => ({
      hasParameters: key.includes(':'),
      pattern: new RegExp(`^${patternOf(key.slice('GET '.length))}$`),
      isCacheable: access === 'everyone' && isCacheable !== false,
      query: Object.keys((query as z.ZodObject | undefined)?.shape ?? {}),
    }))
    .toSorted((a, b) => Number(a.hasParameters) - Number(b.hasParameters))
  return (path) => {
    const call = calls.find(({ pattern }) => pattern.test(path))
    return call?.isCacheable ? { path, query: call.query } : null
  }
}

function pickQuery(query: string, names: readonly string[]): string {
  const given = new URLSearchParams(query)
  const picked = new URLSearchParams()
  for (const name of names) {
    // Handlers use the first of several values, too.
    const value = given.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked.toString()
}

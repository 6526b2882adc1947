import type { z } from 'zod'
import { endpoints } from '#app/contract/endpoints.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { CATEGORY_FEED } from '#posts/contract/feeds.ts'
import { documents, findPage, NUMBERED_SITEMAP } from '#pages/pages.ts'
import { plainApiPath } from '#platform/http/api-path.ts'

/** Longer addresses are never worth caching. */
const ADDRESS_MAX_LENGTH = 600

interface Resource {
  readonly path: string
  /** The query parameters that change the response. */
  readonly query: readonly string[]
}

/**
 * Returns the normalised address of a response that may be cached, without the query parameters that do not change it.
 * The response is rendered from the same address.
 * @param target path and query
 * @returns null for everything else: guarded pages and calls, files, addresses without a page
 */
export function cacheableAddress(target: string): string | null {
  if (target.length > ADDRESS_MAX_LENGTH) return null
  const at = target.indexOf('?')
  const path = at === -1 ? target : target.slice(0, at)
  const resource = /^\/api\//i.test(path) ? findEndpoint(plainApiPath(path)) : findDocument(path)
  if (resource === null) return null
  const query = at === -1 || resource.query.length === 0 ? '' : pickQuery(target.slice(at + 1), resource.query)
  return query === '' ? resource.path : `${resource.path}?${query}`
}

const DOCUMENT_PATHS = new Set<string>(Object.values(documents).map(({ path }) => path))

/** @param path without a query: documents have none */
export const isDocument = (path: string): boolean => DOCUMENT_PATHS.has(path) || NUMBERED_SITEMAP.test(path) || CATEGORY_FEED.test(path)

function findDocument(path: string): Resource | null {
  if (isDocument(path)) return { path, query: [] }
  const match = findPage(path)
  if (!match?.page.isCacheable) return null
  return { path: path === '/' ? path : path.replace(/\/+$/, ''), query: match.page.query ?? [] }
}

/** GET endpoints in the order of routing: a static path before one with parameters. */
const CALLS = Object.values<Endpoint>(endpoints)
  .filter(({ key }) => key.startsWith('GET '))
  .map((endpoint) => ({
    hasParameters: endpoint.key.includes(':'),
    pattern: new RegExp(`^${endpoint.key.slice('GET '.length).replaceAll(/:\w+/g, '[^/]+')}$`),
    endpoint,
  }))
  .map(({ endpoint, ...call }) => ({
    ...call,
    isCacheable: endpoint.access === 'everyone' && endpoint.isCacheable !== false,
    query: Object.keys((endpoint.query as z.ZodObject | undefined)?.shape ?? {}),
  }))
  .toSorted((a, b) => Number(a.hasParameters) - Number(b.hasParameters))

function findEndpoint(path: string): Resource | null {
  const call = CALLS.find(({ pattern }) => pattern.test(path))
  return call?.isCacheable ? { path, query: call.query } : null
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

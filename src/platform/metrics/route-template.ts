import { patternOf, withoutTrailingSlashes } from '#platform/contract/paths.ts'

/** Label of all unknown addresses: clients must not be able to add labels. */
const OTHER = 'other'
/** Addresses that the request pipeline itself handles. */
const OWN = ['/assets/:name', '/healthz', '/readyz']

/** Returns the metric label of an address, such as `/post/:postSlug`: one of the given paths. */
export type RouteTemplate = (target: string) => string

/** @param paths of endpoints, pages, forms and public responses; the first that matches is the label */
export function createRouteTemplate(paths: readonly string[]): RouteTemplate {
  const all = [...new Set([...OWN, ...paths])]
  const plain = new Set(all.filter((path) => !path.includes(':')))
  const patterns = all
    .filter((path) => path.includes(':'))
    .map((path) => ({ template: path.replaceAll(/\{.*?\}(?=\/|$)/g, ''), pattern: new RegExp(`^${patternOf(path)}$`) }))
  return (target) => {
    const end = target.indexOf('?')
    const given = end === -1 ? target : target.slice(0, end)
    const path = given.startsWith('/') ? withoutTrailingSlashes(given) || '/' : given
    const known = /^\/api\//i.test(path) ? path.toLowerCase() : path
    if (plain.has(known)) return known
    return patterns.find(({ pattern }) => pattern.test(known))?.template ?? OTHER
  }
}

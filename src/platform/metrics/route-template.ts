import { endpoints } from '#app/contract/endpoints.ts'
import { feedFormats, feedPath, privateFeedPath } from '#posts/contract/feeds.ts'
import { formAction, formNames } from '#app/contract/page-forms.ts'
import { documents, pageIds, pages } from '#pages/pages.ts'

const OTHERS = [
  '/files',
  '/files/uploads/:id',
  '/files/:folder/:name',
  '/drawings/avatar/:name',
  '/drawings/cover/:name',
  '/cards/:name',
  '/assets/:name',
  '/healthz',
  '/readyz',
  ...feedFormats.flatMap((format) => [feedPath(format, ':category'), privateFeedPath(':token', format)]),
]
/** Label of all unknown addresses: clients must not be able to add labels. */
const OTHER = 'other'

const pagePaths = pageIds.map((id) => pages[id].path)
const calls = Object.values(endpoints).map(({ key }) => key.slice(key.indexOf(' ') + 1))
const isPlain = (template: string) => !template.includes(':')
const templates = [
  ...new Set([...calls, ...pagePaths, ...formNames.map(formAction), ...Object.values(documents).map(({ path }) => path), ...OTHERS]),
]
const plain = new Set(templates.filter(isPlain))
const patterns = templates
  .filter((template) => !isPlain(template))
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`) }))

/** The metric label of an address, such as `/post/:postSlug`: one for each endpoint and page. */
export function routeTemplate(target: string): string {
  const end = target.indexOf('?')
  const path = (end === -1 ? target : target.slice(0, end)).replace(/(?<=.)\/+$/, '')
  const known = /^\/api\//i.test(path) ? path.toLowerCase() : path
  if (plain.has(known)) return known
  return patterns.find(({ pattern }) => pattern.test(known))?.template ?? OTHER
}

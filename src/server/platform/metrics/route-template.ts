import { endpoints } from '#contract/api.ts'

const PAGES = [
  '/',
  '/about',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/search',
  '/projects',
  '/post/:postSlug',
  '/privacy-policy',
  '/terms',
  '/dashboard',
  '/create-post',
  '/update-post/:postId',
]
const OTHERS = [
  '/files',
  '/files/uploads/:id',
  '/files/:folder/:name',
  '/drawings/avatar/:name',
  '/drawings/cover/:name',
  '/assets/:name',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/healthz',
  '/readyz',
]
/** Whatever strangers ask for is one line of the figures, not one each. */
const OTHER = 'other'

const calls = Object.keys(endpoints).map((key) => key.slice(key.indexOf(' ') + 1))
const isPlain = (template: string) => !template.includes(':')
const templates = [...new Set([...calls, ...PAGES, ...OTHERS])]
const plain = new Set(templates.filter(isPlain))
const patterns = templates
  .filter((template) => !isPlain(template))
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`) }))

/** What kind of address this is: `/post/:postSlug`. There are as many answers as the blog has calls and screens. */
export function routeTemplate(target: string): string {
  const end = target.indexOf('?')
  const path = (end === -1 ? target : target.slice(0, end)).replace(/(?<=.)\/+$/, '')
  const known = /^\/api\//i.test(path) ? path.toLowerCase() : path
  if (plain.has(known)) return known
  return patterns.find(({ pattern }) => pattern.test(known))?.template ?? OTHER
}

import { type AcceptedItem, toSourcePage } from '#moving/server/record/import-decision.ts'
import { type SourcePage, type SourcePost } from '#moving/server/record/source.ts'

interface FoundPage {
  readonly post: SourcePost
  readonly slug: string | null
  readonly addresses: readonly string[]
  readonly decision: AcceptedItem
}

type Setting = { readonly key?: string | null | undefined; readonly value?: unknown }

/** Pages in the navigation come first, in its order. */
export function toGhostPages(found: readonly FoundPage[], settings: readonly Setting[]): SourcePage[] {
  const header = slugsIn(settings, 'navigation')
  const footer = slugsIn(settings, 'secondary_navigation')
  const order = [...header, ...footer]
  const orderOf = (slug: string | null) => (order.includes(slug ?? '') ? order.indexOf(slug ?? '') : order.length)
  return found
    .toSorted((a, b) => orderOf(a.slug) - orderOf(b.slug))
    .map((page) => {
      const slug = page.slug ?? ''
      return toSourcePage({ ...page, place: header.includes(slug) ? 'header' : footer.includes(slug) ? 'footer' : 'none' })
    })
}

/** Last path segments of the links in a menu. */
function slugsIn(settings: readonly Setting[], key: string): string[] {
  const value = settings.find((setting) => setting.key === key)?.value
  return itemsOf(value).flatMap((item) => {
    const url = typeof item === 'object' && item !== null && 'url' in item && typeof item.url === 'string' ? item.url : ''
    const [, slug] = /([^/]+)\/?(?:[?#].*)?$/.exec(url) ?? []
    return slug === undefined ? [] : [slug]
  })
}

function itemsOf(value: unknown): unknown[] {
  if (typeof value !== 'string') return Array.isArray(value) ? value : []
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

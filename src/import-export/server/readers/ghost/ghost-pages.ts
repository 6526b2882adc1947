import { toSourcePage } from '#import-export/server/record/publication.ts'
import type { SourcePage, SourcePost } from '#import-export/server/record/source.ts'
import type { GhostData } from './ghost-tables.ts'

interface FoundPage {
  readonly post: SourcePost
  readonly slug: string | null
  readonly addresses: readonly string[]
}

/** Pages in the navigation come first, in its order. */
export function toGhostPages(found: readonly FoundPage[], { settings }: GhostData): SourcePage[] {
  const [header, footer] = [slugsIn(settings, 'navigation'), slugsIn(settings, 'secondary_navigation')]
  const order = [...header, ...footer]
  const orderOf = ({ slug }: FoundPage) => (order.includes(slug ?? '') ? order.indexOf(slug ?? '') : order.length)
  const placeOf = (slug: string) => (header.includes(slug) ? 'header' : footer.includes(slug) ? 'footer' : 'none')
  return found.toSorted((a, b) => orderOf(a) - orderOf(b)).map((page) => toSourcePage({ ...page, place: placeOf(page.slug ?? '') }))
}

/** Last path segments of the links in a menu. */
function slugsIn(settings: GhostData['settings'], key: string): string[] {
  return itemsOf(settings.find((setting) => setting.key === key)?.value).flatMap((item) => {
    const { url } = (item ?? {}) as { url?: unknown }
    const [, slug] = (typeof url === 'string' && /([^/]+)\/?(?:[?#].*)?$/.exec(url)) || []
    return slug === undefined ? [] : [slug]
  })
}

/** A menu is a list, as JSON or as it is. */
function itemsOf(value: unknown): unknown[] {
  try {
    const items: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}

import type { SourcePage, SourcePost } from '#server/imports/source.ts'
import type { Coming } from '#server/imports/standing.ts'

interface FoundPage {
  readonly page: SourcePost
  readonly slug: string | null
  readonly addresses: readonly string[]
  readonly standing: Coming
}

type Setting = { readonly key?: string | null | undefined; readonly value?: unknown }

/** Those in the navigation first, in its order. */
export function toGhostPages(found: readonly FoundPage[], settings: readonly Setting[]): SourcePage[] {
  const header = slugsIn(settings, 'navigation')
  const footer = slugsIn(settings, 'secondary_navigation')
  const order = [...header, ...footer]
  const orderOf = (slug: string | null) => (order.includes(slug ?? '') ? order.indexOf(slug ?? '') : order.length)
  return found
    .toSorted((a, b) => orderOf(a.slug) - orderOf(b.slug))
    .map(({ page: { id, title, html, updatedAt, notes, comments }, slug, addresses, standing }): SourcePage => {
      const isHidden = standing.isDraft || standing.publishAt !== undefined
      const place = header.includes(slug ?? '') ? 'header' : footer.includes(slug ?? '') ? 'footer' : 'none'
      return {
        id,
        fixed: null,
        slug,
        place: isHidden ? 'none' : place,
        title,
        html,
        // Nobody but admins could read it there.
        audience: isHidden ? 'admins' : standing.audience,
        updatedAt,
        addresses: isHidden ? [] : addresses,
        notes: [
          ...notes.filter(({ kind }) => kind !== 'tags'),
          ...comments.map(() => ({ kind: 'comment', detail: 'on a page, where nobody can comment here' }) as const),
        ],
      }
    })
}

/** Last parts of the addresses that a menu leads to. */
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

import type { PagePlace } from '#contract/blog-pages.ts'
import { reasonOf } from '#server/imports/reason-of.ts'
import { plainText } from '#server/platform/html.ts'
import type { SourceOptions, SourcePage, SourcePost } from '#server/imports/source.ts'
import type { Coming } from '#server/imports/standing.ts'
import { type Element, readWxr } from './read-wxr.ts'
import { standingOf } from './wordpress-standing.ts'

/** Where menus led to a page, by its id. */
export type MenuPlaces = Map<string, { readonly place: Exclude<PagePlace, 'none'>; readonly order: number }>

/** @returns false for what is no item of a menu. Of several that lead to a page the first one counts. */
export function addMenuItem(menus: MenuPlaces, element: Element): boolean {
  if (element.texts['wp:post_type'] !== 'nav_menu_item') return false
  const page = metaOf(element, '_menu_item_object_id')
  if (metaOf(element, '_menu_item_object') !== 'page' || page === '' || menus.has(page)) return true
  const menu = element.children.find(({ name, attributes }) => name === 'category' && attributes['domain'] === 'nav_menu')
  const isFooter = /foot|legal|bottom/i.test(`${menu?.attributes['nicename'] ?? ''} ${menu?.texts['text'] ?? ''}`)
  menus.set(page, { place: isFooter ? 'footer' : 'header', order: orderOf(element) })
  return true
}

const metaOf = ({ children }: Element, key: string): string =>
  children.find(({ name, texts }) => name === 'wp:postmeta' && texts['wp:meta_key'] === key)?.texts['wp:meta_value'] ?? ''

const orderOf = ({ texts }: Element): number => Number(texts['wp:menu_order'] ?? 0) || 0

interface PageReader {
  readonly menus: MenuPlaces
  /** @throws AppError */
  readonly read: (element: Element, standing: Coming) => SourcePost & { readonly addresses: readonly string[] }
}

/** Those in menus first, in the order of the menus. Reports pages that stay behind. */
export async function readPages(path: string, options: SourceOptions, { menus, read }: PageReader): Promise<SourcePage[]> {
  const pages: { readonly page: SourcePage; readonly order: number }[] = []
  for await (const { name, element } of readWxr(path)) {
    if (name !== 'item' || element.texts['wp:post_type'] !== 'page') continue
    const standing = standingOf(element, options)
    const title = plainText((element.texts['title'] ?? '').slice(0, TITLE_MAX_LENGTH)) || `number ${element.texts['wp:post_id']}`
    if (!standing.comes) {
      options.report.add('notPublished', `the page ${title}: ${standing.why}`)
      continue
    }
    try {
      const post = read(element, standing)
      const menu = menus.get(post.id)
      const order = menu ? menu.order : NOT_IN_MENU + orderOf(element)
      pages.push({ order, page: toPage(post, element, { standing, place: menu?.place ?? 'none' }) })
    } catch (error) {
      const why = reasonOf(error)
      if (why === null) throw error
      options.report.fail('page', title, why)
    }
  }
  return pages.toSorted((a, b) => a.order - b.order).map(({ page }) => page)
}

const TITLE_MAX_LENGTH = 200
/** Added to the order of pages that no menu has. */
const NOT_IN_MENU = 1_000_000

function toPage(
  { id, title, html, updatedAt, addresses, notes, comments }: SourcePost & { readonly addresses: readonly string[] },
  { texts }: Element,
  { standing, place }: { readonly standing: Coming; readonly place: PagePlace },
): SourcePage {
  const isHidden = standing.isDraft || standing.publishAt !== undefined
  return {
    id,
    fixed: null,
    slug: texts['wp:post_name'] || null,
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
}

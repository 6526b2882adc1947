import type { PagePlace } from '#site/contract/blog-pages.ts'
import { reasonOf } from '#moving/server/record/report.ts'
import { plainText } from '#platform/text/html.ts'
import { type AcceptedItem, toSourcePage } from '#moving/server/record/import-decision.ts'
import { type SourceOptions, type SourcePage, type SourcePost } from '#moving/server/record/source.ts'
import { type Element, metaOf, readWxr } from './read-wxr.ts'
import { decideWordpressImport } from './wordpress-decision.ts'

/** Places of pages in menus, by page id. */
export type MenuPlaces = Map<string, { readonly place: Exclude<PagePlace, 'none'>; readonly order: number }>

/** Only the first menu item of a page counts. @returns false for an element that is no menu item */
export function addMenuItem(menus: MenuPlaces, element: Element): boolean {
  if (element.texts['wp:post_type'] !== 'nav_menu_item') return false
  const [page = ''] = metaOf(element, '_menu_item_object_id')
  if (metaOf(element, '_menu_item_object')[0] !== 'page' || page === '' || menus.has(page)) return true
  const menu = element.children.find(({ name, attributes }) => name === 'category' && attributes['domain'] === 'nav_menu')
  const isFooter = /foot|legal|bottom/i.test(`${menu?.attributes['nicename'] ?? ''} ${menu?.texts['text'] ?? ''}`)
  menus.set(page, { place: isFooter ? 'footer' : 'header', order: orderOf(element) })
  return true
}

const orderOf = ({ texts }: Element): number => Number(texts['wp:menu_order'] ?? 0) || 0

interface PageReader {
  readonly menus: MenuPlaces
  /** @throws AppError */
  readonly read: (element: Element, decision: AcceptedItem) => SourcePost & { readonly addresses: readonly string[] }
}

/** Pages in menus come first, in the order of the menus. Reports pages that are not imported. */
export async function readPages(path: string, options: SourceOptions, { menus, read }: PageReader): Promise<SourcePage[]> {
  const pages: OrderedPage[] = []
  for await (const { name, element } of readWxr(path)) {
    if (name !== 'item' || element.texts['wp:post_type'] !== 'page') continue
    const decision = decideWordpressImport(element, options)
    const title = plainText((element.texts['title'] ?? '').slice(0, TITLE_MAX_LENGTH)) || `number ${element.texts['wp:post_id']}`
    if (!decision.isImported) {
      options.report.add('leftThere', `the page ${title}: ${decision.why}`)
      continue
    }
    try {
      pages.push(readPage(element, decision, { menus, read }))
    } catch (error) {
      const why = reasonOf(error)
      if (why === null) throw error
      options.report.fail('page', title, why)
    }
  }
  return pages.toSorted((a, b) => a.order - b.order).map(({ page }) => page)
}

const TITLE_MAX_LENGTH = 200

interface OrderedPage {
  readonly page: SourcePage
  readonly order: number
}

/** @throws AppError */
function readPage(element: Element, decision: AcceptedItem, { menus, read }: PageReader): OrderedPage {
  const post = read(element, decision)
  const menu = menus.get(element.texts['wp:post_id'] ?? '')
  const slug = element.texts['wp:post_name'] || null
  return {
    order: menu ? menu.order : NOT_IN_MENU + orderOf(element),
    page: toSourcePage({ post, slug, addresses: post.addresses, place: menu?.place ?? 'none', decision }),
  }
}

/** Added to the order of pages that are in no menu. */
const NOT_IN_MENU = 1_000_000

import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#posts/contract/post-limits.ts'
import { type FeedFormat, feedPath } from '#posts/contract/feeds.ts'
import { discoveryResponses } from '#posts/contract/public-responses.ts'
import { cleanPath, isUsable, oldAddressKey } from './old-addresses.ts'

/** A list of posts on the old blog. */
export interface FormerList {
  readonly kind: 'category' | 'tag' | 'search' | 'all' | 'home'
  /** Path before the list's own: empty, or the folder of the old blog. */
  readonly base: string
  /** Key under which an import stored the list; null for a list that every blog has. */
  readonly key: string | null
  /** Search term where nothing is stored. */
  readonly words: string
}

/** What the form of an address reveals, in the schemes of WordPress and Ghost. */
export interface FormerAddress {
  /** Possible keys of a post, page, list or file, the best match first. */
  readonly keys: readonly string[]
  /** Path of the post that this may be an attachment of. */
  readonly parent: string | null
  readonly list: FormerList | null
  /** Whether it names a single item by its number, and so no list. */
  readonly isNumbered: boolean
  readonly feed: FeedFormat | null
}

const FEED = /\/(?:comments\/)?(?:feed(?:\/(?:rss2?|atom|rdf|json))?|rss2?|atom|rdf|(?:index|feed|rss|atom|rdf)\.(?:xml|rss|rdf))$/
const LIST_PAGE = /\/page\/\d{1,9}$/
const PART_OF_POST = /\/(?:amp|embed|trackback|comments|comment-page-\d{1,9}|\d{1,4})$/
const SITEMAP = /^(?:\/[^/]+)?\/(?:wp-sitemap[\w-]*|sitemap_index|sitemap-(?:posts|pages|authors|tags|news)[\w-]*|[a-z_]+-sitemap\d*)\.xml$/
const LIST = /^(?<base>.*?)\/(?<kind>category|tag|author|search)\/(?:.+\/)?(?<slug>[^/]+)$/
const DATES = /^(?<base>.*?)\/(?:19|20)\d\d(?:\/\d\d(?:\/\d\d)?)?$/

/** @returns null for an address that no blog has, so that no query is needed */
export function readFormerAddress(url: URL): FormerAddress | null {
  const path = cleanPath(url.pathname)
  if (!isUsable(path)) return null
  const listPath = path.replace(FEED, '').replace(LIST_PAGE, '')
  const postPath = path.replace(FEED, '').replace(PART_OF_POST, '').replace(PART_OF_POST, '')
  const whole = oldAddressKey(url.href)
  const keys = [whole, path, listPath, postPath, ...fileKeys(path)]
  const feed = feedOf(path, url.searchParams)
  const isStart = path === '' && readQuery(url.searchParams, '') === null
  return {
    keys: [...new Set(keys.filter((key) => key !== null && key !== ''))] as string[],
    parent: parentOf(postPath),
    list: isStart ? { kind: 'home', base: '', key: null, words: '' } : readList(url, listPath),
    isNumbered: whole !== null && whole !== path,
    feed,
  }
}

/** Returns whether a path is a sitemap of the old blog. */
export const isFormerSitemap = (pathname: string): boolean =>
  SITEMAP.test(pathname.toLowerCase()) && pathname !== discoveryResponses.sitemap.path

function feedOf(path: string, query: URLSearchParams): FeedFormat | null {
  const [found = ''] = FEED.exec(path) ?? []
  const name = query.get('feed') ?? found
  if (name === '') return null
  return /atom|json|feed\.xml/i.test(name) ? 'atom' : 'rss'
}

function readList(url: URL, path: string): FormerList | null {
  const { base = '', kind = '', slug = '' } = LIST.exec(path)?.groups ?? {}
  const dates = DATES.exec(path)?.groups
  // Also for feeds and further pages of the start page.
  const isStart = path === ''
  const ofPath = isStart || dates ? allPosts(dates?.['base']) : null
  return readQuery(url.searchParams, path) ?? (kind === '' ? ofPath : readTerm(base, kind, slug))
}

const allPosts = (base = ''): FormerList => ({ kind: 'all', base, key: null, words: '' })

function readTerm(base: string, kind: string, slug: string): FormerList {
  if (kind === 'category' || kind === 'tag') return { kind, base, key: `${base}/${kind}/${slug}`, words: toWords(slug) }
  return kind === 'search' ? { kind, base, key: null, words: slug.replaceAll('+', ' ') } : allPosts(base)
}

function readQuery(query: URLSearchParams, base: string): FormerList | null {
  const get = (name: string) => (query.get(name) ?? '').toLowerCase().slice(0, SEARCH_TERM_MAX_LENGTH)
  const lastOf = (name: string) => withoutTrailingSlashes(get(name)).replace(/^.*\//, '')
  if (query.has('s')) return readTerm(base, 'search', query.get('s') ?? '')
  const number = get('cat')
  if (/^\d{1,15}$/.test(number)) return { kind: 'category', base, key: `${base}/?cat=${number}`, words: '' }
  for (const [kind, slug] of [
    ['category', lastOf('category_name')],
    ['tag', lastOf('tag')],
  ] as const)
    if (slug !== '') return { kind, base, key: `${base}/${kind}/${slug}`, words: toWords(slug) }
  const isAll = ['author', 'author_name', 'm', 'paged', 'feed'].some((name) => get(name) !== '')
  return isAll ? allPosts(base) : null
}

/** Returns whether the query of `/` names something other than the start page, as it does on other blogs. */
export const isFormerQuery = ({ pathname, searchParams, href }: URL): boolean =>
  pathname === '/' && (oldAddressKey(href) !== null || readQuery(searchParams, '') !== null)

const toWords = (slug: string) => slug.replaceAll(/[-_]+/g, ' ').trim()

/** The address of an attachment is below that of its post. */
function parentOf(path: string): string | null {
  const parent = path.replace(/(?:\/attachment)?\/[^/]+$/, '')
  return parent === path || parent === '' ? null : parent
}

/** Folders of other blogs that hold pictures and files. */
const FILE_FOLDER = /\/(?:wp-content\/uploads|content\/(?:images|media|files))\//

/** Keys under which a file may be stored: its own path, and that of the original before it was resized. */
export function fileKeys(path: string): string[] {
  if (!FILE_FOLDER.test(path)) return []
  const whole = path.replace(/\/content\/images\/(?:size\/[^/]+\/)?(?:format\/[^/]+\/)?/, '/content/images/')
  const original = whole.replace(/(?:-\d{1,5}x\d{1,5}|-scaled|-rotated|_o)(\.\w{2,5})$/, '$1')
  return [...new Set([path, whole, original])]
}

/** Returns Kindred's address for a list of the old blog. @param category slug in Kindred */
export function listAddress({ feed, list }: FormerAddress, category: string | null): string {
  if (feed !== null) return feedPath(feed, category ?? undefined)
  if (list?.kind === 'home') return '/'
  if (category !== null) return `/search?${new URLSearchParams({ category })}`
  const words = list?.words.replaceAll('\0', '').toWellFormed().trim().slice(0, SEARCH_TERM_MAX_LENGTH).toWellFormed() ?? ''
  return words === '' ? '/search' : `/search?${new URLSearchParams({ searchTerm: words })}`
}

import { toWallTime } from '#platform/contract/time-zone.ts'
import { WXR } from '#moving/server/formats/wxr-form.ts'
import { element, removeForbidden, textElement } from '#platform/text/xml.ts'

/** Elements of WordPress' eXtended RSS 1.2, as its importer reads them. */

const NAMESPACES = {
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  wfw: 'http://wellformedweb.org/CommentAPI/',
  dc: 'http://purl.org/dc/elements/1.1/',
  wp: 'http://wordpress.org/export/1.2/',
  kindred: WXR.namespace,
}

/** An element with text that may be HTML. `]]>` is split over two sections. */
export const cdata = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string =>
  element(name, attributes, `<![CDATA[${removeForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`)

export interface Channel {
  readonly title: string
  readonly description: string
  readonly publicUrl: string
  readonly language: string
  readonly now: number
  /** Of the blog. */
  readonly timeZone: string
  readonly authors: readonly { readonly login: string; readonly name: string }[]
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  /** Settings for Kindred's import. */
  readonly settings: string
}

export function openChannel({ title, description, publicUrl, language, now, authors, categories, settings }: Channel): string {
  const namespaces = Object.entries(NAMESPACES).map(([name, address]) => ` xmlns:${name}="${address}"`)
  const lines = [
    textElement('title', title),
    textElement('link', publicUrl),
    textElement('description', description),
    textElement('pubDate', rfcDate(now)),
    textElement('language', language),
    textElement('wp:wxr_version', '1.2'),
    textElement('wp:base_site_url', publicUrl),
    textElement('wp:base_blog_url', publicUrl),
    ...authors.map((author, index) => writeAuthor(author, index + 1)),
    ...categories.map((category, index) => writeCategory(category, index + 1)),
    textElement('generator', 'Kindred'),
    cdata(WXR.settings, settings),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${namespaces.join('')}>\n<channel>\n${lines.join('\n')}\n`
}

export const CLOSE_CHANNEL = '</channel>\n</rss>\n'

/** Without an email: WordPress' importer asks which user the author becomes. */
const writeAuthor = ({ login, name }: Channel['authors'][number], id: number) =>
  element(
    'wp:author',
    {},
    [
      textElement('wp:author_id', String(id)),
      cdata('wp:author_login', login),
      cdata('wp:author_email', ''),
      cdata('wp:author_display_name', name),
      cdata('wp:author_first_name', ''),
      cdata('wp:author_last_name', ''),
    ].join(''),
  )

const writeCategory = ({ slug, name }: Channel['categories'][number], id: number) =>
  element(
    'wp:category',
    {},
    [
      textElement('wp:term_id', String(id)),
      cdata('wp:category_nicename', slug),
      cdata('wp:category_parent', ''),
      cdata('wp:cat_name', name),
    ].join(''),
  )

export interface WxrItem {
  readonly id: number
  readonly type: 'post' | 'page' | 'attachment'
  readonly status: 'publish' | 'private' | 'future' | 'inherit'
  /** HTML. */
  readonly title: string
  readonly slug: string
  readonly link: string
  readonly author: string
  readonly at: number
  readonly updatedAt: number
  /** Of the blog. */
  readonly timeZone: string
  readonly content?: string
  readonly parent?: number
  readonly menuOrder?: number
  readonly isSticky?: boolean
  readonly isOpen?: boolean
  /** Further elements, written unchanged. */
  readonly more?: readonly string[]
}

export function writeItem(item: WxrItem): string {
  const { id, type, status, title, slug, link, author, at, updatedAt, timeZone, content = '', parent = 0, menuOrder = 0 } = item
  const lines = [
    cdata('title', title),
    textElement('link', link),
    textElement('pubDate', rfcDate(at)),
    cdata('dc:creator', author),
    textElement('guid', link, { isPermaLink: 'false' }),
    '<description></description>',
    cdata('content:encoded', content),
    cdata('excerpt:encoded', ''),
    textElement('wp:post_id', String(id)),
    ...writeDates('wp:post_date', at, timeZone),
    ...writeDates('wp:post_modified', updatedAt, timeZone),
    cdata('wp:comment_status', item.isOpen === true ? 'open' : 'closed'),
    cdata('wp:ping_status', 'closed'),
    cdata('wp:post_name', slug),
    cdata('wp:status', status),
    textElement('wp:post_parent', String(parent)),
    textElement('wp:menu_order', String(menuOrder)),
    cdata('wp:post_type', type),
    cdata('wp:post_password', ''),
    textElement('wp:is_sticky', item.isSticky === true ? '1' : '0'),
    ...(item.more ?? []),
  ]
  return `<item>\n${lines.join('\n')}\n</item>\n`
}

export const writeTerm = ({ slug, name }: Channel['categories'][number]): string =>
  cdata('category', name, { domain: 'category', nicename: slug })

export const writeMeta = (key: string, value: string): string =>
  element('wp:postmeta', {}, cdata('wp:meta_key', key) + cdata('wp:meta_value', value))

export interface WxrComment {
  readonly id: number
  readonly parent: number
  readonly name: string
  /** HTML. */
  readonly content: string
  readonly at: number
  readonly timeZone: string
  readonly isApproved: boolean
}

/** Without email, IP address or account: readers saw the name only. */
export const writeComment = ({ id, parent, name, content, at, timeZone, isApproved }: WxrComment): string =>
  element(
    'wp:comment',
    {},
    [
      textElement('wp:comment_id', String(id)),
      cdata('wp:comment_author', name),
      cdata('wp:comment_author_email', ''),
      cdata('wp:comment_author_url', ''),
      cdata('wp:comment_author_IP', ''),
      ...writeDates('wp:comment_date', at, timeZone),
      cdata('wp:comment_content', content),
      cdata('wp:comment_approved', isApproved ? '1' : '0'),
      cdata('wp:comment_type', 'comment'),
      textElement('wp:comment_parent', String(parent)),
      textElement('wp:comment_user_id', '0'),
    ].join('\n'),
  )

/** On the clock of the blog, and in UTC. */
const writeDates = (name: string, at: number, timeZone: string) => [
  cdata(name, sqlDate(toWallTime(at, timeZone))),
  cdata(`${name}_gmt`, sqlDate(at)),
]

const sqlDate = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const rfcDate = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000')

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const cdata = (text: string) => `<![CDATA[${text}]]>`

export interface WordpressItem {
  readonly id: number
  readonly title: string
  readonly status?: string
  readonly type?: string
  readonly slug?: string
  /** Its address, if that is not its slug: a page below another. */
  readonly path?: string
  readonly body?: string
  readonly at?: number
  readonly password?: string
  /** Domain, address and name of each. */
  readonly terms?: readonly (readonly [string, string, string])[]
  readonly meta?: Readonly<Record<string, string>>
  readonly order?: number
  readonly comments?: readonly string[]
  /** Address of an upload. */
  readonly attachment?: string | undefined
}

const DAY = Date.UTC(2024, 4, 1, 9)
export const SMALL_SITE = 'https://old.example'

const commentOf = (item: number, text: string, index: number) =>
  `<wp:comment><wp:comment_id>${item * 100 + index}</wp:comment_id><wp:comment_author>${cdata('Ruth')}</wp:comment_author><wp:comment_date_gmt>${stamp(DAY)}</wp:comment_date_gmt><wp:comment_content>${cdata(text)}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type><wp:comment_parent>0</wp:comment_parent></wp:comment>`

const DEFAULTS: Omit<Required<WordpressItem>, 'id' | 'title' | 'slug' | 'path' | 'body' | 'attachment'> = {
  status: 'publish',
  type: 'post',
  at: DAY,
  password: '',
  terms: [],
  meta: {},
  order: 0,
  comments: [],
}

const itemOf = (given: WordpressItem) => {
  const item = { ...DEFAULTS, slug: `item-${given.id}`, body: `<p>Words of ${given.title}</p>`, ...given }
  const { id, title, status, type, slug, path = slug, body, at, password, terms, meta, order, comments } = item
  return `<item>
<title>${cdata(title)}</title><link>${SMALL_SITE}/${path}/</link><dc:creator>${cdata('jo')}</dc:creator>
<content:encoded>${cdata(body)}</content:encoded><excerpt:encoded></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${stamp(at)}</wp:post_date>
<wp:post_date_gmt>${status === 'draft' || status === 'pending' ? '0000-00-00 00:00:00' : stamp(at)}</wp:post_date_gmt>
<wp:post_modified_gmt>${stamp(at)}</wp:post_modified_gmt><wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status>
<wp:post_parent>0</wp:post_parent><wp:menu_order>${order}</wp:menu_order><wp:post_type>${type}</wp:post_type>
<wp:post_password>${cdata(password)}</wp:post_password>
${given.attachment === undefined ? '' : `<wp:attachment_url>${given.attachment}</wp:attachment_url>`}
${terms.map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${nicename}">${cdata(name)}</category>`).join('')}
${Object.entries(meta)
  .map(([key, value]) => `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`)
  .join('')}
${comments.map((text, index) => commentOf(id, text, index)).join('')}
</item>`
}

/** A WordPress export of a few items; its author is Jo, jo@old.example. */
export const smallWordpressExport = (items: readonly WordpressItem[]): string => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Days</title><link>${SMALL_SITE}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${SMALL_SITE}</wp:base_blog_url>
<wp:author><wp:author_login>jo</wp:author_login><wp:author_email>Jo@Old.example</wp:author_email><wp:author_display_name>Jo</wp:author_display_name></wp:author>
${items.map(itemOf).join('\n')}
</channel></rss>`

/** A row of Ghost's posts. */
export const smallGhostPost = (id: string, title: string, more: object = {}): object => ({
  id,
  title,
  slug: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  html: `<p>Words of ${title}</p>`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  created_at: new Date(DAY).toISOString(),
  updated_at: new Date(DAY).toISOString(),
  published_at: new Date(DAY).toISOString(),
  ...more,
})

export const smallGhostExport = (tables: object): string => JSON.stringify({ db: [{ meta: { version: '5.120.0' }, data: tables }] })

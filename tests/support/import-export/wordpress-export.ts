import { PICTURES } from './old-site.ts'

/** Expected counts of the file's content. */
export interface WordpressExport {
  readonly xml: string
  readonly published: number
  readonly comments: number
}

/** More than pictures and kinds of posts. */
const POSTS = 48
const DAY_MS = 24 * 3600 * 1000
const FIRST_DAY = Date.UTC(2016, 0, 1, 7, 30)

export const dateOfPost = (index: number): number => FIRST_DAY + index * 5 * DAY_MS
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
export const pathOfPost = (index: number, slug: string) =>
  `/${new Date(dateOfPost(index)).toISOString().slice(0, 7).replace('-', '/')}/${slug}/`

/** As WordPress does: `]]>` is split over two sections. */
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const titleOfPost = (index: number): string =>
  [`Day ${index} at the hospital`, `Größe & Maß ${index}`, `呼吸器の夜 ${index}`, `“Quotes” <em>and</em> tags ${index} 💗`][index % 4] ?? ''

/** Includes a non-ASCII slug, and one that two posts share. */
export const slugOfPost = (index: number): string =>
  index % 4 === 2 ? encodeURIComponent(`呼吸器の夜-${index}`).toLowerCase() : index === 9 ? 'day-5' : `day-${index}`

const picture = (site: string, index: number, size = '') => `${site}/wp-content/uploads/2019/05/photo-${index % PICTURES}${size}.jpg`

/** Blocks, as WordPress has written them since 2018. */
const blockBody = (index: number, site: string) => `<!-- wp:paragraph {"dropCap":true} -->
<p class="has-drop-cap">The first words of ${index}, <strong>strong</strong> and <a href="${site}${pathOfPost(index + 1, slugOfPost(index + 1))}">the next one</a>.</p>
<!-- /wp:paragraph -->

<!-- wp:image {"id":${9000 + (index % PICTURES)},"sizeSlug":"medium"} -->
<figure class="wp-block-image size-medium"><a href="${picture(site, index)}"><img src="${picture(site, index, '-300x200')}" alt="The ward" class="wp-image-1" width="300" height="200"/></a><figcaption>Room ${index}</figcaption></figure>
<!-- /wp:image -->

<!-- wp:block {"ref":8000} /-->

<!-- wp:latest-posts {"postsToShow":3} /-->`

/** Text without paragraphs, as before blocks. */
const classicBody = (index: number, site: string) => `First line of ${index}
second line & an ampersand &mdash; with <em>markup</em>

[caption id="attachment_1" align="alignleft" width="300"]<a href="${picture(site, index)}"><img src="${picture(site, index, '-300x200')}" alt="" /></a> The words <b>below</b> it[/caption]

See <a href="${site}/?p=${1000 + index - 1}">the one before</a>.

[contact-form-7 id="12" title="Write"]

<script>alert(1)</script><p onclick="alert(2)">Last words ${index}</p>`

interface CommentParts {
  readonly id: number
  readonly at: number
  readonly author?: string
  readonly text?: string
  readonly approved?: string
  readonly type?: string
  readonly parent?: number
}

const comment = ({
  id,
  at,
  author = `Reader ${id}`,
  text = `Comment ${id}`,
  approved = '1',
  type = 'comment',
  parent = 0,
}: CommentParts) => `
		<wp:comment>
			<wp:comment_id>${id}</wp:comment_id>
			<wp:comment_author>${cdata(author)}</wp:comment_author>
			<wp:comment_author_email>${cdata(`reader${id}@secret.example`)}</wp:comment_author_email>
			<wp:comment_author_url>https://reader.example/</wp:comment_author_url>
			<wp:comment_author_IP>${cdata('203.0.113.7')}</wp:comment_author_IP>
			<wp:comment_date>${cdata(stamp(at + 2 * 3600 * 1000))}</wp:comment_date>
			<wp:comment_date_gmt>${cdata(stamp(at))}</wp:comment_date_gmt>
			<wp:comment_content>${cdata(text)}</wp:comment_content>
			<wp:comment_approved>${cdata(approved)}</wp:comment_approved>
			<wp:comment_type>${cdata(type)}</wp:comment_type>
			<wp:comment_parent>${parent}</wp:comment_parent>
			<wp:comment_user_id>0</wp:comment_user_id>
			<wp:commentmeta>
				<wp:meta_key>${cdata('akismet_result')}</wp:meta_key>
				<wp:meta_value>${cdata('a:1:{s:4:"text";s:7:"]]>&<x>";}')}</wp:meta_value>
			</wp:commentmeta>
		</wp:comment>`

export const LONG_COMMENT = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ')

/** A reply precedes its parent in the file. */
function commentsOf(index: number): string {
  const at = dateOfPost(index) + DAY_MS
  const id = index * 10
  if (index % 7 === 0) {
    const reply = comment({
      id: id + 2,
      at: at + 60_000,
      author: '@mara',
      text: 'A <em>reply</em>, see <a href="https://example.org/x">this</a>',
      parent: id + 1,
    })
    const pingback = comment({ id: id + 3, at, author: 'Another blog', type: 'pingback' })
    const spam = comment({ id: id + 4, at, approved: 'spam', text: 'Buy now' })
    return reply + comment({ id: id + 1, at, author: 'Grandma Ruth', text: 'First &amp; foremost\n\nlove' }) + pingback + spam
  }
  return index === 8 ? comment({ id: id + 1, at, text: LONG_COMMENT }) : ''
}

interface ItemParts {
  readonly id: number
  readonly title: string
  readonly slug: string
  readonly link: string
  readonly at: number
  readonly body?: string
  readonly status?: string
  readonly type?: string
  readonly password?: string
  readonly more?: string
}

const item = ({ id, title, slug, link, at, body = '', status = 'publish', type = 'post', password = '', more = '' }: ItemParts) => `
	<item>
		<title>${cdata(title)}</title>
		<link>${escaped(link)}</link>
		<pubDate>${new Date(at).toUTCString().replace('GMT', '+0000')}</pubDate>
		<dc:creator>${cdata('editor')}</dc:creator>
		<guid isPermaLink="false">https://old.example/?p=${id}</guid>
		<description></description>
		<content:encoded>${cdata(body)}</content:encoded>
		<excerpt:encoded>${cdata('')}</excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date>${cdata(stamp(at + 2 * 3600 * 1000))}</wp:post_date>
		<wp:post_date_gmt>${cdata(status === 'draft' ? '0000-00-00 00:00:00' : stamp(at))}</wp:post_date_gmt>
		<wp:post_modified>${cdata(stamp(at + DAY_MS))}</wp:post_modified>
		<wp:post_modified_gmt>${cdata(stamp(at + DAY_MS))}</wp:post_modified_gmt>
		<wp:comment_status>${cdata('open')}</wp:comment_status>
		<wp:ping_status>${cdata('open')}</wp:ping_status>
		<wp:post_name>${cdata(slug)}</wp:post_name>
		<wp:status>${cdata(status)}</wp:status>
		<wp:post_parent>0</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type>${cdata(type)}</wp:post_type>
		<wp:post_password>${cdata(password)}</wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>${more}
	</item>`

const meta = (key: string, value: string) => `
		<wp:postmeta>
			<wp:meta_key>${cdata(key)}</wp:meta_key>
			<wp:meta_value>${cdata(value)}</wp:meta_value>
		</wp:postmeta>`

const category = (nicename: string, name: string, domain = 'category') => `
		<category domain="${domain}" nicename="${nicename}">${cdata(name)}</category>`

const CATEGORIES = [
  category('hospital-days', 'Hospital days'),
  category('life', 'Life'),
  category('recipes', 'Recipes &amp; more'),
  category('uncategorized', 'Uncategorized'),
]

const post = (index: number, site: string) =>
  item({
    id: 1000 + index,
    title: titleOfPost(index),
    slug: slugOfPost(index),
    link: site + pathOfPost(index, slugOfPost(index)),
    at: dateOfPost(index),
    body: index % 2 === 0 ? blockBody(index, site) : classicBody(index, site),
    more: [
      CATEGORIES[index % 4],
      category('night', 'night', 'post_tag'),
      meta('_edit_last', '1'),
      meta('some_plugin', 'a:2:{s:3:"key";s:5:"<b>&!";i:0;b:1;}'),
      index % 20 === 0 ? meta('_thumbnail_id', String(9000 + (index % PICTURES))) : '',
      index === 4 ? meta('_wp_old_slug', 'an-earlier-name') : '',
      commentsOf(index),
    ].join(''),
  })

const attachment = (index: number, site: string) =>
  item({
    id: 9000 + index,
    title: `photo-${index}`,
    slug: `photo-${index}`,
    link: `${site}/?attachment_id=${9000 + index}`,
    at: FIRST_DAY,
    status: 'inherit',
    type: 'attachment',
    more: `
		<wp:attachment_url>${cdata(picture(site, index))}</wp:attachment_url>${meta('_wp_attachment_image_alt', `Photo ${index}`)}`,
  })

/** Content that must not be imported. */
const others = (site: string) =>
  [
    { id: 1, status: 'draft', title: 'A draft' },
    { id: 2, status: 'private', title: 'A private one' },
    { id: 3, status: 'future', title: 'A scheduled one' },
    { id: 4, status: 'trash', title: 'Thrown away' },
    { id: 5, status: 'publish', title: 'Behind a password', password: 'letmein' },
    { id: 6, status: 'publish', title: 'About us', type: 'page' },
    { id: 7, status: 'publish', title: 'Menu', type: 'nav_menu_item' },
    {
      id: 8000,
      status: 'publish',
      title: 'Shared',
      type: 'wp_block',
      body: '<!-- wp:paragraph --><p>Said in every post.</p><!-- /wp:paragraph -->',
    },
  ]
    .map((parts) => item({ slug: `other-${parts.id}`, link: `${site}/?p=${parts.id}`, at: FIRST_DAY, body: 'secret words', ...parts }))
    .join('')

/** A whole export in the format of WordPress 6. @param site origin of its pictures and posts */
export function makeWordpressExport(site: string, posts = POSTS): WordpressExport {
  const indexes = Array.from({ length: posts }, (_, index) => index)
  const xml = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file generated by WordPress as an export of your site. -->
<!-- generator="WordPress/6.8" created="2026-01-02 03:04" -->
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	<title>Days &amp; nights</title>
	<link>${site}</link>
	<description></description>
	<language>en-GB</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>${site}</wp:base_site_url>
	<wp:base_blog_url>${site}</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('editor')}</wp:author_login><wp:author_email>${cdata('Editor@Example.org')}</wp:author_email><wp:author_display_name>${cdata('The Editor')}</wp:author_display_name></wp:author>
	<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>${cdata('medical')}</wp:category_nicename><wp:category_parent>${cdata('')}</wp:category_parent><wp:cat_name>${cdata('Medical')}</wp:cat_name></wp:category>
	<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>${cdata('hospital-days')}</wp:category_nicename><wp:category_parent>${cdata('medical')}</wp:category_parent><wp:cat_name>${cdata('Hospital days')}</wp:cat_name><wp:termmeta><wp:meta_key>${cdata('x')}</wp:meta_key><wp:meta_value>${cdata('y')}</wp:meta_value></wp:termmeta></wp:category>
	<generator>https://wordpress.org/?v=6.8</generator>
${indexes.map((index) => post(index, site)).join('')}${Array.from({ length: PICTURES }, (_, index) => attachment(index, site)).join('')}${others(site)}
</channel>
</rss>
`
  const comments = indexes.filter((index) => index % 7 === 0).length * 2 + (posts > 8 ? 1 : 0)
  return { xml, published: posts, comments }
}

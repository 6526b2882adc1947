/** A small WordPress blog in a folder of its site, with every kind of address. */
export const WORDPRESS_SITE = 'https://old.example/diary'

const term = (kind: 'category' | 'tag', number: number, [slug, name, parent = '']: readonly [string, string, string?]) =>
  kind === 'category'
    ? `<wp:category><wp:term_id>${number}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`
    : `<wp:tag><wp:term_id>${number}</wp:term_id><wp:tag_slug>${slug}</wp:tag_slug><wp:tag_name><![CDATA[${name}]]></wp:tag_name></wp:tag>`

interface Item {
  readonly id: number
  readonly slug: string
  readonly path: string
  readonly more: string
  readonly body?: string
  readonly type?: string
}

const item = ({ id, slug, path, more, body = `<p>Words of ${slug}.</p>`, type = 'post' }: Item) => `<item>
<title>The ${slug}</title><link>${WORDPRESS_SITE}${path}</link><dc:creator>jo</dc:creator><content:encoded><![CDATA[${body}]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2019-05-04 10:00:0${id % 10}</wp:post_date_gmt><wp:post_name>${slug}</wp:post_name>
<wp:status>${type === 'attachment' ? 'inherit' : 'publish'}</wp:status><wp:post_type>${type}</wp:post_type><wp:comment_status>open</wp:comment_status>${more}
</item>`

const IN_CATEGORY = '<category domain="category" nicename="ward"><![CDATA[The ward]]></category>'

export const WORDPRESS_EXPORT = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>${WORDPRESS_SITE}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${WORDPRESS_SITE}</wp:base_blog_url>
<wp:author><wp:author_login>jo</wp:author_login></wp:author>
${term('category', 3, ['family', 'Family'])}${term('category', 4, ['ward', 'The ward', 'family'])}${term('tag', 5, ['first-steps', 'First steps'])}
${item({ id: 11, slug: 'first', path: '/2019/05/04/first/', more: IN_CATEGORY, body: `<p><img src="${WORDPRESS_SITE}/wp-content/uploads/2019/05/Ward-300x200.jpg" alt="" /></p>` })}
${item({ id: 12, slug: 'second', path: '/2019/05/04/second/', more: '' })}
${item({ id: 13, slug: 'secret', path: '/2019/05/04/secret/', more: '', body: `<p><img src="${WORDPRESS_SITE}/wp-content/uploads/2019/05/secret.jpg" alt="" /></p>` })}
${item({ id: 21, slug: 'ward-photo', path: '/ward-photo/', type: 'attachment', more: `<wp:post_parent>11</wp:post_parent><wp:attachment_url>${WORDPRESS_SITE}/wp-content/uploads/2019/05/Ward.jpg</wp:attachment_url>` })}
${item({ id: 31, slug: 'our-house', path: '/family/our-house/', type: 'page', more: '' })}
${item({ id: 32, slug: 'the-garden', path: '/family/our-house/the-garden/', type: 'attachment', more: `<wp:post_parent>31</wp:post_parent><wp:attachment_url>${WORDPRESS_SITE}/wp-content/uploads/2019/05/Ward.jpg</wp:attachment_url>` })}
${item({ id: 33, slug: 'alone', path: '/alone/', type: 'attachment', more: `<wp:post_parent>0</wp:post_parent><wp:attachment_url>${WORDPRESS_SITE}/wp-content/uploads/2019/05/Ward.jpg</wp:attachment_url>` })}
</channel></rss>`

/** Addresses on the old blog that people, feed readers and search engines know, by their address in Kindred. */
export const WORDPRESS_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/': ['/diary/', '/diary/index.php'],
  '/rss.xml': [
    '/diary/feed/',
    '/diary/feed/rss2/',
    '/diary/?feed=rss2',
    '/diary/comments/feed/',
    '/diary/rdf',
    '/diary/rss',
    '/diary/tag/first-steps/feed/',
    '/diary/author/jo/feed/',
    '/diary/2019/feed/',
    '/feed/',
    '/?feed=rss2',
    '/index.xml',
    '/diary/index.php/feed/',
    '/comments/feed/',
  ],
  '/feed.xml': ['/diary/feed/atom/', '/diary/?feed=atom', '/feed/atom', '/atom.xml'],
  '/category/the-ward/rss.xml': ['/diary/category/family/ward/feed/', '/diary/category/ward/feed/rss2', '/diary/?cat=4&feed=rss2'],
  '/category/the-ward/feed.xml': ['/diary/category/family/ward/feed/atom/'],
  '/search?category=the-ward': [
    '/diary/category/family/ward/',
    '/diary/category/family/ward/page/2/',
    '/diary/?cat=4',
    '/diary/?category_name=ward',
  ],
  '/search?searchTerm=family': ['/diary/category/family/'],
  '/search?searchTerm=first+steps': ['/diary/tag/first-steps/', '/diary/?tag=first-steps', '/diary/tag/first-steps/page/2/'],
  '/search?searchTerm=a+%26+b': ['/diary/?s=a+%26+b', '/?s=a%20%26%20b', '/diary/search/a+%26+b/'],
  '/search': [
    '/diary/page/2/',
    '/diary/author/jo/',
    '/diary/author/jo/page/2/',
    '/diary/2019/',
    '/diary/2019/05/',
    '/diary/2019/05/04/',
    '/diary/?m=201905',
    '/diary/?author=1',
    '/diary/?paged=2',
    '/page/2/',
    '/2019/05/',
    '/author/jo/',
  ],
  '/post/first': [
    '',
    'feed/',
    'feed/atom/',
    'amp/',
    'embed/',
    'comment-page-2/',
    '2/',
    'a-photo/',
    'attachment/a-photo/',
    'trackback/',
    '?amp=1',
  ]
    .map((part) => `/diary/2019/05/04/first/${part}`)
    .concat(
      '/diary/first/',
      '/diary/?p=11',
      '/diary/index.php/2019/05/04/first/',
      '/diary/ward-photo/',
      '/diary/?attachment_id=21',
      '/diary/?p=21',
      '/diary/2019/05/04/FIRST',
    ),
  '/our-house': ['/diary/family/our-house/', '/diary/?page_id=31', '/diary/?p=31', '/diary/family/our-house/feed/'],
  '/post/second': ['/diary/2019/05/04/second/', '/diary/?p=12', '/diary/?p=12&feed=rss2'],
  '/sitemap.xml': ['/diary/wp-sitemap.xml', '/wp-sitemap-posts-post-1.xml', '/diary/sitemap_index.xml', '/post-sitemap.xml'],
  'ward picture': ['', '-300x200', '-scaled', '-1024x683']
    .map((size) => `/diary/wp-content/uploads/2019/05/Ward${size}.jpg`)
    .concat('/diary/family/our-house/the-garden/', '/diary/?attachment_id=32', '/diary/alone/', '/diary/?attachment_id=33'),
}

/** Addresses of a restricted post, and of its picture. */
export const HIDDEN_ADDRESSES = ['', 'feed/', 'amp/', 'a-photo/', '2/'].map((part) => `/diary/2019/05/04/secret/${part}`)
export const HIDDEN_FILES = ['', '-300x200', '-scaled'].map((size) => `/diary/wp-content/uploads/2019/05/secret${size}.jpg`)

const ghostPost = (id: string, slug: string, more: object) => ({
  id,
  uuid: `0000000-${id}`,
  title: `The ${slug}`,
  slug,
  html: `<p>Words of ${slug}.</p>`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: '2019-05-04T10:00:00.000Z',
  created_at: '2019-05-04T10:00:00.000Z',
  updated_at: '2019-05-04T10:00:00.000Z',
  ...more,
})

const PICTURE = '__GHOST_URL__/content/images/2019/05/Ward.jpg'

export const GHOST_EXPORT = JSON.stringify({
  db: [
    {
      meta: { version: '6.0.0' },
      data: {
        posts: [
          ghostPost('61', 'first', { html: `<figure class="kg-card kg-image-card"><img src="${PICTURE}" alt=""></figure>` }),
          ghostPost('62', 'second', { feature_image: '__GHOST_URL__/content/images/2019/05/Cover.jpg' }),
        ],
        tags: [
          { id: '1', name: 'Medical', slug: 'medical' },
          { id: '2', name: 'Grandma Ruth', slug: 'grandma-ruth' },
        ],
        posts_tags: [{ post_id: '61', tag_id: '1', sort_order: 0 }],
        users: [{ id: '9', name: 'Jo', slug: 'jo', email: 'jo@example.org' }],
        posts_authors: [],
      },
    },
  ],
})

export const GHOST_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/rss.xml': ['/rss/', '/feed/', '/author/jo/rss/', '/tag/grandma-ruth/rss/'],
  '/category/medical/rss.xml': ['/tag/medical/rss/'],
  '/search?category=medical': ['/tag/medical/', '/tag/medical/page/2/'],
  '/search?searchTerm=grandma+ruth': ['/tag/grandma-ruth/'],
  '/search': ['/page/2/', '/author/jo/', '/author/jo/page/2/'],
  '/post/first': ['/first/', '/first/amp/', '/2019/05/04/first/'],
  '/post/second': ['/second/', '/second/rss/'],
  '/sitemap.xml': ['/sitemap-posts.xml', '/sitemap-pages.xml', '/sitemap-authors.xml', '/sitemap-tags.xml'],
  'ward picture': ['', 'size/w600/', 'size/w1000/format/webp/'].map((size) => `/content/images/${size}2019/05/Ward.jpg`),
}

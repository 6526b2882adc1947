import { PICTURES } from './old-site.ts'

/** More than pictures and kinds of posts. */
const POSTS = 40
const DAY_MS = 24 * 3600 * 1000
const FIRST_DAY = Date.UTC(2019, 4, 1, 12)

export const dateOfGhostPost = (index: number): number => FIRST_DAY + index * 4 * DAY_MS
/** Ids are 24 hex digits. */
const idOf = (kind: string, index: number) => `${kind}${index.toString(16).padStart(22, '0')}`

const picture = (index: number) => `__GHOST_URL__/content/images/2019/05/photo-${index % PICTURES}.jpg`

const html = (index: number) => `<p>Words of ${index} with <a href="__GHOST_URL__/night-${index + 1}/">the next</a>.</p>
<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${picture(index)}" class="kg-image" alt="Ward" loading="lazy" width="2000" height="1333" srcset="__GHOST_URL__/content/images/size/w600/2019/05/photo.jpg 600w"><figcaption>Room ${index}</figcaption></figure>`

const ghostPost = (index: number, more: object = {}) => {
  const at = new Date(dateOfGhostPost(index)).toISOString()
  return {
    id: idOf('5f', index),
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title: `Night ${index} & a “quote” 💗`,
    slug: `night-${index}`,
    mobiledoc: '{"version":"0.3.1","atoms":[],"cards":[],"markups":[],"sections":[[10,0]]}',
    lexical: null,
    html: html(index),
    comment_id: idOf('5f', index),
    plaintext: 'Words',
    feature_image: index % 15 === 0 ? picture(index) : null,
    featured: 0,
    type: 'post',
    status: 'published',
    locale: null,
    visibility: 'public',
    email_recipient_filter: 'none',
    created_at: at,
    updated_at: new Date(dateOfGhostPost(index) + DAY_MS).toISOString(),
    // Older versions write dates without a time zone.
    published_at: index % 2 === 0 ? at : at.slice(0, 19).replace('T', ' '),
    custom_excerpt: index === 3 ? 'In short' : null,
    codeinjection_head: null,
    custom_template: null,
    canonical_url: null,
    newsletter_id: null,
    show_title_and_feature_image: 1,
    ...more,
  }
}

export interface GhostExport {
  readonly json: string
  readonly published: number
  readonly comments: number
}

/** A whole export in the format of Ghost 5, with the tables that a full backup adds. */
export function makeGhostExport(count = POSTS): GhostExport {
  const posts = Array.from({ length: count }, (_, index) => ghostPost(index))
  const others = [
    ghostPost(900, { status: 'draft', published_at: null, title: 'A draft' }),
    ghostPost(901, { status: 'scheduled', title: 'Soon' }),
    ghostPost(902, { visibility: 'members', title: 'For members' }),
    ghostPost(903, { type: 'page', title: 'About' }),
    ghostPost(904, { status: 'sent', title: 'Only mailed' }),
    ghostPost(905, { html: null, title: 'Never rendered' }),
  ]
  const comments = posts.flatMap((post, index) => {
    if (index % 10 > 0) return []
    const times = { edited_at: null, created_at: post.created_at, updated_at: post.created_at }
    const comment = { post_id: post.id, member_id: idOf('7a', 1), parent_id: null, status: 'published', ...times }
    const id = idOf('6a', index * 2)
    return [
      { ...comment, id, html: '<p>Thank you &amp; <strong>love</strong></p><p>Ruth</p>' },
      { ...comment, id: idOf('6a', index * 2 + 1), status: 'hidden', html: '<p>Hidden</p>' },
      { ...comment, id: idOf('6b', index), parent_id: id, html: '<p>A reply</p>' },
    ]
  })
  const data = {
    posts: [...others, ...posts],
    posts_meta: [{ id: idOf('8a', 1), post_id: posts[0]?.id, feature_image_alt: 'A face', feature_image_caption: null }],
    tags: [
      { id: idOf('9a', 1), name: 'Medical', slug: 'medical', visibility: 'public' },
      { id: idOf('9a', 2), name: '#internal', slug: 'hash-internal', visibility: 'internal' },
      { id: idOf('9a', 3), name: 'Garden', slug: 'garden', visibility: 'public' },
    ],
    posts_tags: posts.flatMap((post, index) => [
      { id: idOf('aa', index), post_id: post.id, tag_id: idOf('9a', 2), sort_order: 0 },
      { id: idOf('ab', index), post_id: post.id, tag_id: idOf('9a', index % 2 === 0 ? 1 : 3), sort_order: 1 },
    ]),
    users: [{ id: '1', name: 'Jo', slug: 'jo', email: 'jo@example.org', password: '$2a$10$secret', profile_image: null }],
    posts_authors: posts.map((post, index) => ({ id: idOf('ba', index), post_id: post.id, author_id: '1', sort_order: 0 })),
    comments,
    members: [{ id: idOf('7a', 1), name: 'Grandma Ruth', email: 'ruth@secret.example' }],
    settings: [{ id: idOf('ca', 1), group: 'site', key: 'title', value: 'Nights', type: 'string' }],
    snippets: [],
  }
  const json = JSON.stringify({ db: [{ meta: { exported_on: 1_753_891_082_041, version: '5.120.0' }, data }] })
  return { json, published: posts.length + 1, comments: (comments.length * 2) / 3 }
}

import { isoDayIn, isTimeZone } from '#platform/contract/time-zone.ts'
import { linesOf } from '#platform/text/html.ts'
import { folderOf, listsOfFolder } from '#import-export/server/readers/site-folder.ts'
import {
  identityOf,
  type Note,
  type Source,
  type SourceAuthor,
  type SourceComment,
  type SourceList,
  type SourceOptions,
  type SourcePost,
} from '#import-export/server/record/source.ts'
import {
  type Publication,
  publicationFields,
  restrictionNotes,
  toPublication,
  toSourceEntry,
} from '#import-export/server/record/publication.ts'
import { withCover } from '#import-export/server/record/with-cover.ts'
import { ghostHtml } from './ghost-body.ts'
import { toGhostPages } from './ghost-pages.ts'
import { toGhostPeople } from './ghost-people.ts'
import { type GhostComment, type GhostData, type GhostPost, readGhost, timeOf } from './ghost-tables.ts'

const SITE_MARK = '__GHOST_URL__'

const COMMENTS_MISSING =
  'comments: the ordinary export of Ghost has none. Sign in to Ghost as its owner, open /ghost/api/admin/db/?include=comments,members,members_newsletters there in the same browser, and import the file that it gives'

/** Opens a Ghost export. It does not name the address of its blog, which is `options.site`. @throws bad_request */
export async function openGhost(path: string, options: SourceOptions): Promise<Source> {
  const { report, site, now } = options
  const data = await readGhost(path)
  const all = data.posts.filter((post) => acceptPost(post, options)).map((post) => ({ post, publication: publicationOf(post, now) }))
  const posts = all.filter(({ post }) => !isPage(post))
  const pages = all.filter(({ post }) => isPage(post))
  const tables = indexOf(data)
  const timeZone = timeZoneOf(data, options)
  if (data.comments === undefined && posts.length > 0) report.add('notInFile', COMMENTS_MISSING)
  const read = ({ post, publication }: AcceptedPost) => toPost(post, { tables, publication, site: site ?? '' })
  return {
    title: 'Ghost export',
    site,
    entries: posts.map(({ post, publication }) => {
      const tags = tagsOf(post, tables)
      const labels = { names: tags.map(({ name }) => name), categories: namesOf(tags) }
      return toSourceEntry({ ...named(post), addresses: addressesOf(post, timeZone), labels }, publication)
    }),
    blog: async () => {
      const found = pages.map((page) => ({ ...named(page.post), post: read(page), addresses: addressesOf(page.post, timeZone) }))
      return { pages: toGhostPages(found, data), settings: null }
    },
    lists: listsOf(data, site),
    pins: posts.flatMap(({ post }) => (post.featured ? [{ id: idOf(post), at: timeOf(post.published_at) ?? 0 }] : [])),
    people: toGhostPeople(data, report),
    async *posts() {
      for (const post of posts) yield { id: idOf(post.post), read: () => read(post) }
    },
  }
}

interface AcceptedPost {
  readonly post: GhostPost
  readonly publication: Publication
}

const isPage = ({ type, page }: GhostPost): boolean => type === 'page' || page === true

/** Whether a post is imported; otherwise it is reported. */
function acceptPost(post: GhostPost, { report }: SourceOptions): boolean {
  const { id, title, status } = post
  if (/^(published|sent|scheduled|draft)$/.test(status ?? '')) return true
  report.add('leftThere', `${isPage(post) ? 'the page ' : ''}${title || `number ${id}`}: ${status ?? 'without a status'}`)
  return false
}

/** Posts for members, free or paying, and posts that were only mailed (`sent`) are imported for the family. */
function publicationOf({ status, visibility, published_at: at }: GhostPost, now: number): Publication {
  const isPublic = (!visibility || visibility === 'public') && status !== 'sent'
  const found = {
    isPublished: status === 'published' || status === 'sent',
    plannedFor: status === 'scheduled' ? timeOf(at) : null,
    audience: isPublic ? undefined : 'family',
    restriction: status === 'sent' ? 'sent' : `for ${visibility} only`,
  } as const
  return toPublication(found, now)
}

/** Of Ghost, whose dated addresses follow it; else that of this blog. */
function timeZoneOf({ settings }: GhostData, options: SourceOptions): string {
  const zone = settings.find(({ key }) => key === 'timezone' || key === 'activeTimezone')?.value
  return typeof zone === 'string' && isTimeZone(zone) ? zone : options.timeZone
}

const createdAtOf = (post: GhostPost): number => timeOf(post.published_at) ?? timeOf(post.created_at) ?? 0
const idOf = (post: GhostPost): string =>
  identityOf({ number: post.id, address: post.slug ?? null, date: createdAtOf(post), title: post.title ?? '' })
const named = (post: GhostPost) => ({ id: idOf(post), title: post.title ?? '', slug: post.slug ?? null })

/** What posts refer to, by the id of the post, and of members by their own. */
function indexOf(data: GhostData) {
  const users = new Map(data.users.map((user) => [user.id, user]))
  const tags = new Map(data.tags.map((tag) => [tag.id, tag]))
  const linked = <Link extends { readonly post_id: string; readonly sort_order?: number | null | undefined }, Row>(
    links: readonly Link[],
    find: (link: Link) => Row | undefined,
  ): Map<string, Row[]> => {
    const byPost = Map.groupBy(
      links.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0)),
      (link) => link.post_id,
    )
    return new Map(Array.from(byPost, ([post, ofPost]) => [post, ofPost.flatMap((link) => find(link) ?? [])]))
  }
  return {
    users,
    tags: linked(data.posts_tags, (link) => tags.get(link.tag_id)),
    authors: linked(data.posts_authors, (link) => users.get(link.author_id)),
    comments: Map.groupBy(data.comments ?? [], (comment) => comment.post_id),
    members: new Map(data.members.map((member) => [member.id, member.name ?? null])),
    covers: new Map(data.posts_meta.map((meta) => [meta.post_id, meta])),
  }
}
type Tables = ReturnType<typeof indexOf>

/** Ghost's default route, `/slug/`, and dated routes, which are a common setting. */
function addressesOf({ slug, published_at: publishedAt }: GhostPost, timeZone: string): string[] {
  if (!slug) return []
  const at = timeOf(publishedAt)
  return [`/${slug}/`, ...(at === null ? [] : [`/${isoDayIn(at, timeZone).replaceAll('-', '/')}/${slug}/`])]
}

/** Addresses of Ghost's tag pages by its default routes. Internal tags have none. */
function listsOf({ tags }: GhostData, site: string | null): SourceList[] {
  const folder = folderOf(site)
  const ofTags = tags.flatMap(({ name, slug }): SourceList[] =>
    slug && !name?.startsWith('#') ? [{ path: `${folder}/tag/${slug}`, kind: 'tag', names: [name ?? '', slug] }] : [],
  )
  return [...listsOfFolder(folder), ...ofTags]
}

/** Names of internal tags begin with `#`. */
const tagsOf = ({ id }: GhostPost, { tags }: Tables) =>
  (tags.get(id) ?? []).flatMap(({ name, slug }) => (name && !name.startsWith('#') ? [{ name, slug: slug ?? '' }] : []))
const namesOf = (tags: ReturnType<typeof tagsOf>) => tags.flatMap(({ name, slug }) => [name, slug])

interface PostContext {
  readonly tables: Tables
  readonly publication: Publication
  readonly site: string
}

function toPost(post: GhostPost, { tables, publication, site }: PostContext): SourcePost {
  const tags = tagsOf(post, tables)
  const createdAt = createdAtOf(post)
  const { comments, notes } = toComments(post, tables)
  const body = ghostHtml(post)
  const cover = (post.feature_image ?? post.image)?.replaceAll(SITE_MARK, site) || null
  const { feature_image_caption: caption, feature_image_alt: alt } = tables.covers.get(post.id) ?? {}
  return {
    id: idOf(post),
    ownId: null,
    title: post.title ?? '',
    html: withCover(body.html.replaceAll(SITE_MARK, site), { url: cover, alt: alt ?? '', caption: caption ?? '', isOfPage: isPage(post) }),
    oldSlugs: [],
    createdAt,
    updatedAt: timeOf(post.updated_at) ?? createdAt,
    ...publicationFields(publication),
    categories: namesOf(tags),
    cover,
    author: authorOf(post, tables),
    comments,
    notes: [
      ...restrictionNotes(publication),
      ...notes,
      ...body.notes,
      ...tags.slice(1).map(({ name }): Note => ({ kind: 'tags', detail: `tag ${name}` })),
    ],
  }
}

function authorOf(post: GhostPost, { authors, users }: Tables): SourceAuthor | null {
  const author = authors.get(post.id)?.[0] ?? users.get(post.author_id ?? '')
  return author ? { name: author.name ?? '', email: author.email ?? null } : null
}

function toComments({ id }: GhostPost, { comments, members }: Tables): { comments: SourceComment[]; notes: Note[] } {
  const all = comments.get(id) ?? []
  const isShown = ({ status, created_at: at }: GhostComment) => status === 'published' && timeOf(at) !== null
  const shown = all.filter(isShown).map((comment): SourceComment => {
    const createdAt = timeOf(comment.created_at) ?? 0
    return {
      id: comment.id,
      ownId: null,
      name: members.get(comment.member_id ?? '') ?? null,
      text: linesOf(comment.html ?? ''),
      createdAt,
      updatedAt: createdAt,
      pending: false,
      parentId: comment.parent_id ?? comment.in_reply_to_id ?? null,
    }
  })
  const notes = all
    .filter((comment) => !isShown(comment))
    .map(({ status }): Note => ({ kind: 'comment', detail: status ?? 'without a status' }))
  return { comments: shown.toSorted((a, b) => a.createdAt - b.createdAt), notes }
}

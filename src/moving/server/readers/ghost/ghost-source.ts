import { isoDayIn, isTimeZone } from '#platform/contract/time-zone.ts'
import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { readTables } from './read-tables.ts'
import { linesOf, plainText } from '#platform/text/html.ts'
import { folderOf, listsOfFolder } from '#moving/server/readers/site-folder.ts'
import {
  identityOf,
  type Note,
  type Source,
  type SourceAuthor,
  type SourceComment,
  type SourceEntry,
  type SourceList,
  type SourceOptions,
  type SourcePost,
} from '#moving/server/record/source.ts'
import { type AcceptedItem, isForEveryone, publicationOf, restrictionNotes } from '#moving/server/record/import-decision.ts'
import { ghostHtml } from './ghost-body.ts'
import { toGhostPages } from './ghost-pages.ts'
import { ghostPeopleTables, toGhostPeople } from './ghost-people.ts'
import { decideGhostImport, isGhostPage, timeOf } from './ghost-decision.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const optional = z.string().nullish().catch(null)
const rows = <T extends z.ZodType>(row: T) => z.array(row).optional().default([])

const ghostPost = z.object({
  id,
  title: optional,
  slug: optional,
  html: optional,
  lexical: optional,
  mobiledoc: optional,
  featured: z.union([z.boolean(), z.number()]).nullish().catch(null),
  feature_image: optional,
  image: optional,
  type: optional,
  page: z.union([z.boolean(), z.number()]).nullish().catch(null),
  status: optional,
  visibility: optional,
  custom_excerpt: optional,
  created_at: z.union([z.string(), z.number()]).nullish(),
  updated_at: z.union([z.string(), z.number()]).nullish(),
  published_at: z.union([z.string(), z.number()]).nullish(),
  author_id: id.nullish(),
})
const ghostComment = z.object({
  id,
  post_id: id,
  member_id: id.nullish(),
  parent_id: id.nullish(),
  in_reply_to_id: id.nullish(),
  status: optional,
  html: optional,
  created_at: z.union([z.string(), z.number()]).nullish(),
})
const ghostData = z.object({
  posts: z.array(ghostPost),
  tags: rows(z.object({ id, name: optional, slug: optional })),
  /** Words of the cover. */
  posts_meta: rows(z.object({ post_id: id, feature_image_alt: optional, feature_image_caption: optional })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish().catch(0) })),
  users: rows(z.object({ id, name: optional, email: optional, status: optional })),
  posts_authors: rows(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish().catch(0) })),
  /** Not part of the ordinary export. */
  comments: z.array(ghostComment).optional(),
  settings: rows(z.object({ key: optional, value: z.unknown() })),
  ...ghostPeopleTables,
})
type GhostData = z.output<typeof ghostData>
type GhostComment = z.output<typeof ghostComment>
type GhostPost = GhostData['posts'][number]

export const GHOST_SITE_MARK = '__GHOST_URL__'

/** Opens a Ghost export. It does not name the address of its blog, which is `options.site`. @throws bad_request */
export async function openGhost(path: string, options: SourceOptions): Promise<Source> {
  const { report, site } = options
  const data = await readGhost(path)
  const posts = data.posts.filter((post) => !isGhostPage(post)).flatMap((post) => acceptPost(post, options))
  const tables = indexOf(data)
  if (data.comments === undefined && posts.length > 0) report.add('notInFile', COMMENTS_MISSING)
  const withSite = (text: string) => text.replaceAll(GHOST_SITE_MARK, site ?? '')
  const read = (post: GhostPost, decision: AcceptedItem) => toPost(post, { tables, withSite, decision })
  return {
    title: 'Ghost export',
    site,
    entries: posts.map((post) => toEntry(post, timeZoneOf(data, options), tagsOf(post.post, tables))),
    blog: async () => ({ pages: pagesOf(data, options, read), settings: null }),
    lists: listsOf(data, site),
    pins: posts.flatMap(({ post }) => (post.featured ? [{ id: sourceIdOf(post), at: timeOf(post.published_at) ?? 0 }] : [])),
    people: toGhostPeople(data, report),
    async *posts() {
      for (const { post, decision } of posts) yield { id: sourceIdOf(post), read: () => read(post, decision) }
    },
  }
}

const COMMENTS_MISSING =
  'comments: the ordinary export of Ghost has none. Sign in to Ghost as its owner, open /ghost/api/admin/db/?include=comments,members,members_newsletters there in the same browser, and import the file that it gives'

const nameOf = ({ id: number, title }: GhostPost) => title || `number ${number}`

/** Of Ghost, whose dated addresses follow it; else that of this blog. */
function timeZoneOf({ settings }: GhostData, options: SourceOptions): string {
  const zone = settings.find(({ key }) => key === 'timezone' || key === 'activeTimezone')?.value
  return typeof zone === 'string' && isTimeZone(zone) ? zone : options.timeZone
}

interface AcceptedPost {
  readonly post: GhostPost
  readonly decision: AcceptedItem
}

/** @returns an empty list for a post that is not imported, which is reported */
function acceptPost(post: GhostPost, options: SourceOptions): AcceptedPost[] {
  const decision = decideGhostImport(post, options.now)
  if (decision.isImported) return [{ post, decision }]
  options.report.add('leftThere', `${isGhostPage(post) ? 'the page ' : ''}${nameOf(post)}: ${decision.why}`)
  return []
}

function pagesOf(data: GhostData, options: SourceOptions, read: (post: GhostPost, decision: AcceptedItem) => SourcePost) {
  const { posts, settings } = data
  const timeZone = timeZoneOf(data, options)
  const pages = posts.filter(isGhostPage).flatMap((post) => acceptPost(post, options))
  const found = pages.map(({ post, decision }) => ({
    post: read(post, decision),
    slug: post.slug ?? null,
    addresses: addressesOf(post, timeZone),
    decision,
  }))
  return toGhostPages(found, settings)
}

function toEntry({ post, decision }: AcceptedPost, timeZone: string, tags: readonly Tag[]): SourceEntry {
  return {
    id: sourceIdOf(post),
    slug: post.slug ?? null,
    title: post.title ?? '',
    addresses: decision.isDraft ? [] : addressesOf(post, timeZone),
    isDraft: decision.isDraft,
    ...(isForEveryone(decision) && { labels: { names: tags.map(({ name }) => name), categories: namesOf(tags) } }),
  }
}

async function readGhost(path: string): Promise<GhostData> {
  try {
    return ghostData.parse(await readTables(path, new Set(Object.keys(ghostData.shape))))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new AppError(
        'bad_request',
        `This file is no whole JSON: ${error.message
          .slice(0, 1000)
          .replace(/"[\s\S]*?" is/, 'it is')
          .slice(0, 120)}`,
      )
    if (error instanceof z.ZodError)
      throw new AppError('bad_request', `This is no export of Ghost: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
    throw error
  }
}

const sourceIdOf = (post: GhostPost): string =>
  identityOf({ number: post.id, address: post.slug ?? null, date: createdAtOf(post), title: post.title ?? '' })
const createdAtOf = (post: GhostPost): number => timeOf(post.published_at) ?? timeOf(post.created_at) ?? 0

interface Tables {
  readonly tags: Map<string, GhostData['tags']>
  readonly authors: Map<string, GhostData['users']>
  readonly users: Map<string, GhostData['users'][number]>
  readonly comments: Map<string, GhostComment[]>
  readonly members: Map<string, string | null>
  readonly covers: Map<string, GhostData['posts_meta'][number]>
}

function indexOf(data: GhostData): Tables {
  const users = new Map(data.users.map((user) => [user.id, user]))
  const tags = new Map(data.tags.map((tag) => [tag.id, tag]))
  const inOrder = <T extends { sort_order?: number | null | undefined }>(links: readonly T[]) =>
    links.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))
  const tagsOf = Map.groupBy(inOrder(data.posts_tags), (link) => link.post_id)
  const authorsOf = Map.groupBy(inOrder(data.posts_authors), (link) => link.post_id)
  return {
    users,
    tags: new Map(Array.from(tagsOf, ([post, links]) => [post, links.flatMap((link) => tags.get(link.tag_id) ?? [])])),
    authors: new Map(Array.from(authorsOf, ([post, links]) => [post, links.flatMap((link) => users.get(link.author_id) ?? [])])),
    comments: Map.groupBy(data.comments ?? [], (comment) => comment.post_id),
    members: new Map(data.members.map((member) => [member.id, member.name ?? null])),
    covers: new Map(data.posts_meta.map((meta) => [meta.post_id, meta])),
  }
}

/** Ghost's default route, `/slug/`, and dated routes, which are a common setting. */
function addressesOf({ slug, published_at: publishedAt }: GhostPost, timeZone: string): string[] {
  if (!slug) return []
  const at = timeOf(publishedAt)
  const day = at === null ? '' : isoDayIn(at, timeZone).replaceAll('-', '/')
  return [`/${slug}/`, ...(day === '' ? [] : [`/${day}/${slug}/`])]
}

/** Addresses of Ghost's tag pages by its default routes. Internal tags have none. */
function listsOf({ tags }: GhostData, site: string | null): SourceList[] {
  const folder = folderOf(site)
  const ofTags = tags.flatMap(({ name, slug }): SourceList[] =>
    slug && !name?.startsWith('#') ? [{ path: `${folder}/tag/${slug}`, kind: 'tag', names: [name ?? '', slug] }] : [],
  )
  return [...listsOfFolder(folder), ...ofTags]
}

interface Tag {
  readonly name: string
  readonly slug: string
}

/** Names of internal tags begin with `#`. */
const tagsOf = (post: GhostPost, { tags }: Tables): Tag[] =>
  (tags.get(post.id) ?? []).flatMap(({ name, slug }) => (name && !name.startsWith('#') ? [{ name, slug: slug ?? '' }] : []))
const namesOf = (tags: readonly Tag[]) => tags.flatMap(({ name, slug }) => [name, slug])

interface PostContext {
  readonly tables: Tables
  readonly withSite: (text: string) => string
  readonly decision: AcceptedItem
}

function toPost(post: GhostPost, { tables, withSite, decision }: PostContext): SourcePost {
  const tags = tagsOf(post, tables)
  const createdAt = createdAtOf(post)
  const { comments, notes } = toComments(tables.comments.get(post.id) ?? [], tables)
  const body = ghostHtml(post)
  return {
    id: sourceIdOf(post),
    ownId: null,
    title: post.title ?? '',
    html: withSite(body.html),
    oldSlugs: [],
    createdAt,
    updatedAt: timeOf(post.updated_at) ?? createdAt,
    ...publicationOf(decision),
    categories: namesOf(tags),
    cover: coverOf(post, withSite),
    author: authorOf(post, tables),
    comments,
    notes: [
      ...restrictionNotes(decision),
      ...notes,
      ...body.notes,
      ...coverNotes(tables.covers.get(post.id)),
      ...tags.slice(1).map(({ name }): Note => ({ kind: 'tags', detail: `tag ${name}` })),
    ],
  }
}

function coverOf(post: GhostPost, withSite: (text: string) => string): string | null {
  const cover = post.feature_image ?? post.image ?? ''
  return cover === '' ? null : withSite(cover)
}

/** A cover has no words of its own here. */
const coverNotes = (meta: GhostData['posts_meta'][number] | undefined): Note[] =>
  [meta?.feature_image_caption, meta?.feature_image_alt].flatMap((words) =>
    words ? [{ kind: 'markup', detail: `the words of its cover: ${plainText(words)}` }] : [],
  )

function authorOf(post: GhostPost, { authors, users }: Tables): SourceAuthor | null {
  const author = authors.get(post.id)?.[0] ?? users.get(post.author_id ?? '')
  return author ? { name: author.name ?? '', email: author.email ?? null } : null
}

function toComments(rowsOfPost: readonly GhostComment[], { members }: Tables): { comments: SourceComment[]; notes: Note[] } {
  const comments: SourceComment[] = []
  const notes: Note[] = []
  for (const comment of rowsOfPost) {
    const createdAt = timeOf(comment.created_at)
    if (comment.status !== 'published' || createdAt === null) notes.push({ kind: 'comment', detail: comment.status ?? 'without a status' })
    else {
      const name = members.get(comment.member_id ?? '') ?? null
      comments.push({
        id: comment.id,
        ownId: null,
        name,
        text: linesOf(comment.html ?? ''),
        createdAt,
        updatedAt: createdAt,
        pending: false,
        parentId: comment.parent_id ?? comment.in_reply_to_id ?? null,
      })
    }
  }
  return { comments: comments.toSorted((a, b) => a.createdAt - b.createdAt), notes }
}

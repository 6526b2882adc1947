import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { linesOf } from '#server/platform/html.ts'
import type { ImportReport } from '#server/imports/report.ts'
import { folderOf, listsOfFolder } from '#server/imports/site-folder.ts'
import type { Note, Source, SourceAuthor, SourceComment, SourceList, SourceOptions, SourcePost } from '#server/imports/source.ts'

/** Ghost exports are one JSON value, which must fit into memory. */
const FILE_MAX_BYTES = 200 * 1024 * 1024

const id = z.union([z.string(), z.number()]).transform(String)
const optional = z.string().nullish().catch(null)
const rows = <T extends z.ZodType>(row: T) => z.array(row).optional().default([])

const ghostPost = z.object({
  id,
  uuid: optional,
  title: optional,
  slug: optional,
  html: optional,
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
  status: optional,
  html: optional,
  created_at: z.union([z.string(), z.number()]).nullish(),
})
/** The tables that concern public posts; others are ignored. */
const ghostData = z.object({
  posts: z.array(ghostPost),
  tags: rows(z.object({ id, name: optional, slug: optional })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish().catch(0) })),
  users: rows(z.object({ id, name: optional, email: optional })),
  posts_authors: rows(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish().catch(0) })),
  comments: rows(ghostComment),
  members: rows(z.object({ id, name: optional })),
})
type GhostData = z.output<typeof ghostData>
type GhostPost = GhostData['posts'][number]

const inEnvelope = z.union([
  z.object({ db: z.tuple([z.object({ data: z.unknown() })]).rest(z.unknown()) }).transform(({ db }) => db[0].data),
  z.object({ data: z.unknown() }).transform(({ data }) => data),
])

export const GHOST_SITE_MARK = '__GHOST_URL__'

/** A Ghost export. @param site where the blog stood, as the file does not say; @throws bad_request */
export async function openGhost(path: string, { report, site }: SourceOptions): Promise<Source> {
  const data = await readGhost(path)
  const posts = data.posts.filter((post) => reportOthers(post, report))
  const tables = indexOf(data)
  const withSite = (text: string) => text.replaceAll(GHOST_SITE_MARK, site ?? '')
  return {
    title: 'Ghost export',
    key: 'ghost',
    site,
    entries: posts.map((post) => ({
      id: sourceIdOf(post),
      slug: post.slug ?? null,
      title: post.title ?? '',
      addresses: addressesOf(post),
    })),
    lists: listsOf(data, site),
    people: [],
    async *posts() {
      for (const post of posts) yield { id: sourceIdOf(post), read: () => toPost(post, tables, withSite) }
    },
  }
}

async function readGhost(path: string): Promise<GhostData> {
  const { size } = await stat(path)
  if (size > FILE_MAX_BYTES)
    throw new AppError(
      'bad_request',
      `This file is larger than ${FILE_MAX_BYTES / 1024 / 1024} MB, which is more than can be read at once.`,
    )
  try {
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
    return ghostData.parse(inEnvelope.parse(JSON.parse(text)))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new AppError('bad_request', `This file is no whole JSON: ${error.message.replace(/"[\s\S]*?" is/, 'it is').slice(0, 120)}`)
    if (error instanceof z.ZodError)
      throw new AppError('bad_request', `This is no export of Ghost: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
    throw error
  }
}

/** @returns whether the post was public; others are reported */
function reportOthers({ id: number, title, type, page, status, visibility }: GhostPost, report: ImportReport): boolean {
  const name = title || `number ${number}`
  if (type === 'page' || page === true || page === 1) report.add('pages', name)
  else if (status !== 'published') report.add('notPublished', `${name}: ${status ?? 'without a status'}`)
  else if (visibility && visibility !== 'public') report.add('notPublished', `${name}: for ${visibility} only`)
  else return true
  return false
}

/** Old versions numbered posts, so numbers are not unique across blogs. */
const sourceIdOf = ({ id: number, uuid }: GhostPost): string => (/^\d+$/.test(number) && uuid ? uuid : number)

interface Tables {
  readonly tags: Map<string, GhostData['tags']>
  readonly authors: Map<string, GhostData['users']>
  readonly users: Map<string, GhostData['users'][number]>
  readonly comments: Map<string, GhostData['comments']>
  readonly members: Map<string, string | null>
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
    comments: Map.groupBy(data.comments, (comment) => comment.post_id),
    members: new Map(data.members.map((member) => [member.id, member.name ?? null])),
  }
}

/** `/slug/` is Ghost's default route; dated routes are a common setting. */
function addressesOf({ slug, published_at: publishedAt }: GhostPost): string[] {
  if (!slug) return []
  const at = timeOf(publishedAt)
  const day = at === null ? '' : new Date(at).toISOString().slice(0, 10).replaceAll('-', '/')
  return [`/${slug}/`, ...(day === '' ? [] : [`/${day}/${slug}/`])]
}

/** Ghost's usual addresses of tags; internal ones have none. */
function listsOf({ tags }: GhostData, site: string | null): SourceList[] {
  const folder = folderOf(site)
  const ofTags = tags.flatMap(({ name, slug }): SourceList[] =>
    slug && !name?.startsWith('#') ? [{ path: `${folder}/tag/${slug}`, kind: 'tag', names: [name ?? '', slug] }] : [],
  )
  return [...listsOfFolder(folder), ...ofTags]
}

function toPost(post: GhostPost, tables: Tables, withSite: (text: string) => string): SourcePost {
  // Tags that begin with `#` are internal.
  const tags = (tables.tags.get(post.id) ?? []).flatMap(({ name, slug }) =>
    name && !name.startsWith('#') ? [{ name, slug: slug ?? '' }] : [],
  )
  const createdAt = timeOf(post.published_at) ?? timeOf(post.created_at) ?? 0
  const { comments, notes } = toComments(tables.comments.get(post.id) ?? [], tables)
  return {
    id: sourceIdOf(post),
    ownId: null,
    title: post.title ?? '',
    html: withSite(post.html ?? ''),
    oldSlugs: [],
    createdAt,
    updatedAt: timeOf(post.updated_at) ?? createdAt,
    categories: tags.flatMap(({ name, slug }) => [name, slug]),
    cover: coverOf(post, withSite),
    author: authorOf(post, tables),
    comments,
    notes: [...notes, ...extrasOf(post), ...tags.slice(1).map(({ name }): Note => ({ kind: 'tags', detail: `tag ${name}` }))],
  }
}

function coverOf(post: GhostPost, withSite: (text: string) => string): string | null {
  const cover = post.feature_image ?? post.image ?? ''
  return cover === '' ? null : withSite(cover)
}

function authorOf(post: GhostPost, { authors, users }: Tables): SourceAuthor | null {
  const author = authors.get(post.id)?.[0] ?? users.get(post.author_id ?? '')
  return author ? { name: author.name ?? '', email: author.email ?? null } : null
}

function extrasOf({ custom_excerpt: excerpt, html }: GhostPost): Note[] {
  const notes: Note[] = excerpt ? [{ kind: 'tags', detail: 'an excerpt' }] : []
  if (!html)
    notes.push({ kind: 'markup', detail: 'the export has no HTML of it; open and publish it once more in Ghost, then export again' })
  return notes
}

function toComments(rowsOfPost: GhostData['comments'], { members }: Tables): { comments: SourceComment[]; notes: Note[] } {
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
        parentId: comment.parent_id ?? null,
      })
    }
  }
  return { comments: comments.toSorted((a, b) => a.createdAt - b.createdAt), notes }
}

/** ISO, `2019-05-04 17:03:21` in UTC, or milliseconds since 1970. */
function timeOf(value: string | number | null | undefined): number | null {
  if (typeof value === 'number') return value
  const at = Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value ?? '') ? `${value?.replace(' ', 'T')}Z` : (value ?? ''))
  return Number.isNaN(at) ? null : at
}

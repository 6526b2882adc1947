import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { readTables } from './read-tables.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const optional = z.string().nullish().catch(null)
const time = z.union([z.string(), z.number()]).nullish()
const flag = z
  .union([z.boolean(), z.number().transform(Boolean)])
  .nullish()
  .catch(null)
const order = z.number().nullish().catch(0)
const rows = <T extends z.ZodType>(row: T) => z.array(row).optional().default([])

const ghostData = z.object({
  posts: z.array(
    z.object({
      id,
      title: optional,
      slug: optional,
      html: optional,
      lexical: optional,
      mobiledoc: optional,
      featured: flag,
      feature_image: optional,
      image: optional,
      type: optional,
      page: flag,
      status: optional,
      visibility: optional,
      custom_excerpt: optional,
      created_at: time,
      updated_at: time,
      published_at: time,
      author_id: id.nullish(),
    }),
  ),
  tags: rows(z.object({ id, name: optional, slug: optional })),
  /** Words of the cover. */
  posts_meta: rows(z.object({ post_id: id, feature_image_alt: optional, feature_image_caption: optional })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: order })),
  users: rows(z.object({ id, name: optional, email: optional })),
  posts_authors: rows(z.object({ post_id: id, author_id: id, sort_order: order })),
  settings: rows(z.object({ key: optional, value: z.unknown() })),
  /** The following tables are only in an export that was requested with `include`. */
  comments: z
    .array(
      z.object({
        id,
        post_id: id,
        member_id: id.nullish(),
        parent_id: id.nullish(),
        in_reply_to_id: id.nullish(),
        status: optional,
        html: optional,
        created_at: time,
      }),
    )
    .optional(),
  members: rows(z.object({ id, name: optional, email: optional, subscribed: flag, email_disabled: flag })),
  newsletters: rows(z.object({ id, status: optional })),
  members_newsletters: z.array(z.object({ member_id: id, newsletter_id: id })).optional(),
  /** Only in Ghost 1 and 2. */
  subscribers: rows(z.object({ email: optional, status: optional })),
})
export type GhostData = z.output<typeof ghostData>
export type GhostPost = GhostData['posts'][number]
export type GhostComment = NonNullable<GhostData['comments']>[number]

/** @throws bad_request */
export async function readGhost(path: string): Promise<GhostData> {
  const read = ghostData.safeParse(await readTables(path, Object.keys(ghostData.shape)))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AppError('bad_request', `This is no export of Ghost: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** @param value ISO date, `2019-05-04 17:03:21` in UTC, or milliseconds since 1970 @returns milliseconds since 1970; null if invalid */
export function timeOf(value: string | number | null | undefined): number | null {
  // A number may have a fraction, or be no time at all.
  if (typeof value === 'number') return Number.isNaN(new Date(value).getTime()) ? null : Math.trunc(value)
  const at = Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value ?? '') ? `${value?.replace(' ', 'T')}Z` : (value ?? ''))
  return Number.isNaN(at) ? null : at
}

import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { FIXED_PAGE_IDS, PAGE_PLACES } from '#site/contract/blog-pages.ts'

/** Audience in an archive. Those of version 0.1 have posts for all who are signed in, which are for the family now. */
const archivedAudience = z.preprocess((value) => (value === 'readers' ? 'family' : value), z.enum(AUDIENCES))

const names = z.preprocess((value) => (typeof value === 'string' ? [value] : (value ?? undefined)), z.array(z.coerce.string()).optional())

/** Fields above each text. Times are ISO 8601 in UTC; those that people write may lack a time and an offset. */
const sharedHead = z.object({
  title: z.coerce.string().optional(),
  slug: z.coerce.string().optional(),
  updated: z.coerce.string().optional(),
  audience: archivedAudience.optional(),
  /** Id in the exported blog. */
  id: z.coerce.string().optional(),
  /** Addresses on a former blog. */
  oldAddresses: z.array(z.coerce.string()).optional(),
  /** `html` if the text is no Markdown. */
  format: z.enum(['markdown', 'html']).optional(),
})

export const postHead = sharedHead.extend({
  date: z.coerce.string().optional(),
  /** Only for planned posts. */
  publishAt: z.coerce.string().optional(),
  pinned: z.boolean().optional(),
  category: z.string().optional(),
  /** Set if readers cannot comment on the post. */
  comments: z.literal('closed').optional(),
  /** A file in the same folder, an address of the blog, or `none`; missing if the writer chose none of these. */
  cover: z.string().optional(),
  /** Username. */
  author: z.coerce.string().optional(),
  /** Display name of the author, if it is not the username. */
  authorName: z.coerce.string().optional(),
  oldSlugs: z.array(z.coerce.string()).optional(),
  /** Of Hugo and Jekyll. */
  draft: z.boolean().optional(),
  published: z.boolean().optional(),
  categories: names,
  tags: names,
})
export type PostHead = z.output<typeof postHead>

export const pageHead = sharedHead.extend({
  /** Id of a page that every blog has. Slug, menu, position and audience are of the other pages. */
  page: z.enum(FIXED_PAGE_IDS).optional(),
  menu: z.enum(PAGE_PLACES).optional(),
  position: z.number().optional(),
})
export type PageHead = z.output<typeof pageHead>

/** Returns a file with a head in YAML and a text below it. */
export const writeTextFile = (head: object, text: string): string => `---\n${stringify(head, { lineWidth: 0 })}---\n\n${text}\n`

interface TextFile<Head extends z.ZodObject> {
  readonly head: z.output<Head>
  /** Fields of the head that mean nothing here, with their values. */
  readonly unknown: readonly string[]
  readonly text: string
}

/** @throws Error in words for the operator */
export function readTextFile<Head extends z.ZodObject>(file: string, schema: Head): TextFile<Head> {
  const [, yaml, text = ''] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(file) ?? []
  if (yaml === undefined) throw new Error('it does not begin with a head between two lines of ---')
  const fields = parseYaml(yaml)
  const unknown = Object.entries(fields ?? {}).filter(([name]) => !Object.hasOwn(schema.shape, name))
  return {
    head: schema.parse(fields),
    unknown: unknown.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    text: text.replace(/^\r?\n|\r?\n$/g, ''),
  }
}

/** Parses YAML with few aliases, so that no file expands to something huge. */
export const parseYaml = (text: string): unknown => parse(text, { schema: 'core', maxAliasCount: 20 })

const comment = z.object({
  id: z.coerce.string().optional(),
  /** Displayed name of the author; omitted if there was none. */
  by: z.coerce.string().optional(),
  date: z.coerce.string(),
  updated: z.coerce.string().optional(),
  likes: z.number().optional(),
  /** True while the comment waits for approval. */
  pending: z.boolean().optional(),
  /** Id of the parent comment; if it is not in the file, it was deleted. */
  replyTo: z.coerce.string().optional(),
  text: z.coerce.string(),
})
export type CommentEntry = z.output<typeof comment>

export const writeCommentsFile = (comments: readonly CommentEntry[]): string => stringify(comments, { lineWidth: 0, blockQuote: 'literal' })

/** @throws Error in words for the operator */
export const readCommentsFile = (file: string): CommentEntry[] => z.array(comment).parse(parseYaml(file) ?? [])

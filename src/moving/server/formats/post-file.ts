import { stringify } from 'yaml'
import { z } from 'zod'
import { archivedAudience } from './archived-audience.ts'
import { parseYaml, readHeadAndText, writeHeadAndText } from './head-and-text.ts'

/** Fields above the text of an exported post. Times are ISO 8601 in UTC. */
export const head = z.object({
  title: z.coerce.string(),
  slug: z.coerce.string().optional(),
  date: z.coerce.string(),
  updated: z.coerce.string().optional(),
  /** Only for planned posts. */
  publishAt: z.coerce.string().optional(),
  pinned: z.boolean().optional(),
  category: z.string().optional(),
  audience: archivedAudience.optional(),
  /** Set if readers cannot comment on the post. */
  comments: z.literal('closed').optional(),
  /** A file in the same folder, or an address of the blog. */
  cover: z.string().optional(),
  /** Username. */
  author: z.coerce.string().optional(),
  /** Display name of the author, if it is not the username. */
  authorName: z.coerce.string().optional(),
  /** Id of the post in the exported blog. */
  id: z.coerce.string().optional(),
  oldSlugs: z.array(z.coerce.string()).optional(),
  /** Addresses of the post on a former blog. */
  oldAddresses: z.array(z.coerce.string()).optional(),
  /** `html` if the text is no Markdown. */
  format: z.enum(['markdown', 'html']).optional(),
})
export type PostHead = z.output<typeof head>

export const writePostFile = (fields: PostHead, text: string): string => writeHeadAndText(fields, text)

/** @throws Error in words for the operator */
export function readPostFile(file: string): { head: PostHead; text: string } {
  const { fields, text } = readHeadAndText(file)
  return { head: head.parse(fields), text }
}

export const comment = z.object({
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

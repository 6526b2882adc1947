import { stringify } from 'yaml'
import { z } from 'zod'
import { AUDIENCES } from '#contract/audiences.ts'
import { parseYaml, readHeadAndText, writeHeadAndText } from './head-and-text.ts'

/** What stands above the text of an exported post. Times are ISO 8601 in UTC. */
export const head = z.object({
  title: z.coerce.string(),
  slug: z.coerce.string().optional(),
  date: z.coerce.string(),
  updated: z.coerce.string().optional(),
  /** Of a post that is planned for a time. */
  publishAt: z.coerce.string().optional(),
  pinned: z.boolean().optional(),
  category: z.string().optional(),
  /** Who may read it. */
  audience: z.enum(AUDIENCES).optional(),
  /** Where readers cannot comment on the post. */
  comments: z.literal('closed').optional(),
  /** A file in the same folder, or an address of the blog. */
  cover: z.string().optional(),
  /** Username. */
  author: z.coerce.string().optional(),
  /** What the author is called on the blog, where that is not the username. */
  authorName: z.coerce.string().optional(),
  /** The blog's own number of the post. */
  id: z.coerce.string().optional(),
  oldSlugs: z.array(z.coerce.string()).optional(),
  /** Where it stood on a blog that it came from before. */
  oldAddresses: z.array(z.coerce.string()).optional(),
  /** `html` where the text below is no Markdown. */
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
  /** The name that stood beside it; left out where there was none. */
  by: z.coerce.string().optional(),
  date: z.coerce.string(),
  updated: z.coerce.string().optional(),
  likes: z.number().optional(),
  /** True while it waits for approval. */
  pending: z.boolean().optional(),
  /** The comment that it replies to; one that is not in the file was deleted. */
  replyTo: z.coerce.string().optional(),
  text: z.coerce.string(),
})
export type CommentEntry = z.output<typeof comment>

export const writeCommentsFile = (comments: readonly CommentEntry[]): string => stringify(comments, { lineWidth: 0, blockQuote: 'literal' })

/** @throws Error in words for the operator */
export const readCommentsFile = (file: string): CommentEntry[] => z.array(comment).parse(parseYaml(file) ?? [])
